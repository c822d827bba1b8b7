#include "audit_jobs.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "../base/util.h"

#define THREADS_MAX	16
#define WORTH_IT	64		/* signatures, to start a thread for */

struct work {
	struct audit_jobs	*jobs;
	atomic_size_t		 next;
};

static void *
work_on(void *arg)
{
	struct work *w = arg;
	struct audit_job *job;
	size_t i;

	while ((i = atomic_fetch_add(&w->next, 1)) < w->jobs->n) {
		job = &w->jobs->items[i];
		job->good = audit_note_is_signed(job->text, job->n,
		    &job->note, job->key);
	}
	return NULL;
}

static size_t
helpers_for(size_t jobs)
{
	cpu_set_t cpus;
	size_t n = 1;

	if (sched_getaffinity(0, sizeof(cpus), &cpus) == 0)
		n = (size_t)CPU_COUNT(&cpus);
	if (n > jobs / WORTH_IT)
		n = jobs / WORTH_IT;
	if (n > THREADS_MAX)
		n = THREADS_MAX;
	return n > 0 ? n - 1 : 0;
}

const struct audit_job *
audit_jobs_run(struct audit_jobs *jobs)
{
	struct work w = { .jobs = jobs };
	pthread_t threads[THREADS_MAX];
	size_t started = 0, want = helpers_for(jobs->n);

	while (started < want &&
	    pthread_create(&threads[started], NULL, work_on, &w) == 0)
		started++;
	work_on(&w);
	while (started > 0)
		pthread_join(threads[--started], NULL);
	for (size_t i = 0; i < jobs->n; i++)
		if (!jobs->items[i].good)
			return &jobs->items[i];
	return NULL;
}

void
audit_jobs_clear(struct audit_jobs *jobs)
{
	for (size_t i = 0; i < jobs->n; i++)
		free(jobs->items[i].text);
	jobs->n = 0;
}

void
audit_jobs_free(struct audit_jobs *jobs)
{
	audit_jobs_clear(jobs);
	free(jobs->items);
	jobs->items = NULL;
	jobs->cap = 0;
}
