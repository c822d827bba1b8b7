/*
 * sallyport audit verify: are the sources beside the log those that its
 * records name?
 */
#include "audit_cmd.h"

#include "../../supervisor/audit/audit.h"
#include "../../supervisor/audit/audit_scan.h"
#include "../../supervisor/audit/audit_walk.h"
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/json.h"
#include "../review/review.h"

struct look {
	struct review_log	 log;
	struct audit_sources	*sources;
	char			 last[HASH_HEX];	/* tries come in a row */
};

/* False: there is one, and it is another. */
static bool
look_at(struct look *look, const char *sha256)
{
	auto_buf struct buf code = BUF_INIT;
	int r;

	if (sha256 == NULL || strlen(sha256) != HASH_HEX - 1 ||
	    strcmp(sha256, look->last) == 0)
		return true;
	memcpy(look->last, sha256, HASH_HEX);
	r = review_code(&look->log, sha256, &code);
	if (r == 0)
		look->sources->good++;
	else if (r == -ENOENT)
		look->sources->missing++;
	return r == 0 || r == -ENOENT;
}

/* A run's are in its submission, what check judged in the verdict. */
static bool
look_at_record(struct look *look, const struct json *record)
{
	const struct json *files = js_get(record, "files");
	size_t i;

	if (strcmp(js_get_str(record, "type"), "epoch") == 0) {
		js_free(look->sources->epoch);
		look->sources->epoch = js_copy(record);
		return true;
	}
	if (!look_at(look, js_get_str(record, "sha256")))
		return false;
	for (i = 0; i < js_len(files); i++)
		if (!look_at(look, js_get_str(js_at(files, i), "sha256")))
			return false;
	return js_get_str(record, "id") != NULL ||
	    look_at(look, js_get_str(js_get(record, "verdict"), "sha256"));
}

static bool
is_type(const struct audit_line *got, const char *type)
{
	return got->type_len == strlen(type) &&
	    memcmp(got->type, type, got->type_len) == 0;
}

static int
look_at_all(struct look *look, struct audit_walk *walk,
    struct audit_report *rep)
{
	struct audit_line got;
	struct json *record;
	const char *line;
	bool whole, good;
	size_t n;
	int r;

	while ((r = audit_walk_next(walk, &line, &n, &whole)) > 0) {
		if (audit_scan(line, n, &got, NULL, NULL) < 0 ||
		    (!is_type(&got, "submission") && !is_type(&got, "verdict") &&
		    !is_type(&got, "epoch")) ||
		    js_parse(line, n, &record) < 0)
			continue;
		good = look_at_record(look, record);
		js_free(record);
		if (good)
			continue;
		rep->fault = AUDIT_EDITED;
		rep->fault_seq = got.seq;
		rep->fault_line = audit_walk_line(walk);
		snprintf(rep->fault_file, sizeof(rep->fault_file), "%s",
		    audit_walk_file(walk));
		snprintf(rep->detail, sizeof(rep->detail), "the source kept "
		    "for it, code/%.2s/%s, is not what was submitted",
		    look->last, look->last);
		return 0;
	}
	return r;
}

int
audit_cmd_sources(char *path, struct audit_report *rep,
    struct audit_sources *ret)
{
	struct look look = { .log.path = path, .sources = ret };
	struct audit_walk *walk;
	int r;

	*ret = (struct audit_sources){ 0 };
	if (rep->fault != AUDIT_WHOLE)
		return 0;
	r = audit_walk_open(path, &walk);
	if (r < 0)
		return r;
	r = look_at_all(&look, walk, rep);
	audit_walk_free(walk);
	return r;
}
