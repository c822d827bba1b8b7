#include "renounce.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>

#include "arch/arch.h"
#include "base/util.h"

static const unsigned given_up[] = {
	/* Reaching out: it connects and listens for others, binds nothing. */
	SYS_socket, SYS_bind, SYS_accept, SYS_accept4,
	/* Another user, namespace, root, machine. */
	SYS_setuid, SYS_setgid, SYS_setreuid, SYS_setregid, SYS_setresuid,
	SYS_setresgid, SYS_setfsuid, SYS_setfsgid, SYS_setgroups, SYS_capset,
	SYS_unshare, SYS_setns, SYS_chroot, SYS_pivot_root, SYS_mount,
	SYS_umount2, SYS_personality,
	/* The kernel and the host. */
	SYS_bpf, SYS_perf_event_open, SYS_init_module, SYS_finit_module,
	SYS_delete_module, SYS_kexec_load, SYS_reboot, SYS_swapon,
	SYS_swapoff, SYS_acct, SYS_settimeofday, SYS_clock_settime,
	SYS_adjtimex, SYS_sethostname, SYS_setdomainname, SYS_syslog,
	SYS_quotactl, SYS_vhangup,
	/* What acts past a filter, or outlives a process. */
	SYS_io_setup, SYS_io_submit, SYS_add_key, SYS_request_key, SYS_keyctl,
	SYS_userfaultfd, SYS_shmget, SYS_semget, SYS_msgget, SYS_mq_open,
	SYS_open_by_handle_at, SYS_fanotify_init,
#ifdef SYS_io_uring_setup
	SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register,
#endif
#ifdef SYS_open_tree
	SYS_open_tree, SYS_move_mount, SYS_fsopen, SYS_fsmount,
#endif
};

int
renounce(void)
{
	struct sock_filter code[ARRAY_SIZE(given_up) + 8];
	struct sock_fprog prog = { .filter = code };
	unsigned n = 0, i, count = ARRAY_SIZE(given_up);
	long r;

	code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
	    offsetof(struct seccomp_data, arch));
	code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
	    arch_audit, 1, 0);
	code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K,
	    SECCOMP_RET_KILL_PROCESS);
	code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
	    offsetof(struct seccomp_data, nr));
	/* x32, where the list would mean other calls. */
	code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K,
	    0x40000000u, (uint8_t)(count + 1), 0);
	for (i = 0; i < count; i++)
		code[n++] = (struct sock_filter)BPF_JUMP(
		    BPF_JMP | BPF_JEQ | BPF_K, given_up[i],
		    (uint8_t)(count - i), 0);
	code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K,
	    SECCOMP_RET_ALLOW);
	code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K,
	    SECCOMP_RET_KILL_PROCESS);
	prog.len = (unsigned short)n;
	/* Threads that began earlier, too: a number is one that did not. */
	r = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
	    SECCOMP_FILTER_FLAG_TSYNC, &prog);
	return r < 0 ? -errno : r > 0 ? -EBUSY : 0;
}
