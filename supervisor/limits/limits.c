/*
 * Memory is bounded where it is reserved. RLIMIT_DATA counts the private
 * writable memory of one process, exactly and in the kernel (since Linux 4.7).
 * A tree of one has the whole limit as its own; from the first fork on each
 * process has a lease, its soft limit, and the leases never add up to more
 * than the limit:
 *
 *	limit  =  lease A  +  lease B  +  ...
 *	lease A  =  what A has  +  its share of what nobody has
 *
 * They are dealt again at every fork, at large reservations, and as time goes
 * by. Raising a soft limit is refused to the tree by the filter. What is
 * shared (shmem, memfd) no such limit counts: it is sampled.
 */
#include "limits.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <time.h>

#include "../base/clock.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "buffers.h"
#include "disk.h"
#include "../evidence/evidence.h"
#include "graves.h"
#include "held.h"
#include "../policy.h"
#include "procfs.h"
#include "../recorder.h"

#define PENDING_MS	2000
#define IDLE_MS		100
#define BUSY_MS		10
#define HOT_MS		300	/* how long BUSY_MS holds after a wake */
#define TREE_MAX	4096
#define SEMAPHORES_MAX	16
#define PROMISE_MS	20

struct proc {
	pid_t	tgid;
	unsigned threads;
	bool	borrowed;	/* shares its parent's memory until it execs */
	pid_t	parent;
	int64_t	cpu, children_cpu, written;
	int64_t	dead_cpu;	/* of its children that are gone */
	int64_t	data, lease, part;
	int64_t	promise, promised, met;	/* bytes; since when; `data` then */
};

struct task {
	pid_t	tid, tgid;
};

struct limits {
	pthread_mutex_t		 lock;
	int64_t			 max[RULES_NLIMITS];
	struct recorder		*recorder;
	bool			 alone;
	struct disk		*disk;
	atomic_bool		 exceeded;

	struct proc		*procs;
	size_t			 nprocs, procs_cap;
	struct task		*tasks;
	size_t			 ntasks, tasks_cap;
	/* Clones that were permitted and have not been seen yet. */
	unsigned		 pending;
	bool			 pending_borrows;
	int64_t			 pending_since;

	/* Shared memory without a file: reserved, and since the last look. */
	int64_t			 shared, shared_new;

	int64_t			 cpu_gone, written_gone, near_memory;
	int64_t			 rss_peak, tasks_peak, last_use, last_disk;
	/* What was used when it was first seen to be too much; and more since. */
	int64_t			 over_memory, over_disk;
	bool			 grows;
	unsigned		 exits;		/* since the last sample */
	int64_t			 sampled, hot_until;	/* milliseconds */
	int			 wake;		/* eventfd */
	struct procfs_look	 look;
	struct held		*held;
	struct graves		*graves;
};

