/*
 * A main() for a fuzz target where there is no libFuzzer, with a mutator that
 * is bounded and repeatable:
 *
 *	fuzz_X FILE...			each file once
 *	fuzz_X -mutate N SEED FILE...	and N mutations of each
 *	fuzz_X -seconds N SEED FILE...	and mutations of them in turn, so long
 *
 * The last prints how many inputs there were.
 */
#ifndef SALLYPORT_FUZZ_STANDALONE_H
#define SALLYPORT_FUZZ_STANDALONE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "supervisor/base/buf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static inline uint32_t
fuzz_random(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

/* A few cuts, copies and changed bytes; lines are moved about whole, too. */
static inline void
fuzz_mutate(const char *seed, size_t n, uint32_t *state, struct buf *out)
{
	static const char odd[] = "{}[]:->~/\"\\$*#.,= \t\n|\r\x01\xff\xc3";
	unsigned rounds = 1 + fuzz_random(state) % 6;
	size_t at, len, i;

	out->len = 0;
	buf_add(out, seed, n);
	while (rounds-- > 0 && out->len > 0) {
		at = fuzz_random(state) % out->len;
		len = fuzz_random(state) % 40;
		if (len > out->len - at)
			len = out->len - at;
		switch (fuzz_random(state) % 5) {
		case 0:
			out->data[at] = odd[fuzz_random(state) %
			    (sizeof(odd) - 1)];
			break;
		case 1:
			memmove(out->data + at, out->data + at + len,
			    out->len - at - len);
			out->len -= len;
			break;
		case 2:
			i = fuzz_random(state) % out->len;
			if (i + len < out->len)
				memmove(out->data + i, out->data + at, len);
			break;
		case 3:
			for (i = 0; i < len; i++)
				buf_addc(out, out->data[at + i]);
			break;
		default:
			out->data[at] = (char)fuzz_random(state);
			break;
		}
	}
}

#if !defined(LIBFUZZER) && !defined(FUZZ_NO_MAIN)
#include <time.h>

#include "supervisor/base/fdio.h"

static unsigned long
fuzz_turns(char **files, int n, double seconds, uint32_t state)
{
	auto_buf struct buf text = BUF_INIT, changed = BUF_INIT;
	struct timespec start, now;
	unsigned long done = 0;
	int i;

	clock_gettime(CLOCK_MONOTONIC, &start);
	for (;; done++) {
		clock_gettime(CLOCK_MONOTONIC, &now);
		if ((double)(now.tv_sec - start.tv_sec) +
		    (double)(now.tv_nsec - start.tv_nsec) / 1e9 > seconds)
			return done;
		i = (int)(fuzz_random(&state) % (uint32_t)n);
		text.len = 0;
		if (fdio_read_file(files[i], 1 << 24, &text) < 0)
			exit(2);
		fuzz_mutate(text.data, text.len, &state, &changed);
		LLVMFuzzerTestOneInput((const uint8_t *)buf_str(&changed),
		    changed.len);
	}
}

int
main(int argc, char **argv)
{
	auto_buf struct buf text = BUF_INIT, changed = BUF_INIT;
	unsigned long mutations = 0, i;
	uint32_t state = 1;
	int first = 1;

	if (argc > 3 && strcmp(argv[1], "-mutate") == 0) {
		mutations = strtoul(argv[2], NULL, 10);
		state = (uint32_t)strtoul(argv[3], NULL, 10) | 1;
		first = 4;
	}
	if (argc > 4 && strcmp(argv[1], "-seconds") == 0) {
		state = (uint32_t)strtoul(argv[3], NULL, 10) | 1;
		printf("%lu\n", fuzz_turns(argv + 4, argc - 4,
		    strtod(argv[2], NULL), state));
		first = 4;
	}
	for (; first < argc; first++) {
		text.len = 0;
		if (fdio_read_file(argv[first], 1 << 24, &text) < 0)
			return 2;
		LLVMFuzzerTestOneInput((const uint8_t *)buf_str(&text),
		    text.len);
		for (i = 0; i < mutations; i++) {
			fuzz_mutate(text.data, text.len, &state, &changed);
			LLVMFuzzerTestOneInput(
			    (const uint8_t *)buf_str(&changed), changed.len);
		}
	}
	return 0;
}
#endif

#endif
