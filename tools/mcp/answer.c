/* Documents of the sandbox cut to what a model needs. */
#include "answer.h"

#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/fit.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/sign.h"
#include "../../supervisor/base/util.h"
#include "definitions.h"

#define IMAGE_MAX	((size_t)1 << 20)	/* bytes, decoded */
#define LINES_MAX	32768	/* bytes of output: of its start, of its end */
#define TEXT_MAX	65536

static void
add_text(struct json *content, const char *text, size_t n)
{
	struct json *one = js_obj();

	js_put_str(one, "type", "text");
	js_put_text(one, "text", text, n);
	js_add(content, one);
}

static struct json *
result(struct json *content, struct json *structured, bool is_error)
{
	struct json *doc = js_obj();

	js_put(doc, "content", content);
	if (structured != NULL)
		js_put(doc, "structuredContent", structured);
	js_put_flag(doc, "isError", is_error);
	return doc;
}

struct json *
answer_text(bool is_error, const char *text, size_t n)
{
	struct json *content = js_arr();

	add_text(content, text, n);
	return result(content, NULL, is_error);
}

static void
add_image(struct json *content, const char *mime, const char *base64)
{
	struct json *one = js_obj();

	js_put_str(one, "type", "image");
	js_put_str(one, "data", base64);
	js_put_str(one, "mimeType", mime);
	js_add(content, one);
}

static struct json *
cut_text(const struct json *value)
{
	size_t n;
	const char *text = js_as_text(value, &n);

	return text != NULL ? js_text(text, fit_cut(text, n, TEXT_MAX)) :
	    js_nul();
}

/* Lines: those of the start and of the end; and all of them to `out`. */
static struct json *
cut_lines(const struct json *lines, struct buf *out)
{
	struct json *some = js_arr();
	size_t head = 0, tail = js_len(lines), room = LINES_MAX, n, i;
	const char *text;

	for (; head < tail; head++) {
		js_as_text(js_at(lines, head), &n);
		if (n > room)
			break;
		room -= n;
	}
	for (room = LINES_MAX; tail > head; tail--) {
		js_as_text(js_at(lines, tail - 1), &n);
		if (n > room)
			break;
		room -= n;
	}
	for (i = 0; i < js_len(lines); i++) {
		auto_buf struct buf gap = BUF_INIT;

		text = js_as_text(js_at(lines, i), &n);
		if (i == head && head < tail) {
			buf_addf(&gap, "[%zu lines left out]\n", tail - head);
			text = buf_str(&gap);
			n = gap.len;
			i = tail - 1;
		}
		js_add(some, js_text(text, n));
		buf_add(out, text, n);
	}
	if (out->len > 0 && out->data[out->len - 1] != '\n')
		buf_addc(out, '\n');
	return some;
}

/* Each finding's place, reason and way out. */
static struct json *
cut_findings(const struct json *findings, struct buf *out)
{
	static const char *const kept[] = { "rule", "decision", "file",
	    "line", "column", "excerpt", "message", "hint" };
	struct json *some = js_arr();
	size_t i, k;

	for (i = 0; i < js_len(findings); i++) {
		const struct json *from = js_at(findings, i);
		const char *hint = js_get_str(from, "hint"),
		    *rule = js_get_str(from, "rule"),
		    *message = js_get_str(from, "message");
		struct json *one = js_obj();

		for (k = 0; k < ARRAY_SIZE(kept); k++)
			if (js_get(from, kept[k]) != NULL)
				js_put(one, kept[k],
				    js_copy(js_get(from, kept[k])));
		js_add(some, one);
		buf_addf(out, "line %lld: %s (%s).",
		    (long long)js_get_num(from, "line"),
		    message != NULL ? message : "refused",
		    rule != NULL ? rule : "no rule");
		if (hint != NULL)
			buf_addf(out, " Instead: %s.", hint);
		buf_addc(out, '\n');
	}
	return some;
}

