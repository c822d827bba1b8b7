/*
 * One form for every table: columns for verb, kind and id, comments and the
 * author's lines kept. Each line is laid out by itself, so that a change of
 * one row never moves another.
 */
#include "../cmd_rules.h"

#include <fcntl.h>
#include <getopt.h>
#include <sys/stat.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/rules_diag.h"
#include "../../supervisor/base/rules_lex.h"
#include "../../supervisor/base/rules_load.h"

#define COLUMN		9	/* verb, kind and subject begin at multiples */
#define ID_COLUMN	42
#define WIDTH		80

static int rules_fmt_run(int, char **);

const struct cmd_word rules_fmt = {
	.name = "fmt",
	.usage = "[--check] FILE...",
	.summary = "write tables in their one form; - is a filter",
	.help =
	"    --check              change nothing; say which are not in that form\n",
	.run = rules_fmt_run,
};

struct layout {
	const char			*text;
	const struct rules_token	*tokens;
	size_t				 n, i;
	struct buf			*out;
	size_t				 start;	/* of the line in `out` */
};

static size_t
columns(const struct layout *l)
{
	size_t at, n = 0;

	for (at = l->start; at < l->out->len; at++)
		n += ((unsigned char)l->out->data[at] & 0xc0) != 0x80;
	return n;
}

static void
pad_to(struct layout *l, size_t column)
{
	while (columns(l) < column)
		buf_addc(l->out, ' ');
}

static void
new_line(struct layout *l)
{
	while (l->out->len > l->start &&
	    l->out->data[l->out->len - 1] == ' ')
		l->out->data[--l->out->len] = '\0';
	buf_addc(l->out, '\n');
	l->start = l->out->len;
}

/* A blank, unless the line is empty or ends with one. */
static void
separate(struct layout *l)
{
	if (l->out->len > l->start &&
	    l->out->data[l->out->len - 1] != ' ')
		buf_addc(l->out, ' ');
}

static void
add_token(struct layout *l, const struct rules_token *tok)
{
	separate(l);
	buf_add(l->out, l->text + tok->off, tok->len);
}

/* Would the braces at `i` fit on this line, as they do in the source? */
static bool
fits_inline(const struct layout *l)
{
	size_t i = l->i, width = columns(l) + 4;

	for (; i < l->n && l->tokens[i].type != RULES_TOK_CLOSE; i++) {
		if (l->tokens[i].type == RULES_TOK_COMMENT ||
		    l->tokens[i].line != l->tokens[l->i].line)
			return false;
		width += l->tokens[i].len + 1;
	}
	return i < l->n && l->tokens[i].line == l->tokens[l->i].line &&
	    width <= WIDTH;
}

/* From { to }: the author's lines, indented, the overlong ones wrapped. */
static void
add_braces(struct layout *l)
{
	bool is_inline = fits_inline(l);
	const struct rules_token *tok = &l->tokens[l->i++];
	uint32_t line = tok->line;

	add_token(l, tok);
	if (!is_inline && (l->i >= l->n ||
	    l->tokens[l->i].type != RULES_TOK_COMMENT ||
	    l->tokens[l->i].line != line))
		new_line(l);
	for (; l->i < l->n && l->tokens[l->i].type != RULES_TOK_CLOSE;
	    l->i++) {
		tok = &l->tokens[l->i];
		if (!is_inline && tok->line > line) {
			if (l->out->len > l->start)
				new_line(l);
			if (tok->line > line + 1 &&
			    l->out->data[l->out->len - 2] != '{')
				new_line(l);
		}
		line = tok->line;
		if (!is_inline && l->out->len > l->start &&
		    tok->type != RULES_TOK_COMMENT &&
		    columns(l) + 1 + tok->len > WIDTH)
			new_line(l);
		if (!is_inline)
			pad_to(l, COLUMN);
		if (tok->type == RULES_TOK_COMMENT && columns(l) > COLUMN)
			buf_adds(l->out, "  ");
		add_token(l, tok);
	}
	if (!is_inline && l->out->len > l->start)
		new_line(l);
	if (l->i < l->n)
		add_token(l, &l->tokens[l->i++]);
}

