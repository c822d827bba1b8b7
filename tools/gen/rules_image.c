/*
 * The shipped tables as static data: rules_image FOLDER OUT.c
 *
 * Every *.rules of the folder is a profile and becomes an image; the text of
 * each, and of what lies in shared/, goes along for the includes of tables
 * that are loaded at run time. Rows are named by their path in the folder.
 */
#include <dirent.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/rules_image.h"
#include "../../supervisor/base/rules_load.h"
#include "../../supervisor/base/util.h"

struct names {
	char	**list;
	size_t	  n, cap;
};

/* While the shipped tables are made, they are the folder's. */
const char *
rules_builtin_file(const char *name, size_t *ret_n)
{
	struct buf text = BUF_INIT;	/* to the end */

	*ret_n = 0;
	if (fdio_read_file(name, RULES_MAX_FILE, &text) < 0)
		return NULL;
	*ret_n = text.len;
	return buf_str(&text);
}

struct ruleset *
rules_builtin_variant(const char *dir, const char *profile, const char *text,
    size_t n, struct buf *names)
{
	(void)dir;
	(void)profile;
	(void)text;
	(void)n;
	(void)names;
	return NULL;
}

static int
list_tables(const char *dir, const char *prefix, struct names *names)
{
	const struct dirent *entry;
	size_t first = names->n, len;
	DIR *d = opendir(dir);

	if (d == NULL)
		return -errno;
	while ((entry = readdir(d)) != NULL) {
		auto_buf struct buf name = BUF_INIT;

		len = strlen(entry->d_name);
		if (len <= 6 || entry->d_name[0] == '.' ||
		    strcmp(entry->d_name + len - 6, ".rules") != 0)
			continue;
		buf_addf(&name, "%s%s", prefix, entry->d_name);
		*MEM_PUSH(names->list, names->n, names->cap) =
		    buf_steal(&name);
	}
	closedir(d);
	qsort(names->list + first, names->n - first, sizeof(*names->list),
	    util_compare_texts);
	return 0;
}

static int
write_image(struct buf *out, const char *name, size_t number)
{
	auto_buf struct buf errors = BUF_INIT;
	struct ruleset *rs;
	const void *image;
	uint64_t word;
	size_t n, i;
	int r;

	r = rules_load(name, &errors, &rs);
	fputs(buf_str(&errors), stderr);
	if (r < 0)
		return r;
	image = rules_image(rs, &n);
	buf_addf(out, "/* %s */\nstatic const uint64_t image%zu[%zu] = {", name,
	    number, n / 8);
	for (i = 0; i + 8 <= n; i += 8) {
		memcpy(&word, (const char *)image + i, 8);
		buf_addf(out, "%s0x%llx,", i % 64 ? "" : "\n",
		    (unsigned long long)word);
	}
	buf_adds(out, "\n};\n\n");
	rules_free(rs);
	return 0;
}

/*
 * The hash of a profile with `judge reads by landlock`. What else the row
 * changes is one member: rules_builtin_variant relies on it.
 */
static int
write_reads(struct buf *out, const char *name)
{
	auto_buf struct buf text = BUF_INIT;
	auto_buf struct buf errors = BUF_INIT;
	struct ruleset *plain, *reads;
	uint8_t hash[32];
	size_t i;
	int r;

	buf_addf(&text, "sallyport-rules 1\ninclude \"%s\"\n"
	    "judge reads by landlock\n", name);
	r = rules_load(name, &errors, &plain);
	if (r < 0)
		return r;
	r = rules_parse(name, text.data, text.len, &errors, &reads);
	fputs(buf_str(&errors), stderr);
	if (r < 0)
		return r;
	memcpy(hash, reads->hash, sizeof(hash));
	memcpy(reads->hash, plain->hash, sizeof(hash));
	reads->by_landlock = plain->by_landlock;
	if (reads->size != plain->size ||
	    memcmp(reads, plain, plain->size) != 0) {
		fprintf(stderr, "%s: reads by landlock change its rows\n",
		    name);
		return -EINVAL;
	}
	buf_adds(out, "\t{ ");
	for (i = 0; i < sizeof(hash); i++)
		buf_addf(out, "%u,", hash[i]);
	buf_adds(out, " },\n");
	rules_free(plain);
	rules_free(reads);
	return 0;
}

