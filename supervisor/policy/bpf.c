#include "bpf.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <string.h>

struct machine {
	uint32_t	a, x, mem[BPF_MEMWORDS];
};

static int
alu(struct machine *m, const struct sock_filter *in)
{
	uint32_t v = BPF_SRC(in->code) == BPF_X ? m->x : in->k;

	switch (BPF_OP(in->code)) {
	case BPF_ADD:
		m->a += v;
		return 0;
	case BPF_SUB:
		m->a -= v;
		return 0;
	case BPF_MUL:
		m->a *= v;
		return 0;
	case BPF_DIV:
		if (v == 0)
			return -EINVAL;
		m->a /= v;
		return 0;
	case BPF_OR:
		m->a |= v;
		return 0;
	case BPF_AND:
		m->a &= v;
		return 0;
	case BPF_XOR:
		m->a ^= v;
		return 0;
	case BPF_LSH:
		m->a = v < 32 ? m->a << v : 0;
		return 0;
	case BPF_RSH:
		m->a = v < 32 ? m->a >> v : 0;
		return 0;
	case BPF_NEG:
		m->a = -m->a;
		return 0;
	}
	return -EINVAL;
}

/* How far to jump, or -EINVAL. */
static long
jump(const struct machine *m, const struct sock_filter *in)
{
	uint32_t v = BPF_SRC(in->code) == BPF_X ? m->x : in->k;

	switch (BPF_OP(in->code)) {
	case BPF_JA:
		return in->k;
	case BPF_JEQ:
		return m->a == v ? in->jt : in->jf;
	case BPF_JGT:
		return m->a > v ? in->jt : in->jf;
	case BPF_JGE:
		return m->a >= v ? in->jt : in->jf;
	case BPF_JSET:
		return (m->a & v) ? in->jt : in->jf;
	}
	return -EINVAL;
}

static int
load(struct machine *m, const struct sock_filter *in,
    const struct seccomp_data *data)
{
	uint32_t v;

	switch (BPF_MODE(in->code)) {
	case BPF_ABS:
		/* Only whole words of the call, as the kernel checks. */
		if (BPF_SIZE(in->code) != BPF_W || (in->k & 3) ||
		    in->k >= sizeof(*data) || BPF_CLASS(in->code) != BPF_LD)
			return -EINVAL;
		memcpy(&v, (const char *)data + in->k, sizeof(v));
		break;
	case BPF_IMM:
		v = in->k;
		break;
	case BPF_MEM:
		if (in->k >= BPF_MEMWORDS)
			return -EINVAL;
		v = m->mem[in->k];
		break;
	case BPF_LEN:
		v = sizeof(*data);
		break;
	default:
		return -EINVAL;
	}
	if (BPF_CLASS(in->code) == BPF_LD)
		m->a = v;
	else
		m->x = v;
	return 0;
}

int
bpf_run(const struct sock_fprog *prog, const struct seccomp_data *data,
    uint32_t *ret_action)
{
	struct machine m = { 0 };
	const struct sock_filter *in;
	size_t pc;
	long skip;
	int r = 0;

	/* Jumps go forward only, so every program ends. */
	for (pc = 0; pc < prog->len; pc++) {
		in = &prog->filter[pc];
		switch (BPF_CLASS(in->code)) {
		case BPF_LD:
		case BPF_LDX:
			r = load(&m, in, data);
			break;
		case BPF_ST:
		case BPF_STX:
			if (in->k >= BPF_MEMWORDS)
				return -EINVAL;
			m.mem[in->k] = BPF_CLASS(in->code) == BPF_ST ? m.a :
			    m.x;
			break;
		case BPF_ALU:
			r = alu(&m, in);
			break;
		case BPF_JMP:
			skip = jump(&m, in);
			if (skip < 0)
				return (int)skip;
			pc += (size_t)skip;
			break;
		case BPF_RET:
			*ret_action = BPF_RVAL(in->code) == BPF_A ? m.a :
			    in->k;
			return 0;
		case BPF_MISC:
			if (BPF_MISCOP(in->code) == BPF_TAX)
				m.x = m.a;
			else
				m.a = m.x;
			break;
		default:
			return -EINVAL;
		}
		if (r < 0)
			return r;
	}
	return -EINVAL;
}
