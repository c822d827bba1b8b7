#include "cells.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "../base/buf.h"
#include "../base/clock.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "../check/used.h"
#include "../evidence/evidence.h"
#include "../job/drain.h"
#include "../job/recorder.h"
#include "../job/supervise_parts.h"
#include "../job/throttle.h"
#include "../job/watchdog.h"
#include "../limits/limits.h"
#include "../run/run.h"
#include "room.h"

#define BETWEEN_MS	INT64_C(3600000)	/* that do not pass */

enum state { BEFORE, BETWEEN, RUNS, INTERRUPTED, LATE, STUCK };

struct cells {
	struct supervisor	*sup;
	struct loop_cells	 loop;
	_Atomic char		 word;		/* which let it begin */
	struct evidence_file	*files;		/* all cells until now */
	size_t			 n, cap;
	int64_t			 wall_ms;	/* of the one that runs */
	int64_t			 grace_ms;
	struct loop_result	 before;
	pthread_mutex_t		 lock;		/* of what follows */
	enum state		 state;
	struct watchdog		*dog;		/* while the tree runs */
};

/* Its main thread alone gets it: there a call that waits ends. */
static void
raise_interrupt(const struct cells *cells)
{
	pid_t root = cells->sup->taken;

	syscall(SYS_tgkill, root, root, SIGINT);
}

/*
 * Its time is over: more of it, to end by itself. By now the cell may be, or
 * another runs: what is so, and what is made of it, is under one lock.
 */
static bool
on_late(void *arg)
{
	struct cells *cells = arg;
	int64_t more = 0;
	bool goes_on;

	pthread_mutex_lock(&cells->lock);
	if (cells->state == BETWEEN)
		more = BETWEEN_MS;
	else if (watchdog_left(cells->dog) > 0)
		;
	else if (cells->state == RUNS && cells->grace_ms > 0) {
		cells->state = LATE;
		recorder_limit(cells->sup->recorder, RULES_WALL,
		    cells->wall_ms, watchdog_elapsed(cells->dog));
		raise_interrupt(cells);
		more = cells->grace_ms;
	} else if (cells->state == INTERRUPTED) {
		cells->state = STUCK;
		watchdog_end(cells->dog);
		more = 1000;
	}
	if (more > 0)
		watchdog_extend(cells->dog, watchdog_elapsed(cells->dog) +
		    more);
	goes_on = watchdog_left(cells->dog) > 0;
	pthread_mutex_unlock(&cells->lock);
	return goes_on;
}

/* What is told of a cell is what came since the one before it. */
static void
tell(struct cells *cells, int64_t wall_ms, const struct drain_stats *output)
{
	struct loop_result *result = &cells->sup->result;
	const struct loop_result all = *result, *before = &cells->before;

	result->stops -= before->stops;
	result->syscalls -= before->syscalls;
	/* The first process is each cell's. */
	if (before->processes > 0)
		result->processes -= before->processes - 1;
	result->threads -= before->threads;
	supervise_tell_end(cells->sup, wall_ms, output);
	*result = all;
	if (!limits_exceeded(cells->sup->limits))
		cells->before = all;
}

/*
 * At first it only stands ready. The first that a session tells of is the start
 * of its driver.
 */
static void
on_over(int value, void *arg)
{
	struct cells *cells = arg;
	struct supervisor *sup = cells->sup;
	struct loop_result *result = &sup->result;
	struct drain_stats output;
	int64_t wall_ms;

	pthread_mutex_lock(&cells->lock);
	wall_ms = watchdog_elapsed(cells->dog);
	watchdog_pause(cells->dog);
	if (cells->state != BEFORE)
		cells->state = BETWEEN;
	pthread_mutex_unlock(&cells->lock);
	if (cells->state == BEFORE)
		return;
	drain_settle(sup->drain, &output);
	result->end = LOOP_CELL;
	result->value = value & 0xff;
	sup->throttled_ms = throttle_take(sup->throttle);
	tell(cells, wall_ms, &output);
	if (!limits_exceeded(sup->limits)) {
		recorder_renew(sup->recorder);
		used_renew(sup->used);
	}
	result->end = LOOP_ERROR;
}

