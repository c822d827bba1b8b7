# The shipped tables, compiled into the program.
# Made by a compiler for this machine, whatever the program is for.
BUILD_CC    ?= cc
RULES_FILES  = $(wildcard rules/*.rules rules/shared/*.rules)
RULES_LOADER = $(filter-out %/rules_builtin.c,$(wildcard supervisor/base/rules*.c)) \
               $(patsubst %,supervisor/base/%.c,syscalls buf mem fdio hash json schema) \
               $(BUILD)/gen/syscalls_data.c

$(BUILD)/gen/rules_image: tools/gen/rules_image.c $(RULES_LOADER) \
    $(wildcard supervisor/base/*.h) $(DEPS)/.ready
	@mkdir -p $(@D)
	$(call say,GEN,$@)
	$(Q)$(BUILD_CC) $(STD) $(WARN) -O1 -g -I. -o $@ $(filter %.c,$^) -ljansson -lsodium -lpthread

$(BUILD)/gen/rules_data.c: $(BUILD)/gen/rules_image $(RULES_FILES)
	$(call say,GEN,$@)
	$(Q)$(BUILD)/gen/rules_image rules $(abspath $@)

GENERATED_OBJ += $(BUILD)/obj/gen/rules_data.o
