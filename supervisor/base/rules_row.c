/*
 * One row: verb, kind, subjects, id, attributes, why and hint.
 */
#include "rules_parse.h"

#include "mem.h"
#include "util.h"

#define FILE_MOST	((int64_t)1 << 30)

static const char *const verb_words[] = {
	"allow", "hold", "deny", "inspect", NULL
};
static const char *const attr_words[] = {
	"class=", "severity=", "errno=", "kill", "quiet", "lookup", "most=",
	"type=", NULL
};

static bool
parse_kind(struct rules_parser *p, const struct rules_token *tok,
    enum rules_kind *ret)
{
	int i;
	RULES_NAME_LIST(names, RULES_NKINDS, RULES_SOURCE, rules_kind_name);

	i = tok->type != RULES_TOK_WORD ? -1 :
	    rules_index_of(names, tok->text);
	if (i < 0) {
		rules_unknown_word(p, tok, "kind", names);
		return false;
	}
	*ret = RULES_SOURCE + i;
	return true;
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
parse_class(struct rules_parser *p, struct rules_stmt *stmt,
    const struct rules_token *tok, const char *value)
{
	int i;
	struct rules_token part = *tok;
	RULES_NAME_LIST(names, RULES_OBFUSCATION + 1, 0, rules_class_name);

	i = rules_index_of(names, value);
	part_behind(&part, value);
	if (i < 0)
		rules_unknown_word(p, &part, "class", names);
	else
		stmt->class = (uint8_t)i;
}

static void
parse_severity(struct rules_parser *p, struct rules_stmt *stmt,
    const struct rules_token *tok, const char *value)
{
	int i;
	struct rules_token part = *tok;
	RULES_NAME_LIST(names, RULES_CRITICAL + 1, RULES_LOW, rules_severity_name);

	i = rules_index_of(names, value);
	part_behind(&part, value);
	if (i < 0)
		rules_unknown_word(p, &part, "severity", names);
	else
		stmt->severity = (uint8_t)(RULES_LOW + i);
}

/* most=10M, type=png: what an allowed file may be. */
static void
parse_file_attr(struct rules_parser *p, struct rules_stmt *stmt,
    const struct rules_token *tok)
{
	const char *value = strchr(tok->text, '=') + 1;
	struct rules_token part = *tok;
	int64_t bytes;
	int i;
	RULES_NAME_LIST(names, RULES_NTYPES, RULES_TYPE_TEXT, rules_type_name);

	part_behind(&part, value);
	if (stmt->kind != RULES_LEFT_FILE || stmt->verb != RULES_ALLOW) {
		rules_error_at(p->load, p->file, tok,
		    "'%s' is for rows that allow a file", tok->text);
	} else if (tok->text[0] == 't') {
		i = rules_index_of(names, value);
		if (i < 0)
			rules_unknown_word(p, &part, "type", names);
		else
			stmt->type = (uint8_t)(RULES_TYPE_TEXT + i);
	} else if (rules_parse_amount(RULES_FORM_SIZE, value, &bytes) < 0 ||
	    bytes > FILE_MOST) {
		rules_error_at(p->load, p->file, &part,
		    "'%s' is no size of a file; write 10M, 1G at most", value);
	} else
		stmt->most = (uint32_t)((bytes + 1023) / 1024);
}

/* Only what stands before the `=` is the attribute's name. */
static void
unknown_attr(struct rules_parser *p, const struct rules_token *tok)
{
	struct rules_token name = *tok;
	const char *equals = strchr(tok->text, '=');

	if (equals != NULL)
		name.text = arena_strndup(p->load->arena, tok->text,
		    (size_t)(equals - tok->text) + 1);
	rules_unknown_word(p, &name, "attribute", attr_words);
}

static void
parse_attr(struct rules_parser *p, struct rules_stmt *stmt,
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
	if (strncmp(s, "most=", 5) == 0 || strncmp(s, "type=", 5) == 0) {
		parse_file_attr(p, stmt, tok);
		return;
	}
	if (strncmp(s, "errno=", 6) == 0) {
		struct rules_token part = *tok;

		part_behind(&part, s + 6);
		stmt->err = rules_errno(s + 6);
		if (stmt->err == 0)
			rules_unknown_word(p, &part, "errno", rules_errno_names);
	} else if (strcmp(s, "kill") == 0) {
		stmt->kill = true;
	} else if (strcmp(s, "quiet") == 0) {
		stmt->quiet = true;
	} else if (strcmp(s, "lookup") == 0) {
		stmt->lookup = true;
	} else {
		unknown_attr(p, tok);
		return;
	}
	if (rules_kind_is_output(stmt->kind))
		rules_error_at(p->load, p->file, tok, "'%s' is for rows of "
		    "system calls; '%s' rows speak of what a run leaves", s,
		    rules_kind_name(stmt->kind));
	else if (rules_kind_is_gate(stmt->kind))
		rules_error_at(p->load, p->file, tok, "'%s' is for rows that "
		    "the supervisor judges; '%s' is judged by the gate", s,
		    rules_kind_name(stmt->kind));
	else if (stmt->verb != RULES_DENY && stmt->verb != RULES_INSPECT)
		rules_error_at(p->load, p->file, tok,
		    "'%s' is for rows that deny or inspect", s);
	else if (stmt->kill && (stmt->quiet || stmt->lookup ||
	    stmt->err != 0))
		rules_error_at(p->load, p->file, tok,
		    "what kills returns no errno and is always recorded");
}

/* Subjects up to the braces, the id, or the end of the words. */
static size_t
parse_subjects(struct rules_parser *p, struct rules_stmt *stmt, size_t i)
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

/* The rest of a row behind its kind; false if it could not be read. */
static bool
parse_row_tail(struct rules_parser *p, struct rules_stmt *stmt, size_t i)
{
	const struct rules_token *tokens = p->lex.tokens, *tok;
	size_t n = p->lex.ntokens;

	i = parse_subjects(p, stmt, i);
	if (i < n && tokens[i].type == RULES_TOK_OPEN && stmt->id == NULL) {
		tok = &tokens[i];
		i = rules_parse_braces(p, false, &stmt->members, &stmt->nmembers, i);
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

/* The tokens of the line live in the lexer; what is kept must be copied. */
static const struct rules_token *
keep_token(struct rules_parser *p, const struct rules_token *tok)
{
	struct rules_token *copy;

	if (tok == NULL)
		return NULL;
	copy = arena_alloc(p->load->arena, sizeof(*copy));
	*copy = *tok;
	return copy;
}

static void
check_row(struct rules_parser *p, const struct rules_stmt *stmt)
{
	const struct rules_token *verb = &p->lex.tokens[0];
	const struct rules_token *last = &p->lex.tokens[p->lex.ntokens - 1];
	bool refuses = stmt->verb == RULES_DENY || stmt->verb == RULES_HOLD;
	bool gate = rules_kind_is_gate(stmt->kind);
	bool late = rules_kind_is_output(stmt->kind);

	if (stmt->is_default && stmt->nsubjects > 0)
		rules_error_at(p->load, p->file, &stmt->subjects[0],
		    "a default has no subject");
	if (!stmt->is_default && stmt->nsubjects == 0)
		rules_error_behind(p, last, "a subject is missing");
	if (stmt->verb == RULES_INSPECT && stmt->kind != RULES_SYSCALL)
		rules_error_at(p->load, p->file, verb,
		    "only a syscall can be inspected");
	if (stmt->verb == RULES_HOLD && !gate && !late)
		rules_error_at(p->load, p->file, verb, "nothing can be held "
		    "while it runs; '%s' rows allow or deny",
		    rules_kind_name(stmt->kind));
	if (late && stmt->kind != RULES_LEFT_FILE &&
	    (stmt->verb == RULES_ALLOW || stmt->is_default))
		rules_error_at(p->load, p->file, verb, "%s passes unless a "
		    "row denies or holds it", rules_kind_name(stmt->kind));
	if (refuses && stmt->id == NULL) {
		const struct rules_token *tail = verb;

		if (stmt->nsubjects > 0)
			tail = &stmt->subjects[stmt->nsubjects - 1];
		rules_error_behind(p, tail, "a row that refuses needs an id: G, R "
		    "or X and three digits");
	}
	if (refuses && *stmt->why == '\0')
		rules_error_behind(p, last, "a row that refuses says why: ' : "
		    "reason'");
	if (stmt->id != NULL && ((stmt->id->text[0] == 'G' && !gate) ||
	    (stmt->id->text[0] == 'R' && gate)))
		rules_error_at(p->load, p->file, stmt->id, "'%s' rows have "
		    "ids %c000 to %c999, or X000 to X999 for your own",
		    rules_kind_name(stmt->kind), gate ? 'G' : 'R',
		    gate ? 'G' : 'R');
}

static void
push_row(struct rules_parser *p, struct rules_stmt *stmt)
{
	stmt->examples = p->load->nexamples;
	*MEM_PUSH(p->load->stmts, p->load->nstmts, p->load->stmts_cap) = *stmt;
	p->last = p->load->nstmts - 1;
	p->has_last = true;
}

static bool
is_word(const struct rules_parser *p, size_t i, const char *word)
{
	return i < p->lex.ntokens && p->lex.tokens[i].type ==
	    RULES_TOK_WORD && strcmp(p->lex.tokens[i].text, word) == 0;
}

void
rules_parse_row(struct rules_parser *p)
{
	const struct rules_token *tokens = p->lex.tokens;
	size_t n = p->lex.ntokens, i = 0;
	struct rules_stmt stmt = { .file = p->file, .off = tokens[0].off, .len = tokens[0].len,
	    .line = tokens[0].line, .why = "", .hint = "" };
	int verb;

	p->has_last = false;
	if (is_word(p, i, "replace")) {
		if (!rules_needs_version(p, &tokens[i], 2))
			return;
		stmt.replaces = true;
		i++;
	}
	if (is_word(p, i, "model")) {
		if (rules_parse_model(p, i + 1, &stmt))
			push_row(p, &stmt);
		return;
	}
	if (is_word(p, i, "default")) {
		stmt.is_default = true;
		i++;
	}
	if (i >= n) {
		rules_error_behind(p, &tokens[i - 1], "a verb is missing");
		return;
	}
	verb = rules_index_of(verb_words, tokens[i].text);
	if (verb < 0 || tokens[i].type != RULES_TOK_WORD) {
		rules_unknown_word(p, &tokens[i], "verb", verb_words);
		return;
	}
	stmt.verb = (const enum rules_verb[]){ RULES_ALLOW, RULES_HOLD,
	    RULES_DENY, RULES_INSPECT }[verb];
	if (++i >= n) {
		rules_error_behind(p, &tokens[i - 1], "a kind is missing");
		return;
	}
	if (!parse_kind(p, &tokens[i], &stmt.kind))
		return;
	if (rules_kind_is_output(stmt.kind) &&
	    !rules_needs_version(p, &tokens[i], 2))
		return;
	if (stmt.kind == RULES_MODEL) {
		rules_error_at(p->load, p->file, &tokens[i],
		    "a model has no verb: model name(a, b) a=read");
		return;
	}
	if (!parse_row_tail(p, &stmt, i + 1))
		return;
	check_row(p, &stmt);
	stmt.id = keep_token(p, stmt.id);
	push_row(p, &stmt);
}
