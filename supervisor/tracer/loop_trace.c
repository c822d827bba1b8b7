/*
 * --trace: each call on its way in and out, for the file (calls.h). One
 * request at each stop, PTRACE_GET_SYSCALL_INFO (Linux 5.3): it says which of
 * the two this is, and fetches no more than is written.
 */
#include <string.h>
#include <sys/ptrace.h>

#include "calls.h"
#include "loop_parts.h"

/* True on the way in. */
bool
loop_trace(struct loop *l, struct task *t)
{
	struct __ptrace_syscall_info info;
	uint64_t arg[6];
	int i;

	/* Three calls for one: its end is told by who knows it. */
	if (t->after == AFTER_MOVE)
		return !t->in_call;
	memset(&info, 0, sizeof(info));
	if (ptrace(PTRACE_GET_SYSCALL_INFO, t->tid, sizeof(info), &info) <= 0)
		return !t->in_call;
	if (info.op == PTRACE_SYSCALL_INFO_EXIT) {
		calls_return(l->config->calls, &t->traced, t->tid,
		    info.exit.rval);
		return false;
	}
	if (info.op != PTRACE_SYSCALL_INFO_ENTRY)
		return !t->in_call;
	/* What our own child does before its exec is ours. */
	if (t->launching)
		return true;
	for (i = 0; i < 6; i++)
		arg[i] = info.entry.args[i];
	calls_enter(l->config->calls, &t->traced, (long)info.entry.nr, arg);
	l->result->syscalls++;
	return true;
}
