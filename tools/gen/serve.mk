# The document that the service gives of itself: for its front alone.
$(BUILD)/gen/openapi_json.c: $(BUILD)/gen/embed tools/serve/openapi.json
	$(call say,GEN,$@)
	$(Q)$(BUILD)/gen/embed openapi_json tools/serve/openapi.json $@

$(BUILD)/gen/e2b_files.c: $(BUILD)/gen/embed tools/serve/e2b_files.py
	$(call say,GEN,$@)
	$(Q)$(BUILD)/gen/embed e2b_files tools/serve/e2b_files.py $@
