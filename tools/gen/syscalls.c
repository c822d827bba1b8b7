/*
 * The table of system calls as static data: syscalls TABLE OUT.c
 *
 * A table that contradicts itself is refused with the place.
 */
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/syscalls_data.h"
#include "../../supervisor/base/util.h"

#define MAX_WORDS	(3 + SYSCALL_MAX_ARGS)

/* syscalls.c is linked for its names of kinds; its data is what we make. */
const struct syscall_row syscall_data_rows[1];
const size_t syscall_data_count;
const struct syscall_numbers syscall_data_numbers[SYSCALL_NABIS];
const char syscall_data_kernel[] = "";

struct table {
	const char		*name;
	unsigned		 line;
	char			 kernel[16];
	struct syscall_row	*rows;
	size_t			 nrows, cap;
};

static int
refuse(const struct table *t, const char *what, const char *word)
{
	fprintf(stderr, "%s:%u: error: %s '%s'\n", t->name, t->line, what,
	    word);
	return -EINVAL;
}

static int
copy_name(const struct table *t, char *to, size_t room, const char *name)
{
	size_t n = strlen(name);

	if (n == 0 || n >= room ||
	    name[strspn(name, "abcdefghijklmnopqrstuvwxyz_0123456789")] != '\0')
		return refuse(t, "not a name of this table:", name);
	memcpy(to, name, n + 1);
	return 0;
}

static int
parse_number(const struct table *t, const char *s, int16_t *ret)
{
	char *end;
	long nr;

	if (strcmp(s, "-") == 0) {
		*ret = -1;
		return 0;
	}
	nr = strtol(s, &end, 10);
	if (*s < '0' || *s > '9' || *end != '\0' || nr >= SYSCALL_MAX)
		return refuse(t, "not a number of a system call:", s);
	*ret = (int16_t)nr;
	return 0;
}

static int
parse_path(const struct table *t, char *class, struct syscall_arg *arg)
{
	char *rest = strchr(class, ':');
	int i;

	if (rest != NULL) {
		*rest++ = '\0';
		if (strcmp(rest, "nofollow") != 0)
			return refuse(t, "unknown behind a path:", rest);
		arg->nofollow = true;
	}
	for (i = SYSCALL_PATH_OPEN; i < SYSCALL_PATH_NCLASSES; i++) {
		if (strcmp(class, syscall_path_name(i)) == 0) {
			arg->path = (uint8_t)i;
			return 0;
		}
	}
	return refuse(t, "unknown class of path:", class);
}

/* KIND, NAME=KIND, and for paths KIND:CLASS[:nofollow] */
static int
parse_arg(const struct table *t, char *word, struct syscall_row *row)
{
	struct syscall_arg *arg = &row->args[row->nargs];
	char *kind = strchr(word, '='), *class;
	int i, r;

	if (kind != NULL)
		*kind++ = '\0';
	else
		kind = word;
	class = strchr(kind, ':');
	if (class != NULL)
		*class++ = '\0';
	r = copy_name(t, arg->name, sizeof(arg->name), word);
	if (r < 0)
		return r;
	for (i = 0; i < SYSCALL_NKINDS; i++) {
		if (strcmp(kind, syscall_kind_name(i)) == 0)
			break;
	}
	if (i == SYSCALL_NKINDS)
		return refuse(t, "unknown kind of argument", kind);
	arg->kind = (uint8_t)i;
	arg->dirfd = -1;
	if ((i == SYSCALL_PATH) != (class != NULL))
		return refuse(t, "a path and nothing else has a class:",
		    word);
	if (row->nargs > 0 && i == SYSCALL_PATH &&
	    row->args[row->nargs - 1].kind == SYSCALL_DIRFD)
		arg->dirfd = (int8_t)(row->nargs - 1);
	row->nargs++;
	return class != NULL ? parse_path(t, class, arg) : 0;
}

static int
parse_row(struct table *t, char **words, size_t n)
{
	struct syscall_row row = { 0 };
	size_t i;
	int r;

	if (n < 3)
		return refuse(t, "a row is a name and two numbers:", words[0]);
	r = copy_name(t, row.name, sizeof(row.name), words[0]);
	for (i = 0; r == 0 && i < SYSCALL_NABIS; i++)
		r = parse_number(t, words[1 + i], &row.nr[i]);
	for (i = 3; r == 0 && i < n; i++)
		r = parse_arg(t, words[i], &row);
	for (i = 0; r == 0 && i < t->nrows; i++) {
		if (strcmp(t->rows[i].name, row.name) == 0)
			r = refuse(t, "a second row for", row.name);
		else if ((row.nr[0] >= 0 && t->rows[i].nr[0] == row.nr[0]) ||
		    (row.nr[1] >= 0 && t->rows[i].nr[1] == row.nr[1]))
			r = refuse(t, "the number is taken by",
			    t->rows[i].name);
	}
	if (r == 0)
		*MEM_PUSH(t->rows, t->nrows, t->cap) = row;
	return r;
}