static bool
is_id(const char *s)
{
	return strlen(s) == 4 && (s[0] == 'G' || s[0] == 'R' || s[0] == 'X') &&
	    strspn(s + 1, "0123456789") == 3;
}

static void
add_attrs(struct layout *l)
{
	bool first = true;

	separate(l);
	buf_addc(l->out, '[');
	for (; l->i < l->n && l->tokens[l->i].type == RULES_TOK_ATTR; l->i++) {
		if (!first)
			buf_addc(l->out, ' ');
		first = false;
		buf_add(l->out, l->text + l->tokens[l->i].off,
		    l->tokens[l->i].len);
	}
	buf_addc(l->out, ']');
}

/* The id, attributes, reason, hint and comment that end a row. */
static void
add_rest(struct layout *l, bool row)
{
	while (l->i < l->n) {
		const struct rules_token *tok = &l->tokens[l->i];

		switch (tok->type) {
		case RULES_TOK_ATTR:
			add_attrs(l);
			continue;
		case RULES_TOK_OPEN:
			add_braces(l);
			continue;
		case RULES_TOK_WHY:
			separate(l);
			buf_adds(l->out, ":");
			add_token(l, tok);
			break;
		case RULES_TOK_HINT:
			separate(l);
			buf_adds(l->out, "->");
			add_token(l, tok);
			break;
		case RULES_TOK_COMMENT:
			separate(l);
			buf_addc(l->out, ' ');
			pad_to(l, ID_COLUMN);
			add_token(l, tok);
			break;
		default:
			if (row && tok->type == RULES_TOK_WORD &&
			    is_id(tok->text)) {
				separate(l);
				pad_to(l, ID_COLUMN);
			}
			add_token(l, tok);
		}
		l->i++;
	}
}

static void
add_limits(struct layout *l)
{
	size_t words;

	for (words = 0; l->i < l->n &&
	    l->tokens[l->i].type == RULES_TOK_WORD; l->i++, words++) {
		if (words == 0)
			pad_to(l, COLUMN);
		else if (words % 2 == 0)
			buf_adds(l->out, "  ");
		add_token(l, &l->tokens[l->i]);
	}
	add_rest(l, false);
}

static void
add_example(struct layout *l)
{
	const struct rules_token *tok = &l->tokens[0];

	if (tok->type == RULES_TOK_MORE) {
		buf_adds(l->out, "  | ");
	} else {
		buf_adds(l->out, tok->type == RULES_TOK_BAD ? "  bad:" :
		    "  ok:");
		pad_to(l, COLUMN);
	}
	buf_adds(l->out, tok->text);
}

static void
add_statement(struct layout *l, bool indented)
{
	static const char *const two_columns[] = {
		"allow", "hold", "deny", "inspect", "default"
	};
	const struct rules_token *first = &l->tokens[0];
	size_t k;

	if (first->type == RULES_TOK_COMMENT) {
		if (indented)
			pad_to(l, 2);
		add_token(l, first);
		return;
	}
	if (first->type == RULES_TOK_BAD || first->type == RULES_TOK_OK ||
	    first->type == RULES_TOK_MORE) {
		add_example(l);
		return;
	}
	add_token(l, first);
	l->i = 1;
	if (strcmp(first->text, "limit") == 0) {
		add_limits(l);
		return;
	}
	if (strcmp(first->text, "sallyport-rules") != 0)
		pad_to(l, COLUMN);
	for (k = 0; k < ARRAY_SIZE(two_columns); k++) {
		if (strcmp(first->text, two_columns[k]) != 0 || l->n < 2)
			continue;
		add_token(l, &l->tokens[l->i++]);
		if (k < 4)
			pad_to(l, COLUMN * 2);
		add_rest(l, true);
		return;
	}
	add_rest(l, false);
}

/*
 * What does not begin as a table does is somebody's notes or Python, to which
 * one form means nothing: it stays as it is.
 */
static void
begin_table(const struct rules_lexer *lex, struct rules_diag *diag)
{
	const struct rules_token *first = &lex->tokens[0];
	struct rules_place place = { lex->file, first->off, first->len };

	if (first->type != RULES_TOK_WORD ||
	    strcmp(first->text, "sallyport-rules") != 0)
		rules_diag_error(diag, &place, "a table begins with the line: "
		    "sallyport-rules %d", RULES_VERSION);
}

