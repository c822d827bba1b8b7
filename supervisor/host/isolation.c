#include "isolation.h"

#include "../base/json.h"
#include "../base/util.h"
#include "probe.h"

void
isolation_probe(struct isolation *iso)
{
	iso->openat2 = probe_openat2(NULL) == 0;
	if (probe_together(iso->landlock)) {
		iso->ptrace = iso->seccomp = iso->guard = true;
		return;
	}
	iso->ptrace = probe_trace(NULL) == 0;
	iso->seccomp = probe_filter(NULL) == 0;
	iso->guard = probe_guard(NULL) == 0;
	iso->landlock = iso->landlock && probe_landlock(NULL) == 0;
}

char
isolation_tier(const struct isolation *iso)
{
	if (!iso->ptrace || !iso->guard || !iso->seccomp)
		return 'D';
	if (iso->openat2)
		return iso->landlock ? 'A' : 'B';
	return iso->landlock ? 'C' : 'D';
}

bool
isolation_suffices(char tier, char required)
{
	return tier <= required;
}

struct json *
isolation_json(const struct isolation *iso)
{
	struct json *json = js_obj(), *missing = js_arr();
	const char tier[2] = { isolation_tier(iso), '\0' };

	js_put_str(json, "tier", tier);
	js_put_flag(json, "ptrace", iso->ptrace);
	js_put_flag(json, "seccomp", iso->seccomp);
	js_put_num(json, "landlock_abi", iso->landlock ? iso->landlock_abi : 0);
	js_put_flag(json, "guard", iso->guard);
	if (!iso->ptrace)
		js_add(missing, js_str("ptrace"));
	if (!iso->seccomp)
		js_add(missing, js_str("seccomp"));
	if (!iso->guard)
		js_add(missing, js_str("guard"));
	if (!iso->openat2)
		js_add(missing, js_str("openat2"));
	if (!iso->landlock)
		js_add(missing, js_str("landlock"));
	if (iso->landlock && iso->reads_alone)
		js_add(missing, js_str("reads judged by landlock"));
	if (iso->names_as_they_are)
		js_add(missing, js_str("aliases"));
	if (iso->in_memory)
		js_add(missing, js_str("work folder on disk"));
	if (iso->landlock && iso->runs_open)
		js_add(missing, js_str("landlock between runs"));
	if (iso->uid == 0)
		js_add(missing, js_str("unprivileged uid"));
	if (!iso->own_uid)
		js_add(missing, js_str("own-uid"));
	js_put(json, "missing", missing);
	return json;
}
