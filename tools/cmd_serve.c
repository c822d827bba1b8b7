/*
 * sallyport serve: the service over HTTP.
 *
 *	serve		reads options and keys, opens the socket, and connects
 *			the front to pools and sessions
 *	  pool		judges and runs: `sallyport pool`
 *	  front		speaks HTTP (tools/serve): it can open no file and no
 *			socket of its own
 */
#include "cmd.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "../supervisor/base/buf.h"
#include "../supervisor/base/fdio.h"
#include "../supervisor/base/json.h"
#include "../supervisor/base/landlock.h"
#include "../supervisor/base/mem.h"
#include "../supervisor/host/isolation.h"
#include "serve/ask.h"
#include "session/hosted.h"
#include "session/session.h"
#include "session/wire.h"
#include "tenants.h"

#define LISTEN		"127.0.0.1:8080"
#define FRONT_FDS	3		/* 3, 4, 5 */
#define PATIENCE_S	10
#define WORDS_MAX	((size_t)2 << 20)
#define RULES_MOST	1024u		/* at most */

struct serve {
	const char	*listen, *keys, *new_key;
	const char	**words;	/* for the pool */
	size_t		 nwords;
	const char	*table[2];	/* --profile or --rules */
	size_t		 ntable;
	struct tenants	*tenants;	/* of --keys; or NULL */
	struct hosted	 pools[TENANTS_POOLS];
	size_t		 npools;
	int		 listener, channel[2], signals;
	int		 again;		/* what the front has to know anew */
	char		*url;
	const char	*path;		/* of a unix socket; or NULL */
	pid_t		 front;
	bool		 ends, failed;
};

/* Kept apart, as a tenant's own goes before it. */
static bool
take_table(struct serve *s, char **argv)
{
	static const char names[][10] = { "--profile", "--rules" };
	size_t i, n;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		n = strlen(names[i]);
		if (strncmp(argv[0], names[i], n) != 0 || (argv[0][n] != '=' &&
		    (argv[0][n] != '\0' || argv[1] == NULL)))
			continue;
		s->table[s->ntable++] = argv[0];
		if (argv[0][n] == '\0')
			s->table[s->ntable++] = argv[1];
		return true;
	}
	return false;
}

/* Ours apart from the pool's; 0 or an exit status. */
static int
parse(struct serve *s, int argc, char **argv)
{
	static const char *const before[] = { "--sessions", "256", "--cells",
	    "100000", "--session-time", "86400s", "--no-options" };
	static const char names[][12] = { "--listen", "--keys",
	    "--new-key" };
	const char **slots[] = { &s->listen, &s->keys, &s->new_key };
	size_t n, k;
	int i;

	s->words = mem_new((size_t)argc + ARRAY_SIZE(before) + 8,
	    sizeof(*s->words));
	for (k = 0; k < ARRAY_SIZE(before); k++)
		s->words[s->nwords++] = before[k];
	for (i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--help") == 0)
			exit(cmd_print_help(&cmd_serve));
		if (argv[i][0] != '-' && (i == 1 || argv[i - 1][0] != '-' ||
		    strchr(argv[i - 1], '=') != NULL))
			return cmd_usage(&cmd_serve, "'%s': want options "
			    "alone", argv[i]);
		if (s->ntable == 0 && take_table(s, argv + i)) {
			i += (int)s->ntable - 1;
			continue;
		}
		for (k = 0; k < ARRAY_SIZE(names); k++) {
			n = strlen(names[k]);
			if (strncmp(argv[i], names[k], n) != 0)
				continue;
			if (argv[i][n] == '=')
				*slots[k] = argv[i] + n + 1;
			else if (argv[i][n] == '\0' && i + 1 < argc)
				*slots[k] = argv[++i];
			else
				continue;
			break;
		}
		if (k == ARRAY_SIZE(names))
			s->words[s->nwords++] = argv[i];
	}
	if (s->ntable == 0) {
		s->table[s->ntable++] = "--profile";
		s->table[s->ntable++] = "data";
	}
	return 0;
}

