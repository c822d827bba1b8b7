# What runs a script inside the interpreter, as strings of the program.
BOOTSTRAP_HDR = $(patsubst %,$(BUILD)/gen/%_py.h,bootstrap source report results figures)
# And what a zygote runs, and a session, and its commands.
EMBEDDED_HDR = $(BOOTSTRAP_HDR) $(patsubst %,$(BUILD)/gen/%_py.h,zygote cells commands)

$(BOOTSTRAP_HDR): $(BUILD)/gen/%_py.h: supervisor/run/%.py
$(BUILD)/gen/zygote_py.h: supervisor/zygote/zygote.py
$(BUILD)/gen/cells_py.h: supervisor/session/cells.py
$(BUILD)/gen/commands_py.h: tools/session/commands.py
$(EMBEDDED_HDR):
	@mkdir -p $(@D)
	$(call say,GEN,$@)
	$(Q)grep -v '^ *#' $< | sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&\\n"/' >$@

GENERATED_HDR += $(EMBEDDED_HDR)
