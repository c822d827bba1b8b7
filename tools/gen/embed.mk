# The scripts of `rules surface` and `python set`; how the reviewer's page looks.
$(BUILD)/gen/embed: tools/gen/embed.c | $(DEPS)/.ready
	@mkdir -p $(@D)
	$(call say,GEN,$@)
	$(Q)$(CC) $(STD) $(WARN) -O1 -g -o $@ $<

$(BUILD)/gen/surface_py.c: $(BUILD)/gen/embed tools/surface_tables.py tools/surface.py
	$(call say,GEN,$@)
	$(Q)cat tools/surface_tables.py tools/surface.py >$(@:.c=.py)
	$(Q)$(BUILD)/gen/embed surface_py $(@:.c=.py) $@

$(BUILD)/gen/python_set_py.c: $(BUILD)/gen/embed tools/python/set.py
	$(call say,GEN,$@)
	$(Q)$(BUILD)/gen/embed python_set_py tools/python/set.py $@

$(BUILD)/gen/review_css.c: $(BUILD)/gen/embed tools/review/review.css
	$(call say,GEN,$@)
	$(Q)$(BUILD)/gen/embed review_css tools/review/review.css $@

GENERATED_OBJ += $(BUILD)/obj/gen/surface_py.o $(BUILD)/obj/gen/python_set_py.o $(BUILD)/obj/gen/review_css.o