static int
parse_line(struct table *t, char *line)
{
	char *words[MAX_WORDS], *word, *rest = line;
	size_t n = 0;

	while ((word = strsep(&rest, " \t")) != NULL) {
		if (*word == '\0')
			continue;
		if (*word == '#')
			break;
		if (n == MAX_WORDS)
			return refuse(t, "more than six arguments:", word);
		words[n++] = word;
	}
	if (t->line == 1) {
		if (n != 2 || strcmp(words[0], "sallyport-syscalls") != 0 ||
		    strcmp(words[1], "1") != 0)
			return refuse(t, "the first line must be",
			    "sallyport-syscalls 1");
		return 0;
	}
	if (n == 0)
		return 0;
	if (n == 2 && strcmp(words[0], "kernel") == 0) {
		snprintf(t->kernel, sizeof(t->kernel), "%s", words[1]);
		return 0;
	}
	return parse_row(t, words, n);
}

static int
compare_rows(const void *a, const void *b)
{
	return strcmp(((const struct syscall_row *)a)->name,
	    ((const struct syscall_row *)b)->name);
}

static void
write_numbers(const struct table *t, int abi, struct buf *out)
{
	unsigned rows[SYSCALL_MAX] = { 0 };
	int last = -1, nr;
	size_t i;

	for (i = 0; i < t->nrows; i++) {
		nr = t->rows[i].nr[abi];
		if (nr < 0)
			continue;
		rows[nr] = (unsigned)i + 1;
		if (nr > last)
			last = nr;
	}
	buf_addf(out, "static const uint16_t numbers%d[%d] = {", abi,
	    last + 1);
	for (nr = 0; nr <= last; nr++)
		buf_addf(out, "%s%u,", nr % 16 ? " " : "\n\t", rows[nr]);
	buf_adds(out, "\n};\n\n");
}

static void
write_table(const struct table *t, struct buf *out)
{
	size_t i, k;

	buf_adds(out, "/* Made by tools/gen/syscalls.c from "
	    "rules/syscalls.tbl. */\n"
	    "#include \"supervisor/base/syscalls_data.h\"\n\n"
	    "const struct syscall_row syscall_data_rows[] = {\n");
	for (i = 0; i < t->nrows; i++) {
		const struct syscall_row *row = &t->rows[i];

		buf_addf(out, "\t{ \"%s\", { %d, %d }, %u, {\n", row->name,
		    row->nr[0], row->nr[1], row->nargs);
		for (k = 0; k < row->nargs; k++)
			buf_addf(out, "\t\t{ \"%s\", %u, %u, %d, %d },\n",
			    row->args[k].name, row->args[k].kind,
			    row->args[k].path, row->args[k].nofollow,
			    row->args[k].dirfd);
		buf_adds(out, "\t} },\n");
	}
	buf_addf(out, "};\nconst size_t syscall_data_count = %zu;\n"
	    "const char syscall_data_kernel[] = \"%s\";\n\n", t->nrows,
	    t->kernel);
	for (k = 0; k < SYSCALL_NABIS; k++)
		write_numbers(t, (int)k, out);
	buf_adds(out, "const struct syscall_numbers "
	    "syscall_data_numbers[SYSCALL_NABIS] = {\n");
	for (k = 0; k < SYSCALL_NABIS; k++)
		buf_addf(out, "\t{ numbers%zu, sizeof(numbers%zu) / "
		    "sizeof(numbers%zu[0]) },\n", k, k, k);
	buf_adds(out, "};\n");
}

int
main(int argc, char **argv)
{
	auto_buf struct buf text = BUF_INIT, out = BUF_INIT;
	struct table t = { 0 };
	char *rest, *line;
	FILE *f;
	int r;

	if (argc != 3) {
		fprintf(stderr, "usage: syscalls TABLE OUT.c\n");
		return 2;
	}
	t.name = argv[1];
	r = fdio_read_file(argv[1], 1024 * 1024, &text);
	if (r < 0) {
		fprintf(stderr, "%s: %s\n", argv[1], strerror(-r));
		return 2;
	}
	for (rest = text.data; rest != NULL && r == 0; ) {
		line = strsep(&rest, "\n");
		t.line++;
		r = parse_line(&t, line);
	}
	if (r < 0)
		return 1;
	qsort(t.rows, t.nrows, sizeof(*t.rows), compare_rows);
	write_table(&t, &out);
	free(t.rows);
	f = fopen(argv[2], "w");
	if (f == NULL || fwrite(out.data, 1, out.len, f) != out.len ||
	    fclose(f) != 0) {
		fprintf(stderr, "%s: %s\n", argv[2], strerror(errno));
		return 2;
	}
	return 0;
}
