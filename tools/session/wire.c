#include "wire.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/util.h"

static int
name(const char *path, int flags, struct sockaddr_un *ret)
{
	int fd;

	*ret = (struct sockaddr_un){ .sun_family = AF_UNIX };
	if (strlen(path) >= sizeof(ret->sun_path))
		return -ENAMETOOLONG;
	memcpy(ret->sun_path, path, strlen(path) + 1);
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | flags, 0);
	return fd < 0 ? -errno : fd;
}

int
wire_listen(const char *path, int backlog)
{
	struct sockaddr_un addr;
	int fd = name(path, SOCK_NONBLOCK, &addr), r;
	mode_t before;

	if (fd < 0)
		return fd;
	before = umask(0177);
	r = bind(fd, (struct sockaddr *)&addr, sizeof(addr));
	r = r < 0 ? -errno : 0;
	umask(before);
	if (r == 0 && listen(fd, backlog) < 0) {
		r = -errno;
		unlink(path);
	}
	if (r == 0)
		return fd;
	close(fd);
	return r;
}

static int
connect_to(const char *path, int seconds, bool now)
{
	const struct timeval most = { .tv_sec = seconds };
	struct sockaddr_un addr;
	int fd = name(path, now ? SOCK_NONBLOCK : 0, &addr), r;

	if (fd < 0)
		return fd;
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &most, sizeof(most));
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof(most));
	if (connect(fd, (struct sockaddr *)&addr, sizeof(addr)) == 0 &&
	    (!now || fcntl(fd, F_SETFL, 0) == 0))
		return fd;
	r = -errno;
	close(fd);
	return r;
}

int
wire_connect(const char *path, int seconds)
{
	return connect_to(path, seconds, false);
}

int
wire_connect_now(const char *path, int seconds)
{
	return connect_to(path, seconds, true);
}

int
wire_send(int fd, struct json *head, const char *bytes, size_t n)
{
	auto_buf struct buf text = BUF_INIT;

	js_put_num(head, "bytes", (int64_t)n);
	js_write(head, &text);
	buf_addc(&text, '\n');
	buf_add(&text, bytes, n);
	return fdio_write_all(fd, text.data, text.len);
}

bool
wire_is_id(const char *id)
{
	return id != NULL && strlen(id) == 32 &&
	    strspn(id, "0123456789abcdef") == 32;
}
