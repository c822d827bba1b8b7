#include "supervise_names.h"

#include <string.h>

#include "../base/buf.h"
#include "../base/mem.h"
#include "../evidence/evidence.h"
#include "../policy/policy.h"
#include "../run/codedir.h"
#include "../run/run.h"
#include "supervise.h"

/* A process that was started afresh calls its files by where they lie. */
void
supervise_tell_evidence(const struct supervise_config *cfg)
{
	const struct run_options *opts = cfg->opts;
	const char *shown = cfg->dirs->code == NULL ? NULL :
	    policy_shown(cfg->policy, cfg->dirs->code);
	struct evidence_file *files;
	size_t i;

	if (opts->script_name == NULL || shown == NULL) {
		evidence_begin(NULL, 0, NULL, opts->explore);
		return;
	}
	files = mem_new(opts->nmodules + 1, sizeof(*files));
	files[0] = (struct evidence_file){ .name = opts->script_name,
	    .below = codedir_script(opts), .source = opts->script,
	    .n = opts->script_len };
	for (i = 0; i < opts->nmodules; i++)
		files[i + 1] = (struct evidence_file){
		    .name = opts->modules[i].given,
		    .below = opts->modules[i].name,
		    .source = opts->modules[i].bytes,
		    .n = opts->modules[i].n };
	evidence_begin(files, opts->nmodules + 1, shown, opts->explore);
}

/* Where nobody makes anything of names, /tmp would be the host's. */
char *const *
supervise_plain_env(const struct supervise_config *cfg)
{
	auto_buf struct buf work = BUF_INIT;
	char **env;
	size_t n = 0, i;

	while (cfg->env[n] != NULL)
		n++;
	env = mem_new(n + 1, sizeof(*env));
	buf_addf(&work, "TMPDIR=%s", cfg->dirs->work);
	for (i = 0; i < n; i++)
		env[i] = mem_strdup(strcmp(cfg->env[i], "TMPDIR=/tmp") == 0 ?
		    buf_str(&work) : cfg->env[i]);
	return env;
}

char *const *
supervise_plain_argv(const struct supervise_config *cfg)
{
	char **argv;
	size_t n = 0, i;

	while (cfg->argv[n] != NULL)
		n++;
	argv = mem_new(n + 1, sizeof(*argv));
	for (i = 0; i < n; i++)
		argv[i] = mem_strdup(cfg->script_fd >= 0 &&
		    i == SUPERVISE_CODE ? cfg->dirs->code : cfg->argv[i]);
	return argv;
}
