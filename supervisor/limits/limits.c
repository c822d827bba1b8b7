#include "limits.h"

#include <signal.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <time.h>

#include "../base/clock.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "../policy/policy.h"
#include "../job/recorder.h"
#include "buffers.h"
#include "disk.h"
#include "graves.h"
#include "limits_impl.h"
#include "look.h"
#include "objects.h"

#define HOT_MS		300	/* how long BUSY_MS holds after a wake */
#define RECOUNT_MS	10	/* between looks at a tree that stands still,
				   if nothing was granted meanwhile */
#define SLACK		(INT64_C(1) << 20)	/* until leases are dealt anew */
#define STALE		16	/* such a part of memory may be granted to pipes
				   and sockets that are gone */

int
limits_new(const struct limits_config *cfg, struct limits **ret)
{
	struct limits *limits = mem_new(1, sizeof(*limits));
	int i;

	pthread_mutex_init(&limits->lock, NULL);
	pthread_mutex_init(&limits->names, NULL);
	pthread_mutex_init(&limits->walking, NULL);
	for (i = 0; i < RULES_NLIMITS; i++)
		limits->max[i] = policy_limit(cfg->policy, (enum rules_limit)i);
	limits->recorder = cfg->recorder;
	limits->file_size = limits_file_size(limits);
	limits->alone = cfg->alone;
	limits->net = policy_has_net(cfg->policy, false) ||
	    policy_has_net(cfg->policy, true);
	limits->before = before_new();
	limits->disk = disk_new(cfg->work, cfg->home, cfg->disk_before,
	    cfg->policy, limits->before, cfg->alone);
	limits->objects = objects_new();
	limits->looker = looker_new();
	limits->recounter = looker_new();
	limits->graves = graves_new();
	limits->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	limits->ended = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (limits->wake < 0 || limits->ended < 0) {
		i = -errno;
		limits_free(limits);
		return i;
	}
	*ret = limits;
	return 0;
}

void
limits_free(struct limits *limits)
{
	if (limits == NULL)
		return;
	if (limits->wake >= 0)
		close(limits->wake);
	if (limits->ended >= 0)
		close(limits->ended);
	objects_free(limits->objects);
	looker_free(limits->looker);
	looker_free(limits->recounter);
	graves_free(limits->graves);
	disk_free(limits->disk);
	before_free(limits->before);
	free(limits->procs);
	free(limits->members);
	pthread_mutex_destroy(&limits->lock);
	pthread_mutex_destroy(&limits->names);
	pthread_mutex_destroy(&limits->walking);
	free(limits);
}

bool
limits_exceeded(const struct limits *limits)
{
	return atomic_load(&limits->exceeded);
}

static void
make_readable(int event)
{
	uint64_t one = 1;
	ssize_t n = write(event, &one, sizeof(one));

	(void)n;		/* full: it is readable already */
}

void
limits_wake(struct limits *limits)
{
	make_readable(limits->wake);
}

void
limits_exceed(struct limits *limits, int which, int64_t limit, int64_t used)
{
	recorder_limit(limits->recorder, which, limit, used);
	if (atomic_exchange(&limits->exceeded, true))
		return;
	make_readable(limits->ended);
	limits_wake(limits);
}

int
limits_end_fd(const struct limits *limits)
{
	return limits->ended;
}

int
limits_wake_fd(const struct limits *limits)
{
	return limits->wake;
}

/* Is there a process with a copy of another's memory? */
static bool
has_forked(const struct limits *limits)
{
	for (size_t i = 0; i < limits->nprocs; i++)
		if (limits->procs[i].forks > 1 && !limits->procs[i].borrowed)
			return true;
	return false;
}

int
limits_refuse(struct limits *limits, int which, int64_t used, int64_t asked,
    int err, struct limits_refusal *ret)
{
	int64_t max = limits->max[which];

	*ret = (struct limits_refusal){ .err = err, .which = which,
	    .limit = max, .used = used, .asked = asked,
	    .forked = which == RULES_MEMORY && has_forked(limits) };
	return err;
}

void
limits_refused(struct limits *limits, const struct limits_refusal *refusal)
{
	int64_t used = refusal->used, asked = refusal->asked;

	recorder_limit(limits->recorder, refusal->which, refusal->limit,
	    used > INT64_MAX - asked ? INT64_MAX : used + asked);
}

