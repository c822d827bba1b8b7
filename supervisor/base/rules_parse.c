/*
 * One statement of the table language after the other. Whatever is wrong is
 * reported, and the next line gets its turn.
 */
#include "rules_load.h"

#include <stdarg.h>

#include "buf.h"
#include "mem.h"
#include "util.h"

struct parser {
	struct rules_load	*load;
	struct rules_lexer	 lex;
	const struct rules_file	*file;
	unsigned		 depth;
	size_t			 last;		/* statement + 1, for bad: */
	bool			 has_last;	/* false: skip examples */
};

static const char *const keywords[] = {
	"allow", "hold", "deny", "inspect", "retired", "default", "set",
	"include", "limit", "require", "judge", NULL
};
static const char *const verb_words[] = {
	"allow", "hold", "deny", "inspect", NULL
};
static const char *const attr_words[] = {
	"class=", "severity=", "errno=", "kill", "quiet", NULL
};

void
rules_error_at(struct rules_load *load, const struct rules_file *file,
    const struct rules_token *tok, const char *fmt, ...)
{
	struct rules_place place = { file, tok->off, tok->len };
	auto_buf struct buf text = BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	buf_vaddf(&text, fmt, ap);
	va_end(ap);
	rules_diag_error(&load->diag, &place, "%s", buf_str(&text));
}

static void
unknown_word(struct parser *p, const struct rules_token *tok, const char *what,
    const char *const *words)
{
	auto_buf struct buf hint = BUF_INIT;

	rules_diag_suggest(&hint, tok->text, words);
	rules_error_at(p->load, p->file, tok, "unknown %s '%s'%s", what,
	    tok->text, buf_str(&hint));
}

/* The index of `word` in a NULL-terminated list, or -1. */
static int
index_of(const char *const *words, const char *word)
{
	int i;

	for (i = 0; words[i] != NULL; i++) {
		if (strcmp(words[i], word) == 0)
			return i;
	}
	return -1;
}

/* Lists of names by number, made from the name functions. */
#define NAME_LIST(list, count, first, name)				\
	const char *list[(count) + 1];					\
	do {								\
		int k_;							\
		for (k_ = (first); k_ < (count); k_++)			\
			list[k_ - (first)] = name(k_);			\
		list[(count) - (first)] = NULL;				\
	} while (0)

static bool
parse_kind(struct parser *p, const struct rules_token *tok,
    enum rules_kind *ret)
{
	int i;
	NAME_LIST(names, RULES_NKINDS, RULES_SOURCE, rules_kind_name);

	i = tok->type == RULES_TOK_WORD ? index_of(names, tok->text) : -1;
	if (i < 0) {
		unknown_word(p, tok, "kind", names);
		return false;
	}
	*ret = RULES_SOURCE + i;
	return true;
}

bool
rules_is_id(const char *s)
{
	return (s[0] == 'G' || s[0] == 'R' || s[0] == 'X') &&
	    s[1] >= '0' && s[1] <= '9' && s[2] >= '0' && s[2] <= '9' &&
	    s[3] >= '0' && s[3] <= '9' && s[4] == '\0';
}

/* Narrow a token to its end, as written from `text` on. */
static void
part_behind(struct rules_token *part, const char *text)
{
	uint32_t skipped = (uint32_t)(text - part->text);

	part->text = text;
	part->off += skipped;
	part->len -= skipped;
}

static void
parse_class(struct parser *p, struct rules_stmt *stmt,
    const struct rules_token *tok, const char *value)
{
	int i;
	struct rules_token part = *tok;
	NAME_LIST(names, RULES_OBFUSCATION + 1, 0, rules_class_name);

	i = index_of(names, value);
	part_behind(&part, value);
	if (i < 0)
		unknown_word(p, &part, "class", names);
	else
		stmt->class = (uint8_t)i;
}

static void
parse_severity(struct parser *p, struct rules_stmt *stmt,
    const struct rules_token *tok, const char *value)
{
	int i;
	struct rules_token part = *tok;
	NAME_LIST(names, RULES_CRITICAL + 1, RULES_LOW, rules_severity_name);

	i = index_of(names, value);
	part_behind(&part, value);
	if (i < 0)
		unknown_word(p, &part, "severity", names);
	else
		stmt->severity = (uint8_t)(RULES_LOW + i);
}