static bool
is_loopback(const struct sockaddr_storage *addr)
{
	const struct sockaddr_in *four = (const void *)addr;
	const struct sockaddr_in6 *six = (const void *)addr;

	return addr->ss_family == AF_INET ?
	    ntohl(four->sin_addr.s_addr) >> 24 == 127 :
	    IN6_IS_ADDR_LOOPBACK(&six->sin6_addr);
}

/* ADDRESS:PORT or [ADDRESS]:PORT. */
static bool
parse_address(const char *text, struct sockaddr_storage *ret, socklen_t *ret_n)
{
	struct sockaddr_in *four = (void *)ret;
	struct sockaddr_in6 *six = (void *)ret;
	const char *colon = strrchr(text, ':');
	auto_free char *host = NULL;
	unsigned long port;
	char *end;

	*ret = (struct sockaddr_storage){ 0 };
	if (colon == NULL || colon[1] < '0' || colon[1] > '9')
		return false;
	port = strtoul(colon + 1, &end, 10);
	if (*end != '\0' || port > 65535)
		return false;
	if (text[0] == '[' && colon > text + 1 && colon[-1] == ']') {
		host = mem_strndup(text + 1, (size_t)(colon - text) - 2);
		six->sin6_family = AF_INET6;
		six->sin6_port = htons((uint16_t)port);
		*ret_n = sizeof(*six);
		return inet_pton(AF_INET6, host, &six->sin6_addr) == 1;
	}
	host = mem_strndup(text, (size_t)(colon - text));
	four->sin_family = AF_INET;
	four->sin_port = htons((uint16_t)port);
	*ret_n = sizeof(*four);
	return inet_pton(AF_INET, host, &four->sin_addr) == 1;
}

static int
listen_inet(struct serve *s)
{
	struct sockaddr_storage addr;
	const int one = 1;
	const char *colon;
	socklen_t n;

	if (!parse_address(s->listen, &addr, &n))
		return cmd_usage(&cmd_serve, "--listen '%s': want "
		    "127.0.0.1:PORT, [::1]:PORT or unix:PATH", s->listen);
	if (!is_loopback(&addr) && s->keys == NULL)
		return cmd_usage(&cmd_serve, "--listen %s: another address "
		    "than this host's own only with --keys", s->listen);
	s->listener = socket(addr.ss_family, SOCK_STREAM | SOCK_CLOEXEC |
	    SOCK_NONBLOCK, 0);
	if (s->listener < 0 || setsockopt(s->listener, SOL_SOCKET,
	    SO_REUSEADDR, &one, sizeof(one)) < 0 || bind(s->listener,
	    (struct sockaddr *)&addr, n) < 0 || listen(s->listener, 1024) < 0 ||
	    getsockname(s->listener, (struct sockaddr *)&addr, &n) < 0)
		return -errno;
	colon = strrchr(s->listen, ':');
	if (asprintf(&s->url, "http://%.*s:%u", (int)(colon - s->listen),
	    s->listen, ntohs(addr.ss_family == AF_INET ?
	    ((struct sockaddr_in *)&addr)->sin_port :
	    ((struct sockaddr_in6 *)&addr)->sin6_port)) < 0)
		return -ENOMEM;
	return 0;
}

static int
listen_at(struct serve *s)
{
	int r;

	if (strncmp(s->listen, "unix:", 5) == 0) {
		s->listener = r = wire_listen(s->listen + 5, 1024);
		if (r >= 0) {
			s->path = s->listen + 5;
			r = 0;
		}
		s->url = mem_strdup(s->listen);
	} else
		r = listen_inet(s);
	if (r < 0) {
		cmd_error(&cmd_serve, "%s: %s%s", s->listen, strerror(-r),
		    r == -EADDRINUSE ? "; --listen another, or end what is "
		    "there" : "");
		return cmd_serve.failure;
	}
	return r;
}

/* What another word of the program prints; 0 or -errno. */
static int
hear(const char *const *argv, struct buf *out)
{
	auto_fd int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
	int ends[2], r;
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC) < 0)
		return -errno;
	pid = hosted_spawn(HOSTED_PROGRAM, argv, nothing, ends[1], SIGKILL);
	close(ends[1]);
	r = pid < 0 ? pid : fdio_read_all(ends[0], WORDS_MAX, out);
	close(ends[0]);
	if (pid > 0)
		waitpid(pid, NULL, 0);
	return r;
}

