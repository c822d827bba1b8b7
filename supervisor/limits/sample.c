/*
 * What the tree uses now, as the watchdog sees it. No lock is held while it
 * looks at anything that the tree can make long: the tracer and the clock go
 * on meanwhile.
 */
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "../base/clock.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "../evidence/evidence.h"
#include "../job/recorder.h"
#include "disk.h"
#include "limits_impl.h"
#include "look.h"
#include "objects.h"
#include "procfs.h"

#define TREE_MAX	4096
#define BORROWED_MAX	4096	/* processes that may be after a vfork */
/* Looks and walks take so much of the time at most: a tenth; and a half while
 * what they count is more than half of the limit. */
#define SELDOM		10
#define OFTEN		2
#define GROWN		(INT64_C(1) << 20)

void
limits_order(struct limits *limits, struct look_order *ret)
{
	pid_t *tgids = mem_new(limits->nprocs + 1, sizeof(*tgids));
	pid_t *tids = mem_new(limits->nprocs + 1, sizeof(*tids));
	unsigned *forks = mem_new(limits->nprocs + 1, sizeof(*forks));
	size_t i;

	for (i = 0; i < limits->nprocs; i++) {
		tgids[i] = limits->procs[i].tgid;
		tids[i] = limits->procs[i].via;
		forks[i] = limits->procs[i].forks;
	}
	*ret = (struct look_order){ .tgids = tgids, .tids = tids,
	    .forks = forks, .n = limits->nprocs,
	    .alone = limits->alone, .net = limits->net,
	    .most = limits->max[RULES_FILE_SIZE] };
}

void
limits_order_free(struct look_order *order)
{
	free((void *)(uintptr_t)order->tgids);
	free((void *)(uintptr_t)order->tids);
	free((void *)(uintptr_t)order->forks);
}

/* Too much of what only a sample sees; `first` is what the first one saw. */
static void
cross(struct limits *limits, int which, int64_t used, int64_t *first)
{
	int64_t max = limits->max[which];

	if (*first == 0)
		*first = used;
	else if (used > *first + max / 32)
		atomic_store(&limits->grows, true);
	limits_exceed(limits, which, max, used);
}

void
limits_find_tree(struct limits *limits)
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
		struct proc *proc = limits_find(limits, queue[i]);

		if (proc != NULL)
			continue;
		proc = MEM_PUSH(limits->procs, limits->nprocs,
		    limits->procs_cap);
		proc->tgid = proc->via = queue[i];
	}
	free(queue);
	limits->nalone = limits->nprocs;
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

/* At most: what is on disk now, or went through calls. */
static int64_t
written(struct limits *limits)
{
	int64_t disk = limits_disk(limits) - limits->made;

	return limits->written_gone > disk ? limits->written_gone : disk;
}

void
limits_count_anew(struct limits *limits, int64_t cpu_ms)
{
	struct rusage usage = { 0 };

	pthread_mutex_lock(&limits->lock);
	limits->written_before = written(limits);
	limits->cpu_before = sample_cpu(limits);
	limits->max[RULES_CPU] = cpu_ms;
	limits->rss_peak = 0;
	getrusage(RUSAGE_CHILDREN, &usage);
	limits->rss_before = usage.ru_maxrss;
	pthread_mutex_unlock(&limits->lock);
}

int64_t
limits_cpu(struct limits *limits)
{
	int64_t ns;

	pthread_mutex_lock(&limits->lock);
	ns = sample_cpu(limits);
	pthread_mutex_unlock(&limits->lock);
	return ns;
}

unsigned
limits_ran(struct limits *limits, pid_t *ret, unsigned max)
{
	unsigned n = 0;
	int64_t ran;
	size_t i;

	pthread_mutex_lock(&limits->lock);
	for (i = 0; i < limits->nmembers && n < max; i++) {
		struct member *member = &limits->members[i];

		/* Where it cannot be known, it did. Who were stopped amid a
		 * write would see a part of it done. */
		if (procfs_ran(member->tid, &ran) < 0)
			ran = member->ran + 1;
		if (ran == member->ran || procfs_moves(member->tid))
			continue;
		member->ran = ran;
		ret[n++] = member->tid;
	}
	pthread_mutex_unlock(&limits->lock);
	return n;
}

