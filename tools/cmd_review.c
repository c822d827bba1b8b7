/*
 * sallyport review: the reviewer's desk. Each word has a file of its own,
 * review_WORD.c; here is what they share.
 */
#include "review/review.h"

#include <ctype.h>
#include <time.h>

#include "../supervisor/audit/audit.h"
#include "../supervisor/base/buf.h"
#include "../supervisor/base/clock.h"
#include "../supervisor/base/mem.h"

static const struct cmd_word *const words[] = {
	&review_word_list, &review_word_show, &review_word_approve,
	&review_word_reject, &review_word_output, &review_word_report,
	&review_word_timeline, &review_word_standing, NULL
};

int
review_print(struct buf *out)
{
	return cmd_print(&cmd_review, out) < 0 ? cmd_review.failure : 0;
}

char *
review_path(const char *given)
{
	char *path = NULL;
	int r;

	if (given != NULL)
		return mem_strdup(given);
	r = audit_default_path(&path);
	if (r < 0) {
		cmd_error(&cmd_review, "no place for the log: %s; --audit "
		    "FILE names one", r == -ENOENT ? "HOME names no folder" :
		    audit_why(r));
		return NULL;
	}
	return path;
}

void
review_add_visible(struct buf *out, const char *s)
{
	if (s != NULL)
		buf_add_visible(out, s, strlen(s));
}

void
review_add_start(struct buf *out, const char *s)
{
	buf_add_visible(out, s, strnlen(s, 12));
}

void
review_add_time(int64_t ms, struct buf *out)
{
	time_t seconds = (time_t)(ms / 1000);
	struct tm tm;
	char text[32];

	if (ms < 0 || gmtime_r(&seconds, &tm) == NULL ||
	    strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%SZ", &tm) == 0)
		buf_addf(out, "%lld ms", (long long)ms);
	else
		buf_adds(out, text);
}

/* "30m" and the like; 0 or -EINVAL. */
static int
parse_span(const char *text, int64_t *ret_ms)
{
	static const struct { char unit; int64_t ms; } units[] = {
		{ 's', 1000 }, { 'm', 60000 }, { 'h', 3600000 },
		{ 'd', 86400000 }, { 'w', 604800000 },
	};
	char *end;
	unsigned long long n;

	if (!isdigit((unsigned char)text[0]))
		return -EINVAL;
	errno = 0;
	n = strtoull(text, &end, 10);
	if (errno != 0 || n > 100000 || end[0] == '\0' || end[1] != '\0')
		return -EINVAL;
	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		if (units[i].unit != end[0])
			continue;
		*ret_ms = (int64_t)n * units[i].ms;
		return 0;
	}
	return -EINVAL;
}

static int
parse_date(const char *text, int64_t *ret_ms)
{
	static const char *const forms[] = { "%Y-%m-%dT%H:%M:%S",
	    "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M",
	    "%Y-%m-%d" };
	const char *end;
	time_t seconds;
	struct tm tm;

	for (size_t i = 0; i < ARRAY_SIZE(forms); i++) {
		memset(&tm, 0, sizeof(tm));
		end = strptime(text, forms[i], &tm);
		if (end == NULL || (end[0] != '\0' && strcmp(end, "Z") != 0))
			continue;
		seconds = timegm(&tm);
		if (seconds < 0)
			return -EINVAL;
		*ret_ms = (int64_t)seconds * 1000;
		return 0;
	}
	return -EINVAL;
}

int
review_parse_time(const char *text, bool ahead, int64_t *ret_ms)
{
	int64_t span, now;

	if (parse_span(text, &span) < 0)
		return parse_date(text, ret_ms);
	now = clock_ns(CLOCK_REALTIME) / 1000000;
	*ret_ms = ahead ? now + span : span < now ? now - span : 0;
	return 0;
}

static int
run_review(int argc, char **argv)
{
	return cmd_run_word(&cmd_review, argc, argv);
}

const struct cmd cmd_review = {
	.name = "review",
	.usage = "list|show|approve|reject|report|timeline|standing [OPTION...] [ID]",
	.words = words,
	.summary = "what was held and blocked, and a person's word on it",
	.failure = 2,
	.run = run_review,
	.notes = "ID is a run's id, or 4 characters or more of it or of a hash.\n"
	"--audit FILE is the log, if it is not the usual one.\n",
};
