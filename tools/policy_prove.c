/*
 * `sallyport policy prove`: run the compiled filter, in an emulator, over
 * every number of every ABI with arguments at their boundaries, and compare
 * with what the table says. What the table leaves to inspection may pass
 * without a stop only where this file, too, says that it may: its list is
 * written apart from the filter's, and sees arguments as the kernel does.
 */
#include "policy_prove.h"

#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/prctl.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include "../supervisor/base/buf.h"
#include "../supervisor/base/fdio.h"
#include "../supervisor/base/rules.h"
#include "../supervisor/base/syscalls.h"
#include "../supervisor/policy/bpf.h"
#include "../supervisor/policy/filter.h"
#include "../supervisor/tracer/guard.h"
#include "../supervisor/policy/policy.h"
#include "../supervisor/run/run.h"
#include "cmd.h"

#define X32_BIT		0x40000000u
#define FAULTS_SHOWN	20
#define NOWHERE		"/nonexistent/work"

static const struct {
	const char	*name;
	uint32_t	 audit;
} abis[SYSCALL_NABIS] = {
	[SYSCALL_X86_64] = { "x86_64", AUDIT_ARCH_X86_64 },
	[SYSCALL_AARCH64] = { "aarch64", AUDIT_ARCH_AARCH64 },
};

struct proof {
	const struct ruleset	*rules;
	const struct policy	*policy;
	struct filter		*filter[SYSCALL_NABIS];
	uint64_t		 reader;
	uint64_t		 calls, faults;
};

static bool
in_list(uint64_t v, const uint64_t *list, size_t n)
{
	while (n-- > 0)
		if (list[n] == v)
			return true;
	return false;
}

#define IN(v, ...) in_list((v), (const uint64_t[]){ __VA_ARGS__ }, \
    sizeof((const uint64_t[]){ __VA_ARGS__ }) / sizeof(uint64_t))

static bool
mmap_may_pass(const struct proof *p, const uint64_t *a)
{
	bool shared = a[3] & MAP_SHARED;

	/* The guard in its place, where it cannot be put a second time. */
	if (guard_has_mseal() && a[4] == p->reader &&
	    a[3] == GUARD_MAP_FLAGS && !(a[2] & PROT_WRITE) &&
	    ((a[0] == arch_guard_base && a[1] == GUARD_CODE && a[5] == 0) ||
	    (a[0] == arch_guard_base + GUARD_CODE && a[1] == GUARD_DATA &&
	    !(a[2] & PROT_EXEC) && a[5] == GUARD_CODE)))
		return true;
	if ((a[2] & PROT_EXEC) || (a[3] & MAP_HUGETLB &&
	    (a[3] & MAP_ANONYMOUS)) || ((a[3] & MAP_GROWSDOWN) &&
	    (a[2] & PROT_WRITE)))
		return false;
	/* Shared memory is an object from the first call on. */
	if (shared && (a[3] & MAP_ANONYMOUS))
		return false;
	/* Nobody can touch it, or everybody has it: no memory of the run's. */
	if (!(a[3] & MAP_ANONYMOUS) && !(a[2] & PROT_WRITE) && !shared)
		return true;
	if (a[2] == PROT_NONE && !shared)
		return true;
	return a[1] < 1 << 20 && !shared;
}

static bool
setsockopt_may_pass(const uint64_t *a)
{
	unsigned level = (unsigned)a[1], name = (unsigned)a[2];

	if (level == SOL_SOCKET)
		return !IN(name, SO_ATTACH_FILTER, SO_ATTACH_BPF,
		    SO_ATTACH_REUSEPORT_CBPF, SO_ATTACH_REUSEPORT_EBPF,
		    SO_DEBUG, SO_MARK, SO_PASSCRED, SO_SNDBUF, SO_SNDBUFFORCE, SO_RCVBUFFORCE,
		    SO_BINDTODEVICE, SO_LOCK_FILTER);
	/* TCP_REPAIR is 19, TCP_ULP 31; the tables of netfilter begin at 64. */
	if (level == 6)
		return name < 19;
	/* Options, headers and groups of either are the network's. */
	return level == 0 ? (name < 3 || (name > 7 && name < 15) ||
	    IN(name, 24, 33, 34)) : level == 41 && name != 1 &&
	    ((name < 20 && name > 15) || (name > 22 && name < 27) ||
	    IN(name, 49, 67));
}

