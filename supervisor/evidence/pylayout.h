/*
 * Where CPython keeps what, by version: offsets in bytes, x86-64 and other
 * 64-bit ABIs with the same alignment. Generated with offsetof() from the
 * internal headers of each version; 3.13 publishes the same numbers in
 * _Py_DebugOffsets. Within a minor version these structures do not change;
 * the size of _PyRuntime tells versions apart and is always compared.
 */
#ifndef SALLYPORT_PYLAYOUT_H
#define SALLYPORT_PYLAYOUT_H

#include <stdint.h>

enum pylayout_lines {
	PYLINES_PAIRS,		/* to 3.9: (u8 address, s8 line) pairs */
	PYLINES_RANGES,		/* 3.10: the same, -128 meaning no line */
	PYLINES_LOCATIONS,	/* 3.11+: variable-length locations */
};

#define PYLAYOUT_NONE	UINT16_MAX	/* this version has no such field */

struct pylayout {
	int		version;		/* 0x030b for 3.11 */
	uint32_t	runtime_size;		/* of the symbol _PyRuntime */
	uint16_t	runtime_head;		/* -> first interpreter */
	uint16_t	interp_next, interp_threads;
	uint16_t	thread_id;		/* pthread_self() */
	uint16_t	thread_frame;		/* -> frame, or -> cframe */
	uint16_t	cframe_frame;		/* if through a cframe */
	uint16_t	frame_previous, frame_code, frame_at, frame_owner;
	uint16_t	code_firstlineno, code_filename, code_name;
	uint16_t	code_lines, code_first_traceable, code_bytes;
	uint16_t	ascii_header, compact_header;
	enum pylayout_lines lines;
};

/* The row of a version, or NULL. */
const struct pylayout *pylayout_of(int version);

#endif
