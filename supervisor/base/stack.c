#include "stack.h"

#include <stdbool.h>
#include <sys/resource.h>
#include <unistd.h>

/* The sanitizers' frames are several times larger. */
#define THREAD_STACK	(4 * STACK_ROOM)

/* 1 there is room, -1 there is not, 0 nobody asked yet. */
static __thread int room;

/* The first thread's stack grows up to the limit; others have theirs whole. */
static bool
has_room(void)
{
	struct rlimit limit;
	pthread_attr_t attr;
	size_t size = 0;

	if (gettid() == getpid())
		return getrlimit(RLIMIT_STACK, &limit) == 0 &&
		    limit.rlim_cur >= STACK_ROOM;
	if (pthread_getattr_np(pthread_self(), &attr) != 0)
		return false;
	pthread_attr_getstacksize(&attr, &size);
	pthread_attr_destroy(&attr);
	return size >= STACK_ROOM;
}

int
stack_thread(pthread_t *ret, void *(*start)(void *), void *arg)
{
	pthread_attr_t attr;
	int r;

	r = pthread_attr_init(&attr);
	if (r != 0)
		return -r;
	r = pthread_attr_setstacksize(&attr, THREAD_STACK);
	if (r == 0)
		r = pthread_create(ret, &attr, start, arg);
	pthread_attr_destroy(&attr);
	return -r;
}

struct job {
	void	(*call)(void *);
	void	*arg;
};

static void *
work(void *arg)
{
	const struct job *job = arg;

	job->call(job->arg);
	return NULL;
}

int
stack_call(void (*call)(void *), void *arg)
{
	struct job job = { call, arg };
	pthread_t thread;
	int r;

	if (room == 0)
		room = has_room() ? 1 : -1;
	if (room > 0) {
		call(arg);
		return 0;
	}
	r = stack_thread(&thread, work, &job);
	if (r == 0)
		pthread_join(thread, NULL);
	return r;
}
