/*
 * The file of keys: any text.
 */
#include "standalone.h"

#include "supervisor/base/json.h"
#include "supervisor/base/mem.h"
#include "supervisor/base/util.h"
#include "tools/tenants.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	auto_free char *text = mem_strndup((const char *)data, n);
	struct tenants *tenants;
	const char *words[6];
	struct json *doc;
	size_t line, i;

	if (tenants_parse(text, &tenants, &line) == NULL) {
		doc = tenants_json(tenants);
		for (i = 0; i < tenants_npools(tenants); i++)
			if (tenants_words(tenants, i, words) > 6)
				abort();
		js_free(doc);
	}
	tenants_free(tenants);
	return 0;
}
