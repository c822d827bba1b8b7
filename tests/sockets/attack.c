/*
 * Ways to be heard of by strangers, or to reach them: attack NAME FAMILY TCP UDP
 * BIND OTHER, the last four being ports of 127.0.0.1: those of the declared
 * servers, one that may be bound, one of a server that is not declared. What is
 * heard is printed: the harness sends a word to every port that opens.
 */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define WAIT_MS	400

static int family, tcp_port, udp_port, bind_port, other_port;
static atomic_bool over;

static socklen_t
address(struct sockaddr_storage *at, int port)
{
	struct sockaddr_in *in = (void *)at;
	struct sockaddr_in6 *in6 = (void *)at;

	memset(at, 0, sizeof(*at));
	at->ss_family = (sa_family_t)family;
	if (family == AF_INET) {
		in->sin_port = htons((uint16_t)port);
		in->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
		return sizeof(*in);
	}
	in6->sin6_port = htons((uint16_t)port);
	/* ::ffff:127.0.0.1 */
	memset(in6->sin6_addr.s6_addr + 10, 0xff, 2);
	in6->sin6_addr.s6_addr[12] = 127;
	in6->sin6_addr.s6_addr[15] = 1;
	return sizeof(*in6);
}

static socklen_t
anywhere(struct sockaddr_storage *at)
{
	socklen_t len = address(at, 0);

	if (family == AF_INET)
		((struct sockaddr_in *)(void *)at)->sin_addr.s_addr = 0;
	else
		((struct sockaddr_in6 *)(void *)at)->sin6_addr =
		    in6addr_any;
	return len;
}

static int
to(int fd, int port)
{
	struct sockaddr_storage at;
	socklen_t len = address(&at, port);

	return connect(fd, (struct sockaddr *)&at, len);
}

static int
nowhere(int fd)
{
	struct sockaddr none = { .sa_family = AF_UNSPEC };

	return connect(fd, &none, sizeof(none));
}

static int
datagrams(void)
{
	int fd = socket(family, SOCK_DGRAM, 0);

	if (fd < 0) {
		perror("socket");
		exit(1);
	}
	return fd;
}

static int
streams(void)
{
	int fd = socket(family, SOCK_STREAM, 0);

	if (fd < 0) {
		perror("socket");
		exit(1);
	}
	return fd;
}

/* Was it a stranger's? What the declared servers answer begins with "re". */
static bool
say(const char *text, ssize_t n)
{
	if (n > 0) {
		printf("heard %.*s\n", (int)n, text);
		fflush(stdout);
	}
	return n > 0 && text[0] != 'r';
}

/* Hear strangers on any of these, of which some may be open, until one came. */
static void
hear_any(int first, int last)
{
	struct pollfd come[32];
	char text[64];
	int i, n, tries;

	for (n = 0; first + n <= last && n < 32; n++)
		come[n] = (struct pollfd){ fcntl(first + n, F_GETFD) < 0 ?
		    -1 : first + n, POLLIN, 0 };
	for (tries = 0; tries < 8 && poll(come, (nfds_t)n, WAIT_MS / 8) >= 0;
	    tries++)
		for (i = 0; i < n; i++)
			if (come[i].revents != 0 && say(text, recv(come[i].fd,
			    text, sizeof(text), MSG_DONTWAIT)))
				return;
}

static void
hear(int fd)
{
	hear_any(fd, fd);
}

static void
serve(int fd)
{
	struct pollfd come = { .fd = fd, .events = POLLIN };
	char text[64];
	int end;

	if (poll(&come, 1, WAIT_MS) != 1 || (end = accept(fd, NULL, NULL)) < 0)
		return;
	say(text, recv(end, text, sizeof(text), 0));
	close(end);
}

/* So many tries, and long enough for the other thread to have its turns. */
static bool
goes_on(int tries)
{
	static struct timespec begun;
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	if (tries == 0)
		begun = now;
	return tries < 2000 || (now.tv_sec - begun.tv_sec) * 1000 +
	    (now.tv_nsec - begun.tv_nsec) / 1000000 < 300;
}

