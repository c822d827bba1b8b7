# The filters of the shipped tables, compiled into the program. Made by a
# program for this machine; for another machine there are none, and each run
# compiles its own.
FILTER_MAKER = $(wildcard supervisor/base/*.c) $(patsubst %,supervisor/%.c,policy/filter policy/policy policy/policy_names policy/narrow tracer/guard) \
               $(wildcard supervisor/arch/*$(shell uname -m).c) \
               $(BUILD)/gen/rules_data.c $(BUILD)/gen/syscalls_data.c

$(BUILD)/gen/filter_image: tools/gen/filter_image.c supervisor/policy/filter_image.c $(FILTER_MAKER) \
    $(wildcard supervisor/policy/*.h supervisor/base/*.h) $(DEPS)/.ready
	@mkdir -p $(@D)
	$(call say,GEN,$@)
	$(Q)$(BUILD_CC) $(STD) $(WARN) -O1 -g -I. -o $@ $(filter %.c,$^) \
	    -lseccomp -ljansson -lsodium -lpthread

$(BUILD)/gen/filter_data.c: $(BUILD)/gen/filter_image
	$(call say,GEN,$@)
	$(Q)$(BUILD)/gen/filter_image $(ARCH) $(abspath $@)

GENERATED_OBJ += $(BUILD)/obj/gen/filter_data.o