/* Nothing in these registers needs a look. */
static bool
may_pass(const struct proof *p, const char *name, const uint64_t *a)
{
	bool first_ok = (unsigned)a[0] != p->reader;

	if (strcmp(name, "mmap") == 0)
		return mmap_may_pass(p, a);
	if (strcmp(name, "mprotect") == 0 ||
	    strcmp(name, "pkey_mprotect") == 0)
		return !(a[2] & PROT_EXEC) && (a[2] & PROT_WRITE) &&
		    a[1] < 1 << 20;
	if (strcmp(name, "munmap") == 0)
		return true;	/* the guard is sealed, or these stop */
	if (strcmp(name, "madvise") == 0)
		return !IN((unsigned)a[2], MADV_REMOVE, MADV_DONTFORK,
		    MADV_WIPEONFORK, 25 /* COLLAPSE */) && (unsigned)a[2] < 100;
	if (strcmp(name, "mremap") == 0)
		return a[2] < 1 << 20;
	if (strcmp(name, "close") == 0)
		return first_ok;
	if (strcmp(name, "dup2") == 0 || strcmp(name, "dup3") == 0)
		return first_ok && (unsigned)a[1] != p->reader;
	if (strcmp(name, "close_range") == 0)
		return (unsigned)a[1] < p->reader && !(a[2] & 2);
	if (strcmp(name, "fcntl") == 0)
		return first_ok && !IN((unsigned)a[1], F_SETOWN, F_SETSIG,
		    F_SETOWN_EX, F_SETLEASE, F_NOTIFY, F_GETLEASE, F_SETLK,
		    F_SETLKW) && ((unsigned)a[1] < F_SETSIG ||
		    (unsigned)a[1] == F_OFD_GETLK ||
		    ((unsigned)a[1] >= 1030 && (unsigned)a[1] <= 1034)) &&
		    ((unsigned)a[1] != F_SETPIPE_SZ || a[2] <= 65536) &&
		    ((unsigned)a[1] != F_SETFL || !(a[2] & O_DIRECT));
	if (strcmp(name, "epoll_ctl") == 0)
		return (unsigned)a[1] != EPOLL_CTL_ADD;
	if (strcmp(name, "ioctl") == 0)
		return IN((unsigned)a[1], TCGETS, TIOCGWINSZ, TIOCGPGRP,
		    FIONREAD, FIONBIO, FIOCLEX, FIONCLEX, TIOCOUTQ) &&
		    (first_ok || !IN((unsigned)a[1], FIOCLEX));
	if (strcmp(name, "prctl") == 0)
		return !IN((unsigned)a[0], PR_SET_DUMPABLE, PR_SET_SECCOMP,
		    PR_SET_PTRACER, PR_SET_MM, PR_SET_SECUREBITS,
		    PR_SET_SYSCALL_USER_DISPATCH, PR_SET_PDEATHSIG,
		    PR_SET_CHILD_SUBREAPER, PR_CAP_AMBIENT, PR_CAPBSET_DROP,
		    PR_SET_KEEPCAPS, PR_SET_TSC);
	if (strcmp(name, "setsockopt") == 0)
		return setsockopt_may_pass(a);
	if (strcmp(name, "getsockopt") == 0)
		return (unsigned)a[1] != SOL_SOCKET || (unsigned)a[2] != 77;
	if (strcmp(name, "futex") == 0)
		return IN((unsigned)a[1] & ~384u, 0, 1, 3, 4, 5, 9, 10);
	if (strcmp(name, "sendto") == 0)
		return a[4] == 0 && !(a[3] & 0x20000000);
	if (strcmp(name, "prlimit64") == 0)
		return (int)a[0] == 0 && (a[2] == 0 || (unsigned)a[1] != 2);
	if (strcmp(name, "setrlimit") == 0)
		return (unsigned)a[0] != 2;
	if (strncmp(name, "sched_", 6) == 0 || strcmp(name, "setpgid") == 0 ||
	    strcmp(name, "getpgid") == 0 || strcmp(name, "getsid") == 0 ||
	    strcmp(name, "get_robust_list") == 0)
		return (int)a[0] == 0;
	if (strcmp(name, "getpriority") == 0 ||
	    strcmp(name, "ioprio_get") == 0)
		return (unsigned)a[0] < 2 && (int)a[1] == 0;
	if (strncmp(name, "clock_", 6) == 0 ||
	    strcmp(name, "timer_create") == 0)
		return (int)a[0] >= 0;
	if (strcmp(name, "arch_prctl") == 0)
		return (unsigned)a[0] >= 0x1001 && (unsigned)a[0] <= 0x1004;
	if (strcmp(name, "personality") == 0)
		return (unsigned)a[0] == 0xffffffff;
	if (strcmp(name, "openat") == 0)
		return policy_reads_by_landlock(p->policy) &&
		    !((unsigned)a[2] & (O_ACCMODE | O_CREAT | O_TRUNC |
		    O_PATH)) && ((unsigned)a[2] & O_TMPFILE) != O_TMPFILE;
	return false;
}

