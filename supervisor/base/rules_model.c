/*
 * `model` rows: what a callable does with what it is given, and what it gives.
 *
 *	model shutil.copy(src, dst) src=read dst=write returns=dst
 *	model zip(*iterables) iterables=items keeps
 *	model .connect .sendto reaches
 *
 * The row keeps what stands behind the names as its text, with `()` where no
 * parameters are listed; the gate reads that again where it asks.
 */
#include "rules_parse.h"

#include <string.h>

#include "buf.h"
#include "mem.h"
#include "rules_resolve.h"
#include "util.h"

#define MODEL_MAX	200	/* bytes of a row */

struct word {
	const char	*word;
	char		 value;
};

static const struct word uses[] = {
	{ "read", RULES_USE_READ }, { "write", RULES_USE_WRITE },
	{ "delete", RULES_USE_DELETE }, { "open", RULES_USE_OPEN },
	{ "mode", RULES_USE_MODE }, { "host", RULES_USE_HOST },
	{ "python", RULES_USE_PYTHON },
	{ "names", RULES_USE_NAMES }, { "formula", RULES_USE_FORMULA },
	{ "term", RULES_USE_TERM }, { "expression", RULES_USE_EXPRESSION },
	{ "code", RULES_USE_CODE }, { "module", RULES_USE_MODULE },
	{ "items", RULES_USE_ITEMS }, { "pattern", RULES_USE_PATTERN },
	{ "descriptor", RULES_USE_DESCRIPTOR }, { NULL, 0 }
};

static const struct word results[] = {
	{ "number", RULES_GIVES_NUMBER }, { "computed", RULES_GIVES_COMPUTED },
	{ "data", RULES_GIVES_DATA }, { "file", RULES_GIVES_FILE },
	{ "function", RULES_GIVES_FUNCTION },
	{ "numbers", RULES_GIVES_NUMBERS },
	{ "descriptor", RULES_GIVES_DESCRIPTOR }, { NULL, 0 }
};

static const struct word flags[] = {
	{ "direct", RULES_DIRECT }, { "keeps", RULES_KEEPS },
	{ "shows", RULES_SHOWS }, { "converts", RULES_CONVERTS },
	{ "textless", RULES_TEXTLESS }, { "reaches", RULES_REACHES },
	{ "processes", RULES_PROCESS }, { "threads", RULES_THREADS },
	{ "lent", RULES_LENT }, { "frames", RULES_FRAMES },
	{ "plain", RULES_PLAIN }, { "spells", RULES_SPELLS }, { NULL, 0 }
};

/* Where the text stops to be a model, and why. */
struct fault {
	const char		*at, *why;
	size_t			 n;
	const struct word	*instead;	/* or NULL */
};

static bool
fail(struct fault *f, const char *at, size_t n, const char *why)
{
	size_t whole = u8_decode(at, strlen(at), NULL);

	*f = (struct fault){ .at = at, .why = why, .n = n > whole ? n :
	    whole };
	return false;
}

/* 0: it is none of them. */
static char
value_of(const struct word *words, const char *s, size_t n)
{
	for (; words->word != NULL; words++)
		if (strlen(words->word) == n && memcmp(words->word, s, n) == 0)
			return words->value;
	return 0;
}

static size_t
span_names(const char *s)
{
	size_t n = 0;

	while (rules_is_name_char(s[n]) || (n > 0 && s[n] == '|'))
		n++;
	return rules_is_letter(*s) ? n : 0;
}