/* Only what stands before the `=` is the attribute's name. */
static void
unknown_attr(struct parser *p, const struct rules_token *tok)
{
	struct rules_token name = *tok;
	const char *equals = strchr(tok->text, '=');

	if (equals != NULL)
		name.text = arena_strndup(p->load->arena, tok->text,
		    (size_t)(equals - tok->text) + 1);
	unknown_word(p, &name, "attribute", attr_words);
}

static void
parse_attr(struct parser *p, struct rules_stmt *stmt,
    const struct rules_token *tok)
{
	const char *s = tok->text;

	if (strncmp(s, "class=", 6) == 0) {
		parse_class(p, stmt, tok, s + 6);
		return;
	}
	if (strncmp(s, "severity=", 9) == 0) {
		parse_severity(p, stmt, tok, s + 9);
		return;
	}
	if (strncmp(s, "errno=", 6) == 0) {
		struct rules_token part = *tok;

		part_behind(&part, s + 6);
		stmt->err = rules_errno(s + 6);
		if (stmt->err == 0)
			unknown_word(p, &part, "errno", rules_errno_names);
	} else if (strcmp(s, "kill") == 0) {
		stmt->kill = true;
	} else if (strcmp(s, "quiet") == 0) {
		stmt->quiet = true;
	} else {
		unknown_attr(p, tok);
		return;
	}
	if (rules_kind_is_gate(stmt->kind))
		rules_error_at(p->load, p->file, tok, "'%s' is for rows that "
		    "the supervisor judges; '%s' is judged by the gate", s,
		    rules_kind_name(stmt->kind));
	else if (stmt->verb != RULES_DENY && stmt->verb != RULES_INSPECT)
		rules_error_at(p->load, p->file, tok,
		    "'%s' is for rows that deny or inspect", s);
	else if (stmt->kill && (stmt->quiet || stmt->err != 0))
		rules_error_at(p->load, p->file, tok,
		    "what kills returns no errno and is always recorded");
}

/* Subjects up to the braces, the id, or the end of the words. */
static size_t
parse_subjects(struct parser *p, struct rules_stmt *stmt, size_t i)
{
	const struct rules_token *tokens = p->lex.tokens, *tok;
	size_t n = p->lex.ntokens;

	stmt->subjects = arena_alloc(p->load->arena,
	    n * sizeof(*stmt->subjects));
	for (; i < n; i++) {
		tok = &tokens[i];
		if (tok->type == RULES_TOK_WORD && rules_is_id(tok->text)) {
			stmt->id = tok;
			i++;
			break;
		}
		if (tok->type != RULES_TOK_WORD &&
		    tok->type != RULES_TOK_QUOTED &&
		    tok->type != RULES_TOK_REGEX)
			break;
		stmt->subjects[stmt->nsubjects++] = *tok;
	}
	return i;
}

static size_t
parse_braces(struct parser *p, bool is_set, struct rules_token **ret,
    size_t *ret_n, size_t i)
{
	const struct rules_token *tokens = p->lex.tokens;
	size_t n = p->lex.ntokens;

	*ret = arena_alloc(p->load->arena, n * sizeof(**ret));
	*ret_n = 0;
	for (i++; i < n && tokens[i].type != RULES_TOK_CLOSE; i++) {
		if (tokens[i].type == RULES_TOK_WORD ||
		    tokens[i].type == RULES_TOK_QUOTED ||
		    (is_set && tokens[i].type == RULES_TOK_REGEX))
			(*ret)[(*ret_n)++] = tokens[i];
		else
			rules_error_at(p->load, p->file, &tokens[i],
			    "braces hold names only");
	}
	return i < n ? i + 1 : i;
}

