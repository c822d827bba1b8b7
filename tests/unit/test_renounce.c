/*
 * What our own processes gave up, call by call: by the filter's emulator, and
 * by making some of them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/prctl.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "supervisor/arch/arch.h"
#include "supervisor/base/syscalls.h"
#include "supervisor/base/util.h"
#include "supervisor/policy/bpf.h"
#include "supervisor/host/renounce.h"

static const enum renounce_who everybody[] = { RENOUNCE_SUPERVISOR,
    RENOUNCE_FRONT, RENOUNCE_SUPERVISOR_NET };

static uint32_t
answer(enum renounce_who who, uint32_t arch, int nr, uint64_t first)
{
	struct sock_filter code[RENOUNCE_MAX];
	struct sock_fprog prog = { .filter = code };
	struct seccomp_data data = { .nr = nr, .arch = arch,
	    .args = { first } };
	uint32_t action = 0;

	prog.len = (unsigned short)renounce_program(who, code);
	assert_true(prog.len < RENOUNCE_MAX);
	assert_int_equal(bpf_run(&prog, &data, &action), 0);
	return action;
}

/* What would reach out, become somebody else, or change the host. */
static const char never[][24] = {
	"socket", "socketpair", "accept", "accept4", "setuid", "setgid",
	"setreuid", "setregid", "setresuid", "setresgid",
	"setfsuid", "setfsgid", "setgroups", "capset", "unshare", "setns",
	"chroot", "pivot_root", "mount", "umount2", "move_mount", "fsopen",
	"fsmount", "open_tree", "mount_setattr", "personality", "bpf",
	"perf_event_open", "init_module", "finit_module", "delete_module",
	"kexec_load", "kexec_file_load", "reboot", "swapon", "swapoff", "acct",
	"settimeofday", "clock_settime", "clock_adjtime", "adjtimex",
	"sethostname", "setdomainname", "syslog", "quotactl", "vhangup",
	"io_setup", "io_submit", "io_uring_setup", "io_uring_enter",
	"io_uring_register", "add_key", "request_key", "keyctl",
	"userfaultfd", "shmget", "shmat", "semget", "msgget", "mq_open",
	"open_by_handle_at", "name_to_handle_at", "fanotify_init",
	"inotify_init1", "iopl", "ioperm", "modify_ldt", "seccomp", "setsid",
	"setpgid", "vmsplice", "splice", "memfd_create",
	"memfd_secret", "process_madvise", "process_mrelease", "kcmp",
	"move_pages", "migrate_pages", "setpriority", "ioprio_set",
	"sched_setscheduler", "sched_setattr", "landlock_create_ruleset",
	"landlock_restrict_self", "remap_file_pages", "uselib", "mlockall",
	"recvmsg", "recvfrom", "sendmmsg",
};

/* The supervisor's work, which the front has no part in, and the reverse. */
static const char of_supervisor[][24] = {
	"ptrace", "process_vm_readv", "process_vm_writev", "execve",
	"execveat", "clone", "fork", "vfork", "connect", "bind", "listen",
	"chdir",
	"pidfd_getfd", "mknodat", "setxattr", "timer_create",
};
static const char of_front[][24] = { "fsync", "sendto" };

/* A build that is watched for mistakes may do more: see renounce.c. */
#ifdef __SANITIZE_ADDRESS__
static const bool is_watched = true;
#else
static const bool is_watched;
#endif

static void
the_list_is_what_is_needed(void **state)
{
	size_t i, w, allowed[3] = { 0, 0, 0 };

	(void)state;
	if (is_watched)
		return;
	for (i = 0; i < syscall_count(); i++) {
		const struct syscall_row *row = syscall_at(i);
		int nr = row->nr[SYSCALL_NATIVE];

		for (w = 0; w < 3 && nr >= 0; w++) {
			uint32_t action = answer(everybody[w], arch_audit, nr,
			    0);

			allowed[w] += action == SECCOMP_RET_ALLOW;
			if (IS_ONE_OF(row->name, never) ||
			    (w != 1 ? IS_ONE_OF(row->name, of_front) :
			    IS_ONE_OF(row->name, of_supervisor))) {
				if (action == SECCOMP_RET_ALLOW)
					print_message("%s\n", row->name);
				assert_int_not_equal(action,
				    SECCOMP_RET_ALLOW);
			}
		}
	}
	print_message("supervisor: %zu calls of %zu, front: %zu\n", allowed[0],
	    syscall_count(), allowed[1]);
	assert_true(allowed[0] < 160 && allowed[1] < 140);
}