/* `(a, b|c, *d, e=)`; *s is at the parenthesis, and then behind the other. */
static bool
read_parameters(const char **s, struct rules_model *m, struct fault *f)
{
	struct rules_parameter *p;
	const char *at = *s + 1;
	bool rest;
	size_t n;

	for (at += strspn(at, " "); *at != ')'; at += strspn(at, " ")) {
		rest = *at == '*';
		n = span_names(at + rest);
		if (*at == '\0')
			return fail(f, *s, 1, "is not closed");
		if (n == 0)
			return fail(f, at, 1, "stands where a parameter's "
			    "name, ',' or ')' should");
		at += rest;
		if (m->n == RULES_MODEL_MAX)
			return fail(f, at, n, "is one parameter too many");
		p = &m->parameters[m->n++];
		*p = (struct rules_parameter){ .name = at, .n = (uint8_t)n,
		    .self = m->n == 1 && n == 4 && memcmp(at, "self", 4) == 0,
		    .keyword = at[n] == '=', .rest = rest };
		if (m->n > 1 && !p->keyword && (p[-1].keyword || p[-1].rest))
			return fail(f, at, n, "stands behind what is passed "
			    "by name");
		at += n + p->keyword;
		at += strspn(at, " ");
		if (*at == ',')
			at++;
		else if (*at != ')' && *at != '\0')
			return fail(f, at, 1, "stands where ',' or ')' should");
	}
	*s = at + 1;
	return true;
}

static struct rules_parameter *
find_parameter(struct rules_model *m, const char *name, size_t n)
{
	size_t i;

	for (i = 0; i < m->n; i++)
		if (m->parameters[i].n == n && memcmp(m->parameters[i].name,
		    name, n) == 0)
			return &m->parameters[i];
	return NULL;
}

/* `src=read`, `returns=src`; `n` bytes of a name, and those behind the '='. */
static bool
read_pair(const char *name, size_t n, size_t len, struct rules_model *m,
    struct fault *f)
{
	const char *word = name + n + 1;
	bool returns = n == 7 && memcmp(name, "returns", 7) == 0;
	const struct word *words = returns ? results : uses;
	struct rules_parameter *p = find_parameter(m, name, n);
	char value = value_of(words, word, len);

	if (!returns && p == NULL)
		return fail(f, name, n, "is no parameter of it");
	if (len == 0)
		return fail(f, name, n + 1, "says nothing");
	if (returns ? m->returns != 0 : p->use != 0)
		return fail(f, name, n, "has been said already");
	if (returns && value == 0 &&
	    (p = find_parameter(m, word, len)) != NULL) {
		m->returned = (uint8_t)(p - m->parameters + 1);
		value = RULES_GIVES_ARGUMENT;
	}
	if (value == 0) {
		fail(f, word, len, returns ? "is neither a parameter of it "
		    "nor what a call gives" : "is no use of an argument");
		f->instead = words;
		return false;
	}
	*(returns ? &m->returns : &p->use) = value;
	return true;
}

static bool
read_model(const char *s, struct rules_model *m, struct fault *f)
{
	size_t n, equals, i;
	bool used = false;
	char value;

	m->n = 0;
	m->parameters[0] = (struct rules_parameter){ 0 };
	m->words = 0;
	m->returns = 0;
	m->returned = 0;
	if (!read_parameters(&s, m, f))
		return false;
	if (*s != ' ' && *s != '\0')
		return fail(f, s, 1, "stands where a blank should");
	for (s += strspn(s, " "); *s != '\0'; s += n + (s[n] == ' ')) {
		n = strcspn(s, " ");
		equals = strcspn(s, "= ");
		value = value_of(flags, s, n);
		m->words |= value != 0 ? 1u << value : 0;
		if (value == 0 && equals == n) {
			fail(f, s, n, "is no word of a model");
			f->instead = flags;
			return false;
		}
		if (value == 0 && !read_pair(s, equals, n - equals - 1, m, f))
			return false;
	}
	m->places = false;
	for (i = 0; i < m->n; i++) {
		used |= m->parameters[i].use != 0;
		m->places |= m->parameters[i].use != 0 &&
		    m->parameters[i].use >= RULES_USE_PYTHON;
	}
	m->places |= m->n > 0 && !used && m->returned == 0;
	return true;
}

bool
rules_model(const struct ruleset *rules, const char *name,
    struct rules_model *ret)
{
	const struct rules_row *row = rules_find(rules, RULES_MODEL, name);
	struct fault unused;

	return row != NULL && read_model(rules_text(rules, row->why), ret,
	    &unused);
}

