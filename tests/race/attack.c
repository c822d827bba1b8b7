/*
 * Races: attack list | attack CANARY held ATTEMPTS FAMILY... |
 * attack CANARY control SECONDS FAMILY...
 *
 * Runs as the submission would, with a thread that changes what a call names
 * while the call is judged. A family is a call and a way to change its name,
 * "unlink/link". For each it prints "FAMILY ATTEMPTS WINS
 * DONE MICROSECONDS".
 *
 * CANARY holds pa (which the run may use and change) and pb (which it may
 * not), xa and xb (the same, but nothing in them can be changed), each with
 * the same things in it and in its s/. `mend` says which.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#include "race.h"

#define WINDOW		200	/* attempts of a control, judged together */
#define EXCHANGE	2	/* RENAME_EXCHANGE */
#define PATIENCE	300	/* microseconds of waiting for the changer */
#define TURN		10000

static const char *const kind_names[KIND_NKINDS] = {
	"byte", "deep", "fixed", "link", "slink", "last", "dirfd", "cwd",
	"addr", "msg", "how", "argv",
};
static atomic_int over;
static atomic_ulong flips;
static int dir_good = -1, dir_bad = -1, work = -1;
static int cpus[2];

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

/* Each turn to the forbidden and back. */
static void
flip(int to_bad)
{
	switch (scene.kind) {
	case KIND_BYTE:
	case KIND_DEEP:
	case KIND_FIXED:
	case KIND_ARGV:
		*targets.byte = to_bad ? 'b' : 'a';
		break;
	case KIND_LINK:
	case KIND_SLINK:
	case KIND_LAST:
		syscall(SYS_renameat2, work, "m", work, "o", EXCHANGE,
		    BYPASS);
		return;		/* long enough by itself */
	case KIND_DIRFD:
		dup2(to_bad ? dir_bad : dir_good, scene.dir);
		break;
	case KIND_CWD:
		if (fchdir(to_bad ? dir_bad : dir_good) < 0)
			return;
		break;
	case KIND_ADDR:
		*targets.port = to_bad ? targets.port_bad : targets.port_good;
		break;
	case KIND_MSG:
		*targets.pointer = to_bad ? targets.pointer_bad :
		    targets.pointer_good;
		break;
	case KIND_HOW:
		*targets.word = to_bad ? targets.word_bad : targets.word_good;
		break;
	case KIND_NKINDS:
		return;
	}
	dwell();
}

static void *
changer(void *arg)
{
	int to_bad = 1;

	(void)arg;
	for (; !over || !to_bad; to_bad = !to_bad) {
		flip(to_bad);
		atomic_fetch_add_explicit(&flips, 1, memory_order_relaxed);
	}
	return NULL;
}

static int64_t
now_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * INT64_C(1000000) + ts.tv_nsec / 1000;
}

/*
 * Not before the changer has changed something again: while it waits for its
 * processor, on a busy host, there is no race. In the mean that may take
 * PATIENCE for each attempt, and at once no longer than a turn of the
 * scheduler's.
 */
static void
await_changer(void)
{
	static unsigned long seen;
	static int64_t credit;
	int64_t start, now;

	credit = credit + PATIENCE < TURN ? credit + PATIENCE : TURN;
	if (atomic_load(&flips) == seen && credit > 0) {
		start = now = now_us();
		while (atomic_load(&flips) == seen && now - start < credit) {
			sched_yield();
			now = now_us();
		}
		credit -= now - start;
	}
	seen = atomic_load(&flips);
}

static void
put_file(const char *folder, const char *name, const char *text, unsigned mode)
{
	char full[900];
	long fd;

	snprintf(full, sizeof(full), "%s/%s", folder, name);
	fd = syscall(SYS_openat, AT_FDCWD, full, O_CREAT | O_WRONLY | O_TRUNC |
	    O_CLOEXEC, 0666, 0, BYPASS);
	if (fd < 0)
		return;
	if (write((int)fd, text, strlen(text)) < 0)
		perror(full);
	fchmod((int)fd, mode);
	fsetxattr((int)fd, "user.race", text, strlen(text), 0);
	if (strcmp(text, "SECRET") == 0)
		fsetxattr((int)fd, "user.secret", "1", 1, 0);
	close((int)fd);
}

static void
put_dir(const char *folder, const char *name)
{
	char full[900];

	snprintf(full, sizeof(full), "%s/%s", folder, name);
	syscall(SYS_mkdirat, AT_FDCWD, full, 0777, 0, 0, BYPASS);
}