/* What there is to see goes to `content`, and is named in its place. */
static struct json *
cut_results(const struct json *results, struct json *content)
{
	static const struct { const char *name, *mime; } images[] = {
		{ "png", "image/png" }, { "jpeg", "image/jpeg" },
	};
	static const char *const kept[] = { "text", "markdown", "latex" };
	struct json *some = js_arr();
	size_t i, k, n;

	for (i = 0; i < js_len(results); i++) {
		const struct json *from = js_at(results, i);
		struct json *one = js_obj();

		js_put_flag(one, "is_main_result",
		    js_get_flag(from, "is_main_result"));
		for (k = 0; k < ARRAY_SIZE(kept); k++)
			if (js_get_str(from, kept[k]) != NULL)
				js_put(one, kept[k],
				    cut_text(js_get(from, kept[k])));
		for (k = 0; k < ARRAY_SIZE(images); k++) {
			const char *data = js_as_text(js_get(from,
			    images[k].name), &n);
			auto_buf struct buf note = BUF_INIT;

			if (data == NULL)
				continue;
			js_put_str(one, "image", images[k].mime);
			if (n / 4 * 3 <= IMAGE_MAX) {
				add_image(content, images[k].mime, data);
				continue;
			}
			buf_addf(&note, "A figure of %zu KiB is more than can "
			    "be shown here (1024): save it smaller, or take "
			    "the file by get_file.", n / 4 * 3 / 1024);
			add_text(content, buf_str(&note), note.len);
		}
		js_add(some, one);
	}
	return some;
}

static void
add_error(struct buf *out, const struct json *error)
{
	const char *traceback = js_get_str(error, "traceback"),
	    *name = js_get_str(error, "name"),
	    *value = js_get_str(error, "value");

	if (traceback != NULL)
		buf_addf(out, "%s\n", traceback);
	else if (name != NULL)
		buf_addf(out, "%s: %s\n", name, value != NULL ? value : "");
}

static void
add_files(struct buf *out, const struct json *files)
{
	size_t i;

	for (i = 0; i < js_len(files); i++)
		buf_addf(out, "%s%s, %lld bytes", i > 0 ? "; " : "Files: ",
		    js_get_str(js_at(files, i), "path"),
		    (long long)js_get_num(js_at(files, i), "size"));
	if (i > 0)
		buf_addc(out, '\n');
}

static struct json *
of_run(const struct json *doc, const char *session)
{
	static const char *const kept[] = { "error", "files", "violations",
	    "limit" };
	auto_buf struct buf out = BUF_INIT;
	struct json *cut = js_obj(), *content = js_arr(), *images = js_arr(),
	    *logs = js_obj();
	const struct json *of = js_get(doc, "session");
	const char *status = js_get_str(doc, "status"), *text;
	bool fine = strcmp(status, "completed") == 0;
	bool ended = js_get_flag(of, "ended");
	size_t i, n;

	js_put_str(cut, "status", status);
	js_put(cut, "summary", cut_text(js_get(doc, "summary")));
	js_put_str(cut, "session", ended ? NULL : session);
	js_put(cut, "session_ended", ended ? cut_text(js_get(of, "why")) :
	    js_nul());
	js_put(cut, "text", cut_text(js_get(doc, "text")));
	js_put(cut, "results", cut_results(js_get(doc, "results"), images));
	js_put(logs, "stdout", cut_lines(js_get(js_get(doc, "logs"),
	    "stdout"), &out));
	js_put(logs, "stderr", cut_lines(js_get(js_get(doc, "logs"),
	    "stderr"), &out));
	js_put(cut, "logs", logs);
	text = js_as_text(js_get(doc, "text"), &n);
	if (text != NULL) {
		buf_add(&out, text, fit_cut(text, n, TEXT_MAX));
		buf_addc(&out, '\n');
	}
	add_error(&out, js_get(doc, "error"));
	js_put(cut, "findings", cut_findings(js_get(js_get(doc, "verdict"),
	    "findings"), &out));
	for (i = 0; i < ARRAY_SIZE(kept); i++)
		js_put(cut, kept[i], js_get(doc, kept[i]) != NULL ?
		    js_copy(js_get(doc, kept[i])) : js_nul());
	add_files(&out, js_get(doc, "files"));
	text = js_get_str(doc, "summary");
	if (!fine && text != NULL)
		buf_addf(&out, "%s\n", text);
	if (ended)
		buf_addf(&out, "The session ended: %s\n",
		    js_get_str(of, "why"));
	else if (session != NULL)
		buf_addf(&out, "session: %s\n", session);
	add_text(content, buf_str(&out), out.len);
	for (i = 0; i < js_len(images); i++)
		js_add(content, js_copy(js_at(images, i)));
	js_free(images);
	return result(content, cut, !fine);
}

