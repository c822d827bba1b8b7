/*
 * The reader of frames on memory that is changed at random; coverage-guided
 * and longer with `make fuzz`.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define FUZZ_NO_MAIN
#include "tests/fuzz/fuzz_frames.c"

#define ROUNDS	6000

static void
made_up_processes_are_read(void **state)
{
	uint8_t version;

	(void)state;
	for (version = 0; version < 7; version++)
		LLVMFuzzerTestOneInput(&version, 1);
}

static void
changed_ones_neither_crash_nor_hang(void **state)
{
	uint8_t input[1 + 12 * 16];
	uint32_t seed = 0x5a11e9;
	size_t i, k, n;

	(void)state;
	for (i = 0; i < ROUNDS; i++) {
		n = 1 + 12 * (1 + fuzz_random(&seed) % 16);
		for (k = 0; k < n; k++)
			input[k] = (uint8_t)(fuzz_random(&seed) >> 8);
		LLVMFuzzerTestOneInput(input, n);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(made_up_processes_are_read),
		cmocka_unit_test(changed_ones_neither_crash_nor_hang),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
