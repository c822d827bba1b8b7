/*
 * One family of race: attack FAMILY CANARY ATTEMPTS. Runs as the submission
 * would, with a thread that changes what a call names while the call is
 * judged. Prints "FAMILY ATTEMPTS WINS": a win is the forbidden effect itself
 * (the secret read, the forbidden socket reached), never an inference.
 *
 * CANARY is a folder with two files: `a`, which may be used, and `b`, which
 * may not. The current directory is the run's own.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static atomic_int over;
static char path[512];		/* CANARY/a or CANARY/b, by its last byte */
static volatile char *last;
static int dir_fd, dir_good, dir_bad;
static char good_dir[512], bad_dir[512];
static struct sockaddr_in address;
static volatile in_port_t *port;
static in_port_t port_good, port_bad;
static struct msghdr message;
static struct sockaddr_in names[2];
static char *arguments[4];
static char prog_good[600], prog_bad[600];
static int udp_bad;

static void *
flip_byte(void *arg)
{
	(void)arg;
	while (!over) {
		*last = 'b';
		*last = 'a';
	}
	return NULL;
}

static void *
flip_link(void *arg)
{
	(void)arg;
	while (!over)
		syscall(SYS_renameat2, AT_FDCWD, "middle", AT_FDCWD,
		    "other", 2 /* RENAME_EXCHANGE */);
	return NULL;
}

static void *
flip_fd(void *arg)
{
	(void)arg;
	while (!over) {
		dup2(dir_bad, dir_fd);
		dup2(dir_good, dir_fd);
	}
	return NULL;
}

static void *
flip_cwd(void *arg)
{
	(void)arg;
	while (!over) {
		fchdir(dir_bad);
		fchdir(dir_good);
	}
	return NULL;
}

static void *
flip_port(void *arg)
{
	(void)arg;
	while (!over) {
		*port = port_bad;
		*port = port_good;
	}
	return NULL;
}

static void *
flip_name(void *arg)
{
	(void)arg;
	while (!over) {
		*(void *volatile *)&message.msg_name = &names[1];
		*(void *volatile *)&message.msg_name = &names[0];
	}
	return NULL;
}

static void *
flip_argument(void *arg)
{
	(void)arg;
	while (!over) {
		*(char *volatile *)&arguments[1] = prog_bad;
		*(char *volatile *)&arguments[1] = prog_good;
	}
	return NULL;
}

/* 1 if `fd` reads as the secret; closes it. */
static int
is_secret(int fd)
{
	char text[8] = "";
	int win;

	if (fd < 0)
		return 0;
	win = read(fd, text, 6) == 6 && memcmp(text, "SECRET", 6) == 0;
	close(fd);
	return win;
}

static int
try_open(void)
{
	return is_secret(open(path, O_RDONLY));
}

static int
try_stat(void)
{
	struct stat st;

	/* The secret is 6 bytes, the other file 2. */
	return stat(path, &st) == 0 && st.st_size == 6;
}

static int
try_readlink(void)
{
	char text[64], name[600];
	ssize_t n;

	/* The links beside them: la, lb. */
	(void)name;
	n = readlink(path, text, sizeof(text) - 1);
	return n == 6 && memcmp(text, "SECRET", 6) == 0;
}

static int
try_write(void)
{
	/* Each success on `b` leaves it longer; the harness looks. */
	int fd = open(path, O_WRONLY | O_APPEND);
	struct stat st;
	int win;

	if (fd < 0)
		return 0;
	win = fstat(fd, &st) == 0 && st.st_size >= 6;
	close(fd);
	return win;
}

static int
try_link(void)
{
	return is_secret(open("middle/f", O_RDONLY));
}

static int
try_dirfd(void)
{
	return is_secret(openat(dir_fd, "b", O_RDONLY));
}

static int
try_cwd(void)
{
	return is_secret(open("b", O_RDONLY));
}

static int
try_connect(void)
{
	struct sockaddr_in peer;
	socklen_t len = sizeof(peer);
	struct linger off = { 1, 0 };
	int fd = socket(AF_INET, SOCK_STREAM, 0), win;

	setsockopt(fd, SOL_SOCKET, SO_LINGER, &off, sizeof(off));
	win = connect(fd, (struct sockaddr *)&address, sizeof(address)) == 0 &&
	    getpeername(fd, (struct sockaddr *)&peer, &len) == 0 &&
	    peer.sin_port == port_bad;
	close(fd);
	return win;
}

static int
try_sendmsg(void)
{
	static int fd = -1;
	char c;

	if (fd < 0)
		fd = socket(AF_INET, SOCK_DGRAM, 0);
	sendmsg(fd, &message, 0);
	/* The forbidden receiver is ours: what arrives is a win. */
	return recv(udp_bad, &c, 1, MSG_DONTWAIT) == 1;
}