/* What binds by itself. */
static void do_write(int fd) { (void)!write(fd, "x", 1); }
static void do_send(int fd) { send(fd, "x", 1, 0); }
static void do_nothing(int fd) { struct msghdr m = { 0 }; sendmsg(fd, &m, 0); }
static void do_unspec(int fd) { nowhere(fd); do_write(fd); }

static void
do_writev(int fd)
{
	struct iovec iov = { (void *)(uintptr_t)"x", 1 };

	(void)!writev(fd, &iov, 1);
	(void)!pwritev2(fd, &iov, 1, -1, 0);
}

static void
do_sendmmsg(int fd)
{
	struct mmsghdr m = { { 0 }, 0 };

	sendmmsg(fd, &m, 1, 0);
}

static void
do_splice(int fd)
{
	int ends[2], file;

	if (pipe(ends) == 0 && write(ends[1], "x", 1) == 1)
		(void)!splice(ends[0], NULL, fd, NULL, 1, 0);
	file = open("/proc/self/exe", O_RDONLY);
	sendfile(fd, file, NULL, 1);
}

/* An address that is no address of the socket's own kind. */
static void
do_unspec_name(int fd)
{
	struct sockaddr_storage at;
	socklen_t len = address(&at, udp_port);

	at.ss_family = AF_UNSPEC;
	sendto(fd, "x", 1, 0, (struct sockaddr *)&at, len);
	do_write(fd);
}

static void
do_unix_name(int fd)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX, .sun_path = "none" };

	sendto(fd, "x", 1, 0, (struct sockaddr *)&at, sizeof(at));
	connect(fd, (struct sockaddr *)&at, sizeof(at));
	do_write(fd);
}

static void
do_options(int fd)
{
	int one = 1, level = family == AF_INET ? 0 : 41, i;

	/* Transparent, freebind, and whatever else there is. */
	for (i = 0; i < 80; i++) {
		/* The stranger is of v4. */
		if (level != 41 || i != IPV6_V6ONLY)
			setsockopt(fd, level, i, &one, sizeof(one));
		if (i != SO_RCVTIMEO_OLD && i != SO_SNDTIMEO_OLD)
			setsockopt(fd, SOL_SOCKET, i, &one, sizeof(one));
	}
	do_write(fd);
}

static const struct { const char *name; void (*bind)(int); } implicit[] = {
	{ "write", do_write }, { "writev", do_writev }, { "send", do_send },
	{ "sendmsg", do_nothing }, { "sendmmsg", do_sendmmsg },
	{ "unspec", do_unspec }, { "splice", do_splice },
	{ "unspec-name", do_unspec_name }, { "unix-name", do_unix_name },
	{ "options", do_options },
};

/* Once connected, then not. */
static void
udp_again(void)
{
	int fd = datagrams();

	to(fd, udp_port);
	nowhere(fd);
	do_write(fd);
	hear(fd);
}

static void
udp_connected(void)
{
	int fd = datagrams();

	to(fd, udp_port);
	hear(fd);
}

static void
udp_named(void)
{
	struct sockaddr_storage at;
	socklen_t len = address(&at, udp_port);
	int fd = datagrams();

	sendto(fd, "x", 1, 0, (struct sockaddr *)&at, len);
	hear(fd);
}

static void
udp_bound(void)
{
	struct sockaddr_storage at;
	socklen_t len = anywhere(&at);
	int fd = datagrams();

	bind(fd, (struct sockaddr *)&at, len);
	hear(fd);
}

static void
udp_child(void)
{
	int fd = datagrams();

	if (fork() == 0) {
		do_write(fd);
		hear(fd);
		_exit(0);
	}
	wait(NULL);
}

/* Used by a sibling before the one that asked for it knows it. */
static void *
use_all(void *arg)
{
	char text[64];
	int fd;

	for (fd = 3; !over; fd = fd < 12 ? fd + 1 : 3) {
		(void)!send(fd, "x", 1, MSG_DONTWAIT);
		if (fd % 3 == 0)
			dup2(fd, 20 + fd);
		say(text, recv(fd, text, sizeof(text), MSG_DONTWAIT));
	}
	return arg;
}

