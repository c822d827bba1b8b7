/*
 * unwind: the native stack of one stopped task, as JSON on standard output.
 *
 * Started by the supervisor only, with the task's registers on descriptor 0
 * and its memory and maps on 2 and 3. Jails itself before it looks at them.
 */
#include "../base/buf.h"
#include "../base/fdio.h"
#include "../base/json.h"
#include "../evidence/evidence.h"
#include "../evidence/jail.h"
#include "../evidence/remote.h"
#include "unwind.h"

#define MEMORY	(128ul << 20)

int
main(void)
{
	static struct unwind_frame frames[UNWIND_FRAMES];
	/* The first object seeds the hash of them all: before the jail. */
	struct json *answer = js_arr(), *frame = js_obj();
	auto_buf struct buf text = BUF_INIT;
	struct evidence_regs regs;
	struct remote *remote;
	size_t n, i;

	unwind_prepare();
	if (read(0, &regs, sizeof(regs)) != (ssize_t)sizeof(regs) ||
	    jail_enter(4, MEMORY) < 0 || remote_new(2, 3, &remote) < 0)
		return 1;
	js_free(frame);
	n = unwind_read(remote, &regs, frames, UNWIND_FRAMES);
	for (i = 0; i < n; i++) {
		frame = js_obj();
		js_put_str(frame, "function",
		    frames[i].function[0] ? frames[i].function : NULL);
		js_put_str(frame, "module",
		    frames[i].module[0] ? frames[i].module : NULL);
		js_put_num(frame, "offset", (int64_t)frames[i].offset);
		js_add(answer, frame);
	}
	js_write(answer, &text);
	/* Without exit handlers: the jail has no room for them. */
	_exit(fdio_write_all(1, text.data, text.len) < 0);
}
