/*
 * Which files are judged otherwise by another table? For the review of a
 * change of the tables: every line is a submission whose verdict moves.
 */
#include "../cmd_rules.h"

#include <getopt.h>

#include "../../analyzer/findings/verdict.h"
#include "../../supervisor/base/buf.h"
#include "../check/check.h"

static int rules_diff_run(int, char **);

const struct cmd_word rules_diff = {
	.name = "diff",
	.usage = "A B PATH...",
	.summary = "files whose verdict changes between two tables",
	.help =
	"    A, B                 tables: files, or names of profiles\n",
	.run = rules_diff_run,
};

struct side {
	struct check	 check;
	struct judge	*judge;
	enum decision	 decision;
	struct buf	 rules;		/* ids that refused, in order */
};

static int
open_side(const char *name, struct side *side)
{
	const char *const *names = rules_builtin_names();
	size_t i;
	int r;

	for (i = 0; names[i] != NULL && strcmp(names[i], name) != 0; )
		i++;
	side->check.cmd = &cmd_rules;
	side->check.table = name;
	r = names[i] != NULL || strchr(name, '/') == NULL ?
	    cmd_load_rules(&cmd_rules, name, NULL, &side->check.rules) :
	    cmd_load_rules(&cmd_rules, NULL, name, &side->check.rules);
	return r < 0 ? r : judge_new(&side->check, &side->judge);
}

static void
close_side(struct side *side)
{
	judge_free(side->judge);
	buf_free(&side->rules);
}

static void
judge_side(struct side *side, const struct check_input *input,
    const struct buf *source)
{
	struct page *page;
	const struct verdict *v = judge_submission(side->judge, input,
	    source->data, source->len, &page);
	size_t i;

	side->decision = v->decision;
	buf_free(&side->rules);		/* and with it the ids before */
	for (i = 0; i < v->nfindings; i++) {
		auto_buf struct buf word = BUF_INIT;

		if (v->findings[i].decision == DECISION_ALLOW)
			continue;
		buf_addf(&word, " %s", v->findings[i].rule);
		if (strstr(buf_str(&side->rules), word.data) == NULL)
			buf_adds(&side->rules, word.data);
	}
}

/* Returns 1 if the verdict changes, 0 if not, -1 if there is none. */
static int
diff_one(struct side *a, struct side *b, const struct check_input *input)
{
	auto_buf struct buf source = BUF_INIT, shown = BUF_INIT;
	const char *why = input->why;

	buf_add_visible(&shown, input->name, strlen(input->name));
	if (why != NULL || check_read(input, &source, &why) < 0) {
		cmd_error(&cmd_rules, "%s: %s", buf_str(&shown), why);
		return -1;
	}
	buf_str(&source);
	judge_side(a, input, &source);
	judge_side(b, input, &source);
	if (a->decision == b->decision)
		return 0;
	printf("%s: %s%s -> %s%s\n", buf_str(&shown),
	    decision_name(a->decision), buf_str(&a->rules),
	    decision_name(b->decision), buf_str(&b->rules));
	return 1;
}

static int
diff_all(struct side *a, struct side *b, char **paths, int n)
{
	struct check_inputs inputs = { 0 };
	size_t changed = 0, k;
	int status = 0, i, r;

	for (i = 0; i < n; i++)
		check_files_add(&inputs, paths[i]);
	check_files_unique(&inputs);
	for (k = 0; k < inputs.n; k++) {
		r = diff_one(a, b, &inputs.items[k]);
		changed += r > 0;
		if (r < 0)
			status = 2;
	}
	printf("%zu of %zu verdicts change\n", changed, inputs.n);
	check_files_free(&inputs);
	if (status == 0)
		status = changed > 0;
	return cmd_flush(&cmd_rules) == 0 ? status : 2;
}

static int
rules_diff_run(int argc, char **argv)
{
	static const struct option longs[] = { { NULL, 0, NULL, 0 } };
	struct side a = { 0 }, b = { 0 };
	int status = 2;

	if (cmd_getopt(&cmd_rules, argc, argv, longs) != -1)
		return cmd_rules.failure;
	argv += optind - 1;
	argc -= optind - 1;
	if (argc < 4)
		return cmd_usage(&cmd_rules, "two tables, and what to "
		    "judge by them");
	if (open_side(argv[1], &a) >= 0 && open_side(argv[2], &b) >= 0)
		status = diff_all(&a, &b, argv + 3, argc - 3);
	close_side(&a);
	close_side(&b);
	return status;
}