/* The rest of a row behind its kind; false if it could not be read. */
static bool
parse_row_tail(struct parser *p, struct rules_stmt *stmt, size_t i)
{
	const struct rules_token *tokens = p->lex.tokens, *tok;
	size_t n = p->lex.ntokens;

	i = parse_subjects(p, stmt, i);
	if (i < n && tokens[i].type == RULES_TOK_OPEN && stmt->id == NULL) {
		tok = &tokens[i];
		i = parse_braces(p, false, &stmt->members, &stmt->nmembers, i);
		stmt->has_members = true;
		if (stmt->kind != RULES_IMPORT || stmt->is_default ||
		    (stmt->verb != RULES_ALLOW && stmt->verb != RULES_HOLD))
			rules_error_at(p->load, p->file, tok, "braces list the "
			    "members of an import that is allowed or held");
		else if (stmt->nsubjects != 1)
			rules_error_at(p->load, p->file, tok,
			    "braces belong to exactly one module");
		if (i < n && tokens[i].type == RULES_TOK_WORD &&
		    rules_is_id(tokens[i].text))
			stmt->id = &tokens[i++];
	}
	for (; i < n; i++) {
		tok = &tokens[i];
		switch (tok->type) {
		case RULES_TOK_ATTR:
			parse_attr(p, stmt, tok);
			break;
		case RULES_TOK_WHY:
			stmt->why = tok->text;
			break;
		case RULES_TOK_HINT:
			stmt->hint = tok->text;
			stmt->hint_off = tok->off;
			stmt->hint_len = tok->len;
			break;
		default:
			rules_error_at(p->load, p->file, tok, stmt->id != NULL ?
			    "the id comes after the subjects; quote a subject "
			    "that looks like an id" : "did not expect this "
			    "here");
			return false;
		}
	}
	return true;
}

/* Where the end of the statement's first word is, for what is missing. */
static void
error_behind(struct parser *p, const struct rules_token *tok, const char *what)
{
	struct rules_token place = *tok;

	place.off += place.len;
	place.len = 1;
	rules_error_at(p->load, p->file, &place, "%s", what);
}

/* The tokens of the line live in the lexer; what is kept must be copied. */
static const struct rules_token *
keep_token(struct parser *p, const struct rules_token *tok)
{
	struct rules_token *copy;

	if (tok == NULL)
		return NULL;
	copy = arena_alloc(p->load->arena, sizeof(*copy));
	*copy = *tok;
	return copy;
}

static void
check_row(struct parser *p, const struct rules_stmt *stmt)
{
	const struct rules_token *verb = &p->lex.tokens[0];
	const struct rules_token *last = &p->lex.tokens[p->lex.ntokens - 1];
	bool refuses = stmt->verb == RULES_DENY || stmt->verb == RULES_HOLD;
	bool gate = rules_kind_is_gate(stmt->kind);

	if (stmt->is_default && stmt->nsubjects > 0)
		rules_error_at(p->load, p->file, &stmt->subjects[0],
		    "a default has no subject");
	if (!stmt->is_default && stmt->nsubjects == 0)
		error_behind(p, last, "a subject is missing");
	if (stmt->verb == RULES_INSPECT && stmt->kind != RULES_SYSCALL)
		rules_error_at(p->load, p->file, verb,
		    "only a syscall can be inspected");
	if (stmt->verb == RULES_HOLD && !gate)
		rules_error_at(p->load, p->file, verb, "nothing can be held "
		    "while it runs; '%s' rows allow or deny",
		    rules_kind_name(stmt->kind));
	if (refuses && stmt->id == NULL) {
		const struct rules_token *tail = verb;

		if (stmt->nsubjects > 0)
			tail = &stmt->subjects[stmt->nsubjects - 1];
		error_behind(p, tail, "a row that refuses needs an id: G, R "
		    "or X and three digits");
	}
	if (refuses && *stmt->why == '\0')
		error_behind(p, last, "a row that refuses says why: ' : "
		    "reason'");
	if (stmt->id != NULL && ((stmt->id->text[0] == 'G' && !gate) ||
	    (stmt->id->text[0] == 'R' && gate)))
		rules_error_at(p->load, p->file, stmt->id, "'%s' rows have "
		    "ids %c000 to %c999, or X000 to X999 for your own",
		    rules_kind_name(stmt->kind), gate ? 'G' : 'R',
		    gate ? 'G' : 'R');
}

