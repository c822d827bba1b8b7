/* The record that `check` leaves, if it was told where. */
#include "check.h"

#include <pthread.h>

#include "check_audit.h"
#include "../run/run_common.h"
#include "../standing.h"
#include "../../supervisor/audit/audit.h"
#include "../../supervisor/base/hash.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/rules.h"

struct check_audit {
	struct audit	*log;
	pthread_mutex_t	 lock;		/* of the store */
	char		 policy[HASH_HEX];
	const struct ruleset *rules;
};

int
check_audit_open(const char *path, const struct ruleset *rules,
    struct check_audit **ret)
{
	struct check_audit *a = mem_new(1, sizeof(*a));
	struct hash hash;
	int r;

	r = audit_open(path, &a->log);
	if (r < 0) {
		free(a);
		return r;
	}
	pthread_mutex_init(&a->lock, NULL);
	rules_hash(rules, &hash);
	hash_hex(&hash, a->policy);
	a->rules = rules;
	*ret = a;
	return 0;
}

void
check_audit_close(struct check_audit *a)
{
	if (a == NULL)
		return;
	audit_close(a->log);
	pthread_mutex_destroy(&a->lock);
	free(a);
}

int
check_audit_store(struct check_audit *a, const struct verdict *v,
    const char *bytes, size_t n)
{
	struct hash hash;
	int r;

	verdict_hash(v, &hash);
	pthread_mutex_lock(&a->lock);
	r = audit_store_code(a->log, &hash, bytes, n);
	pthread_mutex_unlock(&a->lock);
	return r;
}

int
check_audit_record(struct check_audit *a, struct json *verdict)
{
	struct json *body = js_obj(), *grants;
	/* Judged without options: a run with none, of the same name, may use
	 * its approval. */
	struct run_setup none = { .audit = a->log, .opts = {
		.script_name = js_get_str(verdict, "name"),
		.uid = (uid_t)-1, .stdin_null = true } };
	uint64_t seq = 0;
	int r = run_grants(&none, &grants);

	js_put_str(body, "command", "check");
	js_put_str(body, "profile", rules_profile_name(a->rules));
	js_put_str(body, "policy", a->policy);
	js_put(body, "grants", grants);
	js_put_str(body, "grants_hash", none.grants_hash);
	standing_put_facts(a->rules, verdict, body);
	js_put(body, "verdict", verdict);
	if (r == 0)
		r = audit_append(a->log, "verdict", body, &seq, NULL);
	if (r == 0)
		run_alert_verdict(a->rules, body, seq);
	js_free(body);
	return r;
}
