/* The files of one folder, judged as one submission. */
#include "check.h"

#include "../../analyzer/gate.h"
#include "../../analyzer/submission.h"
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/mem.h"

struct check_together {
	struct submission		*together;
	struct submission_file	*files;
	const struct check_input **of;		/* whose each file is */
	struct buf		*bytes;
	size_t			 n;
};

static void
read_files(const struct check_inputs *inputs, struct check_together *t)
{
	const char *why = NULL;
	size_t i;

	for (i = 0; i < inputs->n; i++) {
		const struct check_input *in = &inputs->items[i];

		/* What is no module, or is not read, is judged alone. */
		if (in->why != NULL || in->root_fd < 0 ||
		    frontend_by_name(in->name) != FRONTEND_PYTHON)
			continue;
		if (check_read(in, &t->bytes[t->n], &why) < 0)
			continue;
		t->of[t->n] = in;
		t->files[t->n] = (struct submission_file){ in->below, in->name,
		    buf_str(&t->bytes[t->n]), t->bytes[t->n].len };
		t->n++;
	}
}

int
check_together_new(const struct check *check,
    const struct check_inputs *inputs, struct check_together **ret)
{
	struct check_together *t = mem_new(1, sizeof(*t));
	auto_free char *why = NULL;
	struct gate *gate = NULL;
	int r;

	t->files = mem_new(inputs->n + 1, sizeof(*t->files));
	t->of = mem_new(inputs->n + 1, sizeof(*t->of));
	t->bytes = mem_new(inputs->n + 1, sizeof(*t->bytes));
	*ret = t;
	read_files(inputs, t);
	r = gate_new(check->rules, &(struct gate_options){ 0 }, &why, &gate);
	if (r == 0)
		r = submission_new(gate, check->rules, t->files, t->n, t->n,
		    &why, &t->together);
	gate_free(gate);
	if (r < 0)
		cmd_error(check->cmd, "%s", why != NULL ? why : strerror(-r));
	return r < 0 ? -1 : 0;
}

void
check_together_free(struct check_together *t)
{
	size_t i;

	if (t == NULL)
		return;
	submission_free(t->together);
	for (i = 0; i < t->n; i++)
		buf_free(&t->bytes[i]);
	free(t->bytes);
	free(t->files);
	free(t->of);
	free(t);
}

static bool
find(const struct check_together *t, const struct check_input *in,
    size_t *ret_i)
{
	size_t i;

	for (i = 0; t != NULL && i < t->n; i++) {
		if (t->of[i] != in)
			continue;
		*ret_i = i;
		return true;
	}
	return false;
}

bool
check_together_bytes(const struct check_together *t,
    const struct check_input *in, struct buf *out)
{
	size_t i;

	if (!find(t, in, &i))
		return false;
	buf_add(out, t->files[i].bytes, t->files[i].n);
	return true;
}

const struct verdict *
check_together_judge(const struct check_together *t, struct gate *gate,
    const struct check_input *in)
{
	size_t i;

	return find(t, in, &i) ? submission_judge(t->together, gate, i) : NULL;
}
