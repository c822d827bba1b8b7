/*
 * Everything that differs between machines: registers, the system call
 * instruction, the code we lay beside the guard. One file of this folder is
 * built; no other file of the tree knows a register's name.
 */
#ifndef SALLYPORT_ARCH_H
#define SALLYPORT_ARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* A stopped task's general registers, as the kernel hands them out. */
struct arch_regs {
	uint64_t	word[36];
	long		nr;		/* where the number is kept apart */
	int		nr_changed;
};

struct arch_call {
	long		nr;
	uint64_t	arg[6];
};

/*
 * What the restore stub puts back, where it finds it. The stub's code knows
 * the offsets.
 */
struct arch_save {
	uint64_t	arg[6];
	uint64_t	ip;		/* behind the original instruction */
	uint64_t	nr;
};

extern const uint32_t	arch_audit;	/* AUDIT_ARCH_ of native calls */
extern const uint64_t	arch_guard_base; /* where tracees have the guard */
extern const char	arch_name[];

/* 0 or -errno; -ESRCH: it was killed meanwhile. */
int arch_regs_get(pid_t tid, struct arch_regs *);
int arch_regs_set(pid_t tid, struct arch_regs *);

uint64_t arch_ip(const struct arch_regs *);
void arch_ip_set(struct arch_regs *, uint64_t ip);
/* Of the stack: what lies further below than ARCH_RED_ZONE is nobody's. */
uint64_t arch_sp(const struct arch_regs *);
#define ARCH_RED_ZONE	128

/* The pending call, at a stop on the way in. */
void arch_call_get(const struct arch_regs *, struct arch_call *);
void arch_call_set(struct arch_regs *, const struct arch_call *);
/* Arguments only, at a stop on the way out: the result stays. */
void arch_args_restore(struct arch_regs *, const struct arch_save *);

/* On the way in: run nothing, answer `result` (negative errno or value). */
void arch_call_skip(struct arch_regs *, long result);

/* At a stop on the way out. */
long arch_result(const struct arch_regs *);
void arch_result_set(struct arch_regs *, long result);

/*
 * Inside a restart the kernel has wound back to the instruction: make it the
 * original call at its original place.
 */
void arch_call_rewind(struct arch_regs *, const struct arch_save *);

/*
 * Signal stop directly behind a rewritten call: besides the arguments, the
 * number the kernel would restart with.
 */
void arch_restart_nr_set(struct arch_regs *, long nr);

/*
 * At a stop that no signal caused, but which ended a call (EINTR): the call is
 * begun anew, unless a handler runs first. False: there was none, or this
 * machine cannot.
 */
bool arch_call_anew(struct arch_regs *);

/* Make the registers such that one step runs this call at `insn`. */
void arch_inject(struct arch_regs *, uint64_t insn,
    const struct arch_call *);

/* Length of the system call instruction. */
extern const size_t arch_insn_size;

/* Offset of a system call instruction in `code`, or -ENOENT. */
long arch_find_insn(const uint8_t *code, size_t n);

/*
 * Write the stub to `out` (room for ARCH_STUB_SIZE bytes): the instruction,
 * then loads from the save area, then a jump back. `stub_at` and `save_at` are
 * the tracee's addresses. Returns its length, or 0 where a machine cannot jump
 * without losing a register: rewritten calls then stop again on the way out.
 */
#define ARCH_STUB_SIZE 128
size_t arch_stub_write(uint8_t *out, uint64_t stub_at, uint64_t save_at);

/*
 * glibc 2.33 to 2.38 spells fstat(fd) as newfstatat(fd, "", AT_EMPTY_PATH),
 * which has to stop, as a pointer tells no filter that it leads to nothing.
 * In `code`, `n` bytes that end with that call's instruction, find fstat's
 * way there and what to lay over it, so that it calls fstat(2), which need
 * not stop. The instructions must be exactly those known. Returns the length
 * of `patch` and its offset in *ret_at, or 0.
 */
#define ARCH_PATCH_WINDOW 256
#define ARCH_PATCH_MAX	24
size_t arch_fstat_patch(const uint8_t *code, size_t n, size_t *ret_at,
    uint8_t patch[ARCH_PATCH_MAX]);

#endif
