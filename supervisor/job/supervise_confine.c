/* What holds on this host, by trying; and the process's own Landlock domain. */
#include "supervise_parts.h"

#include <sys/wait.h>
#include <unistd.h>

#include "../base/buf.h"
#include "../base/landlock.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "../check/path.h"
#include "../host/probe.h"
#include "../policy/landlock_sets.h"
#include "../run/run.h"

/* Without Landlock the first call that needs it says so. */
static bool
is_missing(int r)
{
	return r == -EOPNOTSUPP || r == -ENOSYS || r == -EPERM || r == -E2BIG;
}

/* Where none can be started nothing was probed: that is no lack of the host. */
static void
check_children(struct supervisor *sup)
{
	pid_t pid = fork();

	if (pid == 0)
		_exit(0);
	if (pid < 0)
		supervise_fail(sup, "starting a process", errno);
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
}

/*
 * Where it is Landlock that keeps a name from leading elsewhere (C), or all
 * there is (D), it must not grant more than the table.
 */
static void
check_alone(struct supervisor *sup, char tier)
{
	const unsigned files = 1u << ACCESS_READ | 1u << ACCESS_WRITE |
	    1u << ACCESS_EXEC;
	auto_buf struct buf text = BUF_INIT;
	auto_free char *why = NULL;

	if (tier == 'D' && sup->cfg->opts->narrow != NULL)
		why = mem_strdup("--profile auto narrows by names");
	else if (!policy_landlock_exceeds(sup->cfg->policy, files,
	    tier == 'C', &why))
		return;
	buf_addf(&text, "in tier %c Landlock stands alone%s, and it cannot "
	    "take away what it grants: %s; nothing was run", tier,
	    tier == 'C' ? " where a folder is exchanged for a link" : "", why);
	supervise_fail_why(sup, buf_str(&text), EPERM);
}

/* For a tier that stands on Landlock: rules that say what the table says. */
static void
make_exact(struct supervisor *sup, char tier, bool is_exact)
{
	int sets[LANDLOCK_SETS_N];
	int r;

	check_alone(sup, tier);
	if (is_exact)
		return;
	close(sup->child_rules);
	r = landlock_sets_new(sup->cfg->policy, true, sets);
	if (r < 0)
		supervise_fail(sup, "Landlock", r);
	close(sets[LANDLOCK_SETS_SELF]);
	sup->child_rules = sets[LANDLOCK_SETS_CHILD];
}

static int
see_others(const char *path, unsigned accesses, void *arg)
{
	(void)accesses;
	return policy_holds_other_runs(arg, path);
}

static void
note_isolation(struct supervisor *sup)
{
	const struct policy *policy = sup->cfg->policy;

	sup->iso.uid = sup->cfg->uid;
	sup->iso.own_uid = sup->cfg->uid_fd >= 0;
	sup->iso.in_memory = util_is_below(sup->cfg->dirs->work, "/dev/shm");
	sup->iso.reads_alone = policy_reads_by_landlock(policy);
	sup->iso.runs_open = policy_each_tree(policy, false, see_others,
	    (void *)(uintptr_t)policy) != 0;
}

bool
supervise_is_exact(const struct policy *policy)
{
	return policy_reads_by_landlock(policy) || !path_has_openat2();
}

void
supervise_confine(struct supervisor *sup)
{
	const struct policy *policy = sup->cfg->policy;
	bool exact = supervise_is_exact(policy);
	int sets[LANDLOCK_SETS_N];
	char tier;
	int r;

	note_isolation(sup);
	r = landlock_sets_new(policy, exact, sets);
	if (r == 0)
		r = landlock_enter(sets[LANDLOCK_SETS_SELF]);
	if (r < 0 && !is_missing(r))
		supervise_fail(sup, "Landlock", r);
	if (sets[LANDLOCK_SETS_SELF] >= 0)
		close(sets[LANDLOCK_SETS_SELF]);
	sup->iso.landlock = r == 0;
	/* A child has to be refused what a rule of ours permits. */
	isolation_probe(&sup->iso);
	sup->child_rules = sets[LANDLOCK_SETS_CHILD];
	if (sup->iso.landlock) {
		sup->iso.landlock_abi = landlock_abi();
	} else if (sup->child_rules >= 0) {
		close(sup->child_rules);
		sup->child_rules = -1;
	}
	tier = isolation_tier(&sup->iso);
	sup->alone = tier == 'D';
	/* Aliases are what the judge makes of names. */
	if (sup->alone)
		sup->iso.names_as_they_are =
		    rules_alias(sup->cfg->opts->rules, 0) != NULL;
	if (sup->iso.landlock && tier > 'B')
		make_exact(sup, tier, exact);
	if (sup->alone)
		check_children(sup);
	if (sup->alone && !sup->iso.landlock && sup->cfg->opts->degraded)
		supervise_fail(sup, "neither a tracer nor Landlock would hold this run",
		    ENOSYS);
}
