# What runs a script inside the interpreter, as a string of the program.
$(BUILD)/gen/bootstrap.h: supervisor/run/bootstrap.py
	@mkdir -p $(@D)
	$(call say,GEN,$@)
	$(Q)grep -v '^ *#' $< | sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&\\n"/' >$@

GENERATED_HDR += $(BUILD)/gen/bootstrap.h

# And what a zygote runs.
$(BUILD)/gen/zygote.h: supervisor/zygote/zygote.py
	@mkdir -p $(@D)
	$(call say,GEN,$@)
	$(Q)grep -v '^ *#' $< | sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&\\n"/' >$@

GENERATED_HDR += $(BUILD)/gen/zygote.h