/* The faster it is, the further it may be beyond before it is seen. */
static int
judge_io(struct limits *limits)
{
	int64_t before = limits->io, now = limits_io(limits);

	if (!limits_counts_io(limits))
		return LIMITS_IDLE_MS;
	if (now > limits->max[RULES_IO])
		limits_exceed(limits, RULES_IO, limits->max[RULES_IO], now);
	return now > before ? LIMITS_BUSY_MS : 2 * LIMITS_BUSY_MS;
}

/* Time and tasks. Returns the milliseconds after which to look again. */
static int
judge_cpu(struct limits *limits)
{
	int64_t max = limits->max[RULES_CPU], bytes;
	int64_t cpu = (sample_cpu(limits) - limits->cpu_before) / 1000000;
	int next = LIMITS_IDLE_MS;
	size_t i;

	if (cpu >= max)
		limits_exceed(limits, RULES_CPU, max, cpu);
	else if (max - cpu < 2 * LIMITS_IDLE_MS || limits->exits > 4)
		next = LIMITS_BUSY_MS;
	limits->exits = 0;
	if (limits->alone &&
	    (int64_t)limits->nalone > limits->max[RULES_PROCESSES])
		limits_exceed(limits, RULES_PROCESSES,
		    limits->max[RULES_PROCESSES], (int64_t)limits->nalone);
	for (i = 0; i < limits->nprocs; i++) {
		struct proc *proc = &limits->procs[i];

		if (procfs_written(proc->via, &bytes) == 0)
			proc->written = bytes;
	}
	return next;
}

/* What no call grants: the oftener the more there is of it. */
static void
look_around(struct limits *limits)
{
	int64_t start = clock_us(), max = limits->max[RULES_OPEN_FILES];
	int64_t cost = -clock_ns(CLOCK_THREAD_CPUTIME_ID);
	struct look_pieces forked;
	struct look_order order;
	struct look look;

	if (start < limits->look_due)
		return;
	pthread_mutex_lock(&limits->lock);
	limits_order(limits, &order);
	forked = limits->forked;
	pthread_mutex_unlock(&limits->lock);
	looker_look(limits->looker, &order, &look);
	limits_order_free(&order);
	if (look.open_most >= max)
		recorder_limit(limits->recorder, RULES_OPEN_FILES, max,
		    look.open_most);
	pthread_mutex_lock(&limits->lock);
	/* More than can be looked at is more than is allowed. */
	limits->kept.memory = look.spent || look.links > LOOK_LINKS_MAX ?
	    limits->max[RULES_MEMORY] + 1 : look.memory;
	limits->kept.links = look.links;
	limits->forked.memory -= forked.memory;
	limits->forked.links -= forked.links;
	if (limits->alone) {
		limits->channels = look.channels;
		limits->hidden = look.disk;
	}
	pthread_mutex_unlock(&limits->lock);
	/* Not by how long it took: the tree could make it wait. */
	cost += clock_ns(CLOCK_THREAD_CPUTIME_ID);
	limits->look_due = start + cost / 1000 *
	    (look.spent || look.memory > limits->max[RULES_MEMORY] / 8 ||
	    look.links > LOOK_LINKS_MAX / 8 ? OFTEN : SELDOM);
}

/* What is mapped, with each page counted once; slow. */
static int64_t
shared_out(struct limits *limits)
{
	bool borrowed[BORROWED_MAX + 1];
	struct look_order order;
	int64_t sum = 0, pss;
	size_t i;

	pthread_mutex_lock(&limits->lock);
	limits_order(limits, &order);
	for (i = 0; i < order.n; i++)
		borrowed[i < BORROWED_MAX ? i : BORROWED_MAX] =
		    limits->procs[i].borrowed;
	pthread_mutex_unlock(&limits->lock);
	for (i = 0; i < order.n; i++)
		if ((i >= BORROWED_MAX || !borrowed[i]) &&
		    procfs_pss(order.tids[i], &pss) == 0)
			sum += pss;
	limits_order_free(&order);
	return sum;
}

