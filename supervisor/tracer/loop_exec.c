/*
 * A new image: is it the one that was allowed? Then the guard goes in, before
 * its first instruction.
 *
 * Four steps of one instruction each, at a system call instruction of the
 * vDSO: out of execve, map the stubs, map the slots, seal both. All signals
 * that can be are blocked meanwhile.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../base/json.h"
#include "../base/util.h"
#include "../check/check.h"
#include "guard.h"
#include "../host/launch.h"
#include "../limits/limits.h"
#include "loop_parts.h"
#include "proctext.h"
#include "../policy/policy.h"
#include "tracee.h"
#include "../check/violation.h"

#ifndef __NR_mseal
#define __NR_mseal 462
#endif
#ifndef PTRACE_EVENT_STOP
#define PTRACE_EVENT_STOP 128
#endif

/* One step; other stops on the way are passed. 0, -ESRCH if it died. */
static int
step(struct loop *l, struct task *t)
{
	int status, tries;

	for (tries = 0; tries < 64; tries++) {
		if (ptrace(PTRACE_SINGLESTEP, t->tid, 0, 0) < 0)
			return -errno;
		while (waitpid(t->tid, &status, __WALL) < 0)
			if (errno != EINTR)
				return -errno;
		l->result->stops++;
		if (!WIFSTOPPED(status)) {
			/* Its end is ours to report, as wait has consumed it. */
			t->is_gone = true;
			t->exit_status = status;
			return -ESRCH;
		}
		/* Another image is no place to go on. */
		if ((unsigned)status >> 16 == PTRACE_EVENT_EXEC)
			return -EPROTO;
		/* SECCOMP: our own mmap, waved through. SIGSTOP: the group
		 * stop is given up, as an exec may well do. */
		if ((unsigned)status >> 16 == 0 &&
		    (WSTOPSIG(status) & 0x7f) == SIGTRAP)
			return 0;
	}
	return -ELOOP;
}

int
loop_inject(struct loop *l, struct task *t, const struct injection *in,
    long nr, const uint64_t arg[6], long *ret)
{
	struct arch_call call = { .nr = nr };
	struct arch_regs regs = in->clean;
	int r, tries;

	memcpy(call.arg, arg, sizeof(call.arg));
	arch_inject(&regs, in->insn, &call);
	r = arch_regs_set(t->tid, &regs);
	/*
	 * A SIGTRAP that another process sent looks like a step that was
	 * done: the instruction was only if the counter moved.
	 */
	for (tries = 0; r == 0 && tries < 64; tries++) {
		r = step(l, t);
		if (r == 0)
			r = arch_regs_get(t->tid, &regs);
		if (r == 0 && arch_ip(&regs) != in->insn)
			break;
	}
	if (r == 0 && tries == 64)
		r = -ELOOP;
	if (r < 0)
		return r;
	*ret = arch_result(&regs);
	return *ret < 0 && *ret > -4096 ? (int)*ret : 0;
}

int
loop_inject_begin(struct loop *l, struct task *t, struct injection *in)
{
	uint64_t all = ~(UINT64_C(1) << (SIGTRAP - 1));
	int r = tracee_find_insn(t->tid, &in->insn);

	if (r < 0)
		return r;
	if (ptrace(PTRACE_GETSIGMASK, t->tid, sizeof(in->mask),
	    &in->mask) < 0 ||
	    ptrace(PTRACE_SETSIGMASK, t->tid, sizeof(all), &all) < 0)
		return -errno;
	r = step(l, t);
	return r < 0 ? r : arch_regs_get(t->tid, &in->clean);
}

int
loop_inject_end(struct task *t, struct injection *in, long result)
{
	int r;

	arch_result_set(&in->clean, result);
	r = arch_regs_set(t->tid, &in->clean);
	if (r == 0 && ptrace(PTRACE_SETSIGMASK, t->tid, sizeof(in->mask),
	    &in->mask) < 0)
		r = -errno;
	return r;
}