static void
parse_row(struct parser *p, bool is_default)
{
	const struct rules_token *tokens = p->lex.tokens;
	size_t n = p->lex.ntokens, i = is_default ? 1 : 0;
	struct rules_stmt stmt = { .file = p->file, .is_default = is_default,
	    .off = tokens[0].off, .len = tokens[0].len,
	    .line = tokens[0].line, .why = "", .hint = "" };
	int verb;

	p->has_last = false;
	if (i >= n) {
		error_behind(p, &tokens[0], "a verb is missing");
		return;
	}
	verb = index_of(verb_words, tokens[i].text);
	if (verb < 0 || tokens[i].type != RULES_TOK_WORD) {
		unknown_word(p, &tokens[i], "verb", verb_words);
		return;
	}
	stmt.verb = (const enum rules_verb[]){ RULES_ALLOW, RULES_HOLD,
	    RULES_DENY, RULES_INSPECT }[verb];
	if (++i >= n) {
		error_behind(p, &tokens[i - 1], "a kind is missing");
		return;
	}
	if (!parse_kind(p, &tokens[i], &stmt.kind))
		return;
	if (!parse_row_tail(p, &stmt, i + 1))
		return;
	check_row(p, &stmt);
	stmt.id = keep_token(p, stmt.id);
	stmt.examples = p->load->nexamples;
	*MEM_PUSH(p->load->stmts, p->load->nstmts, p->load->stmts_cap) = stmt;
	p->last = p->load->nstmts - 1;
	p->has_last = true;
}

static void
parse_set(struct parser *p)
{
	const struct rules_token *tokens = p->lex.tokens, *name;
	size_t n = p->lex.ntokens, i, k;
	struct rules_set set = { .file = p->file };

	if (n < 4 || tokens[1].type != RULES_TOK_WORD ||
	    strcmp(tokens[2].text, "=") != 0 ||
	    tokens[3].type != RULES_TOK_OPEN) {
		rules_error_at(p->load, p->file, &tokens[0],
		    "a set is written: set NAME = { word word }");
		return;
	}
	name = &tokens[1];
	for (k = 0; name->text[k] != '\0'; k++) {
		char c = name->text[k];

		if ((c >= 'A' && c <= 'Z') || (k > 0 && (c == '_' ||
		    (c >= '0' && c <= '9'))))
			continue;
		rules_error_at(p->load, p->file, name, "the name of a set is "
		    "in capitals: A-Z, digits and _");
		return;
	}
	if (rules_is_path_variable(name->text, k)) {
		rules_error_at(p->load, p->file, name,
		    "$%s stands for a path and cannot be a set", name->text);
		return;
	}
	i = parse_braces(p, true, &set.words, &set.nwords, 3);
	if (i < n)
		rules_error_at(p->load, p->file, &tokens[i],
		    "nothing may follow a set");
	if (p->load->nsets >= RULES_MAX_SETS) {
		rules_error_at(p->load, p->file, name,
		    "more than %d sets", RULES_MAX_SETS);
		return;
	}
	for (k = 0; k < p->load->nsets; k++) {
		const struct rules_set *old = &p->load->sets[k];

		if (strcmp(old->name.text, name->text) != 0)
			continue;
		rules_error_at(p->load, p->file, name, "set %s is made at "
		    "%s:%u already", name->text, old->file->name,
		    old->name.line);
		return;
	}
	set.name = *name;
	*MEM_PUSH(p->load->sets, p->load->nsets, p->load->sets_cap) = set;
}

/* True if it is said for the first time, or the same again. */
static bool
say_once(struct parser *p, const struct rules_token *tok,
    struct rules_said *said, bool same)
{
	if (said->line != 0 && !same) {
		rules_error_at(p->load, p->file, tok, "'%s' differs from what "
		    "%s:%u says", tok->text, said->file->name, said->line);
		return false;
	}
	said->file = p->file;
	said->line = tok->line;
	return true;
}

static int
parse_limit_value(int limit, const char *s, int64_t *ret)
{
	int r;

	switch (limit) {
	case RULES_WALL:
	case RULES_CPU:
		r = rules_parse_time(s, ret);
		break;
	case RULES_PROCESSES:
	case RULES_OPEN_FILES:
		if (s[strspn(s, "0123456789")] != '\0')
			return -EINVAL;
		/* FALLTHROUGH */
	default:
		r = rules_parse_size(s, ret);
	}
	return r == 0 && *ret == 0 ? -EINVAL : r;
}

