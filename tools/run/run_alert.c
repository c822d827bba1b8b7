/* Of what came of a run, what its operator is told at once. */
#include "run_common.h"

#include "../alert/alert.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/rules.h"

int
run_alert_start(struct run_setup *setup, const char *log)
{
	const char *command = setup->alert != NULL ? setup->alert :
	    getenv("SALLYPORT_ALERT");
	const char *fault = command != NULL && command[0] != '\0' ?
	    alert_fault(command) : NULL;
	int r;

	if (fault != NULL) {
		cmd_error(setup->cmd, "%s '%s': %s", setup->alert != NULL ?
		    "--alert" : "SALLYPORT_ALERT", command, fault);
		return setup->cmd->failure;
	}
	r = alert_start(command, log, setup->opts.uid == (uid_t)-1 ?
	    run_uid_default() : setup->opts.uid);
	if (r < 0)
		cmd_error(setup->cmd, "--alert: its process cannot be made: "
		    "%s; nothing was run", strerror(-r));
	return r < 0 ? setup->cmd->failure : 0;
}

void
run_alert_judged(struct run_setup *setup, const struct json *verdict)
{
	if (!alert_is_on())
		return;
	js_free(setup->judged);
	setup->judged = js_copy(verdict);
}

/* What of a status, and of what was denied, the rows of a table mean. */
static unsigned
kinds_of(const char *status, size_t violations)
{
	static const struct { const char *status; unsigned kind; } kinds[] = {
		{ "blocked", RULES_ALERT_BLOCK }, { "held", RULES_ALERT_HOLD },
		{ "denied", RULES_ALERT_VIOLATION },
		{ "timed_out", RULES_ALERT_LIMIT },
		{ "limit_exceeded", RULES_ALERT_LIMIT },
		{ "failed", RULES_ALERT_FAILED },
		{ "error", RULES_ALERT_FAILED },
	};
	unsigned all = violations > 0 ? RULES_ALERT_VIOLATION : 0;

	for (size_t i = 0; status != NULL && i < ARRAY_SIZE(kinds); i++)
		if (strcmp(kinds[i].status, status) == 0)
			all |= kinds[i].kind;
	return all;
}

/* False: the table says that this is nothing to tell. */
static bool
put_kinds(struct json *doc, const struct ruleset *rules, unsigned kinds)
{
	struct json *names = js_arr();

	kinds &= rules_alerts(rules);
	for (unsigned i = 0; rules_alert_names[i] != NULL; i++)
		if (kinds & 1u << i)
			js_add(names, js_str(rules_alert_names[i]));
	js_put_str(doc, "schema", "sallyport/alert/1");
	js_put(doc, "alert", names);
	return kinds != 0;
}

void
run_alert_outcome(struct run_setup *setup, const struct json *record,
    const struct json *outcome)
{
	static const char *const of_verdict[] = { "name", "sha256", "decision",
	    "findings" };
	struct json *doc;
	char hex[HASH_HEX];
	const struct json *value;

	if (!alert_is_on())
		return;
	doc = js_copy(outcome);
	run_put_members(setup, doc);
	js_put(doc, "violations", js_copy(js_get(record, "violations")));
	for (size_t i = 0; i < ARRAY_SIZE(of_verdict); i++) {
		value = js_get(setup->judged, of_verdict[i]);
		if (value != NULL)
			js_put(doc, of_verdict[i], js_copy(value));
	}
	js_put_str(doc, "profile", rules_profile_name(setup->opts.rules));
	js_put_num(doc, "seq", (int64_t)setup->seq);
	hash_hex(&setup->hash, hex);
	js_put_str(doc, "hash", hex);
	if (put_kinds(doc, setup->opts.rules, kinds_of(js_get_str(record,
	    "status"), js_len(js_get(record, "violations")))))
		alert_send(doc);
	js_free(doc);
	js_free(setup->judged);
	setup->judged = NULL;
}

void
run_alert_verdict(const struct ruleset *rules, const struct json *record,
    uint64_t seq)
{
	const struct json *verdict = js_get(record, "verdict");
	const char *decision = js_get_str(verdict, "decision");
	struct json *doc;

	if (!alert_is_on() || decision == NULL)
		return;
	doc = js_copy(verdict);
	js_put_str(doc, "command", js_get_str(record, "command"));
	js_put_str(doc, "profile", js_get_str(record, "profile"));
	js_put_num(doc, "seq", (int64_t)seq);
	if (put_kinds(doc, rules, strcmp(decision, "block") == 0 ?
	    RULES_ALERT_BLOCK : strcmp(decision, "hold") == 0 ?
	    RULES_ALERT_HOLD : 0))
		alert_send(doc);
	js_free(doc);
}
