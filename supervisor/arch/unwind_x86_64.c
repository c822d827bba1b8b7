/*
 * The registers an unwinder starts from, by their DWARF numbers (System V
 * ABI, AMD64 supplement, figure 3.36).
 */
#include "unwind.h"

#include <elf.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>

#include "../base/util.h"
#include "../evidence/evidence.h"

int
arch_unwind_regs(pid_t tid, struct evidence_regs *ret)
{
	struct user_regs_struct r;
	struct iovec iov = { &r, sizeof(r) };

	if (ptrace(PTRACE_GETREGSET, tid, NT_PRSTATUS, &iov) < 0)
		return -errno;
	*ret = (struct evidence_regs){
		.reg = { r.rax, r.rdx, r.rcx, r.rbx, r.rsi, r.rdi, r.rbp,
		    r.rsp, r.r8, r.r9, r.r10, r.r11, r.r12, r.r13, r.r14,
		    r.r15, r.rip },
		.pc = r.rip,
		.sp = r.rsp,
		.thread_pointer = r.fs_base,
	};
	return 0;
}
