/*
 * A text file as a C string: embed NAME FILE OUT.c writes
 * `const char NAME[] = "...";`, one literal for each line.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

static int
embed(const char *name, FILE *in, FILE *out)
{
	int c, column = 0;

	fprintf(out, "/* Made by tools/gen/embed; do not edit. */\n"
	    "extern const char %s[];\nconst char %s[] =\n", name, name);
	while ((c = getc(in)) != EOF) {
		if (column == 0)
			fputs("\t\"", out);
		column = 1;
		if (c == '\n') {
			fputs("\\n\"\n", out);
			column = 0;
		} else if (c == '"' || c == '\\') {
			fprintf(out, "\\%c", c);
		} else if (c == '?') {
			fputs("\\?", out);	/* no trigraphs */
		} else if (c < 0x20 || c >= 0x7f) {
			fprintf(out, "\\%03o", (unsigned)c);
		} else {
			putc(c, out);
		}
	}
	fputs(column != 0 ? "\";\n" : "\t\"\";\n", out);
	return ferror(in) || ferror(out) ? -EIO : 0;
}

int
main(int argc, char **argv)
{
	FILE *in, *out;

	if (argc != 4) {
		fprintf(stderr, "usage: embed NAME FILE OUT.c\n");
		return 2;
	}
	in = fopen(argv[2], "rb");
	out = in != NULL ? fopen(argv[3], "wb") : NULL;
	if (out == NULL || embed(argv[1], in, out) < 0 || fclose(out) != 0) {
		fprintf(stderr, "embed: %s: %s\n",
		    in == NULL ? argv[2] : argv[3], strerror(errno));
		return 1;
	}
	fclose(in);
	return 0;
}