/*
 * What is touched. Private memory cannot exceed what was reserved; so only
 * where that and the rest is too much does the sum need a closer look: pages of
 * files, and pages shared since a fork, were counted often. And what was granted
 * is not held yet, if ever: the host's files that are mapped beside it are no
 * reason to end a run, which would be refused the next grant and recounted.
 */
static int
judge_memory(struct limits *limits)
{
	int64_t max = limits->max[RULES_MEMORY], before, use, held;
	int64_t rss = 0, own = 0, tables = 0, outside;
	int next = LIMITS_IDLE_MS;
	size_t i;

	pthread_mutex_lock(&limits->lock);
	before = limits->object_memory;
	objects_sweep(limits->objects);
	limits_see_objects(limits);
	leases_data(limits);
	for (i = 0; i < limits->nprocs; i++) {
		if (limits->procs[i].borrowed)
			continue;
		rss += limits->procs[i].rss;
		own += limits->procs[i].own;
		tables += limits->procs[i].tables;
	}
	if (rss > limits->rss_peak)
		limits->rss_peak = rss;
	/* Not what was granted: that was within the limit, and may be gone. */
	outside = limits_outside(limits) -
	    (limits->alone ? 0 : limits->channels + limits->lasting);
	if (limits->object_memory > before)
		next = LIMITS_BUSY_MS;
	else if (limits->object_memory > 0)
		next = 2 * LIMITS_BUSY_MS;
	if (limits->nprocs > 0)
		leases_deal(limits, NULL);
	pthread_mutex_unlock(&limits->lock);
	use = rss + tables + outside;
	held = limits->alone ? use : own + tables + outside;
	/* Slow; and of no use where the rest alone is too much. */
	if (use > max && held > max && tables + outside <= max)
		use = shared_out(limits) + tables + outside;
	if (use > max && held > max)
		cross(limits, RULES_MEMORY, use, &limits->over_memory);
	else if (use > max / 2)
		next = LIMITS_BUSY_MS;
	return next;
}

/*
 * A file grows in the kernel without asking us: the nearer the limit on disk,
 * the less far any may.
 */
static void
shrink_files(struct limits *limits, int64_t left, int64_t largest)
{
	int64_t size = largest + (left > 0 ? left : 0);
	struct rlimit limit;
	size_t i;

	if (size > limits_file_size(limits))
		size = limits_file_size(limits);
	atomic_store(&limits->file_size, size);
	for (i = 0; i < limits->nprocs; i++) {
		struct proc *proc = &limits->procs[i];

		/* A lower one is the program's own. */
		if (proc->file_size == size || prlimit(proc->tgid,
		    RLIMIT_FSIZE, NULL, &limit) < 0 ||
		    (int64_t)limit.rlim_cur < proc->file_size)
			continue;
		limit.rlim_cur = (rlim_t)size < limit.rlim_max ?
		    (rlim_t)size : limit.rlim_max;
		if (prlimit(proc->tgid, RLIMIT_FSIZE, &limit, NULL) == 0)
			proc->file_size = (int64_t)limit.rlim_cur;
	}
}

/* Nobody moves a name while the second walk is under way. */
static void
walk(struct limits *limits, struct disk_walk *ret)
{
	unsigned renames = atomic_load(&limits->renames);

	disk_walk(limits->disk, limits->alone, ret);
	if (limits->alone && ret->names > limits->max[RULES_FILES])
		limits_exceed(limits, RULES_FILES, limits->max[RULES_FILES],
		    ret->names);
	if (atomic_load(&limits->renames) == renames || limits->alone)
		return;
	pthread_mutex_lock(&limits->names);
	disk_walk(limits->disk, false, ret);
	pthread_mutex_unlock(&limits->names);
}