static void
spell_action(uint32_t action, char out[48])
{
	uint32_t data = action & SECCOMP_RET_DATA;

	switch (action & SECCOMP_RET_ACTION_FULL) {
	case SECCOMP_RET_ALLOW:
		snprintf(out, 48, "ALLOW");
		break;
	case SECCOMP_RET_TRACE:
		snprintf(out, 48, "TRACE");
		break;
	case SECCOMP_RET_KILL_PROCESS:
		snprintf(out, 48, "KILL");
		break;
	case SECCOMP_RET_ERRNO:
		snprintf(out, 48, "ERRNO(%s)",
		    strerrorname_np((int)data) != NULL ?
		    strerrorname_np((int)data) : "?");
		break;
	default:
		snprintf(out, 48, "0x%x", action);
	}
}

/* Is `action` what the table asks for? *ret_want says what it asks for. */
static bool
is_right(const struct proof *p, int abi, uint32_t audit, uint32_t nr,
    const uint64_t *a, uint32_t action, char want[48])
{
	const struct syscall_row *row;
	struct ruling r;
	uint32_t err;

	snprintf(want, 48, "KILL");
	if (audit != abis[abi].audit)
		return action == SECCOMP_RET_KILL_PROCESS;
	/* -1 is a call that was skipped; the kernel runs nothing. */
	if (abi == SYSCALL_X86_64 && nr >= X32_BIT && nr != 0xffffffff)
		return action == SECCOMP_RET_KILL_PROCESS;
	row = nr == 0xffffffff ? NULL : syscall_by_number(abi, (long)nr);
	snprintf(want, 48, "TRACE");
	if (row == NULL)
		return (action & SECCOMP_RET_ACTION_FULL) ==
		    SECCOMP_RET_TRACE;
	r = policy_syscall(p->policy, row->nr[SYSCALL_NATIVE]);
	/* For another machine, calls younger than libseccomp's list stop:
	 * stricter than the table. */
	if (abi != SYSCALL_NATIVE && nr >= 449 &&
	    (action & SECCOMP_RET_ACTION_FULL) == SECCOMP_RET_TRACE)
		return true;
	if (r.verb == RULES_ALLOW) {
		snprintf(want, 48, "ALLOW");
		return action == SECCOMP_RET_ALLOW;
	}
	if (r.verb == RULES_INSPECT && action == SECCOMP_RET_ALLOW)
		return may_pass(p, row->name, a);
	if (r.verb != RULES_INSPECT && r.quiet && !r.kill) {
		err = r.err > 0 ? (uint32_t)r.err : EPERM;
		snprintf(want, 48, "ERRNO(%s)", strerrorname_np((int)err));
		return action == (SECCOMP_RET_ERRNO | err);
	}
	return (action & SECCOMP_RET_ACTION_FULL) == SECCOMP_RET_TRACE;
}

static void
try_call(struct proof *p, int abi, uint32_t audit, uint32_t nr,
    const uint64_t *a)
{
	struct seccomp_data data = { .nr = (int)nr, .arch = audit };
	const struct syscall_row *row = syscall_by_number(abi, (long)nr);
	char want[48], got[48];
	uint32_t action = 0;
	int r;

	memcpy(data.args, a, sizeof(data.args));
	p->calls++;
	r = bpf_run(filter_program(p->filter[abi]), &data, &action);
	if (r == 0 && is_right(p, abi, audit, nr, a, action, want))
		return;
	if (p->faults++ >= FAULTS_SHOWN)
		return;
	spell_action(action, got);
	printf("%s %s (%" PRId32 ") 0x%" PRIx64 " 0x%" PRIx64 " 0x%" PRIx64
	    " 0x%" PRIx64 " 0x%" PRIx64 " 0x%" PRIx64 ": %s, the table says "
	    "%s\n", abis[abi].name, row != NULL ? row->name : "?", (int)nr,
	    a[0], a[1], a[2], a[3], a[4], a[5], r < 0 ? "no program" : got,
	    want);
}

