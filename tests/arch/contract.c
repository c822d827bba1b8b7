/*
 * What arch.h promises of every machine's file, on registers in memory: built
 * for this machine and run here, built for others and run in an emulator. The
 * file itself is included; ptrace is not called. Speaks TAP.
 */
#include <stdio.h>

#ifdef __aarch64__
#include "../../supervisor/arch/aarch64.c"
#else
#include "../../supervisor/arch/x86_64.c"
#endif

static int number, failed;

static void
say(int good, const char *what)
{
	failed += !good;
	printf("%sok %d - %s: %s\n", good ? "" : "not ", ++number, arch_name,
	    what);
}

static struct arch_call
some_call(long nr, uint64_t from)
{
	struct arch_call c = { .nr = nr };
	int i;

	for (i = 0; i < 6; i++)
		c.arg[i] = from + (uint64_t)i;
	return c;
}

static struct arch_save
some_save(const struct arch_call *c, uint64_t ip)
{
	struct arch_save s = { .ip = ip, .nr = (uint64_t)c->nr };

	memcpy(s.arg, c->arg, sizeof(s.arg));
	return s;
}

static int
is_call(const struct arch_regs *r, const struct arch_call *want)
{
	struct arch_call got;

	arch_call_get(r, &got);
	return got.nr == want->nr &&
	    memcmp(got.arg, want->arg, sizeof(got.arg)) == 0;
}

int
main(void)
{
	static struct arch_regs r;
	static uint8_t code[64], stub[ARCH_STUB_SIZE];
	const struct arch_call first = some_call(56, 0x1111000000000000),
	    other = some_call(437, 0x2222000000000000);
	const struct arch_save save = some_save(&first, 0x400104);
	struct arch_call got;
	size_t at, i, n;
	uint8_t *insn = NULL;
	int good;

	printf("1..14\n");
	arch_call_set(&r, &other);
	say(is_call(&r, &other), "a call that was set is the call");
	arch_ip_set(&r, 0x400104);
	say(arch_ip(&r) == 0x400104, "so is the place");

	/* On the way out the result stands where an argument or the number
	 * was; it stays. */
	arch_result_set(&r, -13);
	arch_args_restore(&r, &save);
	arch_call_get(&r, &got);
	say(arch_result(&r) == -13 && memcmp(got.arg + 1, first.arg + 1,
	    5 * sizeof(uint64_t)) == 0,
	    "arguments come back, and the result stays");

	arch_call_set(&r, &other);
	arch_ip_set(&r, 0x700000);
	arch_call_rewind(&r, &save);
	arch_call_get(&r, &got);
	say(arch_ip(&r) == save.ip - arch_insn_size &&
	    memcmp(got.arg, first.arg, sizeof(got.arg)) == 0,
	    "wound back, the original call stands at its place");

	arch_call_set(&r, &first);
	arch_call_skip(&r, -13);
	arch_call_get(&r, &got);
	say(got.nr == -1 && arch_result(&r) == -13,
	    "a call that is skipped has a result and no number");
	arch_call_skip(&r, 0x7fffffff1234);
	say(arch_result(&r) == 0x7fffffff1234, "of 64 bits");

	memset(&r, 0, sizeof(r));
	arch_inject(&r, 0x123450, &first);
	arch_call_get(&r, &got);
	say(arch_ip(&r) == 0x123450 && memcmp(got.arg, first.arg,
	    sizeof(got.arg)) == 0, "an injected call has its arguments");

	/* The instruction: where our own compiler put one. */
	say(arch_find_insn(code, sizeof(code)) == -ENOENT,
	    "no instruction is found where there is none");
#ifdef __aarch64__
	__asm__ volatile("adr %0, 1f\n\tb 2f\n1:\tsvc #0\n2:" : "=r"(insn));
#else
	__asm__ volatile("lea 1f(%%rip), %0\n\tjmp 2f\n1:\tsyscall\n2:" :
	    "=r"(insn));
#endif
	for (i = 0, good = 1; i + arch_insn_size <= sizeof(code); i += 4) {
		memset(code, 0, sizeof(code));
		memcpy(code + i, insn, arch_insn_size);
		good &= arch_find_insn(code, sizeof(code)) == (long)i;
	}
	say(good, "the instruction is found where it is");
	memset(code, 0, sizeof(code));
	memcpy(code + 60, insn, arch_insn_size);
	say(arch_find_insn(code, 60 + arch_insn_size - 1) == -ENOENT,
	    "nor half of one at the end");

	n = arch_stub_write(stub, arch_guard_base, arch_guard_base + 65536);
	say(n <= ARCH_STUB_SIZE, "a stub has room");
	say(n == 0 || memcmp(stub, insn, arch_insn_size) == 0,
	    "a stub begins with the call");
	say(arch_guard_base % 65536 == 0 && arch_guard_base <
	    UINT64_C(1) << 47, "the guard begins at a page of any size");
	at = 0;
	memset(code, 0, sizeof(code));
	say(arch_fstat_patch(code, sizeof(code), &at, stub) == 0,
	    "code that is not known is not patched");
	return failed != 0;
}
