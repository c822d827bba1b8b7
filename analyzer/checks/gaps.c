/*
 * Names of attributes of which only a part is known: "visit_" + kind,
 * f"{kind}plot". Can the rest make a name of it that a row refuses?
 */
#include "checks.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../fold/foldcall.h"
#include "../judge.h"
#include "../eval/signatures.h"
#include "../findings/report.h"

struct affix {
	const char	*text;
	size_t		 n;
	bool		 ends;		/* the name ends so, else begins */
};

static struct affix
beginning(const struct value *v)
{
	const char *gap = memchr(v->text.bytes, FOLD_GAP, v->text.n);

	return (struct affix){ v->text.bytes, gap == NULL ? 0 :
	    (size_t)(gap - v->text.bytes), false };
}

static struct affix
ending(const struct value *v)
{
	const char *gap = memrchr(v->text.bytes, FOLD_GAP, v->text.n);
	size_t n = gap == NULL ? 0 : v->text.n - 1 -
	    (size_t)(gap - v->text.bytes);

	return (struct affix){ v->text.bytes + v->text.n - n, n, true };
}

/* May the subject of a row, perhaps with stars, be a name with this part? */
static bool
fits(const struct affix *a, const char *subject)
{
	size_t k, n = strlen(subject);

	for (k = 0; k < a->n && k < n; k++) {
		char have = a->ends ? a->text[a->n - 1 - k] : a->text[k];
		char want = a->ends ? subject[n - 1 - k] : subject[k];

		if (want == '*')
			return k > 0;
		if (have != want)
			return false;
	}
	return k == a->n;
}

/*
 * A part that no internal's name has, and no name that a row refuses. To end
 * so, three letters must be known: two are little.
 */
static bool
is_harmless(struct judge *j, const struct affix *a)
{
	const struct rules_row *row;
	size_t i;

	if (a->n < (a->ends ? 3 : 2) || (a->ends ? a->text[a->n - 1] == '_' :
	    a->text[0] == '_' && a->text[1] == '_'))
		return false;
	for (i = 0; i < rules_count(j->report->rules); i++) {
		row = rules_at(j->report->rules, i);
		if (row->kind != RULES_ATTR || row->is_default ||
		    row->verb == RULES_ALLOW || row->is_regex)
			continue;
		if (fits(a, rules_text(j->report->rules, row->subject)))
			return false;
	}
	return true;
}

bool
gap_is_harmless(struct judge *j, const struct value *v)
{
	struct affix begins, ends;

	if (v->kind != VALUE_PARTIAL)
		return false;
	begins = beginning(v);
	ends = ending(v);
	return is_harmless(j, &begins) || is_harmless(j, &ends);
}