static void
other_machines_calls_end_it(void **state)
{
	static const uint32_t others[] = { AUDIT_ARCH_I386, AUDIT_ARCH_ARM, 0,
	    ~0u };
	size_t i;
	int nr;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(others); i++)
		for (nr = 0; nr < 600; nr++)
			assert_int_equal(answer(RENOUNCE_SUPERVISOR, others[i],
			    nr, 0), SECCOMP_RET_KILL_PROCESS);
	for (nr = 0; nr < 600; nr++)
		assert_int_equal(answer(RENOUNCE_FRONT, arch_audit,
		    nr | 0x40000000, 0), SECCOMP_RET_KILL_PROCESS);
	for (nr = 470; nr < 3000; nr++)
		assert_int_equal(answer(RENOUNCE_SUPERVISOR, arch_audit, nr,
		    0), SECCOMP_RET_TRAP);
}

static void
arguments_decide_where_they_must(void **state)
{
	static const uint64_t worlds[] = { CLONE_NEWNS, CLONE_NEWUTS,
	    CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET,
	    0x02000000, 0x80 };
	size_t i;
	int op;

	(void)state;
	if (is_watched)
		return;
	assert_int_equal(answer(RENOUNCE_SUPERVISOR, arch_audit, SYS_clone,
	    CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD),
	    SECCOMP_RET_ALLOW);
	for (i = 0; i < ARRAY_SIZE(worlds); i++)
		assert_int_equal(answer(RENOUNCE_SUPERVISOR, arch_audit,
		    SYS_clone, worlds[i] | SIGCHLD), SECCOMP_RET_TRAP);
	for (op = 0; op < 100; op++)
		assert_int_equal(answer(RENOUNCE_FRONT, arch_audit, SYS_prctl,
		    (uint64_t)op), op == PR_SET_PDEATHSIG || op ==
		    PR_SET_NO_NEW_PRIVS || op == PR_SET_SECCOMP ?
		    SECCOMP_RET_ALLOW : SECCOMP_RET_TRAP);
}

/* Who speaks HTTP has its sockets, and threads. */
static void
a_service_makes_nothing(void **state)
{
	static const char refused[][24] = { "socket", "socketpair", "connect",
	    "bind", "listen", "open", "stat", "unlink", "execve", "execveat",
	    "fork", "vfork", "kill", "tkill", "ptrace", "process_vm_readv",
	    "process_vm_writev", "pidfd_open", "pidfd_getfd", "dup", "dup3",
	    "chdir", "readlink", "getdents64", "unshare", "setns", "seccomp",
	    "memfd_create", "io_uring_setup", "bpf", "ioctl" };
	const uint64_t thread = CLONE_VM | CLONE_FS | CLONE_FILES |
	    CLONE_SIGHAND | CLONE_THREAD;
	size_t i, allowed = 0;

	(void)state;
	if (is_watched)
		return;
	for (i = 0; i < syscall_count(); i++) {
		const struct syscall_row *row = syscall_at(i);
		int nr = row->nr[SYSCALL_NATIVE];
		uint32_t action = nr >= 0 ? answer(RENOUNCE_SERVICE,
		    arch_audit, nr, 0) : SECCOMP_RET_TRAP;

		allowed += action == SECCOMP_RET_ALLOW;
		if (IS_ONE_OF(row->name, refused))
			assert_int_equal(action, SECCOMP_RET_TRAP);
	}
	assert_true(allowed < 50);
	assert_int_equal(answer(RENOUNCE_SERVICE, arch_audit, SYS_openat, 0),
	    SECCOMP_RET_ERRNO | EACCES);
	assert_int_equal(answer(RENOUNCE_SERVICE, arch_audit, SYS_clone,
	    thread), SECCOMP_RET_ALLOW);
	assert_int_equal(answer(RENOUNCE_SERVICE, arch_audit, SYS_clone,
	    thread | CLONE_NEWUSER), SECCOMP_RET_TRAP);
	assert_int_equal(answer(RENOUNCE_SERVICE, arch_audit, SYS_clone,
	    SIGCHLD), SECCOMP_RET_TRAP);
}

