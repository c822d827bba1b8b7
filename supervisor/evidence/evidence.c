#include "evidence.h"

#include <time.h>

#include "../arch/unwind.h"
#include "../base/clock.h"
#include "../base/fit.h"
#include "../base/json.h"
#include "../base/line.h"
#include "../base/util.h"
#include "evidence_job.h"
#include "evidence_place.h"
#include "pyframes.h"
#include "remote.h"
#include "../check/violation.h"

/* For one violation, however busy the host. */
#ifdef __SANITIZE_ADDRESS__
#define LOOK_US		10000000
#else
#define LOOK_US		1000000
#endif
#define RUN_NS		INT64_C(2000000000)	/* processor time of a run's */
#define ALL_NS		INT64_C(20000000000)	/* where all is to be listed */
#define RUN_US		20000000	/* and this long at most */
#define FRAMES_SHOWN	64u
#define FILE_SHOWN	1024u	/* bytes of a name; a program chooses it */
#define FUNCTION_SHOWN	256u
#define STACK_WORDS	64u	/* that tell one native stack from another */

static struct {
	const struct evidence_file *files;
	size_t		 nfiles;
	const char	*folder;
	int64_t		 spent_us, most_ns;
	int64_t		 before_ns;	/* of the processor, spent for others */
} evidence;

void
evidence_begin(const struct evidence_file *files, size_t n,
    const char *folder, bool all)
{
	evidence.files = files;
	evidence.nfiles = n;
	evidence.folder = folder;
	evidence.most_ns = all ? ALL_NS : RUN_NS;
	evidence_job_begin();
}

void
evidence_renew(const struct evidence_file *files, size_t n)
{
	evidence.files = files;
	evidence.nfiles = n;
	evidence.spent_us = 0;
	evidence.before_ns = evidence_cpu_ns();
	evidence_place_forget();
}

/* The file of the submission that a frame is in, or NULL. */
static const struct evidence_file *
file_of(const struct pyframe *f)
{
	size_t i, n = evidence.folder != NULL ? strlen(evidence.folder) : 0;
	const struct evidence_file *one;

	for (i = 0; i < evidence.nfiles; i++) {
		one = &evidence.files[i];
		if (strcmp(f->file, one->name) == 0 || (n > 0 &&
		    strncmp(f->file, evidence.folder, n) == 0 &&
		    f->file[n] == '/' &&
		    strcmp(f->file + n + 1, one->below) == 0))
			return one;
	}
	return NULL;
}

/* Bytes of a UTF-8 line as a column: code points, from 1. */
static int64_t
column_of(const char *line, size_t n)
{
	int64_t column = 1;
	size_t i;

	for (i = 0; i < n; i++)
		column += ((unsigned char)line[i] & 0xc0) != 0x80;
	return column;
}

static struct json *
frame_json(const struct pyframe *f)
{
	const struct evidence_file *file = file_of(f);
	struct json *frame = js_obj();
	const char *line;
	size_t n;

	js_put(frame, "file", fit_text(file != NULL ? file->name : f->file,
	    FILE_SHOWN));
	js_put_num(frame, "line", f->line);
	js_put(frame, "function", fit_text(f->function, FUNCTION_SHOWN));
	js_put(frame, "column", js_nul());
	js_put(frame, "end_column", js_nul());
	if (file == NULL || f->column < 0 || file->source == NULL ||
	    (line = line_at(file->source, file->n, f->line, &n)) == NULL ||
	    (size_t)f->column >= n)
		return frame;
	js_put_num(frame, "column", column_of(line, (size_t)f->column));
	if (f->end_column > f->column && (size_t)f->end_column <= n)
		js_put_num(frame, "end_column", column_of(line,
		    (size_t)f->end_column));
	return frame;
}

static bool
is_shown(const struct pyframe *f)
{
	return evidence.files != NULL ? file_of(f) != NULL :
	    strncmp(f->file, "<frozen ", 8) != 0;
}

static void
put_words(struct json *answer, const struct pyframes_word *words, size_t n)
{
	struct json *list = js_arr();
	size_t i;

	for (i = 0; i < n; i++) {
		js_add(list, js_num((int64_t)words[i].addr));
		js_add(list, js_num((int64_t)words[i].value));
	}
	js_put(answer, "words", list);
}

/* Nothing of Python's tells this place from others: the native stack does. */
static void
put_stack_words(struct json *answer, struct remote *remote, uint64_t sp)
{
	struct pyframes_word words[STACK_WORDS];
	size_t n;

	for (n = 0; n < STACK_WORDS; n++) {
		words[n].addr = sp + n * sizeof(uint64_t);
		if (remote_u64(remote, words[n].addr, &words[n].value) < 0)
			break;
	}
	put_words(answer, words, n);
}

/* In the job's process: the Python part. */
static void
answer_python(const struct evidence_regs *regs, int mem, int maps,
    struct json *answer)
{
	struct json *frames = js_arr();
	struct remote *remote;
	struct pystack stack;
	size_t i;