/* Each argument at each boundary, alone and with a few of the others. */
static void
try_number(struct proof *p, int abi, uint32_t audit, uint32_t nr)
{
	const uint64_t r = p->reader;
	const uint64_t edges[] = {
		0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 76, 77, 78, 128, 134, 16, 17, 19, 26, 31, 41, 63, 64,
		r - 1, r, r + 1, 0x10000 + r, UINT64_C(0x100000000) | r,
		0x20, 0x21, 0x22, 0x32, 0x4022, 0x800, 0x80000, 0x80801,
		0x5401, 0x540b, 0x5412, 0x5413, 0x541b, 0x541c, 0x5421,
		0x5450, 0x5451, 0x8901, 0x8902, 1024, 1026, 1030, 1034,
		0x1001, 0x1004, 0xfffff, 0x100000, 0x100001, 0x410000,
		0x800000, 0x10000000, 0x20000000, 0x40000000, 0x53564d41,
		0x59616d61, 0x7fffffff, 0x80000000, 0xffffffff,
		UINT64_C(0x100000000), UINT64_C(0x100000001),
		UINT64_C(0x100000002), UINT64_C(0x700000000000), UINT64_C(0x700000040000),
		UINT64_C(0x7fffffffffff), UINT64_C(1) << 63, UINT64_MAX,
	};
	const size_t n = sizeof(edges) / sizeof(edges[0]);
	uint64_t a[6], seed = nr + 1;
	size_t i, j, k;

	for (i = 0; i < 6; i++) {
		for (j = 0; j < n; j++) {
			memset(a, 0, sizeof(a));
			a[i] = edges[j];
			try_call(p, abi, audit, nr, a);
		}
	}
	for (k = 0; k < 1500; k++) {
		for (i = 0; i < 6; i++) {
			seed = seed * UINT64_C(6364136223846793005) +
			    UINT64_C(1442695040888963407);
			a[i] = edges[(seed >> 33) % n];
		}
		try_call(p, abi, audit, nr, a);
	}
}

static void
prove_abi(struct proof *p, int abi)
{
	static const uint32_t odd[] = { 511, 512, 1023, 4096, 0xffff, 0x10000,
	    0x3fffffff, X32_BIT, X32_BIT | 1, X32_BIT | 520, X32_BIT | 547,
	    0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff };
	static const uint32_t foreign[] = { AUDIT_ARCH_I386,
	    AUDIT_ARCH_X86_64, AUDIT_ARCH_ARM, AUDIT_ARCH_AARCH64,
	    AUDIT_ARCH_MIPS, 0, 0xffffffff };
	static const uint64_t zero[6];
	uint64_t before = p->calls, bad = p->faults;
	uint32_t nr;
	size_t i;

	for (nr = 0; nr < 600; nr++)
		try_number(p, abi, abis[abi].audit, nr);
	for (i = 0; i < sizeof(odd) / sizeof(odd[0]); i++)
		try_number(p, abi, abis[abi].audit, odd[i]);
	for (nr = 600; nr < 70000; nr++)
		try_call(p, abi, abis[abi].audit, nr, zero);
	for (i = 0; i < sizeof(foreign) / sizeof(foreign[0]); i++) {
		for (nr = 0; nr < 600; nr++)
			if (foreign[i] != abis[abi].audit)
				try_call(p, abi, foreign[i], nr, zero);
	}
	printf("%-8s %" PRIu64 " calls, %u instructions: %s\n", abis[abi].name,
	    p->calls - before, filter_program(p->filter[abi])->len,
	    p->faults == bad ? "as the table says" : "NOT as the table says");
}

/* What Landlock is told, and a name that the table was asked about. */
struct granting {
	const char	*name;
	unsigned	 mask;
};

static int
covers(const char *path, unsigned mask, void *arg)
{
	struct granting *g = arg;
	size_t n = strcmp(path, "/") == 0 ? 0 : strlen(path);

	if (strncmp(path, g->name, n) == 0 &&
	    (g->name[n] == '/' || g->name[n] == '\0'))
		g->mask |= mask;
	return 0;
}

/*
 * Does Landlock, told what can be said exactly, let `name` through where the
 * table refuses it? One line for each; how many.
 */