/* All rules, as `explain --json` has them; NULL: they cannot be had. */
static struct json *
rules(void)
{
	const char *list[] = { "sallyport", "explain", "--list", NULL };
	auto_buf struct buf names = BUF_INIT, text = BUF_INIT;
	const char **argv = mem_new(RULES_MOST, sizeof(*argv));
	struct json *doc = NULL;
	char *line, *rest = NULL;
	size_t n = 0;

	argv[n++] = "sallyport";
	argv[n++] = "explain";
	argv[n++] = "--json";
	argv[n++] = "--";
	if (hear(list, &names) == 0 && names.len > 0)
		for (line = strtok_r(names.data, "\n", &rest); line != NULL &&
		    n < RULES_MOST - 1; line = strtok_r(NULL, "\n", &rest)) {
			line[strcspn(line, " ")] = '\0';
			argv[n++] = line;
		}
	if (hear(argv, &text) == 0)
		js_parse(buf_str(&text), text.len, &doc);
	free(argv);
	return doc != NULL ? doc : js_obj();
}

/* The policy of each pool in words. */
static struct json *
instructions(const struct serve *s)
{
	struct json *all = js_arr();
	size_t i, k, n;

	for (i = 0; i < s->npools; i++) {
		const char *argv[8] = { "sallyport", "policy", "--as-prompt" };
		auto_buf struct buf text = BUF_INIT;

		n = 3;
		if (s->tenants != NULL && tenants_profile(s->tenants, i) !=
		    NULL) {
			argv[n++] = "--profile";
			argv[n++] = tenants_profile(s->tenants, i);
		} else
			for (k = 0; k < s->ntable; k++)
				argv[n++] = s->table[k];
		hear(argv, &text);
		js_add(all, js_text(buf_str(&text), text.len));
	}
	return all;
}

/* What the front has to know: a file for it, or -errno. */
static int
settings(const struct serve *s)
{
	struct json *doc = js_obj(), *list, *one;
	auto_buf struct buf text = BUF_INIT;
	int r, fd = -1;

	js_put_flag(doc, "keys", s->tenants != NULL);
	if (s->tenants != NULL)
		list = tenants_json(s->tenants);
	else {
		list = js_arr();
		one = js_obj();
		js_put_str(one, "name", "local");
		js_add(list, one);
	}
	js_put(doc, "tenants", list);
	js_put(doc, "rules", rules());
	js_put(doc, "instructions", instructions(s));
	js_write(doc, &text);
	js_free(doc);
	r = fdio_sealed("settings", text.data, text.len, &fd);
	return r < 0 ? r : fd;
}

static int
start_front(struct serve *s)
{
	static const char *const argv[] = { "sallyport-serve", NULL };
	auto_buf struct buf path = BUF_INIT;
	auto_fd int doc = settings(s);
	int fds[FRONT_FDS] = { s->listener, s->channel[1], doc }, i;
	pid_t parent = getpid();
	sigset_t none;
	int r = fdio_helper("serve", &path);

	if (r < 0 || doc < 0)
		return r < 0 ? r : doc;
	if (access(buf_str(&path), X_OK) < 0) {
		cmd_error(&cmd_serve, "%s: %s", buf_str(&path),
		    strerror(errno));
		return -ENOENT;
	}
	s->front = fork();
	if (s->front != 0) {
		close(s->channel[1]);
		s->channel[1] = -1;
		return s->front < 0 ? -errno : 0;
	}
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	for (i = 0; i < FRONT_FDS; i++)
		fds[i] = fcntl(fds[i], F_DUPFD_CLOEXEC, 16);
	for (i = 0; i < FRONT_FDS; i++)
		if (dup2(fds[i], STDERR_FILENO + 1 + i) < 0)
			_exit(125);
	if (getppid() == parent)
		execv(buf_str(&path), (char *const *)(uintptr_t)argv);
	_exit(125);
}

/* The front is told, and asks for it. */
static void
read_again(struct serve *s)
{
	int fd = tenants_read_again(&cmd_serve, s->keys, s->tenants);

	if (fd < 0)
		return;
	if (s->again >= 0)
		close(s->again);
	s->again = fd;
	kill(s->front, SIGHUP);
}

