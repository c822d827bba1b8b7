#include "graves.h"

#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#include "../base/mem.h"
#include "procfs.h"

struct grave {
	pid_t	pid, parent;
};

struct graves {
	struct grave	*items;
	size_t		 n, cap;
};

struct graves *
graves_new(void)
{
	return mem_new(1, sizeof(struct graves));
}

void
graves_free(struct graves *graves)
{
	if (graves == NULL)
		return;
	free(graves->items);
	free(graves);
}

void
graves_add(struct graves *graves, pid_t pid, pid_t parent)
{
	struct grave *grave;
	size_t i;

	/* The number was given again: the former is gone. */
	for (i = 0; i < graves->n && graves->items[i].pid != pid; i++)
		;
	grave = i < graves->n ? &graves->items[i] :
	    MEM_PUSH(graves->items, graves->n, graves->cap);
	*grave = (struct grave){ pid, parent };
}

int64_t
graves_count(struct graves *graves, int64_t enough)
{
	size_t i;

	if ((int64_t)graves->n < enough)
		return (int64_t)graves->n;
	for (i = graves->n; i-- > 0; ) {
		const struct grave *grave = &graves->items[i];
		pid_t parent;

		/* Or it is somebody else's, who has its number now. */
		if (procfs_dead(grave->pid, &parent) < 0 ||
		    (parent != grave->parent && parent != getpid()))
			graves->items[i] = graves->items[--graves->n];
	}
	return (int64_t)graves->n;
}
