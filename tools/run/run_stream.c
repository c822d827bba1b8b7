/*
 * The lines of --stream: each an object whose first member is its `type`, as
 * things happen. Only the front writes them, so that none is cut by another.
 */
#include "run_common.h"

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/clock.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/json.h"

static void
add_member(const char *key, const struct json *value, void *arg)
{
	js_put(arg, key, js_copy(value));
}

/* With its time, if it has one. */
static void
print_line(const char *type, const struct json *members, int64_t time_ms)
{
	auto_buf struct buf line = BUF_INIT;
	struct json *json = js_obj();

	js_put_str(json, "type", type);
	js_each(members, add_member, json);
	if (time_ms >= 0)
		js_put_num(json, "time_ms", time_ms);
	js_write(json, &line);
	buf_addc(&line, '\n');
	js_free(json);
	/* Who reads no more is told by the document, which fails. */
	fdio_write_all(STDOUT_FILENO, line.data, line.len);
}

void
run_stream_violation(const struct run_setup *setup,
    const struct json *violation)
{
	if (setup->stream && setup->gate == NULL)
		print_line("violation", violation, -1);
}

static void
on_result(const struct json *result, bool updates, void *arg)
{
	const struct run_setup *setup = arg;

	print_line(updates ? "update" : "result", result, clock_ms() - setup->begun);
}

/* `last`: a character that was cut is not completed any more. */
static bool
print_piece(struct run_setup *setup, int stream, bool last)
{
	static const char *const names[] = { "stdout", "stderr" };
	auto_buf struct buf line = BUF_INIT;
	struct buf *piece = &setup->pieces[stream];
	size_t kept = last ? 0 : run_cut_character(piece->data, piece->len);

	if (piece->len == kept)
		return true;
	buf_addf(&line, "{\"type\":\"%s\",\"text\":\"", names[stream]);
	js_write_part(piece->data, piece->len - kept, &line);
	buf_addf(&line, "\",\"time_ms\":%lld}\n",
	    (long long)(clock_ms() - setup->begun));
	memmove(piece->data, piece->data + piece->len - kept, kept);
	piece->len = kept;
	return fdio_write_all(STDOUT_FILENO, line.data, line.len) == 0;
}

bool
run_stream_output(struct run_setup *setup, int stream, const char *bytes,
    size_t n)
{
	buf_add(&setup->pieces[stream], bytes, n);
	return print_piece(setup, stream, false);
}

static bool
on_output(int stream, const char *bytes, size_t n, void *arg)
{
	struct run_setup *setup = arg;

	if (fdio_write_all(setup->logs[stream], bytes, n) < 0)
		return false;
	return run_stream_output(setup, stream, bytes, n);
}

void
run_stream_begin(struct run_setup *setup, struct run_events *events)
{
	if (!setup->stream)
		return;
	setup->begun = clock_ms();
	if (setup->gate != NULL)
		return;
	events->output = on_output;
	events->result = on_result;
}

void
run_stream_late(struct run_setup *setup, const struct json *record)
{
	const struct json *violations = js_get(record, "violations");
	const struct json *results = js_get(record, "results");
	char block[65536];
	off_t at;
	ssize_t n;
	size_t k;

	for (int i = 0; i < 2; i++)
		for (at = 0; setup->logs[i] > 0 && (n = pread(setup->logs[i],
		    block, sizeof(block), at)) > 0; at += n)
			run_stream_output(setup, i, block, (size_t)n);
	run_stream_end(setup);
	for (k = 0; k < js_len(violations); k++)
		print_line("violation", js_at(violations, k), -1);
	for (k = 0; k < js_len(results); k++)
		on_result(js_at(results, k), false, setup);
}

void
run_stream_left_out(const struct json *members)
{
	print_line("left_out", members, -1);
}

void
run_stream_end(struct run_setup *setup)
{
	for (int i = 0; i < 2; i++) {
		if (setup->pieces[i].len > 0)
			print_piece(setup, i, true);
		buf_free(&setup->pieces[i]);
	}
}
