# The table of system calls, compiled into the program.
BUILD_CC ?= cc
$(BUILD)/gen/syscalls: tools/gen/syscalls.c \
    $(patsubst %,supervisor/base/%.c,syscalls buf mem fdio) \
    $(wildcard supervisor/base/*.h) $(DEPS)/.ready
	@mkdir -p $(@D)
	$(call say,GEN,$@)
	$(Q)$(BUILD_CC) $(STD) $(WARN) -O1 -g -o $@ $(filter %.c,$^)

$(BUILD)/gen/syscalls_data.c: $(BUILD)/gen/syscalls rules/syscalls.tbl
	$(call say,GEN,$@)
	$(Q)$(BUILD)/gen/syscalls rules/syscalls.tbl $@

GENERATED_OBJ += $(BUILD)/obj/gen/syscalls_data.o
