#include "remote.h"

#include <sys/types.h>

#include "../base/buf.h"
#include "../base/fdio.h"
#include "../base/mem.h"
#include "../base/util.h"
#include "../tracer/proctext.h"

#define PAGE		4096u
#define CACHED		64u		/* pages, by low bits of their number */
#define MAPS_MAX	(2u << 20)	/* bytes of /proc/PID/maps */

struct remote_page {
	bool		valid;
	uint64_t	number;
	unsigned char	bytes[PAGE];
};

struct remote {
	int			 mem_fd;
	struct remote_map	*maps;
	size_t			 nmaps, cap;
	char			*text;	/* the maps' paths point in here */
	struct remote_page	 pages[CACHED];
};

/* The line is ended by a NUL. */
static int
parse_map(const char *line, struct remote_map *ret)
{
	struct proctext_map map;

	if (!proctext_map(line, strlen(line), &map))
		return -EPROTO;
	ret->start = map.start;
	ret->end = map.end;
	ret->offset = map.offset;
	ret->readable = map.readable;
	ret->executable = map.executable;
	ret->path = map.name;
	return 0;
}

int
remote_new(int mem_fd, int maps_fd, struct remote **ret)
{
	struct remote *remote = mem_new(1, sizeof(*remote));
	auto_buf struct buf text = BUF_INIT;
	char *line, *next;
	int r;

	remote->mem_fd = mem_fd;
	r = fdio_read_all(maps_fd, MAPS_MAX, &text);
	close(maps_fd);
	if (r == -EFBIG)
		r = -E2BIG;
	remote->text = buf_steal(&text);
	for (line = remote->text; r == 0 && *line != '\0'; line = next) {
		next = strchr(line, '\n');
		if (next == NULL)
			break;
		*next++ = '\0';
		r = parse_map(line, MEM_PUSH(remote->maps, remote->nmaps,
		    remote->cap));
	}
	if (r < 0) {
		remote_free(remote);
		return r;
	}
	*ret = remote;
	return 0;
}

void
remote_free(struct remote *remote)
{
	if (remote == NULL)
		return;
	close(remote->mem_fd);
	free(remote->maps);
	free(remote->text);
	free(remote);
}

static const struct remote_page *
remote_page_of(struct remote *remote, uint64_t number)
{
	struct remote_page *page = &remote->pages[number % CACHED];

	if (page->valid && page->number == number)
		return page;
	page->valid = false;
	if (number > (uint64_t)INT64_MAX / PAGE ||
	    pread(remote->mem_fd, page->bytes, PAGE, (off_t)(number * PAGE)) !=
	    (ssize_t)PAGE)
		return NULL;
	page->valid = true;
	page->number = number;
	return page;
}

int
remote_read(struct remote *remote, uint64_t addr, void *buf, size_t n)
{
	unsigned char *to = buf;
	const struct remote_page *page;
	size_t at, part;

	if (addr + n < addr)
		return -EFAULT;
	for (; n > 0; n -= part, to += part, addr += part) {
		page = remote_page_of(remote, addr / PAGE);
		if (page == NULL)
			return -EFAULT;
		at = addr % PAGE;
		part = PAGE - at < n ? PAGE - at : n;
		memcpy(to, page->bytes + at, part);
	}
	return 0;
}

int
remote_u64(struct remote *remote, uint64_t addr, uint64_t *ret)
{
	return remote_read(remote, addr, ret, sizeof(*ret));
}

int
remote_u32(struct remote *remote, uint64_t addr, uint32_t *ret)
{
	return remote_read(remote, addr, ret, sizeof(*ret));
}

size_t
remote_nmaps(const struct remote *remote)
{
	return remote->nmaps;
}

const struct remote_map *
remote_map_at(const struct remote *remote, size_t i)
{
	return &remote->maps[i];
}

/* The kernel lists mappings by address. */
const struct remote_map *
remote_map_of(const struct remote *remote, uint64_t addr)
{
	size_t low = 0, high = remote->nmaps, mid;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (addr >= remote->maps[mid].end)
			low = mid + 1;
		else if (addr < remote->maps[mid].start)
			high = mid;
		else
			return &remote->maps[mid];
	}
	return NULL;
}