static void
put_link(const char *folder, const char *name, const char *text)
{
	char full[900];

	snprintf(full, sizeof(full), "%s/%s", folder, name);
	syscall(SYS_symlinkat, text, AT_FDCWD, full, 0, 0, BYPASS);
}

/* f u files, a for access, l a link, d e folders, v for statfs. */
void
mend(const char *folder, const char *word, int mode)
{
	put_file(folder, "f", word, 0666);
	put_file(folder, "u", word, 0666);
	put_file(folder, "a", word, (unsigned)mode);
	put_link(folder, "l", word);
	put_dir(folder, "d");
	put_dir(folder, "e");
	if (mode == 0777)
		put_link(folder, "v", "/proc");
	else
		put_dir(folder, "v");
}

static void
pin(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

/* The changer beside the caller, not in turns with it. */
void
change_beside(void)
{
	pthread_t thread;

	pin(cpus[1]);
	if (pthread_create(&thread, NULL, changer, NULL) != 0)
		_exit(2);
	pin(cpus[0]);
}

static void
find_cpus(void)
{
	cpu_set_t set;
	int i, n = 0;

	sched_getaffinity(0, sizeof(set), &set);
	for (i = 0; i < CPU_SETSIZE && n < 2; i++)
		if (CPU_ISSET(i, &set))
			cpus[n++] = i;
	if (n < 2)
		cpus[1] = cpus[0];
}

static int
open_dir(const char *name)
{
	int fd = open(name, O_PATH | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		fprintf(stderr, "%s: %s\n", name, strerror(errno));
	return fd;
}

/*
 * "m" leads to what may be used, "o" to what may not; they are exchanged. The
 * folders that were m before stay behind under other names.
 */
static void
prepare_ways(const char *good, const char *bad)
{
	static unsigned count;
	char text[900], full[900];

	snprintf(text, sizeof(text), "was-%u", count++);
	syscall(SYS_renameat2, work, "m", work, text, 0, BYPASS);
	snprintf(text, sizeof(text), "was-%u", count++);
	syscall(SYS_renameat2, work, "o", work, text, 0, BYPASS);
	switch (scene.kind) {
	case KIND_LINK:
		snprintf(full, sizeof(full), "m");
		mkdir(full, 0777);
		mend(full, "ok", 0666);
		snprintf(text, sizeof(text), "%s", bad);
		break;
	case KIND_LAST:
		if (strchr("dv", *scene.op->object) != NULL)
			put_dir(".", "m");
		else
			put_file(".", "m", "ok", 0666);
		snprintf(text, sizeof(text), "%s/%s", bad, scene.op->object);
		break;
	default:
		put_link(".", "m", good);
		snprintf(text, sizeof(text), "%s", bad);
		break;
	}
	put_link(".", "o", text);
}

/* Paths, folders and descriptors for one family. */
static void
prepare(void)
{
	const struct op *op = scene.op;
	int is_fixed = scene.kind == KIND_FIXED || strchr("xy", *op->object) ||
	    strcmp(op->object, "sock") == 0;
	char good[600];

	snprintf(good, sizeof(good), "%s/%ca%s", scene.canary,
	    is_fixed ? 'x' : 'p', scene.kind == KIND_DEEP ? "/s" : "");
	snprintf(scene.bad, sizeof(scene.bad), "%s/%cb%s", scene.canary,
	    is_fixed ? 'x' : 'p', scene.kind == KIND_DEEP ? "/s" : "");
	if (scene.control)
		mend(scene.bad, "SECRET", 0777);
	if (!is_fixed)
		mend(good, "ok", 0666);
	if (fchdir(work) < 0)
		perror("work");
	scene.home = work;
	scene.dir = AT_FDCWD;
	snprintf(scene.name, sizeof(scene.name), "%s", op->object);
	targets.byte = NULL;
	close(dir_good);
	close(dir_bad);
	dir_good = open_dir(good);
	dir_bad = open_dir(scene.bad);
	scene.good = dir_good;
	switch (scene.kind) {
	case KIND_LINK:
	case KIND_SLINK:
		prepare_ways(good, scene.bad);
		snprintf(scene.path, sizeof(scene.path), "m/%s", op->object);
		if (scene.kind == KIND_LINK) {
			static int own = -1;

			close(own);
			scene.good = own = open_dir("m");
		}
		break;
	case KIND_LAST:
		prepare_ways(good, scene.bad);
		snprintf(scene.path, sizeof(scene.path), "m");
		snprintf(scene.name, sizeof(scene.name), "m");
		scene.good = work;
		break;
	case KIND_DIRFD:
		snprintf(scene.path, sizeof(scene.path), "%s", op->object);
		scene.dir = 40;
		dup2(dir_good, scene.dir);
		break;
	case KIND_CWD:
		snprintf(scene.path, sizeof(scene.path), "%s", op->object);
		scene.home = dir_good;
		if (fchdir(dir_good) < 0)
			perror("chdir");
		break;
	default:
		snprintf(scene.path, sizeof(scene.path), "%s/%s", good,
		    op->object);
		if (strcmp(op->name, "openat2-flags") == 0)
			snprintf(scene.path, sizeof(scene.path), "%s/xa/%s",
			    scene.canary, op->object);
		targets.byte = scene.path + strlen(scene.canary) + 2;
		break;
	}
	ops_prepare();
}

/*
 * So many attempts; of a control, windows of attempts until one is lost often
 * enough; supervised, as many again until enough came to something. On a busy
 * machine the two sides may not run side by side: that takes until the time is
 * over.
 */
static void
race(const char *name, long attempts, int64_t deadline)
{
	int64_t start = now_us(), used;
	long i, wins = 0, tried = 0, n = scene.control ? WINDOW : attempts;
	pthread_t thread;

	over = 0;
	prepare();
	scene.done = 0;
	/* The changer beside the caller, not in turns with it. */
	pin(cpus[1]);
	if (pthread_create(&thread, NULL, changer, NULL) != 0)
		exit(2);
	pin(cpus[0]);
	do {
		if (scene.control)
			tried = wins = 0;
		for (i = 0; i < n; i += 1 + scene.more) {
			scene.more = 0;
			await_changer();
			wins += scene.op->attempt();
		}
		tried += i;
		used = now_us() - start;
	} while (used < deadline && (scene.control ? wins * 100 < tried :
	    scene.done * 100 < tried));
	over = 1;
	pthread_join(thread, NULL);
	printf("%s %ld %ld %ld %lld\n", name, tried, wins, scene.done,
	    (long long)used);
	fflush(stdout);
}

static int
find(const char *name)
{
	const char *slash = strchr(name, '/');
	const struct op *op;
	int k;

	for (op = race_ops; slash != NULL && op->name != NULL; op++) {
		if (strlen(op->name) != (size_t)(slash - name) ||
		    strncmp(op->name, name, (size_t)(slash - name)) != 0)
			continue;
		for (k = 0; k < KIND_NKINDS; k++) {
			if ((op->kinds & 1u << k) == 0 ||
			    strcmp(slash + 1, kind_names[k]) != 0)
				continue;
			scene.op = op;
			scene.kind = (enum kind)k;
			return 1;
		}
	}
	return 0;
}

static int
list(void)
{
	const struct op *op;
	int k;

	for (op = race_ops; op->name != NULL; op++)
		for (k = 0; k < KIND_NKINDS; k++)
			if (op->kinds & 1u << k)
				printf("%s/%s %s\n", op->name, kind_names[k],
				    op->class == CLASS_LOOK ? "look" :
				    "change");
	return 0;
}

int
main(int argc, char **argv)
{
	const char *env = getenv("RACE_PORTS");
	unsigned good = 0, bad = 0;
	long count, seconds = 20;
	int i;

	if (argc == 2 && strcmp(argv[1], "list") == 0)
		return list();
	if (argc < 5 || env == NULL || sscanf(env, "%u,%u", &good, &bad) != 2)
		return 2;
	targets.port_good = (unsigned short)((good >> 8 | good << 8) & 0xffff);
	targets.port_bad = (unsigned short)((bad >> 8 | bad << 8) & 0xffff);
	scene.canary = argv[1];
	scene.control = strcmp(argv[2], "control") == 0;
	count = strtol(argv[3], NULL, 10);
	if (scene.control)
		seconds = count;
	umask(0);
	find_cpus();
	work = open_dir(".");
	for (i = 4; i < argc; i++) {
		if (!find(argv[i])) {
			fprintf(stderr, "no such family: %s\n", argv[i]);
			return 2;
		}
		race(argv[i], count, seconds * INT64_C(1000000));
	}
	return 0;
}
