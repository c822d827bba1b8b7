# The names that the gate asks for, found without anything being set up.
BUILD_CC ?= cc
$(BUILD)/gen/known: tools/gen/known.c analyzer/symbols/known.h analyzer/source/names.h | $(DEPS)/.ready
	@mkdir -p $(@D)
	$(call say,GEN,$@)
	$(Q)$(BUILD_CC) $(STD) $(WARN) -O1 -g -I. -o $@ $<

$(BUILD)/gen/known_data.c: $(BUILD)/gen/known
	$(call say,GEN,$@)
	$(Q)$(BUILD)/gen/known $@

GENERATED_OBJ += $(BUILD)/obj/gen/known_data.o
