#include "unwind.h"

#include <libunwind.h>
#include <stdbool.h>

#include "../base/util.h"
#include "../evidence/evidence.h"
#include "../evidence/module.h"
#include "../evidence/remote.h"

/*
 * libunwind's own reader of a binary search table in another process: it has
 * external linkage, but is in no installed header (perf declares it, too).
 */
#define search_table UNW_OBJ(dwarf_search_unwind_table)
int search_table(unw_addr_space_t as, unw_word_t ip, unw_dyn_info_t *di,
    unw_proc_info_t *pi, int need_unwind_info, void *arg);

/* Encodings of the LSB's .eh_frame_hdr that linkers write. */
#define DW_EH_PE_udata4		0x03
#define DW_EH_PE_sdata4		0x0b
#define DW_EH_PE_pcrel		0x10
#define DW_EH_PE_datarel	0x30

struct target {
	struct remote			*remote;
	const struct evidence_regs	*regs;
};

static int
find_proc_info(unw_addr_space_t as, unw_word_t ip, unw_proc_info_t *pi,
    int need_unwind_info, void *arg)
{
	struct target *target = arg;
	unw_dyn_info_t di;
	struct module m;
	unsigned char head[4];
	uint32_t count;

	/* version, encodings of: frame pointer, count, table. */
	if (module_of(target->remote, ip, &m) < 0 || m.eh_frame_hdr == 0 ||
	    remote_read(target->remote, m.eh_frame_hdr, head, 4) < 0 ||
	    head[0] != 1 || head[1] != (DW_EH_PE_pcrel | DW_EH_PE_sdata4) ||
	    head[2] != DW_EH_PE_udata4 ||
	    head[3] != (DW_EH_PE_datarel | DW_EH_PE_sdata4) ||
	    remote_u32(target->remote, m.eh_frame_hdr + 8, &count) < 0 ||
	    count == 0 || 12 + count * 8ull > m.eh_frame_hdr_size)
		return -UNW_ENOINFO;
	memset(&di, 0, sizeof(di));
	di.format = UNW_INFO_FORMAT_REMOTE_TABLE;
	di.start_ip = m.base;
	di.end_ip = m.end;
	di.u.rti.segbase = m.eh_frame_hdr;
	di.u.rti.table_data = m.eh_frame_hdr + 12;
	di.u.rti.table_len = count * 8ull / sizeof(unw_word_t);
	return search_table(as, ip, &di, pi, need_unwind_info, arg);
}

static void
put_unwind_info(unw_addr_space_t as UNUSED, unw_proc_info_t *pi UNUSED,
    void *arg UNUSED)
{
}

static int
no_dyn_info(unw_addr_space_t as UNUSED, unw_word_t *dilap UNUSED,
    void *arg UNUSED)
{
	return -UNW_ENOINFO;
}

static int
access_mem(unw_addr_space_t as UNUSED, unw_word_t addr, unw_word_t *val,
    int write, void *arg)
{
	struct target *target = arg;

	if (write || remote_u64(target->remote, addr, val) < 0)
		return -UNW_EINVAL;
	return 0;
}

static int
access_reg(unw_addr_space_t as UNUSED, unw_regnum_t reg, unw_word_t *val,
    int write, void *arg)
{
	struct target *target = arg;

	if (write)
		return -UNW_EREADONLYREG;
	if (reg == UNW_REG_IP)
		*val = target->regs->pc;
	else if (reg >= 0 && reg < EVIDENCE_REGS)
		*val = target->regs->reg[reg];
	else
		return -UNW_EBADREG;
	return 0;
}

static int
no_fpreg(unw_addr_space_t as UNUSED, unw_regnum_t reg UNUSED,
    unw_fpreg_t *val UNUSED, int write UNUSED, void *arg UNUSED)
{
	return -UNW_EBADREG;
}

static int
no_resume(unw_addr_space_t as UNUSED, unw_cursor_t *c UNUSED, void *arg UNUSED)
{
	return -UNW_EINVAL;
}

static int
no_name(unw_addr_space_t as UNUSED, unw_word_t addr UNUSED, char *buf UNUSED,
    size_t size UNUSED, unw_word_t *off UNUSED, void *arg UNUSED)
{
	return -UNW_ENOINFO;
}

static void
describe(struct remote *remote, uint64_t pc, bool is_return,
    struct unwind_frame *ret)
{
	struct module m;
	const char *base;

	memset(ret, 0, sizeof(*ret));
	ret->offset = pc;
	/* A return address may lie past its caller's last byte. */
	if (module_of(remote, pc - is_return, &m) < 0)
		return;
	ret->offset = pc - m.bias;
	base = strrchr(m.path, '/');
	snprintf(ret->module, sizeof(ret->module), "%s",
	    base != NULL ? base + 1 : m.path);
	if (module_function(remote, &m, pc - is_return, ret->function,
	    sizeof(ret->function)) < 0)
		ret->function[0] = '\0';
}

static unw_accessors_t accessors = {
	.find_proc_info = find_proc_info,
	.put_unwind_info = put_unwind_info,
	.get_dyn_info_list_addr = no_dyn_info,
	.access_mem = access_mem,
	.access_reg = access_reg,
	.access_fpreg = no_fpreg,
	.resume = no_resume,
	.get_proc_name = no_name,
};

void
unwind_prepare(void)
{
	static const struct evidence_regs zero;
	struct target target = { .regs = &zero };
	unw_addr_space_t as = unw_create_addr_space(&accessors, 0);
	unw_cursor_t cursor;

	/* The first cursor reads registers only. */
	if (as == NULL)
		return;
	unw_init_remote(&cursor, as, &target);
	unw_destroy_addr_space(as);
}

size_t
unwind_read(struct remote *remote, const struct evidence_regs *regs,
    struct unwind_frame *ret, size_t max)
{
	struct target target = { .remote = remote, .regs = regs };
	unw_addr_space_t as = unw_create_addr_space(&accessors, 0);
	unw_cursor_t cursor;
	unw_word_t pc, sp, last_sp = 0;
	size_t n = 0;

	if (as == NULL)
		return 0;
	if (unw_init_remote(&cursor, as, &target) == 0) {
		do {
			if (unw_get_reg(&cursor, UNW_REG_IP, &pc) < 0 ||
			    unw_get_reg(&cursor, UNW_REG_SP, &sp) < 0 ||
			    pc == 0 || (n > 0 && sp <= last_sp))
				break;
			describe(remote, pc, n > 0, &ret[n]);
			n++;
			last_sp = sp;
		} while (n < max && unw_step(&cursor) > 0);
	}
	unw_destroy_addr_space(as);
	return n;
}