int
limits_on_too_large(struct limits *limits, int64_t asked,
    struct limits_refusal *ret)
{
	int64_t most = limits->max[RULES_FILE_SIZE];
	/* By so little disk that no file may have its size. */
	int which = asked <= most && atomic_load(&limits->file_size) < most ?
	    RULES_DISK : RULES_FILE_SIZE;

	/* How long the file is by now is not known here. */
	recorder_limit(limits->recorder, which, limits->max[which],
	    limits->max[which]);
	*ret = (struct limits_refusal){ .err = EFBIG, .which = which,
	    .limit = limits->max[which], .asked = asked };
	return EFBIG;
}

/*
 * What begins now may be large before the next sample would come, however short
 * the last one was ago.
 */
static void
heat(struct limits *limits)
{
	int64_t now = clock_ms();
	bool hot = now < limits->hot_until;

	if (limits->hot_until - now > HOT_MS / 2)
		return;
	limits->hot_until = now + HOT_MS;
	if (!hot)
		limits_wake(limits);
}

struct proc *
limits_find(struct limits *limits, pid_t tgid)
{
	size_t i;

	for (i = 0; i < limits->nprocs; i++) {
		if (limits->procs[i].tgid == tgid)
			return &limits->procs[i];
	}
	return NULL;
}

int64_t
limits_outside(const struct limits *limits)
{
	return limits->object_memory + limits->channels + limits->lasting +
	    limits->kept.memory + limits->forked.memory;
}

int64_t
limits_file_size(const struct limits *limits)
{
	return limits->max[RULES_FILE_SIZE] < limits->max[RULES_DISK] ?
	    limits->max[RULES_FILE_SIZE] : limits->max[RULES_DISK];
}

int64_t
limits_disk(const struct limits *limits)
{
	int64_t sum = limits->walked + limits->made + limits->hidden +
	    limits->object_disk + limits->attributes;

	/* What was there before may be gone. */
	return sum > 0 ? sum : 0;
}

void
limits_see_objects(struct limits *limits)
{
	objects_sum(limits->objects, &limits->object_memory,
	    &limits->object_disk);
}

void
limits_on_new_task(struct limits *limits, pid_t tid, pid_t tgid, pid_t parent)
{
	struct proc *proc, *from;
	struct member *member;
	size_t i;

	pthread_mutex_lock(&limits->lock);
	for (i = 0; i < limits->nmembers; i++) {
		if (limits->members[i].tid == tid)
			goto out;
	}
	member = MEM_PUSH(limits->members, limits->nmembers,
	    limits->members_cap);
	member->tid = tid;
	member->tgid = tgid;
	if ((int64_t)limits->nmembers > limits->tasks_peak)
		limits->tasks_peak = (int64_t)limits->nmembers;
	if (limits->pending > 0)
		limits->pending--;
	proc = limits_find(limits, tgid);
	if (proc == NULL) {
		proc = MEM_PUSH(limits->procs, limits->nprocs,
		    limits->procs_cap);
		proc->tgid = tgid;
		proc->via = tid;
		proc->parent = parent;
		proc->forks = 1;
		/* Where several are on their way it may be another. */
		proc->borrowed = limits->pending_borrows && tid == tgid &&
		    limits->pending == 0;
		from = limits_find(limits, parent);
		proc->file_size = from != NULL ? from->file_size :
		    limits_file_size(limits);
		if (from != NULL)
			proc->forks = from->forks + 1;
	}
	proc->threads++;
out:
	pthread_mutex_unlock(&limits->lock);
}

/* What RLIMIT_DATA does not count, as it is now. The lock is held. */
static void
see_closed(struct limits *limits, struct proc *proc)
{
	int64_t before = proc->closed;

	leases_data_of(limits, proc);
	if (proc->closed != before)
		leases_deal(limits, NULL);
}

void
limits_on_exec(struct limits *limits, pid_t tgid)
{
	struct proc *proc;

	pthread_mutex_lock(&limits->lock);
	proc = limits_find(limits, tgid);
	if (proc != NULL) {
		proc->borrowed = false;
		proc->forks = 0;
		if (proc->closed > 0)
			see_closed(limits, proc);
	}
	pthread_mutex_unlock(&limits->lock);
}

