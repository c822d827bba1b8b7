/*
 * Which files are judged otherwise by another table? For the review of a
 * change of the tables: every line is a submission whose verdict moves.
 */
#include "../cmd_rules.h"

#include <dirent.h>
#include <getopt.h>
#include <sys/stat.h>

#include "../../analyzer/gate.h"
#include "../../analyzer/verdict.h"
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/rules.h"
#include "../frontend/frontend.h"

#define MAX_SOURCE	(4u * 1024 * 1024)
#define MAX_NESTED	32		/* folders in folders */

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
	struct gate	*gate;
	enum decision	 decision;
	struct buf	 rules;		/* ids that refused, sorted */
};

struct diff {
	struct side	 a, b;
	char		**paths;
	size_t		 npaths, cap, documents;
	size_t		 changed;
	int		 status;
};

static int
open_side(const char *name, struct side *side)
{
	const char *const *names = rules_builtin_names();
	const struct ruleset *rs;
	char *why = NULL;
	size_t i;
	int r;

	for (i = 0; names[i] != NULL && strcmp(names[i], name) != 0; )
		i++;
	r = names[i] != NULL || strchr(name, '/') == NULL ?
	    cmd_load_rules(&cmd_rules, name, NULL, &rs) :
	    cmd_load_rules(&cmd_rules, NULL, name, &rs);
	if (r < 0)
		return -1;
	r = gate_new(rs, NULL, &why, &side->gate);
	if (r < 0)
		cmd_error(&cmd_rules, "%s: the gate refuses it: %s", name,
		    why != NULL ? why : strerror(-r));
	free(why);
	return r;
}

static bool
is_python(const char *name)
{
	size_t n = strlen(name);

	return n > 3 && strcmp(name + n - 3, ".py") == 0;
}

/* The *.py files below a folder; links are not followed. */
static int
add_path(struct diff *d, const char *path, unsigned depth)
{
	const struct dirent *entry;
	struct stat st;
	DIR *dir;

	if ((depth == 0 ? stat(path, &st) : lstat(path, &st)) < 0)
		return -errno;
	if (!S_ISDIR(st.st_mode) &&
	    frontend_by_name(path) != FRONTEND_PYTHON) {
		d->documents++;
		if (depth == 0)
			d->status = 2;
		return 0;
	}
	if (!S_ISDIR(st.st_mode)) {
		if (depth == 0 || (S_ISREG(st.st_mode) && is_python(path)))
			*MEM_PUSH(d->paths, d->npaths, d->cap) =
			    mem_strdup(path);
		return 0;
	}
	if (depth >= MAX_NESTED)
		return 0;
	dir = opendir(path);
	if (dir == NULL)
		return -errno;
	while ((entry = readdir(dir)) != NULL) {
		auto_buf struct buf name = BUF_INIT;

		if (entry->d_name[0] == '.')
			continue;
		buf_addf(&name, "%s/%s", path, entry->d_name);
		add_path(d, buf_str(&name), depth + 1);
	}
	closedir(dir);
	return 0;
}

static void
judge_side(struct side *side, const char *path, const struct buf *source)
{
	const struct verdict *v = gate_judge(side->gate, path,
	    source->data, source->len);
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

static void
diff_one(struct diff *d, const char *path)
{
	auto_buf struct buf source = BUF_INIT, shown = BUF_INIT;
	int r;

	r = fdio_read_file(path, MAX_SOURCE, &source);
	if (r < 0) {
		cmd_error(&cmd_rules, "%s: %s", path, strerror(-r));
		d->status = 2;
		return;
	}
	buf_str(&source);
	judge_side(&d->a, path, &source);
	judge_side(&d->b, path, &source);
	if (d->a.decision == d->b.decision)
		return;
	d->changed++;
	buf_add_visible(&shown, path, strlen(path));
	printf("%s: %s%s -> %s%s\n", buf_str(&shown),
	    decision_name(d->a.decision), buf_str(&d->a.rules),
	    decision_name(d->b.decision), buf_str(&d->b.rules));
}

static int
compare_paths(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static int
diff_all(struct diff *d, char **paths, int n)
{
	size_t k;
	int i, r;

	for (i = 0; i < n; i++) {
		r = add_path(d, paths[i], 0);
		if (r < 0) {
			cmd_error(&cmd_rules, "%s: %s", paths[i],
			    strerror(-r));
			return 2;
		}
	}
	if (d->npaths > 0)
		qsort(d->paths, d->npaths, sizeof(*d->paths), compare_paths);
	for (k = 0; k < d->npaths; k++)
		diff_one(d, d->paths[k]);
	printf("%zu of %zu verdicts change\n", d->changed, d->npaths);
	if (d->documents > 0)
		cmd_error(&cmd_rules, "diff: judges files of Python alone; "
		    "left out (.md, .ipynb): %zu", d->documents);
	if (d->status == 0)
		d->status = d->changed > 0;
	return cmd_flush(&cmd_rules) == 0 ? d->status : 2;
}

static int
rules_diff_run(int argc, char **argv)
{
	static const struct option longs[] = { { NULL, 0, NULL, 0 } };
	struct diff d = { 0 };
	int status = 2;
	size_t i;

	if (cmd_getopt(&cmd_rules, argc, argv, longs) != -1)
		return cmd_rules.failure;
	argv += optind - 1;
	argc -= optind - 1;
	if (argc < 4)
		return cmd_usage(&cmd_rules, "two tables, and what to "
		    "judge by them");
	if (open_side(argv[1], &d.a) >= 0 && open_side(argv[2], &d.b) >= 0)
		status = diff_all(&d, argv + 3, argc - 3);
	if (d.a.gate != NULL)
		gate_free(d.a.gate);
	if (d.b.gate != NULL)
		gate_free(d.b.gate);
	for (i = 0; i < d.npaths; i++)
		free(d.paths[i]);
	free(d.paths);
	buf_free(&d.a.rules);
	buf_free(&d.b.rules);
	return status;
}
