# What runs a script inside the interpreter, as strings of the program.
BOOTSTRAP_HDR = $(patsubst %,$(BUILD)/gen/%_py.h,bootstrap source report results figures)

$(BOOTSTRAP_HDR): $(BUILD)/gen/%_py.h: supervisor/run/%.py
	@mkdir -p $(@D)
	$(call say,GEN,$@)
	$(Q)grep -v '^ *#' $< | sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&\\n"/' >$@

# And what a zygote runs, and a session, and its commands.
$(BUILD)/gen/zygote_py.h: supervisor/zygote/zygote.py
$(BUILD)/gen/cells_py.h: supervisor/session/cells.py
$(BUILD)/gen/commands_py.h: tools/session/commands.py
$(BUILD)/gen/zygote_py.h $(BUILD)/gen/cells_py.h $(BUILD)/gen/commands_py.h:
	@mkdir -p $(@D)
	$(call say,GEN,$@)
	$(Q)grep -v '^ *#' $< | sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&\\n"/' >$@

GENERATED_HDR += $(BOOTSTRAP_HDR) $(BUILD)/gen/zygote_py.h $(BUILD)/gen/cells_py.h \
    $(BUILD)/gen/commands_py.h