static unsigned
grants_more(const struct proof *p, const char *name)
{
	static const struct {
		const char	*word;
		enum access	 access;
	} kinds[] = { { "read", ACCESS_READ }, { "write", ACCESS_WRITE },
	    { "exec", ACCESS_EXEC } };
	struct granting g = { .name = name };
	unsigned n = 0;
	size_t i;

	policy_each_tree(p->policy, true, covers, &g);
	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		struct ruling r = policy_path(p->policy, kinds[i].access,
		    name);

		if (!(g.mask & 1u << kinds[i].access) ||
		    r.verb == RULES_ALLOW || (i > 0 && policy_reads_by_landlock(p->policy)))
			continue;
		printf("landlock %s %s: granted, the table refuses it%s%s\n",
		    kinds[i].word, name, r.rule != NULL ? " by " : "",
		    r.rule != NULL ? r.rule : "");
		n++;
	}
	return n;
}

/* A name that a row's subject means: of its stars, the least likely. */
static void
spell_name(struct buf *out, const char *subject)
{
	static const char *const folders[] = { "$WORK", "$HOME",
	    "$SUBMISSION" };

	for (size_t i = 0; i < ARRAY_SIZE(folders); i++)
		if (strncmp(subject, folders[i], strlen(folders[i])) == 0) {
			buf_adds(out, NOWHERE);
			subject += strlen(folders[i]);
		}
	for (; *subject != '\0'; subject++) {
		if (*subject != '*')
			buf_addc(out, *subject);
		else if (subject[1] != '*')
			buf_addc(out, 'x');
	}
	if (out->len > 0 && out->data[out->len - 1] == '/')
		buf_adds(out, "x/y");
}

static void
prove_landlock(struct proof *p)
{
	static const char *const others[] = { "/proc/1/status",
	    "/proc/self/mem", "/proc/x", "/etc/shadow", "/x",
	    "/tmp/" POLICY_RUN "x/work/x", "/var/tmp/" POLICY_RUN "x/home/x",
	    "/dev/shm/" POLICY_RUN "x/work/x" };
	const struct ruleset *rules = p->rules;
	unsigned names = 0, more = 0;
	size_t i;

	for (i = 0; i < rules_count(rules); i++) {
		const struct rules_row *row = rules_at(rules, i);
		auto_buf struct buf name = BUF_INIT;

		if (row->is_default || (row->kind != RULES_READ &&
		    row->kind != RULES_WRITE && row->kind != RULES_EXEC))
			continue;
		spell_name(&name, rules_text(rules, row->subject));
		if (buf_str(&name)[0] != '/')
			continue;
		names++;
		more += grants_more(p, buf_str(&name));
	}
	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++, names++)
		more += grants_more(p, others[i]);
	printf("landlock %u names: %s\n", names, more == 0 ?
	    "as the table says" : policy_reads_by_landlock(p->policy) ?
	    "NOT as the table says" : "more than the table says: refused "
	    "where it would judge alone (tiers C and D)");
	if (policy_reads_by_landlock(p->policy))
		p->faults += more;
}

/* "-" is anything (zero); numbers as in C. */
static int
parse_row(char *line, int *ret_abi, char name[32], uint64_t a[6],
    char want[48])
{
	char *save = NULL, *word, *words[16];
	size_t n = 0, i;

	for (word = strtok_r(line, " \t\n", &save); word != NULL && n < 16;
	    word = strtok_r(NULL, " \t\n", &save))
		words[n++] = word;
	if (n < 3 || n > 9)
		return -EINVAL;
	for (*ret_abi = 0; *ret_abi < SYSCALL_NABIS; (*ret_abi)++)
		if (strcmp(abis[*ret_abi].name, words[0]) == 0)
			break;
	if (*ret_abi == SYSCALL_NABIS)
		return -EINVAL;
	snprintf(name, 32, "%s", words[1]);
	memset(a, 0, 6 * sizeof(a[0]));
	for (i = 2; i < n - 1; i++)
		if (strcmp(words[i], "-") != 0)
			a[i - 2] = strtoull(words[i], NULL, 0);
	snprintf(want, 48, "%s", words[n - 1]);
	return 0;
}

