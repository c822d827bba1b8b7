/* What the interpreter is given: the bootstrap, and what comes with a script. */
#include "run_parts.h"

#include <fcntl.h>
#include <sys/mman.h>

#include "../base/buf.h"
#include "../base/fdio.h"
#include "../base/json.h"
#include "../base/mem.h"
#include "../session/front.h"
#include "../session/room.h"
#include "codedir.h"
#include "workdir.h"

const char run_bootstrap[] =
#include "bootstrap_py.h"
;
/* What it compiles once it is needed, in this order. */
static const char *const parts[] = {
#include "source_py.h"
	,
#include "report_py.h"
	,
#include "results_py.h"
	,
#include "figures_py.h"
	,
};

/* Before the script: what each module is called, twice; ours. */
void
run_add_script(const struct run *run, struct buf *all)
{
	const struct run_options *opts = run->opts;
	size_t i;

	for (i = 0; i < opts->nmodules; i++) {
		buf_add(all, opts->modules[i].name,
		    strlen(opts->modules[i].name) + 1);
		buf_add(all, opts->modules[i].given,
		    strlen(opts->modules[i].given) + 1);
	}
	buf_add(all, "\0\0", opts->nmodules > 0 ? 1 : 2);
	/* A zygote has them. */
	for (i = 0; i < ARRAY_SIZE(parts) && run->family == NULL; i++) {
		buf_adds(all, parts[i]);
		buf_add(all, "\0\0", 2);
	}
	buf_add(all, opts->script, opts->script_len);
}

void
run_add_parts(struct buf *all)
{
	struct json *list = js_arr();
	size_t i;

	for (i = 0; i < ARRAY_SIZE(parts); i++)
		js_add(list, js_str(parts[i]));
	js_add(list, js_str(session_driver));
	js_write(list, all);
	js_free(list);
}

int
run_give_script(struct run *run)
{
	const struct run_options *opts = run->opts;
	const char *const fixed[] = { opts->script_name, policy_shown(
	    run->policy, run->dirs.code), codedir_script(opts),
	    run->room != NULL ? "2" : opts->results ? "1" : "0" };
	auto_buf struct buf words = BUF_INIT, all = BUF_INIT;
	char *why = NULL;
	size_t i;
	int r;

	if (workdir_add_code(run->workdir, opts, &why) < 0)
		return run_refuse(run, STATUS_FAILED, why);
	for (i = 0; i < ARRAY_SIZE(fixed); i++)
		buf_add(&words, fixed[i], strlen(fixed[i]) + 1);
	for (i = 0; opts->argv != NULL && opts->argv[i] != NULL; i++)
		buf_add(&words, opts->argv[i], strlen(opts->argv[i]) + 1);
	buf_addf(&all, "%zu %zu\n", opts->script_len, words.len);
	buf_add(&all, words.data, words.len);
	run_add_script(run, &all);
	if (run->room != NULL)
		return room_fill(run->room, run->script_fd, all.data, all.len) == 0 ? 0 :
		    run_refusef(run, STATUS_FAILED, "cannot make room for cells: %s",
		    strerror(errno));
	r = fdio_write_all(run->script_fd, all.data, all.len);
	if (r == 0 && (lseek(run->script_fd, 0, SEEK_SET) < 0 ||
	    fcntl(run->script_fd, F_ADD_SEALS, F_SEAL_WRITE |
	    F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) < 0))
		r = -errno;
	return r < 0 ? run_refusef(run, STATUS_FAILED,
	    "cannot seal the script: %s", strerror(-r)) : 0;
}