static struct json *
of_check(const struct json *doc)
{
	auto_buf struct buf out = BUF_INIT;
	struct json *cut = js_obj(), *content = js_arr();
	const char *decision = js_get_str(doc, "decision");

	js_put_str(cut, "decision", decision);
	buf_addf(&out, "%s\n", decision);
	js_put(cut, "findings", cut_findings(js_get(js_at(js_get(doc,
	    "submissions"), 0), "findings"), &out));
	add_text(content, buf_str(&out), out.len);
	return result(content, cut, false);
}

/* One member of the document, as it is. */
static struct json *
of_member(const struct json *doc, const char *name)
{
	auto_buf struct buf out = BUF_INIT;
	struct json *cut = js_obj(), *content = js_arr();

	js_put(cut, name, js_copy(js_get(doc, name)));
	js_write(cut, &out);
	add_text(content, buf_str(&out), out.len);
	return result(content, cut, false);
}

static struct json *
of_file(const char *bytes, size_t n)
{
	static const struct { char start[8]; size_t n; const char *mime; }
	    images[] = {
		{ "\x89PNG", 4, "image/png" }, { "\xff\xd8\xff", 3,
		"image/jpeg" }, { "GIF8", 4, "image/gif" },
	};
	static const char large[] = "the file is larger than 1 MiB: read a "
	    "part of it with run_python", odd[] = "the file is neither text "
	    "nor an image: read it with run_python";
	struct json *content;
	size_t i;

	if (n > IMAGE_MAX)
		return answer_text(true, large, sizeof(large) - 1);
	for (i = 0; i < ARRAY_SIZE(images); i++) {
		auto_buf struct buf text = BUF_INIT;

		if (n < 4 || memcmp(bytes, images[i].start, images[i].n) != 0)
			continue;
		sign_base64(bytes, n, &text);
		content = js_arr();
		add_image(content, images[i].mime, buf_str(&text));
		return result(content, NULL, false);
	}
	if (!u8_valid(bytes, n) || memchr(bytes, '\0', n) != NULL)
		return answer_text(true, odd, sizeof(odd) - 1);
	return answer_text(false, bytes, n);
}

struct json *
answer_result(const struct tool *tool, const struct json *doc,
    const char *bytes, size_t n, const char *session)
{
	static const char ended[] = "ended", strange[] = "the sandbox failed: "
	    "its answer cannot be read", unknown[] = "there is no rule of "
	    "this id";
	const char *error = js_get_str(doc, "error");

	if (error != NULL)
		return answer_text(true, error, strlen(error));
	if (tool->id == TOOL_RUN && js_get_str(doc, "status") != NULL)
		return of_run(doc, session);
	if (tool->id == TOOL_CHECK && js_get_str(doc, "decision") != NULL)
		return of_check(doc);
	if (tool->id == TOOL_EXPLAIN && js_len(js_get(doc, "rules")) > 0)
		return of_member(doc, "rules");
	if (tool->id == TOOL_EXPLAIN)
		return answer_text(true, unknown, sizeof(unknown) - 1);
	if (tool->id == TOOL_LIST && js_is_arr(js_get(doc, "files")))
		return of_member(doc, "files");
	if (tool->id == TOOL_GET && doc != NULL && js_get(doc, "state") == NULL)
		return of_file(bytes, n);
	if (tool->id == TOOL_END && doc != NULL)
		return answer_text(false, ended, sizeof(ended) - 1);
	return answer_text(true, strange, sizeof(strange) - 1);
}
