# The script of `sallyport rules surface`, compiled in.
$(BUILD)/gen/embed: tools/gen/embed.c | $(DEPS)/.ready
	@mkdir -p $(@D)
	$(call say,GEN,$@)
	$(Q)$(CC) $(STD) $(WARN) -O1 -g -o $@ $<

$(BUILD)/gen/surface_py.c: $(BUILD)/gen/embed tools/surface.py
	$(call say,GEN,$@)
	$(Q)$(BUILD)/gen/embed surface_py tools/surface.py $@

GENERATED_OBJ += $(BUILD)/obj/gen/surface_py.o
