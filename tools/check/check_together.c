/*
 * The files of one folder, judged as one submission. Imports begin where
 * Python would be told to: above the packages that the folder is in, and in
 * src/, if the project keeps its modules there.
 */
#include "check.h"

#include <limits.h>

#include "../../analyzer/gate.h"
#include "../../analyzer/submission.h"
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/mem.h"

struct check_together {
	struct submission		*together;
	struct submission_file	*files;
	const struct check_input **of;		/* whose each file is */
	struct buf		*bytes;
	char			**paths;	/* below where imports begin */
	size_t			 n;
};

/* "pkg/" if the folder is the package pkg itself; "" if it is none. */
static void
find_packages(const char *folder, size_t n, struct buf *out)
{
	auto_free char *real = NULL;
	auto_buf struct buf root = BUF_INIT, init = BUF_INIT;
	size_t end, from;

	buf_add(&root, folder, n);
	real = realpath(n > 0 ? buf_str(&root) : ".", NULL);
	end = real != NULL ? strlen(real) : 0;
	for (from = end; from > 1; ) {
		init.len = 0;
		buf_add(&init, real, from);
		buf_adds(&init, "/__init__.py");
		if (access(buf_str(&init), F_OK) != 0)
			break;
		while (real[--from] != '/')
			;
	}
	if (from < end) {
		from += real[from] == '/';
		buf_add(out, real + from, end - from);
		buf_addc(out, '/');
	}
}

/* Is src/ a folder of modules, and no package? */
static bool
has_src(const struct check_inputs *inputs)
{
	bool any = false;
	size_t i;

	for (i = 0; i < inputs->n; i++) {
		if (strcmp(inputs->items[i].below, "src/__init__.py") == 0)
			return false;
		any |= strncmp(inputs->items[i].below, "src/", 4) == 0;
	}
	return any;
}

static char *
import_path(const struct buf *packages, bool src, const char *below)
{
	auto_buf struct buf path = BUF_INIT;

	buf_add(&path, packages->data, packages->len);
	buf_adds(&path, packages->len == 0 && src &&
	    strncmp(below, "src/", 4) == 0 ? below + 4 : below);
	return buf_steal(&path);
}

static void
read_files(const struct check_inputs *inputs, struct check_together *t)
{
	auto_buf struct buf packages = BUF_INIT;
	const char *why = NULL;
	bool src = has_src(inputs);
	size_t i;

	if (inputs->n > 0)
		find_packages(inputs->items[0].name,
		    (size_t)(inputs->items[0].below -
		    inputs->items[0].name), &packages);

	for (i = 0; i < inputs->n; i++) {
		const struct check_input *in = &inputs->items[i];

		/* What is no module, or is not read, is judged alone. */
		if (in->why != NULL || in->root_fd < 0 ||
		    frontend_by_name(in->name) != FRONTEND_PYTHON)
			continue;
		if (check_read(in, &t->bytes[t->n], &why) < 0)
			continue;
		t->of[t->n] = in;
		t->paths[t->n] = import_path(&packages, src, in->below);
		t->files[t->n] = (struct submission_file){ t->paths[t->n], in->name,
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
	t->paths = mem_new(inputs->n + 1, sizeof(*t->paths));
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
	for (i = 0; i < t->n; i++) {
		buf_free(&t->bytes[i]);
		free(t->paths[i]);
	}
	free(t->paths);
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