/* For datagrams of the network, where the run has them; no other socket. */
static void
one_kind_of_socket_is_made(void **state)
{
	static const uint64_t domains[] = { AF_UNIX, AF_INET, AF_INET6,
	    AF_NETLINK, AF_PACKET, AF_VSOCK };
	static const uint64_t types[] = { SOCK_STREAM, SOCK_DGRAM, SOCK_RAW,
	    SOCK_DGRAM | SOCK_CLOEXEC, SOCK_RAW | SOCK_CLOEXEC,
	    SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK };
	static const uint64_t protocols[] = { 0, 1, 6, 17, 136, 262 };
	struct sock_filter code[RENOUNCE_MAX];
	struct sock_fprog prog = { .filter = code };
	size_t d, t, p, w, made = 0;

	(void)state;
	for (w = 0; w < ARRAY_SIZE(everybody); w++) {
		prog.len = (unsigned short)renounce_program(everybody[w],
		    code);
		for (d = 0; d < ARRAY_SIZE(domains); d++)
		for (t = 0; t < ARRAY_SIZE(types); t++)
		for (p = 0; p < ARRAY_SIZE(protocols); p++) {
			struct seccomp_data data = { .nr = SYS_socket,
			    .arch = arch_audit, .args = { domains[d],
			    types[t], protocols[p] } };
			uint32_t action = 0;
			bool may = everybody[w] == RENOUNCE_SUPERVISOR_NET &&
			    (d == 1 || d == 2) && (t == 3 || t == 5) &&
			    (p == 0 || p == 3);

			assert_int_equal(bpf_run(&prog, &data, &action), 0);
			assert_int_equal(action, may ? SECCOMP_RET_ALLOW :
			    SECCOMP_RET_TRAP);
			made += may;
		}
	}
	assert_int_equal(made, 8);
}

static int told = -1;

static void
say(const char *nr)
{
	ssize_t n = write(told, nr, strlen(nr));

	(void)n;
}

static void *
idle(void *arg)
{
	pause();
	return arg;
}

/* The process that makes call `nr` after giving up: its status, its word. */
static int
try_call(enum renounce_who who, long nr, bool reset, char word[16])
{
	pthread_t thread;
	int ends[2], status;
	ssize_t n;
	pid_t pid;

	assert_int_equal(pipe(ends), 0);
	pid = fork();
	if (pid == 0) {
		told = ends[1];
		if (pthread_create(&thread, NULL, idle, NULL) != 0 ||
		    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
		    renounce(who, say) < 0)
			_exit(9);
		if (reset)
			signal(SIGSYS, SIG_DFL);
		syscall(nr, 0, 0, 0, 0, 0, 0);
		_exit(0);
	}
	close(ends[1]);
	n = read(ends[0], word, 15);
	word[n > 0 ? n : 0] = '\0';
	close(ends[0]);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return status;
}

static void
a_violation_is_loud(void **state)
{
	static const long tried[] = { SYS_socket, SYS_unshare, SYS_bpf,
	    SYS_setuid, SYS_mount, SYS_memfd_create, SYS_seccomp };
	char word[16], want[16];
	size_t i, w;
	int status;

	(void)state;
	for (w = 0; w < 2; w++) {
		for (i = 0; i < ARRAY_SIZE(tried); i++) {
			status = try_call(everybody[w], tried[i], false, word);
			snprintf(want, sizeof(want), "%ld", tried[i]);
			assert_string_equal(word, want);
			assert_true(WIFEXITED(status));
			assert_int_equal(WEXITSTATUS(status), 125);
		}
		/* Nobody gets past it by taking the handler away. */
		status = try_call(everybody[w], SYS_socket, true, word);
		assert_true(WIFSIGNALED(status));
		assert_int_equal(WTERMSIG(status), SIGSYS);
		status = try_call(everybody[w], SYS_getpid, false, word);
		assert_true(WIFEXITED(status));
		assert_int_equal(WEXITSTATUS(status), 0);
		assert_string_equal(word, "");
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_list_is_what_is_needed),
		cmocka_unit_test(other_machines_calls_end_it),
		cmocka_unit_test(one_kind_of_socket_is_made),
		cmocka_unit_test(arguments_decide_where_they_must),
		cmocka_unit_test(a_service_makes_nothing),
		cmocka_unit_test(a_violation_is_loud),
	};

	return cmocka_run_group_tests_name("renounce", tests, NULL, NULL);
}
