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

void
run_stream_violation(const struct run_setup *setup,
    const struct json *violation)
{
	auto_buf struct buf line = BUF_INIT;
	struct json *json;

	if (!setup->stream)
		return;
	json = js_obj();
	js_put_str(json, "type", "violation");
	js_each(violation, add_member, json);
	js_write(json, &line);
	buf_addc(&line, '\n');
	js_free(json);
	/* Who reads no more is told by the document, which fails. */
	fdio_write_all(STDOUT_FILENO, line.data, line.len);
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

static bool
on_output(int stream, const char *bytes, size_t n, void *arg)
{
	struct run_setup *setup = arg;

	if (fdio_write_all(setup->logs[stream], bytes, n) < 0)
		return false;
	buf_add(&setup->pieces[stream], bytes, n);
	return print_piece(setup, stream, false);
}

void
run_stream_begin(struct run_setup *setup, struct run_events *events)
{
	if (!setup->stream)
		return;
	setup->begun = clock_ms();
	events->output = on_output;
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
