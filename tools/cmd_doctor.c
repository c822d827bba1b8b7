/* sallyport doctor: what this host can enforce, proven by doing. */
#include "cmd.h"

#include <getopt.h>
#include <sys/utsname.h>

#include "../supervisor/base/buf.h"
#include "../supervisor/base/json.h"
#include "../supervisor/base/landlock.h"
#include "../supervisor/base/rules.h"
#include "../supervisor/isolation.h"
#include "../supervisor/probe.h"
#include "../supervisor/run/python.h"

#define NOBODY	65534

static const struct option longs[] = {
	{ "profile", required_argument, NULL, 'p' },
	{ "json", no_argument, NULL, 'j' },
	{ NULL, 0, NULL, 0 },
};

static const char *const tier_means[] = {
	"traced, guarded, openat2, and Landlock behind it",
	"traced, guarded, openat2; no Landlock behind it",
	"traced and guarded without openat2; Landlock holds links",
	"neither traced nor guarded: refused calls get no record",
};

struct findings {
	struct json	*probes, *profiles, *python;
	char		 tier;
	bool		 all_met;
};

static void
probe_all(struct findings *f)
{
	struct isolation iso = { 0 };
	size_t i;

	f->probes = js_arr();
	for (i = 0; probes[i].name != NULL; i++) {
		struct json *one = js_obj();
		const char *what = NULL;
		bool held = probes[i].run(&what) == 0;

		if (probes[i].run == probe_trace)
			iso.ptrace = held;
		else if (probes[i].run == probe_filter)
			iso.seccomp = held;
		else if (probes[i].run == probe_guard)
			iso.guard = held;
		else if (probes[i].run == probe_openat2)
			iso.openat2 = held;
		else if (probes[i].run == probe_landlock)
			iso.landlock = held;
		js_put_str(one, "name", probes[i].name);
		js_put_str(one, "tried", probes[i].tried);
		js_put_flag(one, "held", held);
		js_put_str(one, "what", what != NULL ? what : "");
		js_put_flag(one, "essential", probes[i].essential != 0);
		js_add(f->probes, one);
	}
	f->tier = isolation_tier(&iso);
}

static void
judge_profile(struct findings *f, const char *name,
    const struct ruleset *rules)
{
	struct json *one = js_obj();
	const char need[2] = { rules_tier(rules), '\0' };
	bool met = isolation_suffices(f->tier, need[0]);

	js_put_str(one, "name", name);
	js_put_str(one, "requires", need);
	js_put_flag(one, "met", met);
	js_add(f->profiles, one);
	if (!met)
		f->all_met = false;
}

static void
find_python(struct findings *f)
{
	struct python py;
	char *why = NULL;
	uid_t uid = geteuid() == 0 ? NOBODY : geteuid();

	f->python = js_obj();
	if (python_find(NULL, uid, &why, &py) == 0) {
		js_put_str(f->python, "path", py.exe);
		js_put_num(f->python, "uid", uid);
		python_release(&py);
		return;
	}
	js_put(f->python, "path", js_nul());
	js_put_num(f->python, "uid", uid);
	js_put_str(f->python, "why", why);
	free(why);
	f->all_met = false;
}

static struct json *
document(const struct findings *f)
{
	const char tier[2] = { f->tier, '\0' };
	struct json *doc = js_obj();
	struct utsname un;

	js_put_str(doc, "schema", "sallyport/doctor/1");
	if (uname(&un) == 0) {
		js_put_str(doc, "kernel", un.release);
		js_put_str(doc, "machine", un.machine);
	}
	js_put_num(doc, "uid", geteuid());
	js_put_str(doc, "tier", tier);
	js_put_num(doc, "landlock_abi", landlock_abi());
	js_put(doc, "probes", js_copy(f->probes));
	js_put(doc, "profiles", js_copy(f->profiles));
	js_put(doc, "python", js_copy(f->python));
	js_put_flag(doc, "ok", f->all_met);
	return doc;
}

static void
add_text(struct buf *out, const struct findings *f)
{
	const char *path = js_get_str(f->python, "path"), *why;
	struct utsname un;
	size_t i;

	if (uname(&un) == 0)
		buf_addf(out, "Linux %s, %s, uid %u\n\n", un.release,
		    un.machine, (unsigned)geteuid());
	for (i = 0; i < js_len(f->probes); i++) {
		const struct json *p = js_at(f->probes, i);

		buf_addf(out, "  %-7s %-11s %s\n", js_get_flag(p, "held") ?
		    "holds" : "MISSING", js_get_str(p, "name"),
		    js_get_str(p, "tried"));
		buf_addf(out, "  %-19s -> %s\n", "", js_get_str(p, "what"));
	}
	buf_addf(out, "\nTier %c: %s.\n", f->tier,
	    tier_means[f->tier - 'A']);
	if (landlock_abi() > 0)
		buf_addf(out, "Landlock ABI %d.\n", landlock_abi());
	buf_adds(out, "\n");
	for (i = 0; i < js_len(f->profiles); i++) {
		const struct json *p = js_at(f->profiles, i);

		buf_addf(out, "  profile %-10s requires tier %s: %s\n",
		    js_get_str(p, "name"), js_get_str(p, "requires"),
		    js_get_flag(p, "met") ? "met" : "NOT MET");
	}
	why = js_get_str(f->python, "why");
	buf_adds(out, "\n  ");
	if (path != NULL)
		buf_addf(out, "interpreter for uid %lld: %s\n",
		    (long long)js_get_num(f->python, "uid"), path);
	else
		buf_addf(out, "%s\n", why != NULL ? why : "no interpreter");
}

static int
run_doctor(int argc, char **argv)
{
	struct findings f = { .all_met = true };
	const char *const *names = rules_builtin_names();
	auto_buf struct buf out = BUF_INIT;
	const char *profile = NULL;
	const struct ruleset *rules;
	struct json *doc;
	bool json = false;
	int c;

	while ((c = cmd_getopt(&cmd_doctor, argc, argv, longs)) != -1) {
		if (c == 'p')
			profile = optarg;
		else if (c == 'j')
			json = true;
		else
			return cmd_doctor.failure;
	}
	if (optind < argc)
		return cmd_usage(&cmd_doctor, "'%s': doctor takes no operand",
		    argv[optind]);
	if (profile != NULL &&
	    cmd_load_rules(&cmd_doctor, profile, NULL, &rules) < 0)
		return cmd_doctor.failure;
	probe_all(&f);
	f.profiles = js_arr();
	if (profile != NULL)
		judge_profile(&f, profile, rules);
	for (; profile == NULL && *names != NULL; names++) {
		if (rules_builtin(*names, &rules) == 0)
			judge_profile(&f, *names, rules);
	}
	find_python(&f);
	if (json) {
		doc = document(&f);
		js_write(doc, &out);
		buf_addc(&out, '\n');
		js_free(doc);
	} else
		add_text(&out, &f);
	js_free(f.probes);
	js_free(f.profiles);
	js_free(f.python);
	if (cmd_print(&cmd_doctor, &out) < 0)
		return cmd_doctor.failure;
	return f.all_met ? 0 : 1;
}

const struct cmd cmd_doctor = {
	.name = "doctor",
	.usage = "[--profile P] [--json]",
	.summary = "what this host can enforce, proven by doing",
	.failure = 2,
	.run = run_doctor,
	.help =
"  --profile P   judge this profile instead of all that are compiled in\n"
"  --json        print one document\n",
};