/* What is wrong stands in a copy, in which only blanks were left out. */
static void
report(struct rules_parser *p, uint32_t from, const char *text,
    const struct fault *f)
{
	const char *names[ARRAY_SIZE(uses)] = { NULL }, *s = text;
	struct rules_token at = { .off = from, .len = (uint32_t)f->n };
	auto_buf struct buf hint = BUF_INIT, what = BUF_INIT;
	const char *raw = p->file->text;
	size_t i;

	for (; s < f->at; s++) {
		if (*s == ' ')
			continue;
		while (strchr(" \t", raw[at.off]) != NULL)
			at.off++;
		at.off++;
	}
	while (strchr(" \t", raw[at.off]) != NULL)
		at.off++;
	buf_add(&what, f->at, f->n);
	for (i = 0; f->instead != NULL && f->instead[i].word != NULL; i++)
		names[i] = f->instead[i].word;
	rules_diag_suggest(&hint, buf_str(&what), names);
	rules_error_at(p->load, p->file, &at, "'%s' %s%s", buf_str(&what),
	    f->why, buf_str(&hint));
}

/* Is this a word behind the names? */
static bool
is_said(const char *s)
{
	return strchr(s, '=') != NULL || value_of(flags, s, strlen(s)) != 0;
}

/* The names of a row from token `i` on; returns where the rest begins. */
static uint32_t
take_names(struct rules_parser *p, size_t i, struct rules_stmt *stmt)
{
	const struct rules_token *tokens = p->lex.tokens;
	const char *open = strchr(tokens[i].text, '(');
	struct rules_token *name;

	stmt->subjects = arena_alloc(p->load->arena, p->lex.ntokens *
	    sizeof(*stmt->subjects));
	if (open != NULL) {
		name = &stmt->subjects[stmt->nsubjects++];
		*name = tokens[i];
		name->len = (uint32_t)(open - name->text);
		name->text = arena_strndup(p->load->arena, name->text,
		    name->len);
		return name->off + name->len;
	}
	for (; i < p->lex.ntokens && !is_said(tokens[i].text); i++)
		stmt->subjects[stmt->nsubjects++] = tokens[i];
	return i < p->lex.ntokens ? tokens[i].off : 0;
}

/* One blank between two words: what the row means, not how it is laid out. */
static const char *
copy_text(struct rules_parser *p, uint32_t from, uint32_t end)
{
	const char *raw = p->file->text;
	auto_buf struct buf text = BUF_INIT;

	buf_adds(&text, raw[from] != '(' ? "() " : "");
	for (; from < end; from++)
		if (strchr(" \t", raw[from]) == NULL)
			buf_addc(&text, raw[from]);
		else if (strchr(" \t", raw[from + 1]) == NULL)
			buf_addc(&text, ' ');
	return arena_strndup(p->load->arena, buf_str(&text), text.len);
}

bool
rules_parse_model(struct rules_parser *p, size_t i, struct rules_stmt *stmt)
{
	const struct rules_token *tokens = p->lex.tokens, *last;
	size_t n = p->lex.ntokens, k;
	struct rules_model model;
	struct fault f = { 0 };
	uint32_t from, end;

	if (!rules_needs_version(p, &tokens[i - 1], 2))
		return false;
	for (k = i; k < n && tokens[k].type == RULES_TOK_WORD; k++)
		continue;
	last = &tokens[k < n ? k : n - 1];
	end = last->off + last->len;
	from = i < k && k == n ? take_names(p, i, stmt) : 0;
	if (from == 0 || stmt->nsubjects == 0) {
		rules_error_at(p->load, p->file, last, "a model is written: "
		    "model name(a, b) a=read b=write, or: model name name "
		    "word");
		return false;
	}
	if (end - tokens[0].off > MODEL_MAX) {
		rules_error_at(p->load, p->file, last, "a model is longer "
		    "than %d bytes", MODEL_MAX);
		return false;
	}
	stmt->kind = RULES_MODEL;
	stmt->verb = RULES_ALLOW;
	stmt->why = copy_text(p, from, end);
	if (read_model(stmt->why, &model, &f))
		return true;
	report(p, from, stmt->why + (p->file->text[from] != '(' ? 3 : 0), &f);
	return false;
}