static void
udp_hasty(void)
{
	struct timespec now, begun;
	pthread_t thread;
	int fd;

	pthread_create(&thread, NULL, use_all, NULL);
	clock_gettime(CLOCK_MONOTONIC, &begun);
	do {
		fd = socket(family, SOCK_DGRAM, 0);
		clock_gettime(CLOCK_MONOTONIC, &now);
		if (fd >= 0 && random() % 8 == 0)
			to(fd, udp_port);
		if (fd >= 0)
			usleep(random() % 2000);
		close(fd);
	} while (now.tv_sec - begun.tv_sec < 2);
	over = true;
	pthread_join(thread, NULL);
	hear_any(20, 39);
}

/* Connected and disconnected under the hands of who uses it. */
static void *
write_all(void *arg)
{
	while (!over)
		send(*(int *)arg, "x", 1, MSG_DONTWAIT);
	return arg;
}

static void
udp_flip(void)
{
	int fd = datagrams(), tries;
	pthread_t thread;
	char text[64];

	pthread_create(&thread, NULL, write_all, &fd);
	for (tries = 0; tries < 400; tries++) {
		to(fd, udp_port);
		nowhere(fd);
		usleep(1500);
		say(text, recv(fd, text, sizeof(text), MSG_DONTWAIT));
	}
	over = true;
	pthread_join(thread, NULL);
}

static void
tcp_unbound(void)
{
	int fd = streams();

	listen(fd, 5);
	serve(fd);
}

static void
tcp_bound(void)
{
	struct sockaddr_storage at;
	socklen_t len = anywhere(&at);
	int fd = streams();

	bind(fd, (struct sockaddr *)&at, len);
	listen(fd, 5);
	serve(fd);
}

static void
tcp_again(void)
{
	int fd = streams();

	to(fd, tcp_port);
	nowhere(fd);
	listen(fd, 5);
	serve(fd);
}

/* A local socket whose name is a line of /proc/net/unix with another inode. */
static void
tcp_newline(void)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX };
	int fd = streams(), unixes = socket(AF_UNIX, SOCK_STREAM, 0);
	struct stat st;

	fstat(fd, &st);
	snprintf(at.sun_path, sizeof(at.sun_path), "x\n0000000000000000: "
	    "00000002 00000000 00010000 0001 01 %lu y", (unsigned long)
	    st.st_ino);
	if (bind(unixes, (struct sockaddr *)&at, sizeof(at)) < 0)
		perror("bind");
	listen(fd, 5);
	serve(fd);
	unlink(at.sun_path);
}

static int swapped[2];

static void *
swap(void *arg)
{
	while (!over) {
		dup2(swapped[0], 40);
		dup2(swapped[1], 40);
	}
	return arg;
}

/* A local socket is seen, another listens. */
static void
tcp_swap(void)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX, .sun_path = "swap" };
	pthread_t thread;
	int tries;

	swapped[0] = socket(AF_UNIX, SOCK_STREAM, 0);
	swapped[1] = streams();
	if (bind(swapped[0], (struct sockaddr *)&at, sizeof(at)) < 0)
		perror("bind");
	dup2(swapped[0], 40);
	pthread_create(&thread, NULL, swap, NULL);
	for (tries = 0; goes_on(tries); tries++)
		listen(40, 5);
	over = true;
	pthread_join(thread, NULL);
	serve(swapped[1]);
	unlink("swap");
}

/* An end that was accepted may listen, once it is no end any more. */
static void
tcp_accepted(void)
{
	struct sockaddr_storage at;
	socklen_t len = address(&at, bind_port);
	int fd = streams(), one = 1, own = streams(), end;

	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (bind(fd, (struct sockaddr *)&at, len) < 0 || listen(fd, 5) < 0 ||
	    connect(own, (struct sockaddr *)&at, len) < 0 ||
	    (end = accept(fd, NULL, NULL)) < 0) {
		/* Nothing but this may be connected to, then. */
		perror("a server of its own");
		return;
	}
	close(fd);
	nowhere(end);
	listen(end, 5);
	serve(end);
}

