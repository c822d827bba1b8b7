/* sallyport doctor: what this host can enforce, proven by doing. */
#include "cmd.h"

#include <fcntl.h>
#include <getopt.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "../supervisor/base/buf.h"
#include "../supervisor/base/fdio.h"
#include "../supervisor/base/json.h"
#include "../supervisor/base/landlock.h"
#include "../supervisor/base/rules.h"
#include "../supervisor/base/util.h"
#include "../supervisor/host/isolation.h"
#include "../supervisor/host/probe.h"
#include "../supervisor/run/python.h"
#include "../supervisor/run/run.h"

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

/* What to do about a probe that did not hold. */
static const struct {
	const char *probe, *advice;
} advices[] = {
	{ "ptrace", "a container: start it with --cap-add SYS_PTRACE (docker, "
	    "podman), in Kubernetes securityContext.capabilities.add: "
	    "[SYS_PTRACE]; or give a seccomp profile that allows ptrace and "
	    "process_vm_readv. /proc/sys/kernel/yama/ptrace_scope must not be "
	    "3, and 2 only with that capability" },
	{ "exitkill", "Linux 3.8 or later, traced by Linux itself and not by "
	    "what stands in for it" },
	{ "yama", "as root: sysctl kernel.yama.ptrace_scope=1 (or 0), or "
	    "CAP_SYS_PTRACE" },
	{ "seccomp", "a kernel with CONFIG_SECCOMP_FILTER; a container: a "
	    "seccomp profile that allows seccomp and prctl" },
	{ "guard", "a container: a seccomp profile that allows memfd_create, "
	    "process_vm_writev and what else was tried" },
	{ "mseal", "Linux 6.10 or later; a container: a seccomp profile that "
	    "allows mseal. No tier needs it" },
	{ "openat2", "Linux 5.6 or later; a container: an engine whose seccomp "
	    "profile allows openat2, or one of your own by --security-opt "
	    "seccomp=FILE" },
	{ "landlock", "Linux 5.13 or later with CONFIG_SECURITY_LANDLOCK, and "
	    "landlock among the boot parameter lsm=; a container: an engine "
	    "whose seccomp profile allows landlock_*, or one of your own by "
	    "--security-opt seccomp=FILE" },
	{ "privileges", "be an ordinary user, or root with CAP_SETUID, "
	    "CAP_SETGID and CAP_SETPCAP" },
	{ "limits", "a container: a seccomp profile that allows prlimit64" },
};

static const char *
advice_on(const char *probe)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(advices); i++)
		if (strcmp(advices[i].probe, probe) == 0)
			return advices[i].advice;
	return "";
}

/* What programs do with their files; the last line of its errors says what it
 * could not. */
static const char honest[] =
"import os, tempfile, multiprocessing\n"
"from importlib.util import find_spec\n"
"for folder in os.getcwd(), os.environ['TMPDIR'], os.environ['HOME']:\n"
"    name = os.path.join(folder, 'doctor')\n"
"    with open(name, 'w') as f: f.write('x')\n"
"    os.rename(name, name + '.1')\n"
"    if 'doctor.1' not in os.listdir(folder): raise SystemExit('not listed')\n"
"    if open(name + '.1').read() != 'x': raise SystemExit('not read')\n"
"    os.remove(name + '.1')\n"
"with tempfile.NamedTemporaryFile() as f: f.write(b'x')\n"
"with multiprocessing.Semaphore(1): pass\n"
"if find_spec('matplotlib'):\n"
"    import matplotlib; matplotlib.use('Agg')\n"
"    import matplotlib.pyplot as plt\n"
"    plt.plot([1, 2]); plt.savefig('doctor.png')\n"
"    print('matplotlib')\n";

struct findings {
	struct json	*probes, *profiles, *python, *run;
	char		 tier;
	bool		 all_met;
	/* Of what this process was started in. */
	bool		 filtered, no_new_privs, same_user;
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
		js_put_str(one, "advice", held ? "" :
		    advice_on(probes[i].name));
		js_add(f->probes, one);
	}
	f->tier = isolation_tier(&iso);
}

/* A number of /proc/self/status, or 0. */
static unsigned long long
status_number(const char *text, const char *name, int base)
{
	const char *line = strstr(text, name);

	return line != NULL ? strtoull(line + strlen(name), NULL, base) : 0;
}

/* What a sandbox around this process has taken from it already. */
static void
look_outside(struct findings *f)
{
	enum { CAP_SETGID_BIT = 6, CAP_SETUID_BIT = 7 };
	const unsigned long long both = 1u << CAP_SETGID_BIT |
	    1u << CAP_SETUID_BIT;
	auto_buf struct buf text = BUF_INIT;

	if (fdio_read_file("/proc/self/status", 1 << 16, &text) < 0)
		return;
	f->filtered = status_number(buf_str(&text), "\nSeccomp:", 10) == 2;
	f->no_new_privs = status_number(buf_str(&text), "\nNoNewPrivs:",
	    10) == 1;
	f->same_user = geteuid() == 0 && (status_number(buf_str(&text),
	    "\nCapEff:", 16) & both) != both;
}