void
limits_on_closed(struct limits *limits, pid_t tgid)
{
	struct proc *proc;

	pthread_mutex_lock(&limits->lock);
	proc = limits_find(limits, tgid);
	if (proc != NULL)
		see_closed(limits, proc);
	pthread_mutex_unlock(&limits->lock);
}

/* It is over: what it used, and its place. */
static void
bury(struct limits *limits, struct proc *proc, int64_t cpu)
{
	struct proc *parent;

	/*
	 * `cpu` holds what it waited for, too, each of which came here before.
	 * If it waited for none of them, the last sample may be nearer.
	 */
	if (cpu - proc->dead_cpu > proc->cpu)
		proc->cpu = cpu - proc->dead_cpu;
	parent = limits_find(limits, proc->parent);
	if (parent != NULL && cpu > 0)
		parent->dead_cpu += cpu;
	limits->cpu_gone += proc->cpu;
	limits->written_gone += proc->written;
	limits->exits++;
	graves_add(limits->graves, proc->tgid, proc->parent);
	*proc = limits->procs[--limits->nprocs];
	/* Whoever is left alone gets all of it back at once. */
	if (limits->nprocs == 1)
		leases_deal(limits, NULL);
}

void
limits_on_exit_task(struct limits *limits, pid_t tid, pid_t tgid, int64_t cpu)
{
	struct proc *proc;
	size_t i;

	pthread_mutex_lock(&limits->lock);
	for (i = 0; i < limits->nmembers; i++) {
		if (limits->members[i].tid != tid)
			continue;
		limits->io_gone += limits->members[i].io;
		limits->members[i] = limits->members[--limits->nmembers];
		break;
	}
	proc = limits_find(limits, tgid);
	if (proc != NULL && proc->threads > 0 && --proc->threads == 0)
		bury(limits, proc, cpu);
	pthread_mutex_unlock(&limits->lock);
}

void
limits_on_peak(struct limits *limits, pid_t tgid, int64_t bytes)
{
	const struct proc *proc;
	int64_t lease;

	pthread_mutex_lock(&limits->lock);
	proc = limits_find(limits, tgid);
	lease = proc != NULL && proc->lease > 0 ? proc->lease :
	    limits->max[RULES_MEMORY];
	if (bytes >= lease - lease / 16 && bytes > limits->near_memory)
		limits->near_memory = bytes;
	pthread_mutex_unlock(&limits->lock);
}

/* So that sums of it cannot overflow. */
static int64_t
amount(uint64_t bytes)
{
	return bytes > INT64_MAX / 2 ? INT64_MAX / 2 : (int64_t)bytes;
}

int
limits_on_reserve(struct limits *limits, pid_t tgid, uint64_t bytes,
    struct limits_refusal *ret)
{
	int64_t max = limits->max[RULES_MEMORY], sum;
	int64_t want = amount(bytes);
	struct proc *proc;
	int err = 0;

	pthread_mutex_lock(&limits->lock);
	proc = limits_find(limits, tgid);
	if (proc != NULL)
		proc->borrowed = false;
	/* What others are about to take. Its own was taken, or was not. */
	sum = leases_data(limits) + leases_promised(limits, proc) +
	    limits_outside(limits) + want;
	if (sum > max)
		err = limits_refuse(limits, RULES_MEMORY, sum - want, want,
		    ENOMEM, ret);
	else if (proc != NULL && limits->nprocs > 1)
		leases_promise(limits, proc, want, proc->data + want);
	pthread_mutex_unlock(&limits->lock);
	return err;
}

int
limits_on_image(struct limits *limits, pid_t tgid, uint64_t bytes,
    struct limits_refusal *ret)
{
	int64_t max = limits->max[RULES_MEMORY], sum;
	int64_t want = amount(bytes);
	struct proc *proc;
	int err = 0;

	pthread_mutex_lock(&limits->lock);
	proc = limits_find(limits, tgid);
	sum = leases_data(limits) + leases_promised(limits, proc) +
	    limits_outside(limits);
	if (proc != NULL && !proc->borrowed)
		sum -= proc->data;
	if (want > max - sum)
		err = limits_refuse(limits, RULES_MEMORY, sum, want, ENOMEM,
		    ret);
	else if (proc != NULL && want > proc->lease)
		leases_promise(limits, proc, want, want);
	pthread_mutex_unlock(&limits->lock);
	return err;
}

