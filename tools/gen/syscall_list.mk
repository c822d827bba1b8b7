# Names and numbers of the native system calls, from the kernel's headers.
$(BUILD)/gen/syscall_list.h: tools/gen/syscall_list.mk $(DEPS)/.ready
	@mkdir -p $(@D)
	printf '#include <asm/unistd.h>\n' | $(CC) -E -dM - | \
	    sed -n 's/^#define __NR_\([a-z0-9_]*\) \([0-9]*\)$$/SYSCALL(\1, \2)/p' | \
	    sort >$@

GENERATED_HDR += $(BUILD)/gen/syscall_list.h
