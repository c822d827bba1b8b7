/*
 * One statement of the table language after the other. Whatever is wrong is
 * reported, and the next line gets its turn.
 */
#include "rules_parse.h"

#include <stdarg.h>

#include "buf.h"
#include "mem.h"
#include "rules_resolve.h"
#include "util.h"

static const char *const keywords[] = {
	"allow", "hold", "deny", "inspect", "retired", "default", "set",
	"include", "limit", "require", "judge", "alias", "surface",
	"environment", "replace", "model", "alert", NULL
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

void
rules_unknown_word(struct rules_parser *p, const struct rules_token *tok,
    const char *what, const char *const *words)
{
	auto_buf struct buf hint = BUF_INIT;

	rules_diag_suggest(&hint, tok->text, words);
	rules_error_at(p->load, p->file, tok, "unknown %s '%s'%s", what,
	    tok->text, buf_str(&hint));
}

int
rules_index_of(const char *const *words, const char *word)
{
	int i;

	for (i = 0; words[i] != NULL; i++) {
		if (strcmp(words[i], word) == 0)
			return i;
	}
	return -1;
}

bool
rules_is_id(const char *s)
{
	return (s[0] == 'G' || s[0] == 'R' || s[0] == 'X') &&
	    s[1] >= '0' && s[1] <= '9' && s[2] >= '0' && s[2] <= '9' &&
	    s[3] >= '0' && s[3] <= '9' && s[4] == '\0';
}

size_t
rules_parse_braces(struct rules_parser *p, bool is_set,
    struct rules_token **ret, size_t *ret_n, size_t i)
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

void
rules_error_behind(struct rules_parser *p, const struct rules_token *tok,
    const char *what)
{
	struct rules_token place = *tok;

	place.off += place.len;
	place.len = 1;
	rules_error_at(p->load, p->file, &place, "%s", what);
}

static void
parse_set(struct rules_parser *p)
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
	i = rules_parse_braces(p, true, &set.words, &set.nwords, 3);
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
say_once(struct rules_parser *p, const struct rules_token *tok,
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

static void
parse_limits(struct rules_parser *p)
{
	const struct rules_token *tokens = p->lex.tokens, *value;
	size_t n = p->lex.ntokens, i;
	enum rules_form form;
	int64_t amount;
	int limit;
	RULES_NAME_LIST(names, RULES_NLIMITS, 0, rules_limit_name);

	if (n < 3)
		rules_error_behind(p, &tokens[n - 1], "a limit is a name and an "
		    "amount: limit wall 30s");
	for (i = 1; i + 1 < n; i += 2) {
		value = &tokens[i + 1];
		limit = rules_index_of(names, tokens[i].text);
		if (limit < 0) {
			rules_unknown_word(p, &tokens[i], "limit", names);
			continue;
		}
		form = rules_limit_form((enum rules_limit)limit);
		if (rules_parse_amount(form, value->text, &amount) < 0) {
			rules_error_at(p->load, p->file, value,
			    "'%s' is no amount of %s; write %s", value->text,
			    names[limit], rules_form_wanted(form));
			continue;
		}
		if (say_once(p, &tokens[i], &p->load->limits_said[limit],
		    p->load->limits[limit] == amount))
			p->load->limits[limit] = amount;
	}
	if (n >= 3 && i < n)
		rules_error_behind(p, &tokens[i], "the amount is missing");
}

static void
parse_require(struct rules_parser *p)
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
parse_judge(struct rules_parser *p)
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
parse_environment(struct rules_parser *p)
{
	const struct rules_token *tokens = p->lex.tokens;
	const char *folder = p->lex.ntokens == 2 ? tokens[1].text : "";

	if (folder[0] != '/' || strpbrk(folder, "*$") != NULL ||
	    strstr(folder, "..") != NULL) {
		rules_error_at(p->load, p->file, &tokens[0], "an environment "
		    "is one folder: environment /srv/python/data");
		return;
	}
	if (say_once(p, &tokens[1], &p->load->environment_said,
	    p->load->environment != NULL &&
	    strcmp(p->load->environment, folder) == 0))
		p->load->environment = folder;
}

/* alert on block hold violation limit failed */
static void
parse_alert(struct rules_parser *p)
{
	const struct rules_token *tokens = p->lex.tokens;
	size_t i = 1, k;

	if (!rules_needs_version(p, &tokens[0], 2))
		return;
	if (p->lex.ntokens < 3 || strcmp(tokens[1].text, "on") != 0)
		rules_error_at(p->load, p->file, &tokens[0], "an alert says "
		    "what matters: alert on block hold violation limit failed");
	else
		i = 2;
	for (; i > 1 && i < p->lex.ntokens; i++) {
		for (k = 0; rules_alert_names[k] != NULL; k++)
			if (strcmp(rules_alert_names[k], tokens[i].text) == 0)
				break;
		if (rules_alert_names[k] == NULL)
			rules_unknown_word(p, &tokens[i], "alert",
			    rules_alert_names);
		else
			p->load->alerts |= 1u << k;
	}
}

static void
parse_include(struct rules_parser *p)
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

/* alias /tmp -> $HOME/.tmp, or: alias none */
static void
parse_alias(struct rules_parser *p)
{
	const struct rules_token *tokens = p->lex.tokens;
	size_t last = p->lex.ntokens - 1, i;
	bool shown = last == 3 && tokens[2].type == RULES_TOK_ATTR &&
	    strcmp(tokens[2].text, "shown") == 0;
	struct rules_renamed *alias;
	const char *wrong, *target;

	if (p->lex.ntokens == 2 && strcmp(tokens[1].text, "none") == 0) {
		p->load->no_aliases = true;
		return;
	}
	if ((last != 2 && !shown) || tokens[1].type != RULES_TOK_WORD ||
	    tokens[last].type != RULES_TOK_HINT) {
		rules_error_at(p->load, p->file, &tokens[0], "an alias names a "
		    "folder of the run: alias /tmp -> $HOME/.tmp");
		return;
	}
	target = tokens[last].text;
	wrong = rules_alias_fault(tokens[1].text, target);
	if (wrong != NULL) {
		rules_error_at(p->load, p->file, &tokens[1], "%s", wrong);
		return;
	}
	for (i = 0; i < p->load->naliases; i++) {
		bool same;

		alias = &p->load->aliases[i];
		same = strcmp(alias->name.text, tokens[1].text) == 0;
		if (!same && shown && alias->shown &&
		    strcmp(alias->target, target) == 0)
			rules_error_at(p->load, p->file, &tokens[1],
			    "%s is shown as %s already", target,
			    alias->name.text);
		if (!same)
			continue;
		if (strcmp(alias->target, target) != 0 ||
		    alias->shown != shown)
			rules_error_at(p->load, p->file, &tokens[1],
			    "is an alias of %s already%s", alias->target,
			    alias->shown ? ", and shown" : "");
		return;
	}
	alias = MEM_PUSH(p->load->aliases, p->load->naliases,
	    p->load->aliases_cap);
	alias->file = p->file;
	alias->name = tokens[1];
	alias->target = target;
	alias->shown = shown;
}

bool
rules_needs_version(struct rules_parser *p, const struct rules_token *tok,
    unsigned version)
{
	if (p->version >= version)
		return true;
	rules_error_at(p->load, p->file, tok, "'%s' needs a table that begins "
	    "with: sallyport-rules %u", tok->text, version);
	return false;
}

/* surface scipy.stats { norm }, or: surface scipy.stats.api = scipy.stats ... */
static void
parse_surface(struct rules_parser *p)
{
	const struct rules_token *tokens = p->lex.tokens;
	struct rules_listing list = { .file = p->file };
	size_t n = p->lex.ntokens, i = 2;

	if (!rules_needs_version(p, &tokens[0], 2))
		return;
	if (n > 4 && strcmp(tokens[2].text, "=") == 0) {
		list.home = tokens[3].text;
		i = 4;
	}
	if (i >= n || tokens[1].type != RULES_TOK_WORD ||
	    tokens[i].type != RULES_TOK_OPEN ||
	    rules_subject_fault(RULES_IMPORT, tokens[1].text) != NULL) {
		rules_error_at(p->load, p->file, &tokens[0], "a list of names "
		    "is written: surface module { name name }, or "
		    "surface module = home { name }");
		return;
	}
	list.module = tokens[1];
	i = rules_parse_braces(p, false, &list.words, &list.nwords, i);
	if (i < n)
		rules_error_at(p->load, p->file, &tokens[i],
		    "nothing may follow a list of names");
	*MEM_PUSH(p->load->listings, p->load->nlistings,
	    p->load->listings_cap) = list;
}

static void
parse_retired(struct rules_parser *p)
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
		rules_error_behind(p, &tokens[0], "which id is retired?");
	if (i < n && tokens[i].type != RULES_TOK_WHY)
		rules_error_at(p->load, p->file, &tokens[i],
		    "did not expect this here");
}

static void
parse_example(struct rules_parser *p, const struct rules_token *tok)
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
parse_statement(struct rules_parser *p)
{
	const struct rules_token *first = &p->lex.tokens[0];
	static const struct {
		const char	*word;
		void		(*parse)(struct rules_parser *);
	} statements[] = {
		{ "set", parse_set }, { "limit", parse_limits },
		{ "require", parse_require }, { "judge", parse_judge },
		{ "include", parse_include }, { "retired", parse_retired },
		{ "alias", parse_alias }, { "surface", parse_surface },
		{ "environment", parse_environment }, { "alert", parse_alert },
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
	if (first->type != RULES_TOK_WORD || rules_index_of(keywords, first->text) <
	    0) {
		rules_unknown_word(p, first, "verb", keywords);
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
	rules_parse_row(p);
}

static bool
parse_version(struct rules_parser *p)
{
	const struct rules_token *tokens = p->lex.tokens;

	if (strcmp(tokens[0].text, "sallyport-rules") != 0 ||
	    tokens[0].type != RULES_TOK_WORD || p->lex.ntokens != 2) {
		rules_error_at(p->load, p->file, &tokens[0],
		    "a table begins with the line: sallyport-rules %d",
		    RULES_VERSION);
		return false;
	}
	if (tokens[1].text[0] < '1' || tokens[1].text[0] > '0' +
	    RULES_VERSION || tokens[1].text[1] != '\0') {
		rules_error_at(p->load, p->file, &tokens[1], "version '%s' is "
		    "not known to this sallyport, which reads versions 1 to "
		    "%d", tokens[1].text, RULES_VERSION);
		return false;
	}
	p->version = (unsigned)(tokens[1].text[0] - '0');
	return true;
}

void
rules_parse_file(struct rules_load *load, struct rules_file *file,
    unsigned depth)
{
	struct rules_parser p = { .load = load, .file = file, .depth = depth,
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
