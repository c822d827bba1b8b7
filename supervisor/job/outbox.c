#include "outbox.h"

#include <pthread.h>
#include <stdbool.h>

#include "../base/buf.h"
#include "../base/fdio.h"
#include "../base/mem.h"
#include "../base/util.h"

struct outbox {
	int		fd;
	pthread_mutex_t	lock;
	pthread_cond_t	more;
	struct buf	text;		/* still to be written */
	bool		finished;
	pthread_t	thread;
};

static void *
outbox_main(void *arg)
{
	struct outbox *box = arg;
	struct buf text;

	pthread_mutex_lock(&box->lock);
	for (;;) {
		while (box->text.len == 0 && !box->finished)
			pthread_cond_wait(&box->more, &box->lock);
		if (box->text.len == 0)
			break;
		text = box->text;
		box->text = (struct buf)BUF_INIT;
		pthread_mutex_unlock(&box->lock);
		/* Without a front there is nobody to run for. */
		if (fdio_write_all(box->fd, text.data, text.len) < 0)
			_exit(125);
		buf_free(&text);
		pthread_mutex_lock(&box->lock);
	}
	pthread_mutex_unlock(&box->lock);
	return NULL;
}

int
outbox_new(int fd, struct outbox **ret)
{
	struct outbox *box = mem_new(1, sizeof(*box));
	int r;

	box->fd = fd;
	box->text = (struct buf)BUF_INIT;
	pthread_mutex_init(&box->lock, NULL);
	pthread_cond_init(&box->more, NULL);
	r = pthread_create(&box->thread, NULL, outbox_main, box);
	if (r != 0) {
		free(box);
		return -r;
	}
	*ret = box;
	return 0;
}

void
outbox_add(struct outbox *box, const char *text, size_t n)
{
	pthread_mutex_lock(&box->lock);
	buf_add(&box->text, text, n);
	pthread_cond_signal(&box->more);
	pthread_mutex_unlock(&box->lock);
}

void
outbox_finish(struct outbox *box)
{
	pthread_mutex_lock(&box->lock);
	box->finished = true;
	pthread_cond_signal(&box->more);
	pthread_mutex_unlock(&box->lock);
	pthread_join(box->thread, NULL);
	buf_free(&box->text);
	free(box);
}
