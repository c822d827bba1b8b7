#include "buffers.h"

#include <stdbool.h>
#include <stdio.h>
#include <sys/socket.h>

#include "base/util.h"
#include "procfs.h"

static bool
is_socket(const struct procfs_look *look, unsigned long ino)
{
	unsigned i;

	for (i = 0; i < look->nseen; i++) {
		if (look->seen[i].ino == ino && look->seen[i].is_socket)
			return true;
	}
	return false;
}

int64_t
buffers_of_sockets(pid_t pid, const struct procfs_look *look)
{
	char name[48], line[512];
	unsigned long ino;
	int64_t sum = 0;
	unsigned type;
	FILE *f;

	if (look->nsockets == 0)
		return 0;
	snprintf(name, sizeof(name), "/proc/%d/net/unix", (int)pid);
	f = fopen(name, "re");
	if (f == NULL)
		return look->nsockets * BUFFERS_SOCKET;
	/* Num RefCount Protocol Flags Type St Inode Path */
	while (fgets(line, sizeof(line), f) != NULL) {
		if (sscanf(line, "%*s %*s %*s %*s %x %*s %lu", &type,
		    &ino) == 2 && is_socket(look, ino))
			sum += type == SOCK_DGRAM ? BUFFERS_SOCKET :
			    BUFFERS_STREAM;
	}
	fclose(f);
	return sum;
}
