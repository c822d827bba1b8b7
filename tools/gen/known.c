/*
 * The names of analyzer/symbols/known.h as constants: known OUT.c writes them by
 * number, and the slots that find them (see analyzer/source/names.h).
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "analyzer/symbols/known.h"
#include "analyzer/source/names.h"

static const char *const texts[] = {
	"",
#define X(constant, text) text,
	KNOWN_NAMES(X)
#undef X
};

static int
write_names(FILE *out)
{
	unsigned slots[KNOWN_SLOTS] = { 0 }, slot, i;
	size_t n;

	_Static_assert(KNOWN_END * 2 < KNOWN_SLOTS, "too few slots");
	fputs("/* Made by tools/gen/known; do not edit. */\n"
	    "#include \"analyzer/source/names.h\"\n\n"
	    "const struct known known_names[] = {\n", out);
	for (i = 0; i < KNOWN_END; i++) {
		n = strlen(texts[i]);
		if (n >= sizeof(((struct known *)NULL)->text))
			return -ENAMETOOLONG;
		slot = names_hash(texts[i], n);
		fprintf(out, "\t{ 0x%08x, %zu, \"%s\" },\n", slot, n, texts[i]);
		for (slot &= KNOWN_SLOTS - 1; i > 0 && slots[slot] != 0;)
			slot = (slot + 1) & (KNOWN_SLOTS - 1);
		if (i > 0)
			slots[slot] = i;
	}
	fputs("};\n\nconst uint16_t known_slots[KNOWN_SLOTS] = {", out);
	for (slot = 0; slot < KNOWN_SLOTS; slot++)
		fprintf(out, "%s%u,", slot % 16 == 0 ? "\n\t" : " ",
		    slots[slot]);
	fputs("\n};\n", out);
	return ferror(out) ? -EIO : 0;
}

int
main(int argc, char **argv)
{
	FILE *out;
	int rc;

	if (argc != 2) {
		fprintf(stderr, "usage: known OUT.c\n");
		return 2;
	}
	out = fopen(argv[1], "wb");
	rc = out != NULL ? write_names(out) : -errno;
	if (rc == 0 && fclose(out) != 0)
		rc = -errno;
	if (rc != 0)
		fprintf(stderr, "known: %s: %s\n", argv[1], strerror(-rc));
	return rc != 0;
}
