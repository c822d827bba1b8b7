#include "supervise_parts.h"

#include <fcntl.h>
#include <sys/prctl.h>

#include "../base/buf.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "../check/path.h"
#include "../host/launch.h"
#include "../policy/landlock_sets.h"
#include "../zygote/handover.h"

/* What a zygote's child is to run, and with what: argv, 0, environment, 0. */
int
supervise_take(struct supervisor *sup, const struct launch_config *lc)
{
	const struct supervise_config *cfg = sup->cfg;
	auto_fd int cwd = open(lc->cwd, O_PATH | O_DIRECTORY | O_CLOEXEC);
	const int fds[HANDOVER_N] = {
		[HANDOVER_STDIN] = lc->stdio[0],
		[HANDOVER_STDOUT] = lc->stdio[1],
		[HANDOVER_STDERR] = lc->stdio[2],
		[HANDOVER_SCRIPT] = cfg->script_fd,
		[HANDOVER_REPORT] = sup->report[1],
		[HANDOVER_GUARD] = lc->guard_fd, [HANDOVER_WAY] = lc->way_fd,
		[HANDOVER_LANDLOCK] = lc->landlock_fd, [HANDOVER_CWD] = cwd,
	};
	char *const *const lists[] = { lc->argv, lc->env };
	auto_buf struct buf text = BUF_INIT;
	size_t i, k;

	/* A filter besides the zygote's it could not be given. */
	if (cwd < 0 || lc->before != NULL)
		return cwd < 0 ? -errno : -EOPNOTSUPP;
	for (i = 0; i < ARRAY_SIZE(lists); i++) {
		for (k = 0; lists[i][k] != NULL; k++)
			buf_add(&text, lists[i][k], strlen(lists[i][k]) + 1);
		buf_addc(&text, '\0');
	}
	sup->taken = handover_ask(cfg->take, fds, text.data, text.len);
	return sup->taken < 0 ? sup->taken : 0;
}

/* One of the family, in a process of its own: its pid, or -errno. */
static pid_t
fork_one(const struct supervisor *family, const struct supervise_config *cfg)
{
	struct supervisor *sup;
	pid_t pid, parent = getpid();
	int sets[LANDLOCK_SETS_N], r;

	pid = fork();
	if (pid != 0)
		return pid < 0 ? -errno : pid;
	sup = mem_new(1, sizeof(*sup));
	sup->cfg = cfg;
	sup->iso = family->iso;
	supervise_settle(sup, parent);
	sup->child_rules = -1;
	if (sup->iso.landlock) {
		r = landlock_sets_new(cfg->policy, policy_reads_by_landlock(
		    cfg->policy) || !path_has_openat2(), sets);
		if (r < 0)
			supervise_fail(sup, "Landlock", r);
		close(sets[LANDLOCK_SETS_SELF]);
		sup->child_rules = sets[LANDLOCK_SETS_CHILD];
	}
	supervise_rest(sup);
}

void
supervise_family(const struct supervise_config *zygote, const int *keep,
    size_t nkeep, bool (*next)(struct supervise_config *, void *), void *arg)
{
	struct supervisor *sup = mem_new(1, sizeof(*sup));
	struct supervise_config cfg = *zygote;
	struct handover hand;
	int r;

	sup->cfg = zygote;
	supervise_begin(sup, keep, nkeep);
	if (sup->alone)
		supervise_fail_why(sup, "nobody can trace here: no zygote", ENOSYS);
	r = handover_new(&hand);
	if (r < 0)
		supervise_fail(sup, "a zygote's sockets", r);
	cfg.give = &hand;
	r = fork_one(sup, &cfg);
	if (r < 0)
		supervise_fail(sup, "starting a process", r);
	while (next(&cfg, arg)) {
		cfg.give = NULL;
		cfg.take = &hand;
		r = fork_one(sup, &cfg);
		if (r < 0)
			supervise_fail(sup, "starting a process", r);
	}
	_exit(0);
}