/* Rows "arch syscall a0 ... result", as TAP. 0 if all hold. */
static int
prove_rows(struct proof *p, const char *file)
{
	auto_buf struct buf text = BUF_INIT, plan = BUF_INIT;
	char *save = NULL, *line, name[32], want[48], got[48], copy[256];
	unsigned number = 0, failed = 0;
	uint64_t a[6];
	int abi, r;

	r = fdio_read_file(file, 1 << 20, &text);
	if (r < 0)
		return r;
	for (line = strtok_r(text.data, "\n", &save); line != NULL;
	    line = strtok_r(NULL, "\n", &save)) {
		const struct syscall_row *row;
		struct seccomp_data data = { 0 };
		uint32_t action = 0;
		char *end;

		if (line[0] == '#')
			continue;
		snprintf(copy, sizeof(copy), "%s", line);
		number++;
		r = parse_row(line, &abi, name, a, want);
		row = r == 0 ? syscall_by_name(name) : NULL;
		snprintf(got, sizeof(got), "no such row");
		if (r == 0) {
			data.arch = abis[abi].audit;
			data.nr = row != NULL ? row->nr[abi] :
			    (int)strtol(name, &end, 0);
			memcpy(data.args, a, sizeof(a));
			bpf_run(filter_program(p->filter[abi]), &data,
			    &action);
			spell_action(action, got);
		}
		r = strcmp(got, want) == 0;
		failed += !r;
		buf_addf(&plan, "%sok %u - %s%s%s\n", r ? "" : "not ", number,
		    copy, r ? "" : ", not ", r ? "" : got);
	}
	printf("1..%u\n%s", number, buf_str(&plan));
	return failed > 0;
}

static int
run_prove(int argc, char **argv)
{
	static const struct option options[] = {
		{ "profile", required_argument, NULL, 'p' },
		{ "rules", required_argument, NULL, 'r' },
		{ "rows", required_argument, NULL, 't' },
		{ NULL, 0, NULL, 0 }
	};
	const char *profile = NULL, *rules = NULL, *rows = NULL;
	const struct ruleset *table;
	struct run_options opts = { .uid = (uid_t)-1 };
	struct policy_dirs dirs = { .work = NOWHERE, .home = NOWHERE };
	struct proof p = { 0 };
	struct policy *policy;
	char *why = NULL;
	int c, abi, r = 0;

	while ((c = cmd_getopt(&cmd_policy, argc, argv, options)) != -1) {
		if (c == 'p')
			profile = optarg;
		else if (c == 'r')
			rules = optarg;
		else if (c == 't')
			rows = optarg;
		else
			return cmd_policy.failure;
	}
	if (optind != argc)
		return cmd_usage(&cmd_policy, "prove takes no '%s'",
		    argv[optind]);
	if (cmd_load_rules(&cmd_policy, profile, rules, &table) < 0)
		return cmd_policy.failure;
	opts.rules = table;
	if (policy_new(&opts, &dirs, &why, &policy) < 0) {
		cmd_error(&cmd_policy, "%s", why != NULL ? why : "no policy");
		free(why);
		return cmd_policy.failure;
	}
	p.rules = table;
	p.policy = policy;
	p.reader = (uint64_t)policy_limit(policy, RULES_OPEN_FILES);
	for (abi = 0; abi < SYSCALL_NABIS && r == 0; abi++)
		r = filter_compile_for(policy, FILTER_LANDLOCKED, abi,
		    &p.filter[abi]);
	if (r < 0) {
		cmd_error(&cmd_policy, "compiling the filter: %s",
		    strerror(-r));
	} else if (rows != NULL) {
		r = prove_rows(&p, rows);
		if (r < 0)
			cmd_error(&cmd_policy, "%s: %s", rows, strerror(-r));
	} else {
		for (abi = 0; abi < SYSCALL_NABIS; abi++)
			prove_abi(&p, abi);
		prove_landlock(&p);
		if (p.faults > FAULTS_SHOWN)
			printf("%" PRIu64 " more\n", p.faults - FAULTS_SHOWN);
		r = p.faults > 0;
	}
	for (abi = 0; abi < SYSCALL_NABIS; abi++)
		filter_free(p.filter[abi]);
	policy_free(policy);
	if (cmd_flush(&cmd_policy) < 0)
		return cmd_policy.failure;
	return r < 0 ? cmd_policy.failure : r;
}

const struct cmd_word policy_prove = {
	.name = "prove",
	.usage = "[--profile P | --rules FILE] [--rows FILE]",
	.summary = "compare the system call filter with the table",
	.help =
	"    --profile P          minimal (the default), data, extended, agent,\n"
	"                         or a path\n"
	"    --rules FILE         a table of your own\n"
	"    --rows FILE          print what the filter does with these calls\n",
	.run = run_prove,
};