/* What it did until now was ours. */
static bool
begin_first(struct cells *cells)
{
	struct supervisor *sup = cells->sup;
	const bool more = atomic_load(&cells->word) == SUPERVISE_SESSION;
	const int64_t wall_ms = policy_limit(sup->cfg->policy, RULES_WALL);

	supervise_learn(sup);
	sup->result.stops = sup->result.syscalls = 0;
	limits_count_anew(sup->limits, more ? sup->cfg->opts->session.cpu_ms :
	    policy_limit(sup->cfg->policy, RULES_CPU));
	pthread_mutex_lock(&cells->lock);
	cells->state = RUNS;
	cells->wall_ms = wall_ms;
	watchdog_renew(cells->dog, wall_ms, NULL, NULL);
	pthread_mutex_unlock(&cells->lock);
	return more;
}

static bool
on_begin(void *arg)
{
	struct cells *cells = arg;
	struct room_cell cell;

	if (cells->state == BEFORE)
		return begin_first(cells);
	if (room_read(cells->sup->cfg->script_fd, &cell) < 0)
		supervise_fail(cells->sup, "reading a cell", EPROTO);
	*MEM_PUSH(cells->files, cells->n, cells->cap) = (struct evidence_file){
	    .name = cell.name, .below = cell.name, .source = cell.code,
	    .n = cell.ncode };
	evidence_renew(cells->files, cells->n);
	limits_count_anew(cells->sup->limits, cell.cpu_ms);
	pthread_mutex_lock(&cells->lock);
	cells->wall_ms = cell.wall_ms;
	cells->state = RUNS;
	watchdog_renew(cells->dog, cell.wall_ms, on_late, cells);
	pthread_mutex_unlock(&cells->lock);
	return true;
}

struct cells *
cells_new(struct supervisor *sup)
{
	struct cells *cells = mem_new(1, sizeof(*cells));

	cells->sup = sup;
	cells->loop = (struct loop_cells){ on_over, on_begin, cells };
	cells->grace_ms = sup->cfg->opts->session.grace_ms;
	pthread_mutex_init(&cells->lock, NULL);
	return cells;
}

const struct loop_cells *
cells_loop(const struct cells *cells)
{
	return &cells->loop;
}

void
cells_watch(struct cells *cells, struct watchdog *dog)
{
	pthread_mutex_lock(&cells->lock);
	cells->dog = dog;
	if (dog != NULL && cells->state == BEFORE)
		watchdog_early(dog);
	pthread_mutex_unlock(&cells->lock);
}

void
cells_next(struct cells *cells, char word)
{
	const struct timespec moment = { .tv_nsec = 1000000 };
	bool first = true;

	if (word != SUPERVISE_CELL)
		atomic_store(&cells->word, word);
	while (!loop_next_cell(first)) {
		nanosleep(&moment, NULL);
		first = false;
	}
}

void
cells_interrupt(struct cells *cells)
{
	pthread_mutex_lock(&cells->lock);
	/* Who asks again is heard again, and it gets no more time for it. */
	if (cells->dog != NULL && cells->state == INTERRUPTED)
		raise_interrupt(cells);
	if (cells->dog != NULL && cells->state == RUNS) {
		cells->state = INTERRUPTED;
		raise_interrupt(cells);
		watchdog_extend(cells->dog, watchdog_elapsed(cells->dog) +
		    cells->grace_ms);
	}
	pthread_mutex_unlock(&cells->lock);
}

void
cells_extend(struct cells *cells, int64_t wall_ms)
{
	pthread_mutex_lock(&cells->lock);
	if (cells->dog != NULL && cells->state == RUNS) {
		cells->wall_ms = wall_ms;
		watchdog_extend(cells->dog, wall_ms);
	}
	pthread_mutex_unlock(&cells->lock);
}

bool
cells_stuck(const struct cells *cells)
{
	return cells->state == STUCK;
}