static int
try_sendto(void)
{
	static int fd = -1;
	char c = 'x';

	if (fd < 0)
		fd = socket(AF_INET, SOCK_DGRAM, 0);
	sendto(fd, &c, 1, 0, (struct sockaddr *)&address, sizeof(address));
	return recv(udp_bad, &c, 1, MSG_DONTWAIT) == 1;
}

/* Programs are CANARY/a and CANARY/b; b exits 66. */
static int
try_exec(void)
{
	char *argv[] = { path, NULL }, *envp[] = { NULL };
	int status = 0;
	pid_t pid = vfork();

	if (pid == 0) {
		execve(path, argv, envp);
		_exit(1);
	}
	if (pid > 0)
		waitpid(pid, &status, 0);
	return WIFEXITED(status) && WEXITSTATUS(status) == 66;
}

/*
 * The argument vector: prog_good is "0", prog_bad "66", which the program
 * exits with. The guard copies the vector, so what it exits with was the one
 * recorded; without, a vector read twice may differ. Against a mediator that
 * refuses "66".
 */
static int
try_argv(void)
{
	char *envp[] = { NULL };
	int status = 0;
	pid_t pid = vfork();

	if (pid == 0) {
		execve(path, arguments, envp);
		_exit(1);
	}
	if (pid > 0)
		waitpid(pid, &status, 0);
	return WIFEXITED(status) && WEXITSTATUS(status) == 66;
}

static void
prepare_links(const char *canary)
{
	char link[600];
	int fd;

	mkdir("middle", 0755);
	fd = open("middle/f", O_CREAT | O_WRONLY, 0644);
	if (fd >= 0)
		close(fd);
	snprintf(link, sizeof(link), "%s/dir", canary);
	if (symlink(link, "other") < 0 && errno != EEXIST)
		perror("symlink");
}

static void
prepare_dirs(const char *canary)
{
	mkdir("own", 0755);
	dir_good = open("own", O_PATH | O_DIRECTORY);
	dir_bad = open(canary, O_PATH | O_DIRECTORY);
	dir_fd = dup(dir_good);
	if (dir_good < 0 || dir_bad < 0 || dir_fd < 0)
		perror("directories");
	(void)good_dir;
	(void)bad_dir;
}

static void
prepare_net(void)
{
	static char byte = 'x';
	static struct iovec iov = { &byte, 1 };
	const char *env = getenv("RACE_PORTS");
	unsigned good = 0, bad = 0, udp = 0;

	if (env == NULL || sscanf(env, "%u,%u,%u", &good, &bad, &udp) != 3)
		fprintf(stderr, "RACE_PORTS is not set\n");
	port_good = htons((uint16_t)good);
	port_bad = htons((uint16_t)bad);
	address.sin_family = AF_INET;
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	address.sin_port = port_good;
	port = &address.sin_port;
	names[0] = names[1] = address;
	names[1].sin_port = port_bad;
	message.msg_name = &names[0];
	message.msg_namelen = sizeof(names[0]);
	message.msg_iov = &iov;
	message.msg_iovlen = 1;
	udp_bad = (int)udp;		/* inherited */
}

static const struct family {
	const char	*name;
	void		*(*flip)(void *);
	int		(*try)(void);
} families[] = {
	{ "open", flip_byte, try_open },
	{ "stat", flip_byte, try_stat },
	{ "readlink", flip_byte, try_readlink },
	{ "write", flip_byte, try_write },
	{ "symlink", flip_link, try_link },
	{ "dirfd", flip_fd, try_dirfd },
	{ "chdir", flip_cwd, try_cwd },
	{ "connect", flip_port, try_connect },
	{ "sendto", flip_port, try_sendto },
	{ "sendmsg", flip_name, try_sendmsg },
	{ "exec", flip_byte, try_exec },
	{ "argv", flip_argument, try_argv },
};

int
main(int argc, char **argv)
{
	const struct family *f = NULL;
	long attempts, i, wins = 0;
	pthread_t thread;
	size_t k;

	if (argc == 2 && strcmp(argv[1], "66") == 0)
		return 66;
	if (argc < 4)
		return 2;
	for (k = 0; k < sizeof(families) / sizeof(families[0]); k++)
		if (strcmp(families[k].name, argv[1]) == 0)
			f = &families[k];
	if (f == NULL)
		return 2;
	attempts = strtol(argv[3], NULL, 10);
	snprintf(path, sizeof(path), "%s/%sa", argv[2],
	    strcmp(f->name, "readlink") == 0 ? "l" : "");
	last = path + strlen(path) - 1;
	snprintf(prog_good, sizeof(prog_good), "0");
	snprintf(prog_bad, sizeof(prog_bad), "66");
	arguments[0] = path;
	arguments[1] = prog_good;
	prepare_net();
	prepare_links(argv[2]);
	prepare_dirs(argv[2]);
	if (pthread_create(&thread, NULL, f->flip, NULL) != 0)
		return 2;
	for (i = 0; i < attempts; i++)
		wins += f->try();
	over = 1;
	pthread_join(thread, NULL);
	printf("%s %ld %ld\n", f->name, attempts, wins);
	return 0;
}