static void
parse_limits(struct parser *p)
{
	const struct rules_token *tokens = p->lex.tokens, *value;
	size_t n = p->lex.ntokens, i;
	int64_t amount;
	int limit;
	NAME_LIST(names, RULES_NLIMITS, 0, rules_limit_name);

	if (n < 3)
		error_behind(p, &tokens[n - 1], "a limit is a name and an "
		    "amount: limit wall 30s");
	for (i = 1; i + 1 < n; i += 2) {
		value = &tokens[i + 1];
		limit = index_of(names, tokens[i].text);
		if (limit < 0) {
			unknown_word(p, &tokens[i], "limit", names);
			continue;
		}
		if (parse_limit_value(limit, value->text, &amount) < 0) {
			rules_error_at(p->load, p->file, value,
			    "'%s' is no amount of %s; write %s", value->text,
			    names[limit], limit <= RULES_CPU ? "30s, 500ms or "
			    "2m" : limit == RULES_PROCESSES ||
			    limit == RULES_OPEN_FILES ? "a number" :
			    "512M, 64K or 1G");
			continue;
		}
		if (say_once(p, &tokens[i], &p->load->limits_said[limit],
		    p->load->limits[limit] == amount))
			p->load->limits[limit] = amount;
	}
	if (n >= 3 && i < n)
		error_behind(p, &tokens[i], "the amount is missing");
}

static void
parse_require(struct parser *p)
{
	const struct rules_token *tokens = p->lex.tokens;
	const char *tier = p->lex.ntokens == 3 ? tokens[2].text : "";

	if (p->lex.ntokens != 3 || strcmp(tokens[1].text, "tier") != 0 ||
	    tier[0] < 'A' || tier[0] > 'D' || tier[1] != '\0') {
		rules_error_at(p->load, p->file, &tokens[0],
		    "what can be required is: require tier A, B, C or D");
		return;
	}
	if (say_once(p, &tokens[2], &p->load->tier_said,
	    p->load->tier == tier[0]))
		p->load->tier = tier[0];
}

static void
parse_judge(struct parser *p)
{
	const struct rules_token *tokens = p->lex.tokens;

	if (p->lex.ntokens != 4 || strcmp(tokens[1].text, "reads") != 0 ||
	    strcmp(tokens[2].text, "by") != 0 ||
	    strcmp(tokens[3].text, "landlock") != 0) {
		rules_error_at(p->load, p->file, &tokens[0],
		    "what can be chosen is: judge reads by landlock");
		return;
	}
	p->load->by_landlock = true;
}

static void
parse_include(struct parser *p)
{
	const struct rules_token *tokens = p->lex.tokens;
	struct rules_token what;

	if (p->lex.ntokens != 2 || (tokens[1].type != RULES_TOK_QUOTED &&
	    tokens[1].type != RULES_TOK_WORD)) {
		rules_error_at(p->load, p->file, &tokens[0],
		    "an include names one file: include \"shared/x.rules\"");
		return;
	}
	what = tokens[1];
	rules_load_include(p->load, p->file, &what, p->depth);
}

static void
parse_retired(struct parser *p)
{
	const struct rules_token *tokens = p->lex.tokens;
	size_t n = p->lex.ntokens, i;

	for (i = 1; i < n && tokens[i].type == RULES_TOK_WORD; i++) {
		struct rules_retired *r;

		if (!rules_is_id(tokens[i].text)) {
			rules_error_at(p->load, p->file, &tokens[i],
			    "'%s' is no id: G, R or X and three digits",
			    tokens[i].text);
			continue;
		}
		r = MEM_PUSH(p->load->retired, p->load->nretired,
		    p->load->retired_cap);
		r->file = p->file;
		r->id = tokens[i];
	}
	if (i == 1)
		error_behind(p, &tokens[0], "which id is retired?");
	if (i < n && tokens[i].type != RULES_TOK_WHY)
		rules_error_at(p->load, p->file, &tokens[i],
		    "did not expect this here");
}