static void
add_outside(struct buf *out, const struct findings *f)
{
	if (f->filtered)
		buf_adds(out, "Outside: a seccomp filter is in force already, "
		    "a container's or a service's. A call that it\n  refuses "
		    "is refused to every run, whatever a table says.\n");
	if (f->no_new_privs)
		buf_adds(out, "Outside: no_new_privs is set, as each run has "
		    "it anyway: nothing is lost.\n");
	if (f->same_user)
		buf_adds(out, "Outside: root without CAP_SETUID and "
		    "CAP_SETGID: runs cannot become another user. Start the\n"
		    "  container as an ordinary user (--user), or with both.\n");
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

/* What a file holds, without the last line's end; the last line alone, or all. */
static void
add_held(struct buf *out, int fd)
{
	char text[512];
	off_t size = lseek(fd, 0, SEEK_END);
	ssize_t n = pread(fd, text, sizeof(text) - 1,
	    size > (off_t)sizeof(text) - 1 ? size + 1 - (off_t)sizeof(text) : 0);
	char *line;

	if (n <= 0)
		return;
	text[n] = '\0';
	while (n > 0 && text[n - 1] == '\n')
		text[--n] = '\0';
	line = strrchr(text, '\n');
	buf_add_visible(out, line != NULL ? line + 1 : text,
	    strlen(line != NULL ? line + 1 : text));
}

/* One run in earnest, under `rules`, as programs use one. */
static void
try_run(struct findings *f, const struct ruleset *rules)
{
	auto_fd int said = memfd_create("said", MFD_CLOEXEC);
	auto_fd int err = memfd_create("err", MFD_CLOEXEC);
	auto_buf struct buf what = BUF_INIT;
	struct run_options options = { .rules = rules, .uid = (uid_t)-1,
	    .capture = { said, err }, .stdin_null = true,
	    .script_name = "doctor.py", .script = honest,
	    .script_len = sizeof(honest) - 1, .argv = (char *[]){ NULL } };
	struct run_events events = { 0 };
	struct json *record = NULL;
	const char *status = "error", *why;
	int r, exit_status, signal;

	r = run_supervised(&options, &events, &record, &exit_status, &signal);
	if (r == 0)
		status = js_get_str(record, "status");
	why = js_get_str(js_get(record, "error"), "value");
	if (strcmp(status, "completed") != 0) {
		add_held(&what, err);
		if (what.len == 0)
			buf_adds(&what, why != NULL ? why : r < 0 ?
			    strerror(-r) : status);
	} else {
		buf_adds(&what, "wrote, listed, renamed and removed by "
		    "absolute path; tempfile, a semaphore");
		if (lseek(said, 0, SEEK_END) > 0)
			buf_adds(&what, ", a plot");
		else
			buf_adds(&what, "; matplotlib is not installed");
	}
	f->run = js_obj();
	js_put_flag(f->run, "held", strcmp(status, "completed") == 0);
	js_put_str(f->run, "what", buf_str(&what));
	js_put_num(f->run, "violations",
	    (int64_t)js_len(js_get(record, "violations")));
	if (strcmp(status, "completed") != 0)
		f->all_met = false;
	js_free(record);
}

static struct json *
document(const struct findings *f)
{
	const char tier[2] = { f->tier, '\0' };
	struct json *doc = js_obj(), *outer;
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
	js_put(doc, "run", f->run != NULL ? js_copy(f->run) : js_nul());
	outer = js_obj();
	js_put_flag(outer, "seccomp", f->filtered);
	js_put_flag(outer, "no_new_privs", f->no_new_privs);
	js_put_flag(outer, "same_user", f->same_user);
	js_put(doc, "outer", outer);
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
		if (!js_get_flag(p, "held"))
			buf_addf(out, "  %-19s do: %s\n", "",
			    js_get_str(p, "advice"));
	}
	buf_addf(out, "\nTier %c: %s.\n", f->tier,
	    tier_means[f->tier - 'A']);
	add_outside(out, f);
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
	if (f->run != NULL)
		buf_addf(out, "  a run %s: %s\n", js_get_flag(f->run, "held") ?
		    "works" : "FAILS", js_get_str(f->run, "what"));
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
	look_outside(&f);
	f.profiles = js_arr();
	if (profile != NULL)
		judge_profile(&f, profile, rules);
	for (; profile == NULL && *names != NULL; names++) {
		if (rules_builtin(*names, &rules) == 0)
			judge_profile(&f, *names, rules);
	}
	find_python(&f);
	if (profile == NULL && rules_builtin("data", &rules) < 0)
		return cmd_doctor.failure;
	/* What is lacking otherwise is said already. */
	if (isolation_suffices(f.tier, rules_tier(rules)) &&
	    js_get_str(f.python, "path") != NULL)
		try_run(&f, rules);
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
	js_free(f.run);
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
"  --profile P   judge this profile instead of all that are compiled in, and\n"
"                try one run under it instead of data\n"
"  --json        print one document\n",
};