static int
map_guard(struct loop *l, struct task *t)
{
	struct injection in;
	uint64_t fd = (uint64_t)l->wall.reader_fd, flags = GUARD_MAP_FLAGS;
	uint64_t code[6] = { arch_guard_base, GUARD_CODE,
	    PROT_READ | PROT_EXEC, flags, fd, 0 };
	uint64_t data[6] = { arch_guard_base + GUARD_CODE, GUARD_DATA,
	    PROT_READ, flags, fd, GUARD_CODE };
	uint64_t seal[6] = { arch_guard_base, GUARD_SIZE };
	long got;
	int r;

	r = loop_inject_begin(l, t, &in);
	if (r == 0)
		r = loop_inject(l, t, &in, __NR_mmap, code, &got);
	if (r == 0 && got != (long)code[0])
		r = -EEXIST;
	if (r == 0)
		r = loop_inject(l, t, &in, __NR_mmap, data, &got);
	if (r == 0 && got != (long)data[0])
		r = -EEXIST;
	if (r == 0 && guard_has_mseal())
		r = loop_inject(l, t, &in, __NR_mseal, seal, &got);
	if (r == 0 && guard_has_mseal() && got != 0)
		r = -EPERM;
	return r < 0 ? r : loop_inject_end(t, &in, arch_result(&in.clean));
}

/* What the kernel calls the image: gone meanwhile it still is the one. */
static bool
is_image(struct loop *l, const struct task *t, const char *name)
{
	size_t n = strlen(t->image);

	return strncmp(name, t->image, n) == 0 && (name[n] == '\0' ||
	    (strcmp(name + n, " (deleted)") == 0 &&
	    !path_is_fixed(l->wall.paths, t->image)));
}

/*
 * An image that the run may change was perhaps another when the kernel read
 * it, and named another loader: what is mapped before its first instruction is
 * that file, and what the run may read.
 */
static bool
maps_only_judged(struct loop *l, const struct task *t)
{
	char line[PATH_MAX + 256], name[PATH_MAX];
	struct proctext_map map;
	bool so = true;
	size_t n;
	FILE *f;

	if (path_is_fixed(l->wall.paths, t->image))
		return true;
	snprintf(name, sizeof(name), "/proc/%d/maps", (int)t->tid);
	f = fopen(name, "re");
	if (f == NULL)
		return false;
	while (so && proctext_next(f, line, sizeof(line), &n)) {
		if (!proctext_map(line, n, &map) || map.name_len == 0 ||
		    map.name[0] != '/')
			continue;
		so = map.name_len < sizeof(name);
		snprintf(name, sizeof(name), "%.*s", (int)map.name_len,
		    map.name);
		so = so && (is_image(l, t, name) || policy_path(l->wall.policy,
		    ACCESS_READ, name).verb == RULES_ALLOW);
	}
	fclose(f);
	return so;
}

/* The image in place against the one that was judged. */
static bool
is_expected(struct loop *l, const struct task *t)
{
	char link[48], now[PATH_MAX];
	ssize_t n;

	snprintf(link, sizeof(link), "/proc/%d/exe", (int)t->tid);
	n = readlink(link, now, sizeof(now) - 1);
	if (n < 0 || t->image == NULL)
		return false;
	now[n] = '\0';
	return is_image(l, t, now) && maps_only_judged(l, t);
}

static void
refuse_image(struct loop *l, struct task *t, const char *word)
{
	struct ruling ruling = policy_self(l->wall.policy, word);
	struct violation v = { .syscall = "execve", .ruling = &ruling,
	    .tid = t->tid };

	v.arguments = js_obj();
	js_put_str(v.arguments, "path", t->image);
	v.python_why = "the image had just been replaced";
	recorder_violation(l->wall.recorder, &v);
	loop_finish(l, LOOP_KILLED, 0);
	ptrace(PTRACE_CONT, t->tid, 0, 0);
}

void
loop_on_exec(struct loop *l, struct task *t)
{
	const char *doing = NULL;
	bool was_first = t->launching;
	int r;

	t->after = AFTER_NOTHING;
	t->rewritten = false;
	t->in_call = false;
	t->mapped = false;
	t->launching = false;
	if (was_first) {
		r = launch_outcome(l->config->launch, &doing);
		if (r < 0) {
			loop_fail(l, r, doing);
			return;
		}
	} else if (!is_expected(l, t)) {
		refuse_image(l, t, "image");
		return;
	}
	r = map_guard(l, t);
	if (t->exec_area >= 0) {
		guard_exec_give(l->wall.guard, t->exec_area);
		t->exec_area = -1;
		loop_retry_waiting(l);
	}
	if (r == -ESRCH)
		return;
	/* A program may be made to lie where the guard does. */
	if (r == -EEXIST && !was_first) {
		refuse_image(l, t, "guard");
		return;
	}
	if (r < 0) {
		loop_fail(l, r, "mapping the guard");
		ptrace(PTRACE_CONT, t->tid, 0, 0);
		return;
	}
	t->mapped = true;
	limits_on_exec(l->wall.limits, t->tgid);
	loop_resume(l, t, 0);
}
