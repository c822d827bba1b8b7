/*
 * The calls of a traced run in the Trace Event Format (the JSON object form),
 * which Perfetto and Chrome open: a complete event (X) for each call, a
 * process and a thread with a name for each task, an instant event (i) for
 * each violation and each end. ts and dur are microseconds.
 *
 * Events of one thread may not overlap, yet the file's times are rounded down
 * to the microsecond: a call begins no earlier than the one before it ended.
 */
#include "review.h"

#include "review_calls.h"
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"

struct chrome {
	const struct calls_file		*f;
	const struct review_entry	*e;
	int64_t				*ends;	/* of each lane, ns */
	bool				 first;
	struct buf			*out;
};

static void
add_string(struct buf *out, const char *s, size_t n)
{
	struct json *text = js_text(s, n);

	js_write(text, out);
	js_free(text);
}

static void
begin_event(struct chrome *c, const char *ph, pid_t tgid, pid_t tid)
{
	buf_addf(c->out, "%s{\"ph\":\"%s\",\"pid\":%d,\"tid\":%d",
	    c->first ? "" : ",\n", ph, (int)tgid, (int)tid);
	c->first = false;
}

static void
add_time(struct chrome *c, const char *key, int64_t ns)
{
	buf_addf(c->out, ",\"%s\":%lld.%03lld", key, (long long)(ns / 1000),
	    (long long)(ns % 1000));
}

static void
add_meta(struct chrome *c, const char *what, const struct calls_lane *lane,
    const struct buf *name)
{
	begin_event(c, "M", lane->tgid, lane->tid);
	buf_addf(c->out, ",\"name\":\"%s\",\"args\":{\"name\":", what);
	add_string(c->out, name->data, name->len);
	buf_adds(c->out, "}}");
}

static void
add_lane(struct chrome *c, const struct calls_lane *lane)
{
	auto_buf struct buf name = BUF_INIT;
	const char *exe = js_get_str(c->e->intent, "executable");

	if (lane->image_len > 1)
		buf_add(&name, lane->image, lane->image_len);
	else if (lane->parent == 0 && exe != NULL)
		buf_adds(&name, exe);
	else
		buf_adds(&name, lane->tid == lane->tgid ? "process" :
		    "thread");
	if (lane->tid == lane->tgid)
		add_meta(c, "process_name", lane, &name);
	add_meta(c, "thread_name", lane, &name);
	if (lane->status < 0)
		return;
	begin_event(c, "i", lane->tgid, lane->tid);
	buf_addf(c->out, ",\"name\":\"ended\",\"cat\":\"process\",\"s\":\"t\"");
	add_time(c, "ts", lane->to * 1000);
	buf_addf(c->out, ",\"args\":{\"%s\":%d}}",
	    (lane->status & 0x7f) == 0 ? "exit" : "signal",
	    (lane->status & 0x7f) == 0 ? lane->status >> 8 & 0xff :
	    lane->status & 0x7f);
}

/* The lane it ran in: a number may come again, so by time, too. */
static size_t
lane_at(const struct calls_file *f, const struct calls_item *item)
{
	size_t i, any = f->nlanes;

	for (i = f->nlanes; i-- > 0;) {
		if (f->lanes[i].tid != item->tid)
			continue;
		any = i;
		if (item->us >= f->lanes[i].from)
			break;
	}
	return any;
}

static void
add_call(struct chrome *c, const struct calls_item *item)
{
	auto_buf struct buf args = BUF_INIT, result = BUF_INIT;
	size_t at = lane_at(c->f, item);
	int64_t from = item->us * 1000;
	bool known = at < c->f->nlanes;

	if (known && from < c->ends[at])
		from = c->ends[at];
	if (from > INT64_MAX / 2)
		return;		/* no clock said so */
	if (known)
		c->ends[at] = from + item->ns;
	begin_event(c, "X", known ? c->f->lanes[at].tgid : item->tid,
	    item->tid);
	buf_adds(c->out, ",\"name\":\"");
	calls_add_name(c->out, item->nr);
	buf_addf(c->out, "\",\"cat\":\"%s\"", calls_is_refused(item) ?
	    "refused" : calls_class_name(item->class));
	add_time(c, "ts", from);
	add_time(c, "dur", item->ns);
	calls_add_args(&args, item);
	calls_add_result(&result, item);
	buf_adds(c->out, ",\"args\":{\"arguments\":");
	add_string(c->out, buf_str(&args), args.len);
	buf_adds(c->out, ",\"result\":");
	add_string(c->out, buf_str(&result), result.len);
	buf_adds(c->out, "}}");
}

static void
add_violation(struct chrome *c, const struct json *record)
{
	const struct json *v = js_get(record, "violation");
	const struct calls_lane *lane = c->f->lanes;
	const char *rule = js_get_str(v, "rule");
	const char *call = js_get_str(v, "syscall");
	int64_t ms = js_get_num(record, "time") - js_get_num(c->e->intent,
	    "time");
	auto_buf struct buf name = BUF_INIT;

	if (v == NULL || c->f->nlanes == 0)
		return;
	buf_addf(&name, "violation %s", rule != NULL ? rule : "");
	begin_event(c, "i", lane->tgid, lane->tid);
	buf_adds(c->out, ",\"name\":");
	add_string(c->out, name.data, name.len);
	buf_adds(c->out, ",\"cat\":\"violation\",\"s\":\"g\"");
	add_time(c, "ts", ms > 0 && ms < INT32_MAX ? ms * 1000000 : 0);
	buf_adds(c->out, ",\"args\":{\"call\":");
	add_string(c->out, call != NULL ? call : "", call != NULL ?
	    strlen(call) : 0);
	buf_adds(c->out, "}}");
}

void
review_chrome_calls(struct buf *out, const struct calls_file *f,
    const struct review_entry *e)
{
	struct chrome c = { .f = f, .e = e, .first = true, .out = out,
		.ends = mem_new(f->nlanes + 1, sizeof(int64_t)) };
	size_t i;

	buf_adds(out, "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"id\":");
	add_string(out, e->id, strlen(e->id));
	buf_addf(out, ",\"calls\":%llu,\"lost\":%llu},\"traceEvents\":[\n",
	    (unsigned long long)f->total, (unsigned long long)f->lost);
	for (i = 0; i < f->nlanes; i++)
		add_lane(&c, &f->lanes[i]);
	for (i = 0; i < f->n; i++)
		add_call(&c, &f->items[i]);
	for (i = 0; i < js_len(e->events); i++)
		add_violation(&c, js_at(e->events, i));
	buf_adds(out, "\n]}\n");
	free(c.ends);
}