/* The front asks for a connection; it gets that and no other. */
static void
connect_for(struct serve *s)
{
	union {
		struct cmsghdr	head;
		char		room[CMSG_SPACE(sizeof(int))];
	} control = { .head = { .cmsg_len = CMSG_LEN(sizeof(int)),
	    .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS } };
	auto_buf struct buf path = BUF_INIT;
	auto_fd int fd = -1;
	struct ask_word word;
	int r = -ENOENT;
	struct iovec io = { &r, sizeof(r) };
	struct msghdr m = { .msg_iov = &io, .msg_iovlen = 1 };

	if (recv(s->channel[0], &word, sizeof(word), 0) !=
	    (ssize_t)sizeof(word))
		return;
	word.session[sizeof(word.session) - 1] = '\0';
	if (word.pool < s->npools)
		buf_adds(&path, s->pools[word.pool].at);
	if (word.session[0] != '\0')
		buf_addf(&path, "%s%s", SESSIONS, word.session);
	if (word.pool < s->npools && (word.session[0] == '\0' ||
	    wire_is_id(word.session)))
		r = fd = wire_connect_now(buf_str(&path), PATIENCE_S);
	if (word.pool == ASK_KEYS && s->again >= 0) {
		r = fd = s->again;
		s->again = -1;
	}
	if (r == -ECONNREFUSED)
		r = -ENOENT;
	if (fd >= 0) {
		r = 0;
		memcpy(CMSG_DATA(&control.head), &fd, sizeof(fd));
		m.msg_control = &control;
		m.msg_controllen = sizeof(control);
		if (word.pool < s->npools)
			s->pools[word.pool].begun = true;
	}
	sendmsg(s->channel[0], &m, MSG_NOSIGNAL);
}

/* Who has ended? True: we have, too. *ret is the exit status. */
static bool
reap(struct serve *s, int *ret)
{
	int status;
	size_t i;

	if (s->front > 0 && waitpid(s->front, &status, WNOHANG) > 0) {
		s->front = 0;
		*ret = s->ends && !s->failed ? 0 : cmd_serve.failure;
		if (!s->ends)
			cmd_error(&cmd_serve, "the front has ended");
		return true;
	}
	for (i = 0; i < s->npools; i++)
		if (hosted_is_lost(&s->pools[i]) && !s->ends) {
			cmd_error(&cmd_serve, "a pool has ended");
			s->failed = s->ends = true;
			kill(s->front, SIGTERM);
		}
	return false;
}

static int
serve(struct serve *s)
{
	struct pollfd wait[2] = { { s->channel[0], POLLIN, 0 },
	    { s->signals, POLLIN, 0 } };
	struct signalfd_siginfo info;
	int r = 0;

	for (;;) {
		if (poll(wait, 2, -1) < 0 && errno != EINTR)
			return cmd_serve.failure;
		if (wait[0].revents & POLLIN)
			connect_for(s);
		else if (wait[0].revents != 0)
			wait[0].fd = -1;
		if (wait[1].revents == 0 || read(s->signals, &info,
		    sizeof(info)) != (ssize_t)sizeof(info))
			continue;
		if (info.ssi_signo == SIGCHLD) {
			if (reap(s, &r))
				return r;
			continue;
		}
		if (info.ssi_signo == SIGHUP && s->keys != NULL) {
			read_again(s);
			continue;
		}
		s->ends = true;
		kill(s->front, SIGTERM);
	}
}

static void
tell(const struct serve *s)
{
	struct isolation iso = { 0 };
	const char *address = s->path != NULL ? "http://localhost" : s->url;

	isolation_probe(&iso);
	/* Which a run enters. */
	iso.landlock = landlock_abi() > 0;
	fprintf(stderr, "sallyport serve: listens at %s, %s\n", s->url,
	    s->keys != NULL ? "for who has a key of the file" :
	    "without keys, for this host alone");
	fprintf(stderr, "sallyport serve: tier %c (`sallyport doctor` says "
	    "what holds a run)\n", isolation_tier(&iso));
	fprintf(stderr, "sallyport serve: try  curl%s%s %s/execute%s -d "
	    "'{\"code\":\"print(6 * 7)\"}'\n", s->path != NULL ?
	    " --unix-socket " : "", s->path != NULL ? s->path : "", address,
	    s->keys != NULL ? " -H \"X-API-Key: $KEY\"" : "");
}

