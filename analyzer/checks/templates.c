/*
 * Templates of str.format: each field reads attributes. One that is not known
 * may be what it likes, as long as nothing hides what it says.
 */
#include "checks.h"

#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../judge.h"
#include "resources.h"
#include "../eval/signatures.h"
#include "../findings/report.h"
#include "../eval/eval.h"
#include "../eval/provenance.h"

/* A field of a template, and what of the template follows it. */
static void
check_field(struct judge *j, uint32_t name, const char *rest, size_t n,
    uint32_t place)
{
	static const char shown[] = ".__name__";

	/* "{0.__class__.__name__}" is an honest thing to print. */
	if (n >= sizeof(shown) - 1 &&
	    memcmp(rest, shown, sizeof(shown) - 1) == 0)
		check_member(j, &vset_unknown, name, place, false);
	else
		check_member_by_name(j, &vset_unknown, name, place, false);
}

static void
check_template(struct judge *j, const struct value *v, uint32_t place)
{
	const char *s = v->text.bytes;
	size_t n = v->text.n, i, from;
	unsigned depth = 0;
	bool in_name = false;

	for (i = 0; i < n; i++) {
		if (s[i] == '{') {
			if (depth == 0 && i + 1 < n && s[i + 1] == '{') {
				i++;
				continue;
			}
			depth++;
			in_name = true;
		} else if (s[i] == '}') {
			depth -= depth > 0;
			in_name = false;
		} else if (depth > 0 && in_name && s[i] == '[') {
			while (i < n && s[i] != ']')
				i++;
		} else if (depth > 0 && (s[i] == ':' || s[i] == '!'))
			in_name = false;
		 else if (depth > 0 && in_name && s[i] == '.') {
			from = i + 1;
			while (i + 1 < n && strchr(".[}:!", s[i + 1]) == NULL)
				i++;
			check_field(j, names_intern(j->names, s + from,
			    i + 1 - from), s + i + 1, n - i - 1, place);
		}
	}
}

/* A template that is not known: may be, but none that hides its fields. */
static void
report_template(struct judge *j, uint32_t place, uint32_t template)
{
	bool hides = template != 0 && template != SIGNATURE_UNKNOWN &&
	    is_computed(j, template);

	report_flow(j, hides ? FLOW_UNKNOWN_ATTRIBUTE : FLOW_UNKNOWN_TEMPLATE,
	    place, "str.format", NULL);
}

void
check_templates(struct judge *j, const struct vset *templates, uint32_t place,
    uint32_t node)
{
	size_t i;

	if (templates->unknown || templates->n == 0)
		report_template(j, place, node);
	for (i = 0; i < templates->n; i++)
		if (templates->v[i]->kind == VALUE_STR)
			check_template(j, templates->v[i], place);
		else if (templates->v[i]->kind == VALUE_PARTIAL)
			report_template(j, place, node);
}

/* The object of .format(), where it is no text that is known. */
void
check_templates_unknown(struct judge *j, uint32_t call, uint32_t object)
{
	const struct vset *set = eval(j, object);

	if (set->unknown || set->n == 0 || set->v[0]->kind == VALUE_RESULT)
		report_template(j, call, object);
}

/* string.Formatter().get_field("0.a"): a field, without its braces. */
void
check_template_field(struct judge *j, uint32_t call, const struct vset *set)
{
	size_t i;

	if (set->unknown || set->n == 0)
		report_flow(j, FLOW_UNKNOWN_ATTRIBUTE, call, "get_field",
		    NULL);
	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_STR) {
			auto_buf struct buf b = BUF_INIT;
			struct value field = *set->v[i];

			buf_addc(&b, '{');
			buf_add(&b, field.text.bytes, field.text.n);
			buf_addc(&b, '}');
			field.text.bytes = b.data;
			field.text.n = b.len;
			check_template(j, &field, call);
		}
}
