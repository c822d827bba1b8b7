#include "wire.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "../../supervisor/base/clock.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/util.h"

#define HEAD_MAX	(256u << 10)	/* an environment fits */

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

void
wire_begin(struct wire_peer *peer, int fd)
{
	*peer = (struct wire_peer)WIRE_NOBODY;
	fcntl(fd, F_SETFL, O_NONBLOCK);
	peer->fd = fd;
	peer->since = clock_ms();
}

/* Of what is not read he would hear instead of the end. */
void
wire_read_rest(struct wire_peer *peer)
{
	char block[16384];
	int i;

	for (i = 0; i < 256 && peer->fd >= 0 && recv(peer->fd, block,
	    sizeof(block), MSG_DONTWAIT) > 0; i++)
		;
}

void
wire_forget(struct wire_peer *peer)
{
	wire_read_rest(peer);
	if (peer->fd >= 0)
		close(peer->fd);
	if (peer->answer >= 0)
		close(peer->answer);
	buf_free(&peer->text);
	js_free(peer->head);
	*peer = (struct wire_peer)WIRE_NOBODY;
}

/* What its first line, which is there, says. NULL, or what is wrong with it. */
static const char *
read_head(struct wire_peer *peer)
{
	const char *what;
	int64_t bytes;

	if (js_parse(peer->text.data, peer->nhead, &peer->head) < 0 ||
	    !js_is_obj(peer->head))
		return "its first line is no JSON object";
	what = js_get_str(peer->head, "do");
	bytes = js_get(peer->head, "bytes") != NULL ?
	    js_get_num(peer->head, "bytes") : what != NULL ? 0 : -1;
	if (bytes < 0 || bytes > WIRE_BYTES)
		return "bytes: not between 0 and 16 MiB";
	peer->bytes = (size_t)bytes;
	return NULL;
}

/* More of it came: as wire_hear(). */
static int
take(struct wire_peer *peer, const char **ret_why)
{
	const char *newline;

	*ret_why = NULL;
	if (peer->head == NULL) {
		newline = memchr(peer->text.data, '\n', peer->text.len);
		peer->nhead = newline != NULL ?
		    (size_t)(newline - peer->text.data) : peer->text.len;
		if (peer->nhead > HEAD_MAX)
			*ret_why = "its first line is longer than 256 KiB";
		else if (newline == NULL)
			return 0;
		else
			*ret_why = read_head(peer);
	}
	if (*ret_why == NULL && peer->text.len > peer->nhead + 1 + peer->bytes)
		*ret_why = "more bytes came than it says";
	return *ret_why != NULL ? -1 :
	    peer->text.len == peer->nhead + 1 + peer->bytes;
}

int
wire_hear(struct wire_peer *peer, const char **ret_why)
{
	char block[65536];
	ssize_t n = read(peer->fd, block, sizeof(block));

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return 0;
	*ret_why = "the request ended early";
	if (n <= 0)
		return -1;
	buf_add(&peer->text, block, (size_t)n);
	return take(peer, ret_why);
}

int
wire_load(struct wire_peer *peer, int file)
{
	const char *why;
	int r = lseek(file, 0, SEEK_SET) < 0 ? -errno :
	    fdio_read_all(file, HEAD_MAX + 1 + WIRE_BYTES, &peer->text);

	return r < 0 ? r : take(peer, &why) > 0 ? 0 : -EPROTO;
}

const char *
wire_bytes(const struct wire_peer *peer)
{
	return peer->text.data + peer->nhead + 1;
}

int
wire_answer(struct wire_peer *peer)
{
	if (peer->answer < 0)
		peer->answer = memfd_create("answer", MFD_CLOEXEC);
	return peer->answer < 0 ? -errno : peer->answer;
}

int64_t
wire_unsent(const struct wire_peer *peer)
{
	return peer->answer < 0 ? 0 : lseek(peer->answer, 0, SEEK_CUR) -
	    peer->sent;
}

bool
wire_send_on(struct wire_peer *peer)
{
	char block[65536];
	ssize_t have, n;

	while ((have = pread(peer->answer, block, sizeof(block),
	    peer->sent)) > 0) {
		n = send(peer->fd, block, (size_t)have, MSG_NOSIGNAL);
		if (n < 0)
			return errno == EAGAIN || errno == EINTR;
		peer->sent += n;
		peer->since = clock_ms();
	}
	return !peer->whole;
}

bool
wire_is_id(const char *id)
{
	return id != NULL && strlen(id) == 32 &&
	    strspn(id, "0123456789abcdef") == 32;
}

bool
wire_is_tenant(const char *name)
{
	return name[0] != '\0' && strlen(name) <= 64 && strspn(name,
	    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	    "._-") == strlen(name);
}