/* One, or one for each kind of tenant. */
static int
start_pools(struct serve *s)
{
	size_t i, n = s->tenants != NULL ? tenants_npools(s->tenants) : 1,
	    nwords, k;
	int r = 0;

	for (i = 0; i < n && r == 0; i++) {
		nwords = s->nwords;
		if (s->tenants != NULL)
			nwords += tenants_words(s->tenants, i, s->words +
			    nwords);
		if (s->tenants == NULL || tenants_profile(s->tenants, i) ==
		    NULL)
			for (k = 0; k < s->ntable; k++)
				s->words[nwords++] = s->table[k];
		s->npools++;
		r = hosted_start(&s->pools[i], "sallyport-serve", s->words,
		    nwords);
	}
	return r;
}

static int
begin(struct serve *s)
{
	sigset_t ours;
	int r;

	if (s->keys != NULL && tenants_read(&cmd_serve, s->keys,
	    &s->tenants) < 0)
		return cmd_serve.failure;
	r = listen_at(s);
	if (r != 0)
		return r;
	sigemptyset(&ours);
	sigaddset(&ours, SIGTERM);
	sigaddset(&ours, SIGINT);
	sigaddset(&ours, SIGHUP);
	sigaddset(&ours, SIGCHLD);
	sigprocmask(SIG_BLOCK, &ours, NULL);
	signal(SIGPIPE, SIG_IGN);
	s->signals = signalfd(-1, &ours, SFD_CLOEXEC);
	r = start_pools(s);
	if (r == -ECHILD)
		return cmd_serve.failure;
	if (r == 0 && socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0,
	    s->channel) < 0)
		r = -errno;
	if (r == 0)
		r = start_front(s);
	if (r == 0)
		tell(s);
	else
		cmd_error(&cmd_serve, "cannot start: %s", strerror(-r));
	return r < 0 ? cmd_serve.failure : 0;
}

static int
run_serve(int argc, char **argv)
{
	struct serve s = { .listen = LISTEN, .listener = -1, .signals = -1, .again = -1,
	    .channel = { -1, -1 } };
	int r = parse(&s, argc, argv);

	if (r == 0 && s.new_key != NULL) {
		r = s.keys == NULL ? cmd_usage(&cmd_serve, "--new-key NAME: "
		    "--keys FILE, too") : tenants_new_key(&cmd_serve, s.keys,
		    s.new_key);
		free(s.words);
		return r;
	}
	if (r == 0)
		r = begin(&s);
	if (r == 0)
		r = serve(&s);
	if (s.front > 0) {
		kill(s.front, SIGKILL);
		waitpid(s.front, NULL, 0);
	}
	while (s.npools > 0)
		hosted_end(&s.pools[--s.npools]);
	if (s.path != NULL)
		unlink(s.path);
	tenants_free(s.tenants);
	free(s.url);
	free(s.words);
	return r;
}

const struct cmd cmd_serve = {
	.name = "serve",
	.usage = "[--listen ADDRESS:PORT|unix:PATH] [--keys FILE] [options of "
	    "pool]",
	.summary = "the service over HTTP",
	.failure = 125,
	.run = run_serve,
	.takes = &cmd_pool,
	.own = (const char *const []){ "--listen", "--keys", "--new-key",
	    NULL },
	.help = "\n"
	    "  --listen ADDRESS:PORT|unix:PATH\n"
	    "                 where (" LISTEN "); another address than this\n"
	    "                 host's own only with keys, and TLS is for a "
	    "proxy before it\n"
	    "  --keys FILE    who may ask, and for how much: see sallyport-serve(1)\n"
	    "                 SIGHUP reads it again; what a key that is gone "
	    "owned ends\n"
	    "  --new-key NAME make a key, print it, and add its hash to FILE\n"
	    "The rest is for the pool: see `sallyport pool --help`; --profile "
	    "is data here.\n",
};