	js_put(answer, "frames", frames);
	if (remote_new(mem, maps, &remote) < 0) {
		js_put_str(answer, "why", "the process has too many mappings");
		return;
	}
	pyframes_read(remote, regs->thread_pointer, &stack);
	for (i = 0; i < stack.nframes && js_len(frames) < FRAMES_SHOWN; i++)
		if (is_shown(&stack.frames[i]))
			js_add(frames, frame_json(&stack.frames[i]));
	if (stack.nframes > 0 && !is_shown(&stack.frames[0]))
		js_put(answer, "innermost", frame_json(&stack.frames[0]));
	js_put_str(answer, "why", stack.why != NULL ? stack.why :
	    js_len(frames) > 0 ? NULL :
	    "no frame of the submission is on this thread's stack");
	if (stack.why == NULL)
		put_words(answer, stack.words, stack.nwords);
	else
		put_stack_words(answer, remote, regs->sp);
}

/* Reasons come from another process: short texts are handed on. */
static const char *
keep_reason(const char *why)
{
	static char kept[160];

	snprintf(kept, sizeof(kept), "%s", why);
	return kept;
}

struct found {
	const char	*why;		/* NULL if python is known */
	struct json	*python, *innermost, *native;
};

static void
take_answer(const struct json *answer, struct found *ret)
{
	const struct json *frames = js_get(answer, "frames");
	const struct json *innermost = js_get(answer, "innermost");
	const char *why = js_get_str(answer, "why");

	ret->why = why != NULL ? keep_reason(why) : NULL;
	if (js_is_obj(innermost))
		ret->innermost = js_copy(innermost);
	if (why == NULL && js_is_arr(frames) && js_len(frames) > 0)
		ret->python = js_copy(frames);
	else if (why == NULL)
		ret->why = "the reader's answer made no sense";
}

static void
look(pid_t tgid, pid_t tid, bool native, int64_t end_us, struct found *ret)
{
	const struct json *known, *known_native = NULL;
	struct json *answers[2] = { NULL, NULL };
	struct evidence_job jobs[2];
	struct evidence_regs regs;
	unsigned n = 1;

	memset(ret, 0, sizeof(*ret));
	if (arch_unwind_regs(tid, &regs) < 0) {
		ret->why = "the thread was killed before it was looked at";
		return;
	}
	known = evidence_place_find(tid, &regs, native, &known_native);
	if (known != NULL) {
		take_answer(known, ret);
		ret->native = native && known_native != NULL ?
		    js_copy(known_native) : NULL;
		return;
	}
	evidence_job_start(&jobs[0], tgid, answer_python, &regs);
	if (native && evidence_job_unwinds())
		evidence_job_start(&jobs[n++], tgid, NULL, &regs);
	evidence_job_collect(jobs, n, end_us, answers);
	if (js_is_arr(answers[1]))
		ret->native = answers[1];
	else
		js_free(answers[1]);
	if (answers[0] != NULL)
		take_answer(answers[0], ret);
	if (ret->python == NULL && arch_unwind_regs(tid, &regs) < 0)
		/* Of the dead all reads as if there were no interpreter. */
		ret->why = "the thread was killed while it was looked at";
	else if (answers[0] != NULL)
		evidence_place_keep(&regs, answers[0], native, ret->native);
	else if (clock_us() < end_us)
		ret->why = "the interpreter's state could not be read "
		    "within 100 ms";
	else
		ret->why = "the host was too busy for the interpreter's state "
		    "to be read in time";
	js_free(answers[0]);
}

static void
at_stop(pid_t tgid, pid_t tid, bool native, struct violation *v)
{
	int64_t begin = clock_us();
	struct found found;

	if (evidence.spent_us > RUN_US ||
	    evidence_cpu_ns() - evidence.before_ns > evidence.most_ns) {
		v->python_why = "this run has used up its time for looking "
		    "at stacks";
		return;
	}
	look(tgid, tid, native, begin + LOOK_US, &found);
	v->python = found.python;
	v->python_why = found.why;
	v->native = found.native;
	js_free(found.innermost);
	evidence.spent_us += clock_us() - begin;
}

void
evidence_at_stop(pid_t tgid, pid_t tid, struct violation *v)
{
	at_stop(tgid, tid, true, v);
}

void
evidence_python_at_stop(pid_t tgid, pid_t tid, struct violation *v)
{
	at_stop(tgid, tid, false, v);
}

void
evidence_of_thread(pid_t tgid, pid_t tid, int64_t end_us, struct json *out)
{
	struct found found = { .why = "there was no time left to look" };
	int64_t now = clock_us();

	if (now < end_us)
		look(tgid, tid, true, now + LOOK_US < end_us ?
		    now + LOOK_US : end_us, &found);
	js_put(out, "python", found.python != NULL ? found.python : js_arr());
	js_put_str(out, "python_why", found.why);
	js_put(out, "innermost", found.innermost != NULL ? found.innermost :
	    js_nul());
	js_put(out, "native", found.native != NULL ? found.native : js_arr());
}