int
limits_new(const struct limits_config *cfg, struct limits **ret)
{
	struct limits *limits = mem_new(1, sizeof(*limits));
	int i;

	pthread_mutex_init(&limits->lock, NULL);
	for (i = 0; i < RULES_NLIMITS; i++)
		limits->max[i] = policy_limit(cfg->policy, (enum rules_limit)i);
	limits->recorder = cfg->recorder;
	limits->alone = cfg->alone;
	limits->disk = disk_new(cfg->work, cfg->home, cfg->disk_before,
	    cfg->policy, cfg->alone);
	limits->held = held_new();
	limits->graves = graves_new();
	/* Nobody tells of names that go, where nobody traces. */
	limits->look.semaphores = cfg->alone ? SEMAPHORES_MAX : 0;
	limits->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (limits->wake < 0) {
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
	held_free(limits->held);
	graves_free(limits->graves);
	disk_free(limits->disk);
	free(limits->procs);
	free(limits->tasks);
	pthread_mutex_destroy(&limits->lock);
	free(limits);
}

bool
limits_exceeded(const struct limits *limits)
{
	return atomic_load(&limits->exceeded);
}

void
limits_exceed(struct limits *limits, int which, int64_t limit, int64_t used)
{
	uint64_t one = 1;
	ssize_t n;

	recorder_limit(limits->recorder, which, limit, used);
	if (atomic_exchange(&limits->exceeded, true))
		return;
	n = write(limits->wake, &one, sizeof(one));
	(void)n;		/* full: it is readable already */
}

/* Too much of what only a sample sees; `first` is what the first one saw. */
static void
cross(struct limits *limits, int which, int64_t used, int64_t *first)
{
	int64_t max = limits->max[which];

	if (*first == 0)
		*first = used;
	else if (used > *first + max / 32)
		limits->grows = true;
	limits_exceed(limits, which, max, used);
}

int
limits_wake_fd(const struct limits *limits)
{
	return limits->wake;
}

/* Refuse it: the run's limit, unless another was met before. */
static int
refuse(struct limits *limits, int which, int64_t used, int64_t asked, int err,
    struct limits_refusal *ret)
{
	int64_t max = limits->max[which];

	recorder_limit(limits->recorder, which, max, used > INT64_MAX - asked ?
	    INT64_MAX : used + asked);
	*ret = (struct limits_refusal){ .err = err, .which = which,
	    .limit = max, .used = used, .asked = asked };
	return err;
}

int
limits_on_too_large(struct limits *limits, int64_t asked,
    struct limits_refusal *ret)
{
	int which = limits->max[RULES_DISK] < limits->max[RULES_FILE_SIZE] ?
	    RULES_DISK : RULES_FILE_SIZE;

	/* How long the file is by now is not known here. */
	recorder_limit(limits->recorder, which, limits->max[which],
	    limits->max[which]);
	*ret = (struct limits_refusal){ .err = EFBIG, .which = which,
	    .limit = limits->max[which], .asked = asked };
	return EFBIG;
}

/* What begins now may be large before the next sample would come. */
static void
heat(struct limits *limits)
{
	int64_t now = clock_ms();
	uint64_t one = 1;

	if (now - limits->sampled <= 2 * BUSY_MS)
		return;
	limits->sampled = now;
	limits->hot_until = now + HOT_MS;
	if (write(limits->wake, &one, sizeof(one)) < 0)
		return;		/* full: it is readable already */
}

static struct proc *
find(struct limits *limits, pid_t tgid)
{
	size_t i;

	for (i = 0; i < limits->nprocs; i++) {
		if (limits->procs[i].tgid == tgid)
			return &limits->procs[i];
	}
	return NULL;
}

/* What a process has reserved now. The stack is counted: it is memory. */
static int64_t
data_of(struct proc *proc)
{
	struct procfs_memory memory;

	if (procfs_memory(proc->tgid, &memory) == 0)
		proc->data = memory.data;
	return proc->borrowed ? 0 : proc->data;
}

static int64_t
data_sum(struct limits *limits)
{
	int64_t sum = 0;
	size_t i;

	for (i = 0; i < limits->nprocs; i++)
		sum += data_of(&limits->procs[i]);
	return sum;
}

static void
set_lease(struct limits *limits, struct proc *proc, int64_t lease)
{
	struct rlimit limit = {
		.rlim_cur = (rlim_t)lease,
		.rlim_max = (rlim_t)limits->max[RULES_MEMORY],
	};

	if (lease == proc->lease)
		return;
	if (prlimit(proc->tgid, RLIMIT_DATA, &limit, NULL) == 0)
		proc->lease = lease;
}

/* What a process was let reserve, as long as it may not have done so yet. */
static int64_t
promise_of(struct proc *proc, int64_t now)
{
	if (now - proc->promised > PROMISE_MS || proc->data >= proc->met)
		proc->promise = 0;
	return proc->promise;
}

/* Each one's part; how much there is for all of them beyond what they have. */
static void
share_out(struct limits *limits, const struct proc *parent, bool child)
{
	int64_t now = clock_ms(), sum = data_sum(limits), free_;
	int64_t shares = (int64_t)limits->nprocs + (child ? 1 : 0);
	size_t i;

	if (child)
		sum += parent->data;
	for (i = 0; i < limits->nprocs; i++)
		sum += promise_of(&limits->procs[i], now);
	free_ = limits->max[RULES_MEMORY] - sum;
	for (i = 0; i < limits->nprocs; i++) {
		struct proc *proc = &limits->procs[i];

		proc->part = proc->data + proc->promise +
		    (free_ > 0 ? free_ / shares : 0);
	}
}

/*
 * Deal what is free, also to a child that is about to be born with the lease
 * of `parent` and all it has. Lowering comes before raising, and no lower than
 * what each is to have: a process must not be refused what is free. Who took
 * more than its part before it was lowered is seen then, and all is dealt anew;
 * who goes on like that keeps the others from being raised.
 */
static void
deal(struct limits *limits, struct proc *parent, bool child)
{
	bool settled = false;
	int tries;
	size_t i;

	if (limits->nprocs == 1 && !child) {
		set_lease(limits, &limits->procs[0], limits->max[RULES_MEMORY]);
		return;
	}
	for (tries = 0; tries < 4 && !settled; tries++) {
		share_out(limits, parent, child);
		for (i = 0; i < limits->nprocs; i++) {
			struct proc *proc = &limits->procs[i];

			if (proc->lease == 0 || proc->lease > proc->part)
				set_lease(limits, proc, proc->part);
		}
		settled = true;
		for (i = 0; i < limits->nprocs; i++)
			settled &= data_of(&limits->procs[i]) <=
			    limits->procs[i].part;
	}
	for (i = 0; i < limits->nprocs && settled; i++)
		set_lease(limits, &limits->procs[i], limits->procs[i].part);
}

int
limits_on_clone(struct limits *limits, pid_t parent_tgid, bool shares_memory,
    struct limits_refusal *ret)
{
	int64_t max = limits->max[RULES_PROCESSES], sum, tasks;
	struct proc *parent;
	int err = 0;

	pthread_mutex_lock(&limits->lock);
	if (limits->pending > 0 &&
	    clock_ms() - limits->pending_since > PENDING_MS)
		limits->pending = 0;
	tasks = (int64_t)(limits->ntasks + limits->pending);
	tasks += graves_count(limits->graves, max - tasks);
	if (tasks >= max) {
		err = refuse(limits, RULES_PROCESSES, tasks, 1, EAGAIN, ret);
		goto out;
	}
	parent = find(limits, parent_tgid);
	if (!shares_memory && parent != NULL) {
		sum = data_sum(limits) + parent->data;
		if (sum > limits->max[RULES_MEMORY]) {
			err = refuse(limits, RULES_MEMORY, sum - parent->data,
			    parent->data, ENOMEM, ret);
			goto out;
		}
		parent->promise = 0;
		deal(limits, parent, true);
	}
	limits->pending++;
	limits->pending_borrows = shares_memory;
	limits->pending_since = clock_ms();
out:
	pthread_mutex_unlock(&limits->lock);
	return err;
}

void
limits_on_no_clone(struct limits *limits)
{
	pthread_mutex_lock(&limits->lock);
	if (limits->pending > 0)
		limits->pending--;
	pthread_mutex_unlock(&limits->lock);
}

void
limits_on_new_task(struct limits *limits, pid_t tid, pid_t tgid, pid_t parent)
{
	struct proc *proc;
	struct task *task;
	size_t i;

	pthread_mutex_lock(&limits->lock);
	for (i = 0; i < limits->ntasks; i++) {
		if (limits->tasks[i].tid == tid)
			goto out;
	}
	task = MEM_PUSH(limits->tasks, limits->ntasks, limits->tasks_cap);
	task->tid = tid;
	task->tgid = tgid;
	if ((int64_t)limits->ntasks > limits->tasks_peak)
		limits->tasks_peak = (int64_t)limits->ntasks;
	if (limits->pending > 0)
		limits->pending--;
	proc = find(limits, tgid);
	if (proc == NULL) {
		proc = MEM_PUSH(limits->procs, limits->nprocs,
		    limits->procs_cap);
		proc->tgid = tgid;
		proc->parent = parent;
		proc->borrowed = limits->pending_borrows && tid == tgid;
	}
	proc->threads++;
out:
	pthread_mutex_unlock(&limits->lock);
}

void
limits_on_exit_task(struct limits *limits, pid_t tid, pid_t tgid, int64_t cpu)
{
	struct proc *proc, *parent;
	size_t i;

	pthread_mutex_lock(&limits->lock);
	for (i = 0; i < limits->ntasks; i++) {
		if (limits->tasks[i].tid != tid)
			continue;
		limits->tasks[i] = limits->tasks[--limits->ntasks];
		break;
	}
	proc = find(limits, tgid);
	if (proc != NULL && proc->threads > 0 && --proc->threads == 0) {
		/*
		 * `cpu` holds what it waited for, too, each of which came
		 * here before. If it waited for none of them, the last sample
		 * may be nearer.
		 */
		if (cpu - proc->dead_cpu > proc->cpu)
			proc->cpu = cpu - proc->dead_cpu;
		parent = find(limits, proc->parent);
		if (parent != NULL && cpu > 0)
			parent->dead_cpu += cpu;
		limits->cpu_gone += proc->cpu;
		limits->written_gone += proc->written;
		limits->exits++;
		graves_add(limits->graves, tgid, proc->parent);
		*proc = limits->procs[--limits->nprocs];
		/* Whoever is left alone gets all of it back at once. */
		if (limits->nprocs == 1)
			deal(limits, &limits->procs[0], false);
	}
	pthread_mutex_unlock(&limits->lock);
}

void
limits_on_peak(struct limits *limits, pid_t tgid, int64_t bytes)
{
	const struct proc *proc;
	int64_t lease;

	pthread_mutex_lock(&limits->lock);
	proc = find(limits, tgid);
	lease = (proc != NULL ? proc->lease : 0) ?: limits->max[RULES_MEMORY];
	if (bytes >= lease - lease / 16 && bytes > limits->near_memory)
		limits->near_memory = bytes;
	pthread_mutex_unlock(&limits->lock);
}

int
limits_on_reserve(struct limits *limits, pid_t tgid, uint64_t bytes,
    bool is_shared, struct limits_refusal *ret)
{
	int64_t max = limits->max[RULES_MEMORY], sum;
	int64_t want = bytes > INT64_MAX / 2 ? INT64_MAX / 2 : (int64_t)bytes;
	int64_t now = clock_ms();
	struct proc *proc;
	int err = 0;
	size_t i;

	pthread_mutex_lock(&limits->lock);
	proc = find(limits, tgid);
	if (proc != NULL)
		proc->borrowed = false;
	sum = data_sum(limits) + want;
	/* What others are about to take. Its own was taken, or was not. */
	for (i = 0; i < limits->nprocs; i++)
		sum += &limits->procs[i] == proc ? 0 :
		    promise_of(&limits->procs[i], now);
	if (is_shared) {
		sum += limits->last_use + limits->shared + limits->shared_new;
		heat(limits);
	}
	if (sum > max) {
		err = refuse(limits, RULES_MEMORY, sum - want, want, ENOMEM,
		    ret);
	} else if (is_shared) {
		limits->shared_new += want;
	} else if (proc != NULL && limits->nprocs > 1) {
		proc->promise = want;
		proc->promised = now;
		proc->met = proc->data + want;
		if (proc->met > proc->lease)
			deal(limits, proc, false);
	}
	pthread_mutex_unlock(&limits->lock);
	return err;
}

int
limits_on_file(struct limits *limits, uint64_t bytes,
    struct limits_refusal *ret)
{
	int64_t max = limits->max[RULES_DISK], used;
	int err = 0;

	pthread_mutex_lock(&limits->lock);
	heat(limits);
	used = limits->last_disk;
	if (used >= max || bytes > (uint64_t)(max - used)) {
		err = refuse(limits, RULES_DISK, used,
		    (int64_t)(bytes & INT64_MAX), ENOSPC, ret);
	}
	pthread_mutex_unlock(&limits->lock);
	return err;
}

void
limits_on_attribute(struct limits *limits, int64_t more)
{
	pthread_mutex_lock(&limits->lock);
	/* What goes counts at once, too: the next look may be long in coming
	 * where processors are busy, and all of it had been added up. */
	limits->last_disk += disk_attribute(limits->disk, more);
	pthread_mutex_unlock(&limits->lock);
}

int
limits_on_pass(struct limits *limits, const int *fds, unsigned n)
{
	unsigned i;
	int r = 0;

	pthread_mutex_lock(&limits->lock);
	for (i = 0; i < n && r == 0; i++)
		r = held_keep(limits->held, fds[i], true);
	if (r == 0)
		held_passing(limits->held);
	heat(limits);
	pthread_mutex_unlock(&limits->lock);
	return -r;
}

void
limits_on_passed(struct limits *limits)
{
	pthread_mutex_lock(&limits->lock);
	held_passed(limits->held);
	pthread_mutex_unlock(&limits->lock);
}

void
limits_on_shut(struct limits *limits, const char *folder)
{
	pthread_mutex_lock(&limits->lock);
	disk_shut(limits->disk, folder);
	pthread_mutex_unlock(&limits->lock);
}

void
limits_on_unlink(struct limits *limits, int fd)
{
	pthread_mutex_lock(&limits->lock);
	held_keep(limits->held, fd, false);
	pthread_mutex_unlock(&limits->lock);
}

/* Without a tracer: who is below us now. */
static void
look_for_tree(struct limits *limits)
{
	pid_t *queue = mem_new(TREE_MAX, sizeof(*queue));
	unsigned n, i;
	size_t j;

	n = procfs_children(getpid(), queue, TREE_MAX);
	for (i = 0; i < n; i++)
		n += procfs_children(queue[i], queue + n, TREE_MAX - n);
	for (j = limits->nprocs; j-- > 0; ) {
		for (i = 0; i < n && queue[i] != limits->procs[j].tgid; i++)
			;
		if (i < n)
			continue;
		limits->cpu_gone += limits->procs[j].cpu;
		limits->procs[j] = limits->procs[--limits->nprocs];
	}
	for (i = 0; i < n; i++) {
		struct proc *proc = find(limits, queue[i]);

		if (proc != NULL)
			continue;
		proc = MEM_PUSH(limits->procs, limits->nprocs,
		    limits->procs_cap);
		proc->tgid = queue[i];
	}
	free(queue);
	limits->ntasks = limits->nprocs;
}

static int64_t
sample_cpu(struct limits *limits)
{
	int64_t live = 0, waited = 0;
	struct rusage usage;
	size_t i;

	for (i = 0; i < limits->nprocs; i++) {
		struct proc *proc = &limits->procs[i];
		int64_t ns;

		if (procfs_cpu(proc->tgid, &ns) == 0 && ns > proc->cpu)
			proc->cpu = ns;
		if (procfs_children_cpu(proc->tgid, &ns) == 0)
			proc->children_cpu = ns;
		live += proc->cpu;
		waited += proc->children_cpu;
	}
	/*
	 * What exited is known twice: as the tracer was told when it ended,
	 * and as the kernel adds it up when a child is waited for (not if
	 * SIGCHLD is ignored).
	 */
	if (getrusage(RUSAGE_CHILDREN, &usage) == 0)
		waited += (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) *
		    1000000000ll + (usage.ru_utime.tv_usec +
		    usage.ru_stime.tv_usec) * 1000ll;
	waited -= evidence_cpu_ns();
	return live + (waited > limits->cpu_gone ? waited : limits->cpu_gone);
}

/*
 * What is touched. Private memory cannot exceed what was reserved; so only
 * with shared memory about does the sum need a closer look.
 */
static int64_t
sample_memory(struct limits *limits, int64_t nameless)
{
	int64_t upper = nameless, shared = nameless, rss = 0, pss;
	int64_t sum = nameless;
	struct procfs_memory memory;
	size_t i;

	for (i = 0; i < limits->nprocs; i++) {
		if (procfs_memory(limits->procs[i].tgid, &memory) < 0)
			continue;
		limits->procs[i].data = memory.data;
		upper += memory.rss + memory.tables;
		rss += memory.rss;
		sum += memory.tables;
	}
	if (rss > limits->rss_peak)
		limits->rss_peak = rss;
	limits->last_use = shared;
	if (upper <= limits->max[RULES_MEMORY])
		return upper;
	/* Pages of files and pages shared since a fork were counted often. */
	for (i = 0; i < limits->nprocs; i++) {
		if (procfs_pss(limits->procs[i].tgid, &pss) == 0)
			sum += pss;
	}
	return sum;
}

/*
 * What has no name, and what waits in pipes and sockets. What nobody has open
 * but something still maps has no size to be seen, unless it is held: it may
 * be as large as a file may be. Shared memory without a file was counted when
 * it was reserved, and is until none is left.
 */
static void
look_around(struct limits *limits)
{
	struct procfs_look *look = &limits->look;
	int64_t nopen = 0;
	size_t i;

	procfs_look_begin(look);
	look->ask_sockets = held_any(limits->held);
	look->ask_names = disk_has_shut(limits->disk);
	for (i = 0; i < limits->nprocs; i++) {
		if (procfs_nameless(limits->procs[i].tgid, look, &nopen) ==
		    0 && nopen >= limits->max[RULES_OPEN_FILES])
			recorder_limit(limits->recorder, RULES_OPEN_FILES,
			    limits->max[RULES_OPEN_FILES], nopen);
	}
	if (limits->nprocs > 0)
		look->memory += buffers_of_sockets(limits->procs[0].tgid,
		    look);
	held_count(limits->held, look);
	for (i = 0; i < limits->nprocs; i++)
		procfs_mapped(limits->procs[i].tgid, look,
		    limits->max[RULES_FILE_SIZE]);
	held_sweep(limits->held, look);
	/* What was just reserved may not be mapped yet. */
	limits->shared = look->shared > 0 ? limits->shared +
	    limits->shared_new : limits->shared_new;
	limits->shared_new = 0;
}

int
limits_sample(struct limits *limits)
{
	int64_t cpu, memory, before, nameless, disk, bytes;
	int next = IDLE_MS;
	size_t i;

	pthread_mutex_lock(&limits->lock);
	if (limits->alone)
		look_for_tree(limits);
	cpu = sample_cpu(limits) / 1000000;
	if (cpu >= limits->max[RULES_CPU])
		limits_exceed(limits, RULES_CPU, limits->max[RULES_CPU], cpu);
	else if (limits->max[RULES_CPU] - cpu < 2 * IDLE_MS ||
	    limits->exits > 4)
		next = BUSY_MS;
	limits->exits = 0;
	if (limits->alone &&
	    (int64_t)limits->ntasks > limits->max[RULES_PROCESSES])
		limits_exceed(limits, RULES_PROCESSES,
		    limits->max[RULES_PROCESSES], (int64_t)limits->ntasks);
	for (i = 0; i < limits->nprocs; i++) {
		struct proc *proc = &limits->procs[i];

		if (procfs_written(proc->tgid, &bytes) == 0)
			proc->written = bytes;
	}
	before = limits->last_use;
	look_around(limits);
	nameless = limits->look.memory;
	disk = limits->look.disk;
	memory = sample_memory(limits, nameless);
	if (memory > limits->max[RULES_MEMORY])
		cross(limits, RULES_MEMORY, memory, &limits->over_memory);
	else if (memory > limits->max[RULES_MEMORY] / 2 || nameless > before)
		next = BUSY_MS;
	if (limits->nprocs > 1)
		deal(limits, NULL, false);
	before = limits->last_disk;
	disk += disk_usage(limits->disk);
	limits->last_disk = disk;
	if (disk > limits->max[RULES_DISK])
		cross(limits, RULES_DISK, disk, &limits->over_disk);
	else if (disk > before + (1 << 20))
		next = BUSY_MS;
	limits->sampled = clock_ms();
	if (limits->sampled < limits->hot_until)
		next = BUSY_MS;
	pthread_mutex_unlock(&limits->lock);
	return next;
}

bool
limits_still_grows(struct limits *limits)
{
	bool grows;

	limits_sample(limits);
	pthread_mutex_lock(&limits->lock);
	grows = limits->grows;
	pthread_mutex_unlock(&limits->lock);
	return grows;
}

void
limits_kill(struct limits *limits)
{
	size_t i;

	pthread_mutex_lock(&limits->lock);
	if (limits->alone)
		look_for_tree(limits);
	for (i = 0; i < limits->nprocs; i++)
		kill(limits->procs[i].tgid, SIGKILL);
	pthread_mutex_unlock(&limits->lock);
}

void
limits_usage(struct limits *limits, struct limits_usage *ret)
{
	struct rusage usage = { 0 };
	int64_t disk;

	pthread_mutex_lock(&limits->lock);
	ret->cpu_ms = sample_cpu(limits) / 1000000;
	if (ret->cpu_ms > limits->max[RULES_CPU])
		limits_exceed(limits, RULES_CPU, limits->max[RULES_CPU],
		    ret->cpu_ms);
	disk = disk_usage_now(limits->disk);
	if (disk > limits->max[RULES_DISK])
		limits_exceed(limits, RULES_DISK, limits->max[RULES_DISK],
		    disk);
	getrusage(RUSAGE_CHILDREN, &usage);
	ret->max_rss_kib = limits->rss_peak / 1024;
	if (usage.ru_maxrss > ret->max_rss_kib)
		ret->max_rss_kib = usage.ru_maxrss;
	ret->bytes_written = limits->written_gone > disk ?
	    limits->written_gone : disk;
	ret->tasks_peak = limits->tasks_peak;
	ret->near_memory = limits->near_memory;
	pthread_mutex_unlock(&limits->lock);
}