static int
write_text(struct buf *out, const char *name, size_t number)
{
	auto_buf struct buf text = BUF_INIT;
	size_t i;
	int r;

	r = fdio_read_file(name, RULES_MAX_FILE, &text);
	if (r < 0) {
		fprintf(stderr, "%s: %s\n", name, strerror(-r));
		return r;
	}
	buf_addf(out, "static const char text%zu[] =\n    \"", number);
	for (i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.data[i];

		if (c == '\n')
			buf_adds(out, i + 1 < text.len ? "\\n\"\n    \"" :
			    "\\n");
		else if (c == '"' || c == '\\' || c == '?')
			buf_addf(out, "\\%c", c);
		else if (c < 0x20 || c >= 0x7f)
			buf_addf(out, "\\%03o", c);
		else
			buf_addc(out, (char)c);
	}
	buf_adds(out, "\";\n\n");
	return 0;
}

static void
write_lists(struct buf *out, const struct names *names, size_t nprofiles)
{
	size_t i;

	buf_adds(out, "const char *const rules_builtin_profiles[] = {\n");
	for (i = 0; i < nprofiles; i++)
		buf_addf(out, "\t\"%.*s\",\n",
		    (int)strlen(names->list[i]) - 6, names->list[i]);
	buf_adds(out, "\tNULL\n};\n\n"
	    "const struct ruleset *const rules_builtin_images[] = {\n");
	for (i = 0; i < nprofiles; i++)
		buf_addf(out, "\t(const struct ruleset *)image%zu,\n", i);
	buf_adds(out, "\tNULL\n};\n\n"
	    "const struct rules_builtin_text rules_builtin_texts[] = {\n");
	for (i = 0; i < names->n; i++)
		buf_addf(out, "\t{ \"%s\", text%zu, sizeof(text%zu) - 1 },\n",
		    names->list[i], i, i);
	buf_adds(out, "\t{ NULL, NULL, 0 }\n};\n");
}

static int
generate(const struct names *names, size_t nprofiles, struct buf *out)
{
	size_t i;
	int r = 0;

	buf_adds(out, "/* Made by tools/gen/rules_image.c from rules/. */\n"
	    "#include \"supervisor/base/rules_image.h\"\n\n"
	    "_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,\n"
	    "    \"images are written least byte first\");\n\n");
	for (i = 0; i < names->n && r == 0; i++) {
		if (i < nprofiles)
			r = write_image(out, names->list[i], i);
		if (r == 0)
			r = write_text(out, names->list[i], i);
	}
	write_lists(out, names, nprofiles);
	buf_adds(out, "\nconst uint8_t rules_builtin_reads[][32] = {\n");
	for (i = 0; i < nprofiles && r == 0; i++)
		r = write_reads(out, names->list[i]);
	buf_adds(out, "};\n");
	return r;
}

int
main(int argc, char **argv)
{
	auto_buf struct buf out = BUF_INIT;
	struct names names = { 0 };
	size_t nprofiles;
	FILE *f;

	if (argc != 3) {
		fprintf(stderr, "usage: rules_image FOLDER OUT.c\n");
		return 2;
	}
	f = fopen(argv[2], "w");
	if (f == NULL || chdir(argv[1]) < 0) {
		fprintf(stderr, "rules_image: %s: %s\n",
		    f == NULL ? argv[2] : argv[1], strerror(errno));
		return 2;
	}
	if (list_tables(".", "", &names) < 0)
		return 2;
	nprofiles = names.n;
	if (list_tables("shared", "shared/", &names) < 0)
		return 2;
	if (generate(&names, nprofiles, &out) < 0) {
		fclose(f);
		unlink(argv[2]);
		return 1;
	}
	fwrite(out.data, 1, out.len, f);
	return fclose(f) == 0 ? 0 : 2;
}
