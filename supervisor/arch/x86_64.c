#include "arch.h"

#include <errno.h>
#include <linux/audit.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>

const uint32_t arch_audit = AUDIT_ARCH_X86_64;
/* Between the heap's end and every mmap base; 47 bits everywhere. */
const uint64_t arch_guard_base = UINT64_C(0x700000000000);
const char arch_name[] = "x86_64";
const size_t arch_insn_size = 2;

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

int
arch_regs_get(pid_t tid, struct arch_regs *r)
{
	return ptrace(PTRACE_GETREGS, tid, 0, r->word) < 0 ? -errno : 0;
}

int
arch_regs_set(pid_t tid, struct arch_regs *r)
{
	return ptrace(PTRACE_SETREGS, tid, 0, r->word) < 0 ? -errno : 0;
}

uint64_t
arch_ip(const struct arch_regs *r)
{
	return cuser(r)->rip;
}

uint64_t
arch_sp(const struct arch_regs *r)
{
	return cuser(r)->rsp;
}

void
arch_ip_set(struct arch_regs *r, uint64_t ip)
{
	user(r)->rip = ip;
}

void
arch_call_get(const struct arch_regs *r, struct arch_call *c)
{
	const struct user_regs_struct *u = cuser(r);

	/* The kernel looks at 32 bits of the number. */
	c->nr = (int)u->orig_rax;
	c->arg[0] = u->rdi;
	c->arg[1] = u->rsi;
	c->arg[2] = u->rdx;
	c->arg[3] = u->r10;
	c->arg[4] = u->r8;
	c->arg[5] = u->r9;
}

static void
set_args(struct user_regs_struct *u, const uint64_t arg[6])
{
	u->rdi = arg[0];
	u->rsi = arg[1];
	u->rdx = arg[2];
	u->r10 = arg[3];
	u->r8 = arg[4];
	u->r9 = arg[5];
}

void
arch_call_set(struct arch_regs *r, const struct arch_call *c)
{
	user(r)->orig_rax = (unsigned long)c->nr;
	set_args(user(r), c->arg);
}

void
arch_args_restore(struct arch_regs *r, const struct arch_save *s)
{
	set_args(user(r), s->arg);
	/* The instruction leaves its return address here. */
	user(r)->rcx = s->ip;
}

void
arch_call_skip(struct arch_regs *r, long result)
{
	user(r)->orig_rax = (unsigned long)-1;
	user(r)->rax = (unsigned long)result;
}

long
arch_result(const struct arch_regs *r)
{
	return (long)cuser(r)->rax;
}

void
arch_result_set(struct arch_regs *r, long result)
{
	user(r)->rax = (unsigned long)result;
}

void
arch_call_rewind(struct arch_regs *r, const struct arch_save *s)
{
	arch_args_restore(r, s);
	user(r)->rax = s->nr;
	user(r)->rip = s->ip - arch_insn_size;
}

void
arch_restart_nr_set(struct arch_regs *r, long nr)
{
	/* -1 there says "not in a call": the kernel then restarts nothing. */
	if ((long)user(r)->orig_rax != -1)
		user(r)->orig_rax = (unsigned long)nr;
}

bool
arch_call_anew(struct arch_regs *r)
{
	if ((long)user(r)->orig_rax < 0 || (long)user(r)->rax != -EINTR)
		return false;
	/* The kernel's own word for that (ERESTARTNOHAND). */
	user(r)->rax = (unsigned long)-514;
	return true;
}

void
arch_inject(struct arch_regs *r, uint64_t insn, const struct arch_call *c)
{
	struct user_regs_struct *u = user(r);

	set_args(u, c->arg);
	u->rax = (unsigned long)c->nr;
	u->orig_rax = (unsigned long)-1;
	u->rip = insn;
}

long
arch_find_insn(const uint8_t *code, size_t n)
{
	size_t i;

	for (i = 0; i + 1 < n; i++)
		if (code[i] == 0x0f && code[i + 1] == 0x05)
			return (long)i;
	return -ENOENT;
}

size_t
arch_stub_write(uint8_t *out, uint64_t stub_at, uint64_t save_at)
{
	/* mov REG, [rip + disp32] of rdi rsi rdx r10 r8 r9 rcx */
	static const struct {
		uint8_t	rex, modrm, slot;
	} loads[] = {
		{ 0x48, 0x3d, 0 }, { 0x48, 0x35, 1 }, { 0x48, 0x15, 2 },
		{ 0x4c, 0x15, 3 }, { 0x4c, 0x05, 4 }, { 0x4c, 0x0d, 5 },
		{ 0x48, 0x0d, 6 },
	};
	size_t n = 0, i;
	int32_t disp;

	out[n++] = 0x0f;	/* syscall */
	out[n++] = 0x05;
	for (i = 0; i < sizeof(loads) / sizeof(loads[0]); i++) {
		out[n++] = loads[i].rex;
		out[n++] = 0x8b;
		out[n++] = loads[i].modrm;
		disp = (int32_t)(int64_t)(save_at + 8 * loads[i].slot -
		    (stub_at + n + 4));
		memcpy(out + n, &disp, 4);
		n += 4;
	}
	out[n++] = 0xff;	/* jmp [rip + disp32] */
	out[n++] = 0x25;
	disp = (int32_t)(int64_t)(save_at + 8 * 6 - (stub_at + n + 4));
	memcpy(out + n, &disp, 4);
	n += 4;
	return n;
}

/*
 *	fstat:	mov %rsi,%rdx; test %edi,%edi; js ...
 *		mov $AT_EMPTY_PATH,%ecx		->	mov $5,%eax
 *		lea ""(%rip),%rsi			jmp to the syscall
 *		jmp fstatat
 *	fstatat: mov %ecx,%r10d; mov $262,%eax; syscall
 */
size_t
arch_fstat_patch(const uint8_t *code, size_t n, size_t *ret_at,
    uint8_t patch[ARCH_PATCH_MAX])
{
	static const uint8_t call[] = { 0x41, 0x89, 0xca, 0xb8, 0x06, 0x01,
	    0x00, 0x00, 0x0f, 0x05 };
	static const uint8_t head[] = { 0x48, 0x89, 0xf2, 0x85, 0xff, 0x78 };
	static const uint8_t load[] = { 0xb9, 0x00, 0x10, 0x00, 0x00, 0x48,
	    0x8d, 0x35 };
	static const uint8_t nop[] = { 0x0f, 0x1f, 0x80, 0, 0, 0, 0 };
	const size_t all = 24, over = 7, size = 17;
	size_t i, entry = n - sizeof(call);
	int32_t rel;

	if (n < all + sizeof(call) || memcmp(code + entry, call,
	    sizeof(call)) != 0)
		return 0;
	for (i = 0; i + all <= entry; i++) {
		if (memcmp(code + i, head, sizeof(head)) != 0 ||
		    memcmp(code + i + over, load, sizeof(load)) != 0 ||
		    code[i + 19] != 0xe9)
			continue;
		memcpy(&rel, code + i + 20, sizeof(rel));
		if ((int64_t)(i + all) + rel != (int64_t)entry)
			continue;
		*ret_at = i + over;
		patch[0] = 0xb8;
		memcpy(patch + 1, &(uint32_t){ 5 }, 4);
		patch[5] = 0xe9;
		rel = (int32_t)(n - 2 - (i + over + 10));
		memcpy(patch + 6, &rel, 4);
		memcpy(patch + 10, nop, sizeof(nop));
		return size;
	}
	return 0;
}