bool
limits_walk(struct limits *limits)
{
	int64_t max = limits->max[RULES_DISK], made, before;
	int64_t start = clock_us();
	struct disk_walk last;
	bool grew;

	pthread_mutex_lock(&limits->walking);
	pthread_mutex_lock(&limits->lock);
	made = limits->made;
	pthread_mutex_unlock(&limits->lock);
	walk(limits, &last);
	pthread_mutex_lock(&limits->lock);
	before = limits->walked;
	limits->walked = last.spent ? max + 1 : last.bytes;
	limits->made -= made;
	limits->walk_due = start + last.took *
	    (limits->walked > max / 2 ? OFTEN : SELDOM);
	grew = limits->walked > before + GROWN;
	/* What was granted since is on its way into one of these files. */
	shrink_files(limits, max - limits_disk(limits) + limits->made,
	    last.largest);
	pthread_mutex_unlock(&limits->lock);
	pthread_mutex_unlock(&limits->walking);
	return grew;
}

/* What was granted counts for who asks for more; only what is there for this. */
static int
judge_disk(struct limits *limits, bool now)
{
	int64_t max = limits->max[RULES_DISK], disk;
	int next = LIMITS_IDLE_MS;

	if ((now || clock_us() >= limits->walk_due) && limits_walk(limits))
		next = LIMITS_BUSY_MS;
	pthread_mutex_lock(&limits->lock);
	disk = limits_disk(limits) - limits->made;
	pthread_mutex_unlock(&limits->lock);
	if (disk > max)
		cross(limits, RULES_DISK, disk, &limits->over_disk);
	return next;
}

int
limits_sample(struct limits *limits)
{
	int next, other;

	pthread_mutex_lock(&limits->lock);
	if (limits->alone)
		limits_find_tree(limits);
	next = judge_cpu(limits);
	other = judge_io(limits);
	next = other < next ? other : next;
	pthread_mutex_unlock(&limits->lock);
	look_around(limits);
	other = judge_memory(limits);
	next = other < next ? other : next;
	other = judge_disk(limits, false);
	next = other < next ? other : next;
	pthread_mutex_lock(&limits->lock);
	if (clock_ms() < limits->hot_until)
		next = LIMITS_BUSY_MS;
	pthread_mutex_unlock(&limits->lock);
	return next;
}

bool
limits_still_grows(struct limits *limits)
{
	return atomic_load(&limits->grows);
}

void
limits_usage(struct limits *limits, struct limits_usage *ret)
{
	struct rusage usage = { 0 };
	int64_t max = limits->max[RULES_CPU], rss = 0;
	size_t i;

	judge_disk(limits, true);
	pthread_mutex_lock(&limits->lock);
	ret->cpu_ms = (sample_cpu(limits) - limits->cpu_before) / 1000000;
	if (ret->cpu_ms > max)
		limits_exceed(limits, RULES_CPU, max, ret->cpu_ms);
	judge_io(limits);
	getrusage(RUSAGE_CHILDREN, &usage);
	/* Who lives, now; who died, if he was larger than all before. */
	leases_data(limits);
	for (i = 0; i < limits->nprocs; i++)
		rss += limits->procs[i].borrowed ? 0 : limits->procs[i].rss;
	if (rss > limits->rss_peak)
		limits->rss_peak = rss;
	ret->max_rss_kib = limits->rss_peak / 1024;
	if (usage.ru_maxrss > ret->max_rss_kib &&
	    usage.ru_maxrss > limits->rss_before)
		ret->max_rss_kib = usage.ru_maxrss;
	ret->bytes_written = written(limits) - limits->written_before;
	if (ret->bytes_written < 0)
		ret->bytes_written = 0;
	ret->tasks_peak = limits->tasks_peak;
	ret->near_memory = limits->near_memory;
	pthread_mutex_unlock(&limits->lock);
}