static void
parse_example(struct parser *p, const struct rules_token *tok)
{
	struct rules_stmt *stmt;
	struct rules_sample *sample;

	if (p->last == SIZE_MAX) {
		rules_error_at(p->load, p->file, tok,
		    "no row stands above this example");
		return;
	}
	if (!p->has_last)
		return;			/* of a row that was refused */
	stmt = &p->load->stmts[p->last];
	if (tok->type == RULES_TOK_MORE) {
		if (stmt->nexamples == 0) {
			rules_error_at(p->load, p->file, tok, "'|' goes on "
			    "with an example, and there is none above");
			return;
		}
		sample = &p->load->examples[p->load->nexamples - 1];
		if (strlen(sample->text) + tok->len < RULES_MAX_LINE) {
			auto_buf struct buf text = BUF_INIT;

			buf_addf(&text, "%s\n%s", sample->text, tok->text);
			sample->text = arena_strndup(p->load->arena,
			    buf_str(&text), text.len);
		} else {
			rules_error_at(p->load, p->file, tok,
			    "example is longer than %u bytes", RULES_MAX_LINE);
		}
		return;
	}
	if (stmt->nexamples >= RULES_MAX_EXAMPLES) {
		rules_error_at(p->load, p->file, tok,
		    "more than %d examples of one row", RULES_MAX_EXAMPLES);
		return;
	}
	stmt->nexamples++;
	sample = MEM_PUSH(p->load->examples, p->load->nexamples,
	    p->load->examples_cap);
	sample->is_bad = tok->type == RULES_TOK_BAD;
	sample->text = tok->text;
	sample->line = tok->line;
}

/* Without it, whoever uses what it defines would be blamed. */
static bool
is_definition(const char *word)
{
	return word != NULL && (strcmp(word, "set") == 0 ||
	    strcmp(word, "include") == 0);
}

static void
parse_statement(struct parser *p)
{
	const struct rules_token *first = &p->lex.tokens[0];
	static const struct {
		const char	*word;
		void		(*parse)(struct parser *);
	} statements[] = {
		{ "set", parse_set }, { "limit", parse_limits },
		{ "require", parse_require }, { "judge", parse_judge },
		{ "include", parse_include }, { "retired", parse_retired },
	};
	unsigned before;
	size_t i;

	if (first->type == RULES_TOK_BAD || first->type == RULES_TOK_OK ||
	    first->type == RULES_TOK_MORE) {
		parse_example(p, first);
		return;
	}
	if (p->lex.broken) {
		p->has_last = false;
		p->last = 0;
		p->load->partial |= is_definition(first->text);
		return;
	}
	if (first->type != RULES_TOK_WORD || index_of(keywords, first->text) <
	    0) {
		unknown_word(p, first, "verb", keywords);
		p->has_last = false;
		p->last = 0;
		p->load->partial |= is_definition(rules_diag_nearest(
		    first->text, keywords));
		return;
	}
	for (i = 0; i < ARRAY_SIZE(statements); i++) {
		if (strcmp(first->text, statements[i].word) != 0)
			continue;
		before = p->load->diag.count;
		statements[i].parse(p);
		p->load->partial |= p->load->diag.count > before &&
		    is_definition(statements[i].word);
		p->last = SIZE_MAX;
		return;
	}
	p->last = 0;
	parse_row(p, strcmp(first->text, "default") == 0);
}

static bool
parse_version(struct parser *p)
{
	const struct rules_token *tokens = p->lex.tokens;

	if (strcmp(tokens[0].text, "sallyport-rules") != 0 ||
	    tokens[0].type != RULES_TOK_WORD || p->lex.ntokens != 2) {
		rules_error_at(p->load, p->file, &tokens[0],
		    "a table begins with the line: sallyport-rules %d",
		    RULES_VERSION);
		return false;
	}
	if (strcmp(tokens[1].text, "1") != 0) {
		rules_error_at(p->load, p->file, &tokens[1], "version '%s' is "
		    "not known to this sallyport, which reads version %d",
		    tokens[1].text, RULES_VERSION);
		return false;
	}
	return true;
}

void
rules_parse_file(struct rules_load *load, struct rules_file *file,
    unsigned depth)
{
	struct parser p = { .load = load, .file = file, .depth = depth,
	    .last = SIZE_MAX };
	bool has_version = false;

	if (rules_lex_check(file, &load->diag) < 0)
		return;
	p.lex.file = file;
	p.lex.arena = load->arena;
	p.lex.diag = &load->diag;
	file->open = true;
	while (!rules_diag_full(&load->diag) && rules_lex_next(&p.lex)) {
		if (p.lex.ntokens == 0)
			continue;
		if (has_version) {
			parse_statement(&p);
		} else {
			has_version = parse_version(&p);
			if (!has_version)
				break;
		}
	}
	if (!has_version && p.lex.ntokens == 0) {
		struct rules_token none = { .off = 0, .len = 1 };

		rules_error_at(load, file, &none, "empty table; it begins "
		    "with the line: sallyport-rules %d", RULES_VERSION);
	}
	file->open = false;
	rules_lex_end(&p.lex);
}