/* To a server that nobody declared. */
static void
out_tcp(void)
{
	int fd = streams();

	if (to(fd, other_port) == 0)
		(void)!write(fd, "out", 3);
}

static void
out_fast(void)
{
	struct sockaddr_storage at;
	socklen_t len = address(&at, other_port);
	struct iovec iov = { (void *)(uintptr_t)"out", 3 };
	struct msghdr m = { .msg_name = &at, .msg_namelen = len,
	    .msg_iov = &iov, .msg_iovlen = 1 };

	sendto(streams(), "out", 3, MSG_FASTOPEN, (struct sockaddr *)&at, len);
	sendmsg(streams(), &m, MSG_FASTOPEN);
}

static void
out_udp(void)
{
	struct sockaddr_storage at;
	socklen_t len = address(&at, other_port);
	int fd = datagrams();

	sendto(fd, "out", 3, 0, (struct sockaddr *)&at, len);
	to(fd, udp_port);
	sendto(fd, "out", 3, 0, (struct sockaddr *)&at, len);
	to(fd, other_port);
	send(fd, "out", 3, 0);
}

/* The right port, of the wrong kind. */
static void
out_kind(void)
{
	int fd = datagrams(), stream = streams();

	if (to(fd, tcp_port) == 0)
		send(fd, "out", 3, 0);
	if (to(stream, udp_port) == 0)
		send(stream, "out", 3, 0);
}

/* The judge sees a stream, datagrams are connected. */
static void
out_swap(void)
{
	pthread_t thread;
	int tries;

	swapped[0] = streams();
	swapped[1] = datagrams();
	fcntl(swapped[0], F_SETFL, O_NONBLOCK);
	dup2(swapped[0], 40);
	pthread_create(&thread, NULL, swap, NULL);
	for (tries = 0; goes_on(tries); tries++)
		to(40, tcp_port);
	over = true;
	pthread_join(thread, NULL);
	send(swapped[1], "out", 3, 0);
}

static const struct { const char *name; void (*run)(void); } attacks[] = {
	{ "udp-again", udp_again }, { "udp-connected", udp_connected },
	{ "udp-named", udp_named }, { "udp-bound", udp_bound },
	{ "udp-child", udp_child }, { "udp-hasty", udp_hasty },
	{ "udp-flip", udp_flip },
	{ "tcp-unbound", tcp_unbound }, { "tcp-bound", tcp_bound },
	{ "tcp-again", tcp_again }, { "tcp-newline", tcp_newline },
	{ "tcp-swap", tcp_swap }, { "tcp-accepted", tcp_accepted },
	{ "out-tcp", out_tcp }, { "out-fast", out_fast },
	{ "out-udp", out_udp }, { "out-kind", out_kind },
	{ "out-swap", out_swap },
};

int
main(int argc, char **argv)
{
	size_t i;
	int fd;

	if (argc == 2) {
		for (i = 0; i < sizeof(implicit) / sizeof(implicit[0]); i++)
			printf("udp-%s\n", implicit[i].name);
		for (i = 0; i < sizeof(attacks) / sizeof(attacks[0]); i++)
			printf("%s\n", attacks[i].name);
		return 0;
	}
	if (argc != 7)
		return 2;
	family = strcmp(argv[2], "v4") == 0 ? AF_INET : AF_INET6;
	tcp_port = atoi(argv[3]);
	udp_port = atoi(argv[4]);
	bind_port = atoi(argv[5]);
	other_port = atoi(argv[6]);
	for (i = 0; i < sizeof(implicit) / sizeof(implicit[0]); i++) {
		if (strncmp(argv[1], "udp-", 4) == 0 &&
		    strcmp(argv[1] + 4, implicit[i].name) == 0) {
			fd = datagrams();
			implicit[i].bind(fd);
			hear(fd);
		}
	}
	for (i = 0; i < sizeof(attacks) / sizeof(attacks[0]); i++)
		if (strcmp(argv[1], attacks[i].name) == 0)
			attacks[i].run();
	printf("done\n");
	return 0;
}
