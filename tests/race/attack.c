/*
 * One family of race: attack FAMILY CANARY ATTEMPTS. Runs as the submission
 * would, with a thread that changes what a call names while the call is
 * judged. Prints "FAMILY ATTEMPTS WINS": a win is the forbidden effect itself
 * (the secret read, the forbidden socket reached), never an inference.
 *
 * CANARY is a folder with two files: `a`, which may be used, and `b`, which
 * may not; again in w/ and w/deep (which the run may change, but for b) and
 * x/ (programs). The current directory is the run's own.
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
static struct sockaddr_in address;
static volatile in_port_t *port;
static in_port_t port_good, port_bad;
static struct msghdr message;
static struct sockaddr_in names[2];
static int udp_bad;

/* Stay a while, differently long each time: about as long as a judge takes. */
static void
dwell(void)
{
	static unsigned seed = 1;
	volatile unsigned n;

	seed = seed * 1103515245 + 12345;
	for (n = seed >> 16 & 0x3fff; n > 0; n--)
		;
}

static void *
flip_byte(void *arg)
{
	(void)arg;
	while (!over) {
		*last = 'b';
		dwell();
		*last = 'a';
		dwell();
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
		dwell();
		dup2(dir_good, dir_fd);
		dwell();
	}
	return NULL;
}

static void *
flip_cwd(void *arg)
{
	(void)arg;
	while (!over) {
		fchdir(dir_bad);
		dwell();
		fchdir(dir_good);
		dwell();
	}
	return NULL;
}

static void *
flip_port(void *arg)
{
	(void)arg;
	while (!over) {
		*port = port_bad;
		dwell();
		*port = port_good;
		dwell();
	}
	return NULL;
}

static void *
flip_name(void *arg)
{
	(void)arg;
	while (!over) {
		*(void *volatile *)&message.msg_name = &names[1];
		dwell();
		*(void *volatile *)&message.msg_name = &names[0];
		dwell();
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
	char text[64];
	ssize_t n;

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

static int
try_link_stat(void)
{
	struct stat st;

	return stat("middle/f", &st) == 0 && st.st_size == 6;
}

/*
 * The forbidden file made longer. Unsupervised, the harness leaves us a
 * descriptor of it to look with; supervised, it looks itself.
 */
static int
try_link_truncate(void)
{
	const char *env = getenv("RACE_FD");
	int fd = env != NULL ? (int)strtol(env, NULL, 10) : -1;

	if (truncate("middle/f", 9) < 0 || fd < 0 ||
	    lseek(fd, 0, SEEK_END) != 9)
		return 0;
	return ftruncate(fd, 6) == 0;
}

/* Where only the supervisor's own calls reach. */
static int
try_deep_stat(void)
{
	return try_stat();
}

static void
pin(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	sched_setaffinity(0, sizeof(set), &set);
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
	{ "symlink-stat", flip_link, try_link_stat },
	{ "symlink-truncate", flip_link, try_link_truncate },
	{ "behalf-stat", flip_byte, try_deep_stat },
	{ "dirfd", flip_fd, try_dirfd },
	{ "chdir", flip_cwd, try_cwd },
	{ "connect", flip_port, try_connect },
	{ "sendto", flip_port, try_sendto },
	{ "sendmsg", flip_name, try_sendmsg },
	{ "exec", flip_byte, try_exec },
};

int
main(int argc, char **argv)
{
	const struct family *f = NULL;
	long attempts, i, wins = 0;
	pthread_t thread;
	size_t k;

	if (argc < 4)
		return 2;
	for (k = 0; k < sizeof(families) / sizeof(families[0]); k++)
		if (strcmp(families[k].name, argv[1]) == 0)
			f = &families[k];
	if (f == NULL)
		return 2;
	attempts = strtol(argv[3], NULL, 10);
	snprintf(path, sizeof(path), "%s/%sa", argv[2],
	    strcmp(f->name, "readlink") == 0 ? "l" :
	    strcmp(f->name, "write") == 0 ? "w/" :
	    strcmp(f->name, "behalf-stat") == 0 ? "w/deep/" :
	    strcmp(f->name, "exec") == 0 ? "x/" : "");
	last = path + strlen(path) - 1;
	prepare_net();
	prepare_links(argv[2]);
	prepare_dirs(argv[2]);
	/* The changer beside the caller, not in turns with it. */
	pin(1);
	if (pthread_create(&thread, NULL, f->flip, NULL) != 0)
		return 2;
	pin(0);
	for (i = 0; i < attempts; i++)
		wins += f->try();
	over = 1;
	pthread_join(thread, NULL);
	printf("%s %ld %ld\n", f->name, attempts, wins);
	return 0;
}