/* Room for `want` that no process will own? The lock is held. */
static int
grant(struct limits *limits, int64_t want, struct limits_refusal *ret)
{
	int64_t sum = leases_data(limits) + leases_promised(limits, NULL) +
	    limits_outside(limits);

	if (want > limits->max[RULES_MEMORY] - sum)
		return limits_refuse(limits, RULES_MEMORY, sum, want, ENOMEM,
		    ret);
	return 0;
}

/* What is outside grew: the leases become less by it. */
static void
grew(struct limits *limits)
{
	int64_t outside = limits_outside(limits);

	if (outside < limits->dealt + SLACK)
		return;
	limits->dealt = outside;
	if (limits->nprocs > 0)
		leases_deal(limits, NULL);
}

/* The same by what the memory files hold now. */
static int
grant_object(struct limits *limits, uint64_t bytes, struct limits_refusal *ret)
{
	int64_t want = amount(bytes);

	limits_see_objects(limits);
	return grant(limits, want, ret);
}

int
limits_may_object(struct limits *limits, uint64_t bytes,
    struct limits_refusal *ret)
{
	int err;

	pthread_mutex_lock(&limits->lock);
	err = grant_object(limits, bytes, ret);
	if (err != 0 || !objects_fit(limits->objects)) {
		/* What was let go of meanwhile makes room. */
		objects_sweep(limits->objects);
		err = grant_object(limits, bytes, ret);
	}
	if (err == 0 && !objects_fit(limits->objects))
		err = limits_refuse(limits, RULES_OPEN_FILES, OBJECTS_MAX, 1,
		    ENOMEM, ret);
	pthread_mutex_unlock(&limits->lock);
	return err;
}

void
limits_on_object(struct limits *limits, int fd, uint64_t bytes)
{
	pthread_mutex_lock(&limits->lock);
	objects_hold(limits->objects, fd, (int64_t)bytes, OBJECTS_MEMORY);
	limits_see_objects(limits);
	grew(limits);
	heat(limits);
	pthread_mutex_unlock(&limits->lock);
}

void
limits_on_unlinked(struct limits *limits, int fd, bool own, bool made)
{
	if (!objects_is_open(fd)) {
		close(fd);
		return;
	}
	pthread_mutex_lock(&limits->lock);
	if (!objects_fit(limits->objects) && own)
		limits_exceed(limits, RULES_OPEN_FILES, OBJECTS_MAX,
		    OBJECTS_MAX + 1);
	objects_hold(limits->objects, fd, 0, made ? OBJECTS_MADE :
	    OBJECTS_FOUND);
	limits_see_objects(limits);
	pthread_mutex_unlock(&limits->lock);
}

/* So much was granted since that a look may be worth it? */
static bool
is_stale(const struct limits *limits)
{
	return limits->channels > limits->recounted +
	    limits->max[RULES_MEMORY] / STALE;
}

int
limits_on_channels(struct limits *limits, unsigned n, int64_t bytes,
    bool lasting, struct limits_refusal *ret)
{
	int64_t want = n * bytes;
	int err;

	pthread_mutex_lock(&limits->lock);
	/* What is gone would be missing elsewhere: first it is looked for. */
	if (is_stale(limits))
		err = limits_refuse(limits, RULES_MEMORY, limits->channels,
		    want, ENOMEM, ret);
	else
		err = grant(limits, want, ret);
	if (err == 0) {
		if (lasting)
			limits->lasting += want;
		else
			limits->channels += want;
		grew(limits);
	}
	pthread_mutex_unlock(&limits->lock);
	return err;
}

bool
limits_may_recount(struct limits *limits, const struct limits_refusal *refused)
{
	bool may = false;

	pthread_mutex_lock(&limits->lock);
	if (refused->which == RULES_FILES)
		may = limits->unsure > 0;
	else if (refused->which == RULES_PROCESSES)
		may = true;
	else if (refused->err == ENOMEM)
		may = is_stale(limits) || (limits->channels > 0 &&
		    clock_ms() >= limits->recount_due);
	pthread_mutex_unlock(&limits->lock);
	return may;
}

