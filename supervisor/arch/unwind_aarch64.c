/*
 * The registers an unwinder starts from, by their DWARF numbers (DWARF for
 * the Arm 64-bit architecture: x0 to x30, sp).
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
	uint64_t tls = 0;
	struct iovec iov = { &r, sizeof(r) }, tls_iov = { &tls, sizeof(tls) };
	unsigned i;

	if (ptrace(PTRACE_GETREGSET, tid, NT_PRSTATUS, &iov) < 0 ||
	    ptrace(PTRACE_GETREGSET, tid, NT_ARM_TLS, &tls_iov) < 0)
		return -errno;
	memset(ret, 0, sizeof(*ret));
	for (i = 0; i < ARRAY_SIZE(r.regs); i++)
		ret->reg[i] = r.regs[i];
	ret->reg[31] = r.sp;
	ret->pc = r.pc;
	ret->sp = r.sp;
	ret->thread_pointer = tls;
	return 0;
}
