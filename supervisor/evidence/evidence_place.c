#include "evidence_place.h"

#include <stdint.h>
#include <sys/uio.h>

#include "../base/json.h"
#include "../base/util.h"
#include "evidence.h"
#include "pyframes.h"

#define PLACES	32u

static struct place {
	uint64_t		 pc, sp, thread_pointer;
	struct pyframes_word	 words[PYFRAMES_WORDS];
	size_t			 n;
	bool			 unwound;	/* `native` was looked for */
	struct json		*answer, *native;
} places[PLACES];

static unsigned next_place;

static bool
same_words(pid_t tid, const struct place *p)
{
	struct iovec local, remote[PYFRAMES_WORDS];
	uint64_t now[PYFRAMES_WORDS];
	size_t i;

	for (i = 0; i < p->n; i++) {
		remote[i].iov_base = (void *)(uintptr_t)p->words[i].addr;
		remote[i].iov_len = sizeof(uint64_t);
	}
	local.iov_base = now;
	local.iov_len = p->n * sizeof(uint64_t);
	if (process_vm_readv(tid, &local, 1, remote, p->n, 0) !=
	    (ssize_t)local.iov_len)
		return false;
	for (i = 0; i < p->n; i++)
		if (now[i] != p->words[i].value)
			return false;
	return true;
}

const struct json *
evidence_place_find(pid_t tid, const struct evidence_regs *regs,
    bool native, const struct json **ret_native)
{
	size_t i;

	for (i = 0; i < PLACES; i++) {
		const struct place *p = &places[i];

		if (p->answer == NULL || p->pc != regs->pc ||
		    p->sp != regs->sp ||
		    p->thread_pointer != regs->thread_pointer ||
		    (native && !p->unwound) ||
		    !same_words(tid, p))
			continue;
		*ret_native = p->native;
		return p->answer;
	}
	return NULL;
}

void
evidence_place_keep(const struct evidence_regs *regs,
    const struct json *answer, bool native, const struct json *found)
{
	const struct json *words = js_get(answer, "words");
	struct place *p = &places[next_place];
	size_t n = js_len(words) / 2, i;

	if (n == 0 || n > PYFRAMES_WORDS)
		return;
	next_place = (next_place + 1) % PLACES;
	js_free(p->answer);
	js_free(p->native);
	*p = (struct place){ .pc = regs->pc, .sp = regs->sp,
	    .thread_pointer = regs->thread_pointer, .n = n,
	    .unwound = native, .answer = js_copy(answer),
	    .native = found != NULL ? js_copy(found) : NULL };
	for (i = 0; i < n; i++) {
		p->words[i].addr = (uint64_t)js_as_num(js_at(words, 2 * i));
		p->words[i].value = (uint64_t)js_as_num(js_at(words,
		    2 * i + 1));
	}
}

void
evidence_place_forget(void)
{
	size_t i;

	for (i = 0; i < PLACES; i++) {
		js_free(places[i].answer);
		js_free(places[i].native);
		places[i] = (struct place){ .n = 0 };
	}
}