/* The whole file into `out`. 0, or -EINVAL with the errors reported. */
static int
format_file(const struct rules_file *file, struct buf *errors,
    struct buf *out)
{
	struct rules_diag diag = { .out = errors };
	struct arena *arena = arena_new();
	struct rules_lexer lex = { .file = file, .arena = arena,
	    .diag = &diag, .want_comments = true };
	bool blank = false, begun = false;

	if (rules_lex_check(file, &diag) < 0) {
		arena_free(arena);
		return -EINVAL;
	}
	while (rules_lex_next(&lex)) {
		struct layout l = { .text = file->text, .tokens = lex.tokens,
		    .n = lex.ntokens, .out = out, .start = out->len };

		if (lex.ntokens == 0) {
			blank = true;
			continue;
		}
		if (blank && out->len > 0) {
			buf_addc(out, '\n');
			l.start = out->len;
		}
		blank = false;
		if (!begun && lex.tokens[0].type != RULES_TOK_COMMENT) {
			begin_table(&lex, &diag);
			if (diag.count > 0)
				break;
			begun = true;
		}
		add_statement(&l, lex.indented);
		new_line(&l);
	}
	rules_lex_end(&lex);
	arena_free(arena);
	return diag.count > 0 ? -EINVAL : 0;
}

/* In its place by a rename, so that no one ever reads half of a table. */
static int
replace_file(const char *path, const struct buf *text)
{
	auto_buf struct buf temporary = BUF_INIT;
	struct stat st;
	int fd, r;

	if (stat(path, &st) < 0)
		return -errno;
	buf_addf(&temporary, "%s.fmt%ld", path, (long)getpid());
	fd = open(buf_str(&temporary), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
	    st.st_mode & 0777);
	if (fd < 0)
		return -errno;
	r = fdio_write_all(fd, text->data, text->len);
	if (close(fd) < 0 && r == 0)
		r = -errno;
	if (r == 0 && rename(buf_str(&temporary), path) < 0)
		r = -errno;
	if (r < 0)
		unlink(buf_str(&temporary));
	return r;
}

/* 0, 1 if it is not formatted or not a table, 2 if it cannot be had. */
static int
fmt_one(const char *path, bool check)
{
	auto_buf struct buf text = BUF_INIT, out = BUF_INIT, errors = BUF_INIT;
	bool filter = strcmp(path, "-") == 0;
	struct rules_file file = { .name = filter ? "(standard input)" :
	    path };
	int r;

	r = filter ? fdio_read_all(STDIN_FILENO, RULES_MAX_FILE, &text) :
	    fdio_read_file(path, RULES_MAX_FILE, &text);
	if (r < 0) {
		cmd_error(&cmd_rules, "%s: %s", path, strerror(-r));
		return 2;
	}
	file.text = buf_str(&text);
	file.n = text.len;
	if (format_file(&file, &errors, &out) < 0) {
		fdio_write_all(STDERR_FILENO, errors.data, errors.len);
		return 1;
	}
	if (filter && !check)
		return fdio_write_all(STDOUT_FILENO, out.data, out.len) < 0 ?
		    2 : 0;
	if (out.len == text.len && (out.len == 0 ||
	    memcmp(out.data, text.data, out.len) == 0))
		return 0;
	if (check) {
		printf("%s: not in its one form; sallyport rules fmt mends "
		    "it\n", file.name);
		return 1;
	}
	r = replace_file(path, &out);
	if (r < 0) {
		cmd_error(&cmd_rules, "%s: %s", path, strerror(-r));
		return 2;
	}
	return 0;
}

static int
rules_fmt_run(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "check", no_argument, NULL, 'c' },
		{ NULL, 0, NULL, 0 }
	};
	int c, status = 0, one;
	bool check = false;

	while ((c = cmd_getopt(&cmd_rules, argc, argv, longs)) != -1) {
		if (c != 'c')
			return 2;
		check = true;
	}
	if (optind == argc)
		return cmd_usage(&cmd_rules, "which file?");
	for (; optind < argc; optind++) {
		one = fmt_one(argv[optind], check);
		if (one > status)
			status = one;
	}
	return cmd_flush(&cmd_rules) == 0 ? status : 2;
}
