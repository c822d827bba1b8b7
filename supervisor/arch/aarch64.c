#include "arch.h"

#include <elf.h>
#include <errno.h>
#include <linux/audit.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>

#ifndef NT_ARM_SYSTEM_CALL
#define NT_ARM_SYSTEM_CALL 0x404
#endif

const uint32_t arch_audit = AUDIT_ARCH_AARCH64;
/* Below 39 bits, the smallest address space the kernel can be built with. */
const uint64_t arch_guard_base = UINT64_C(0x7000000000);
const char arch_name[] = "aarch64";
const size_t arch_insn_size = 4;

_Static_assert(sizeof(struct user_regs_struct) <=
    sizeof(((struct arch_regs *)0)->word), "registers fit");

static inline struct user_regs_struct *
user(struct arch_regs *r)
{
	return (struct user_regs_struct *)(void *)r->word;
}

static inline const struct user_regs_struct *
cuser(const struct arch_regs *r)
{
	return (const struct user_regs_struct *)(const void *)r->word;
}

/*
 * Writing x8 does not change the call that is pending: the number has a
 * register set of its own.
 */
int
arch_regs_get(pid_t tid, struct arch_regs *r)
{
	struct iovec iov = { r->word, sizeof(struct user_regs_struct) };
	int nr = -1;

	if (ptrace(PTRACE_GETREGSET, tid, NT_PRSTATUS, &iov) < 0)
		return -errno;
	iov.iov_base = &nr;
	iov.iov_len = sizeof(nr);
	if (ptrace(PTRACE_GETREGSET, tid, NT_ARM_SYSTEM_CALL, &iov) < 0)
		return -errno;
	r->nr = nr;
	r->nr_changed = 0;
	return 0;
}

int
arch_regs_set(pid_t tid, struct arch_regs *r)
{
	struct iovec iov = { r->word, sizeof(struct user_regs_struct) };
	int nr = (int)r->nr;

	if (r->nr_changed) {
		struct iovec call = { &nr, sizeof(nr) };

		if (ptrace(PTRACE_SETREGSET, tid, NT_ARM_SYSTEM_CALL,
		    &call) < 0)
			return -errno;
	}
	/* x0 last: it is the result where the number is -1. */
	return ptrace(PTRACE_SETREGSET, tid, NT_PRSTATUS, &iov) < 0 ?
	    -errno : 0;
}

uint64_t
arch_ip(const struct arch_regs *r)
{
	return cuser(r)->pc;
}

uint64_t
arch_sp(const struct arch_regs *r)
{
	return cuser(r)->sp;
}

void
arch_ip_set(struct arch_regs *r, uint64_t ip)
{
	user(r)->pc = ip;
}

void
arch_call_get(const struct arch_regs *r, struct arch_call *c)
{
	c->nr = r->nr;
	memcpy(c->arg, cuser(r)->regs, sizeof(c->arg));
}

void
arch_call_set(struct arch_regs *r, const struct arch_call *c)
{
	r->nr = c->nr;
	r->nr_changed = 1;
	user(r)->regs[8] = (uint64_t)c->nr;
	memcpy(user(r)->regs, c->arg, sizeof(c->arg));
}

/* x0 is the result, x8 the number. */
void
arch_args_restore(struct arch_regs *r, const struct arch_save *s)
{
	memcpy(user(r)->regs + 1, s->arg + 1, 5 * sizeof(uint64_t));
	user(r)->regs[8] = s->nr;
}

void
arch_call_skip(struct arch_regs *r, long result)
{
	r->nr = -1;
	r->nr_changed = 1;
	user(r)->regs[0] = (uint64_t)result;
}

long
arch_result(const struct arch_regs *r)
{
	return (long)cuser(r)->regs[0];
}

void
arch_result_set(struct arch_regs *r, long result)
{
	user(r)->regs[0] = (uint64_t)result;
}

void
arch_call_rewind(struct arch_regs *r, const struct arch_save *s)
{
	arch_args_restore(r, s);
	user(r)->regs[0] = s->arg[0];
	user(r)->pc = s->ip - arch_insn_size;
}

void
arch_restart_nr_set(struct arch_regs *r, long nr)
{
	(void)r;
	(void)nr;
}

/* It looked what to begin anew before the stop, and the first argument is
 * where the result is now. */
bool
arch_call_anew(struct arch_regs *r)
{
	(void)r;
	return false;
}

void
arch_inject(struct arch_regs *r, uint64_t insn, const struct arch_call *c)
{
	memcpy(user(r)->regs, c->arg, sizeof(c->arg));
	user(r)->regs[8] = (uint64_t)c->nr;
	user(r)->pc = insn;
}

long
arch_find_insn(const uint8_t *code, size_t n)
{
	static const uint8_t svc[4] = { 0x01, 0x00, 0x00, 0xd4 };
	size_t i;

	for (i = 0; i + 4 <= n; i += 4)
		if (memcmp(code + i, svc, 4) == 0)
			return (long)i;
	return -ENOENT;
}

/* A jump to 64 bits needs a register, and a call here preserves them all. */
size_t
arch_stub_write(uint8_t *out, uint64_t stub_at, uint64_t save_at)
{
	(void)out;
	(void)stub_at;
	(void)save_at;
	return 0;
}

size_t
arch_fstat_patch(const uint8_t *code, size_t n, size_t *ret_at,
    uint8_t patch[ARCH_PATCH_MAX])
{
	(void)code;
	(void)n;
	(void)ret_at;
	(void)patch;
	return 0;
}
