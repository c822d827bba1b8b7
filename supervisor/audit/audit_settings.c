#include "audit.h"

#include "audit_impl.h"
#include "../base/buf.h"
#include "../base/mem.h"
#include "../base/rules.h"
#include "../base/util.h"

#define WAIT_MS		30000
#define ROTATE		(64 << 20)
#define ROTATE_LEAST	4096
#define JOURNAL		"/run/systemd/journal/socket"

static char bad[160];

/* Remember which it was, for whoever asks why. */
static int
refuse(const char *name, const char *wanted)
{
	const char *value = getenv(name);
	auto_buf struct buf shown = BUF_INIT;

	if (value != NULL)
		buf_add_visible(&shown, value, strnlen(value, 40));
	snprintf(bad, sizeof(bad), "%s is '%s': want %s", name,
	    buf_str(&shown), wanted);
	return -ENOTSUP;
}

const char *
audit_settings_bad(void)
{
	return bad[0] != '\0' ? bad : "a setting SALLYPORT_AUDIT_ has a value "
	    "that cannot be used: see sallyport-audit(1)";
}

int
audit_settings_bad_anchor(void)
{
	return refuse("SALLYPORT_AUDIT_ANCHOR", "a file that can be added to");
}

static const char *const sync_names[] = { "all", "intent", "off" };

static const char *
state_home(void)
{
	const char *home = getenv("XDG_STATE_HOME");

	return home != NULL && *home == '/' ? home : NULL;
}

/* The place in the state folder. */
int
audit_state_path(char **ret_path)
{
	auto_buf struct buf b = BUF_INIT;
	const char *home = getenv("HOME");

	if (state_home() != NULL)
		buf_adds(&b, state_home());
	else if (home != NULL && *home == '/')
		buf_addf(&b, "%s/.local/state", home);
	else
		return -ENOENT;
	buf_adds(&b, "/sallyport/audit.jsonl");
	*ret_path = buf_steal(&b);
	return 0;
}

int
audit_default_path(char **ret_path)
{
	const char *given = getenv("SALLYPORT_AUDIT");

	if (given == NULL || *given == '\0')
		return audit_state_path(ret_path);
	*ret_path = mem_strdup(given);
	return 0;
}

const char *
audit_sync_name(enum audit_sync sync)
{
	return sync_names[sync];
}

/* Set to the empty string is not set. */
static const char *
setting(const char *name)
{
	const char *value = getenv(name);

	return value != NULL && *value != '\0' ? value : NULL;
}

static int
read_sync(struct audit_settings *s)
{
	const char *value = setting("SALLYPORT_AUDIT_SYNC");

	s->sync = AUDIT_SYNC_INTENT;
	for (size_t i = 0; value != NULL && i < ARRAY_SIZE(sync_names); i++) {
		if (strcmp(value, sync_names[i]) != 0)
			continue;
		s->sync = (enum audit_sync)i;
		value = NULL;
	}
	return value == NULL ? 0 : refuse("SALLYPORT_AUDIT_SYNC",
	    "all, intent or off");
}

/* Digits alone, up to `most`. */
static int
read_number(const char *name, long most, long *value)
{
	const char *text = setting(name);
	char *end;
	long n;

	if (text == NULL)
		return 0;
	n = strtol(text, &end, 10);
	if (*text < '0' || *text > '9' || *end != '\0' || n > most)
		return refuse(name, "a number that is not too large");
	*value = n;
	return 0;
}

static int
read_rotate(struct audit_settings *s)
{
	const char *text = setting("SALLYPORT_AUDIT_ROTATE");
	int64_t bytes;

	s->rotate = ROTATE;
	if (text == NULL)
		return 0;
	if (strcmp(text, "off") == 0) {
		s->rotate = 0;
		return 0;
	}
	if (rules_parse_size(text, &bytes) < 0 || bytes < ROTATE_LEAST)
		return refuse("SALLYPORT_AUDIT_ROTATE",
		    "off, or a size from 4K on");
	s->rotate = bytes;
	return 0;
}

int
audit_settings_read(struct audit_settings *ret)
{
	struct audit_settings s = { .anchor = setting("SALLYPORT_AUDIT_ANCHOR") };
	long seconds = WAIT_MS / 1000, keep = 0;

	bad[0] = '\0';
	if (read_sync(&s) < 0 || read_rotate(&s) < 0 ||
	    read_number("SALLYPORT_AUDIT_WAIT", 3600, &seconds) < 0 ||
	    read_number("SALLYPORT_AUDIT_KEEP", 1000000, &keep) < 0)
		return -ENOTSUP;
	s.wait_ms = (int)seconds * 1000;
	s.keep = (size_t)keep;
	s.journal = setting("SALLYPORT_AUDIT_JOURNAL");
	if (s.journal != NULL && strcmp(s.journal, "on") == 0)
		s.journal = JOURNAL;
	else if (s.journal != NULL && *s.journal != '/')
		return refuse("SALLYPORT_AUDIT_JOURNAL",
		    "on, or the path of a socket");
	*ret = s;
	return 0;
}
