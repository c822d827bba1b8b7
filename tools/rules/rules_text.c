#include "rules_text.h"

#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/rules_load.h"

enum rules_severity
rules_row_severity(const struct rules_row *row)
{
	if (row->severity != RULES_SEVERITY_UNSET)
		return row->severity;
	switch (row->verb) {
	case RULES_DENY:
		return RULES_HIGH;
	case RULES_HOLD:
		return RULES_MEDIUM;
	default:
		return RULES_LOW;
	}
}

const char *
rules_row_decision(const struct rules_row *row)
{
	return row->verb == RULES_DENY ? "block" : rules_verb_name(row->verb);
}

bool
rules_row_is_gate(const struct rules_row *row)
{
	return rules_kind_is_gate(row->kind);
}

const char *
rules_row_errno(const struct rules_row *row)
{
	size_t i;

	for (i = 0; row->err != 0 && rules_errno_names[i] != NULL; i++) {
		if (rules_errno(rules_errno_names[i]) == row->err)
			return rules_errno_names[i];
	}
	return "";
}

static bool
needs_quotes(const char *s)
{
	return s[strcspn(s, " \t{}\"\\")] != '\0' || *s == '#' || *s == '[' ||
	    *s == '\0' || strncmp(s, "~/", 2) == 0 || strcmp(s, ":") == 0 ||
	    strcmp(s, "->") == 0 || rules_is_id(s) ||
	    (*s == '$' && !rules_is_path_variable(s + 1,
	    strcspn(s + 1, "/")));
}

void
rules_add_subject(struct buf *out, const struct ruleset *rs,
    const struct rules_row *row)
{
	const char *s = rules_text(rs, row->subject);

	if (row->is_regex) {
		buf_addf(out, "~/%s/", s);
		return;
	}
	if (!needs_quotes(s)) {
		buf_adds(out, s);
		return;
	}
	buf_addc(out, '"');
	for (; *s != '\0'; s++) {
		if (*s == '"' || *s == '\\')
			buf_addc(out, '\\');
		buf_addc(out, *s);
	}
	buf_addc(out, '"');
}

void
rules_add_attrs(struct buf *out, const struct rules_row *row)
{
	const char *sep = " [", *err = rules_row_errno(row);

	if (row->class != RULES_CAPABILITY) {
		buf_addf(out, "%sclass=%s", sep, rules_class_name(row->class));
		sep = " ";
	}
	if (row->severity != RULES_SEVERITY_UNSET) {
		buf_addf(out, "%sseverity=%s", sep,
		    rules_severity_name(row->severity));
		sep = " ";
	}
	if (*err != '\0') {
		buf_addf(out, "%serrno=%s", sep, err);
		sep = " ";
	}
	if (row->kill) {
		buf_addf(out, "%skill", sep);
		sep = " ";
	}
	if (row->quiet) {
		buf_addf(out, "%squiet", sep);
		sep = " ";
	}
	if (row->lookup) {
		buf_addf(out, "%slookup", sep);
		sep = " ";
	}
	if (row->most > 0) {
		buf_addf(out, "%smost=%uK", sep, row->most);
		sep = " ";
	}
	if (row->type != RULES_TYPE_ANY) {
		buf_addf(out, "%stype=%s", sep,
		    rules_type_name((enum rules_type)row->type));
		sep = " ";
	}
	if (sep[1] == '\0')
		buf_addc(out, ']');
}

static bool
is_member_of(const struct ruleset *rs, const struct rules_row *member,
    const struct rules_row *import)
{
	const char *module = rules_text(rs, import->subject);
	const char *name = rules_text(rs, member->subject);
	size_t n = strlen(module);

	return import->has_members && member->kind == RULES_MEMBER &&
	    member->verb == RULES_ALLOW && !member->is_default &&
	    member->id == import->id && strncmp(name, module, n) == 0 &&
	    name[n] == '.';
}

size_t
rules_line_rows(const struct ruleset *rs, size_t i)
{
	const struct rules_row *first = rules_at(rs, i), *row;
	size_t n;

	for (n = 1; (row = rules_at(rs, i + n)) != NULL; n++) {
		if (is_member_of(rs, row, first))
			continue;
		if (first->has_members || row->is_default ||
		    row->kind != first->kind || row->verb != first->verb ||
		    row->id != first->id || row->line != first->line ||
		    row->file != first->file || row->has_members)
			break;
	}
	return n;
}

struct json *
rules_row_json(const struct ruleset *rs, const struct rules_row *row)
{
	struct json *js = js_obj(), *bad = js_arr(), *ok = js_arr();
	const struct rules_example *ex;
	size_t i;

	js_put_str(js, "verb", rules_verb_name(row->verb));
	js_put_str(js, "kind", rules_kind_name(row->kind));
	js_put_flag(js, "default", row->is_default);
	js_put_str(js, "subject", row->is_default ? NULL :
	    rules_text(rs, row->subject));
	js_put_flag(js, "pattern", row->is_regex);
	js_put_str(js, "id", row->id != 0 ? rules_text(rs, row->id) : NULL);
	js_put_str(js, "class", rules_class_name(row->class));
	js_put_str(js, "severity",
	    rules_severity_name(rules_row_severity(row)));
	js_put_str(js, "decision", rules_row_decision(row));
	js_put_str(js, "errno", row->err != 0 ? rules_row_errno(row) : NULL);
	js_put_flag(js, "kill", row->kill);
	js_put_flag(js, "quiet", row->quiet);
	js_put_flag(js, "lookup", row->lookup);
	js_put_str(js, "why", rules_text(rs, row->why));
	js_put_str(js, "hint", rules_text(rs, row->hint));
	for (i = 0; (ex = rules_example(rs, row, i)) != NULL; i++)
		js_add(ex->is_bad ? bad : ok, js_str(rules_text(rs,
		    ex->text)));
	js_put(js, "bad", bad);
	js_put(js, "ok", ok);
	js_put_str(js, "file", rules_text(rs, row->file));
	js_put_num(js, "line", row->line);
	return js;
}
