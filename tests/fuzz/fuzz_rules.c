/* A hostile or random table: an error or a ruleset, and nothing between. */
#include "standalone.h"

#include "supervisor/base/hash.h"
#include "supervisor/base/rules.h"

static void
must(bool held)
{
	if (!held)
		abort();
}

static void
look_up_everything(const struct ruleset *rs)
{
	const struct rules_row *row, *found;
	struct hash hash;
	size_t i, k;

	for (i = 0; i < rules_count(rs); i++) {
		row = rules_at(rs, i);
		found = rules_decide(rs, row->kind,
		    rules_text(rs, row->subject));
		if (row->is_default)
			continue;
		/* An exact subject finds itself; a pattern, something. */
		if (!row->is_regex && !row->is_glob)
			must(found == row);
		must(row->verb == RULES_ALLOW || row->verb == RULES_INSPECT ||
		    row->id != 0);
		for (k = 0; rules_example(rs, row, k) != NULL; k++)
			continue;
		must(k == row->nexamples);
		if (row->id != 0)
			must(rules_by_id(rs, rules_text(rs, row->id)) != NULL);
	}
	rules_hash(rs, &hash);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	auto_buf struct buf errors = BUF_INIT;
	struct ruleset *rs = NULL;
	auto_free char *copy = malloc(n + 1);
	int r;

	/* Exactly n bytes, so that a read past the end is seen. */
	if (copy == NULL)
		return 0;
	memcpy(copy, data, n);
	copy[n] = '\0';
	r = rules_parse("fuzz", copy, n, &errors, &rs);
	must((r == 0) == (rs != NULL));
	must((r == 0) == (errors.len == 0));
	if (r == 0)
		look_up_everything(rs);
	rules_free(rs);
	return 0;
}
