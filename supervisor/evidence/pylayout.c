#include "pylayout.h"

#include <stddef.h>

#include "../base/util.h"

#define NONE PYLAYOUT_NONE

static const struct pylayout layouts[] = {
	{
		.version = 0x0307, .runtime_size = 1520, .runtime_head = 24,
		.interp_next = 0, .interp_threads = 8,
		.thread_id = 176, .thread_frame = 24, .cframe_frame = NONE,
		.frame_previous = 24, .frame_code = 32, .frame_at = 104,
		.frame_owner = NONE,
		.code_firstlineno = 36, .code_filename = 96, .code_name = 104,
		.code_lines = 112, .code_first_traceable = NONE,
		.code_bytes = NONE, .ascii_header = 48, .compact_header = 72,
		.lines = PYLINES_PAIRS,
	}, {
		.version = 0x0308, .runtime_size = 1464, .runtime_head = 32,
		.interp_next = 0, .interp_threads = 8,
		.thread_id = 176, .thread_frame = 24, .cframe_frame = NONE,
		.frame_previous = 24, .frame_code = 32, .frame_at = 104,
		.frame_owner = NONE,
		.code_firstlineno = 40, .code_filename = 104, .code_name = 112,
		.code_lines = 120, .code_first_traceable = NONE,
		.code_bytes = NONE, .ascii_header = 48, .compact_header = 72,
		.lines = PYLINES_PAIRS,
	}, {
		.version = 0x0309, .runtime_size = 656, .runtime_head = 32,
		.interp_next = 0, .interp_threads = 8,
		.thread_id = 176, .thread_frame = 24, .cframe_frame = NONE,
		.frame_previous = 24, .frame_code = 32, .frame_at = 104,
		.frame_owner = NONE,
		.code_firstlineno = 40, .code_filename = 104, .code_name = 112,
		.code_lines = 120, .code_first_traceable = NONE,
		.code_bytes = NONE, .ascii_header = 48, .compact_header = 72,
		.lines = PYLINES_PAIRS,
	}, {
		.version = 0x030a, .runtime_size = 672, .runtime_head = 32,
		.interp_next = 0, .interp_threads = 8,
		.thread_id = 176, .thread_frame = 24, .cframe_frame = NONE,
		.frame_previous = 24, .frame_code = 32, .frame_at = 96,
		.frame_owner = NONE,
		.code_firstlineno = 40, .code_filename = 104, .code_name = 112,
		.code_lines = 120, .code_first_traceable = NONE,
		.code_bytes = NONE, .ascii_header = 48, .compact_header = 72,
		.lines = PYLINES_RANGES,
	}, {
		.version = 0x030b, .runtime_size = 166688, .runtime_head = 40,
		.interp_next = 0, .interp_threads = 16,
		.thread_id = 152, .thread_frame = 56, .cframe_frame = 8,
		.frame_previous = 48, .frame_code = 32, .frame_at = 56,
		.frame_owner = 69,
		.code_firstlineno = 72, .code_filename = 112, .code_name = 128,
		.code_lines = 136, .code_first_traceable = 168,
		.code_bytes = 184, .ascii_header = 48, .compact_header = 72,
		.lines = PYLINES_LOCATIONS,
	}, {
		.version = 0x030c, .runtime_size = 459944, .runtime_head = 40,
		.interp_next = 0, .interp_threads = 72,
		.thread_id = 136, .thread_frame = 56, .cframe_frame = 0,
		.frame_previous = 8, .frame_code = 0, .frame_at = 56,
		.frame_owner = 70,
		.code_firstlineno = 68, .code_filename = 112, .code_name = 128,
		.code_lines = 136, .code_first_traceable = 176,
		.code_bytes = 192, .ascii_header = 40, .compact_header = 56,
		.lines = PYLINES_LOCATIONS,
	}, {
		.version = 0x030d, .runtime_size = 283320, .runtime_head = 632,
		.interp_next = 7264, .interp_threads = 7344,
		.thread_id = 152, .thread_frame = 72, .cframe_frame = NONE,
		.frame_previous = 8, .frame_code = 0, .frame_at = 56,
		.frame_owner = 70,
		.code_firstlineno = 68, .code_filename = 112, .code_name = 128,
		.code_lines = 136, .code_first_traceable = 184,
		.code_bytes = 200, .ascii_header = 40, .compact_header = 56,
		.lines = PYLINES_LOCATIONS,
	},
};

const struct pylayout *
pylayout_of(int version)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(layouts); i++)
		if (layouts[i].version == version)
			return &layouts[i];
	return NULL;
}