void
limits_recount(struct limits *limits)
{
	struct look_order order;
	struct look look;
	int64_t gone = 0;

	pthread_mutex_lock(&limits->lock);
	limits_order(limits, &order);
	pthread_mutex_unlock(&limits->lock);
	order.still = true;
	looker_look(limits->recounter, &order, &look);
	limits_order_free(&order);
	pthread_mutex_lock(&limits->lock);
	if (!look.spent && !look.in_flight && look.channels < limits->channels)
		gone = limits->channels - look.channels;
	limits->channels -= gone;
	limits->recounted = limits->channels;
	limits->dealt = limits_outside(limits);
	if (limits->nprocs > 0)
		leases_deal(limits, NULL);
	limits->recount_due = clock_ms() + RECOUNT_MS;
	pthread_mutex_unlock(&limits->lock);
}

/* Room on disk? The lock is held. */
static int
grant_disk(struct limits *limits, uint64_t bytes, struct limits_refusal *ret)
{
	int64_t max = limits->max[RULES_DISK], used = limits_disk(limits);

	if (used >= max || bytes > (uint64_t)(max - used))
		return limits_refuse(limits, RULES_DISK, used,
		    (int64_t)(bytes & INT64_MAX), ENOSPC, ret);
	return 0;
}

int
limits_on_file(struct limits *limits, uint64_t bytes,
    struct limits_refusal *ret)
{
	int err;

	pthread_mutex_lock(&limits->lock);
	heat(limits);
	err = grant_disk(limits, bytes, ret);
	/* What was granted may be gone again. */
	if (err != 0 && limits->made > 0) {
		pthread_mutex_unlock(&limits->lock);
		limits_walk(limits);
		pthread_mutex_lock(&limits->lock);
		err = grant_disk(limits, bytes, ret);
	}
	if (err == 0)
		limits->made += (int64_t)bytes;
	pthread_mutex_unlock(&limits->lock);
	return err;
}

int
limits_on_attribute(struct limits *limits, int64_t more,
    struct limits_refusal *ret)
{
	int err = 0;

	pthread_mutex_lock(&limits->lock);
	if (more > 0)
		err = grant_disk(limits, (uint64_t)more, ret);
	/* What the run did not set is no gain when it goes. */
	if (err == 0)
		limits->attributes += more < -limits->attributes ?
		    -limits->attributes : more;
	pthread_mutex_unlock(&limits->lock);
	return err;
}

void
limits_names_begin(struct limits *limits)
{
	pthread_mutex_lock(&limits->names);
}

void
limits_names_end(struct limits *limits)
{
	atomic_fetch_add(&limits->renames, 1);
	pthread_mutex_unlock(&limits->names);
}

void
limits_kill(struct limits *limits)
{
	size_t i;

	pthread_mutex_lock(&limits->lock);
	if (limits->alone)
		limits_find_tree(limits);
	for (i = 0; i < limits->nprocs; i++)
		kill(limits->procs[i].tgid, SIGKILL);
	pthread_mutex_unlock(&limits->lock);
}

unsigned
limits_processes(struct limits *limits, pid_t *ret, unsigned max)
{
	unsigned n;

	pthread_mutex_lock(&limits->lock);
	if (limits->alone)
		limits_find_tree(limits);
	for (n = 0; n < limits->nprocs && n < max; n++)
		ret[n] = limits->procs[n].tgid;
	pthread_mutex_unlock(&limits->lock);
	return n;
}

int
limits_on_memory_file(struct limits *limits, uint64_t bytes,
    struct limits_refusal *ret)
{
	int err;

	pthread_mutex_lock(&limits->lock);
	err = grant_object(limits, bytes, ret);
	heat(limits);
	pthread_mutex_unlock(&limits->lock);
	return err;
}

int64_t
limits_locks(struct limits *limits)
{
	struct look_order order;
	int64_t locks;

	pthread_mutex_lock(&limits->lock);
	limits_order(limits, &order);
	pthread_mutex_unlock(&limits->lock);
	locks = look_locks(&order);
	limits_order_free(&order);
	return locks;
}

bool
limits_is_file_size(struct limits *limits, pid_t tgid)
{
	struct rlimit now;
	struct proc *proc;
	bool is;

	pthread_mutex_lock(&limits->lock);
	proc = limits_find(limits, tgid);
	is = proc != NULL && prlimit(tgid, RLIMIT_FSIZE, NULL, &now) == 0 &&
	    (int64_t)now.rlim_cur >= proc->file_size;
	pthread_mutex_unlock(&limits->lock);
	return is;
}
