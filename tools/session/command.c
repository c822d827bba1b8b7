/* A command beside the cells: no gate reads what it starts. */
#include "session.h"

#include "../../supervisor/base/json.h"

/* A program, its words, folder and environment: code of ours runs it. */
static const char runner[] =
    "import os, subprocess, sys\n"
    "env = dict(os.environ)\n"
    "env.update(given['envs'])\n"
    "done = subprocess.run([given['cmd']] + given['args'], env=env,\n"
    "    cwd=given['cwd'], stdin=subprocess.DEVNULL)\n"
    "sys.exit(done.returncode if done.returncode >= 0 else\n"
    "    128 - done.returncode)\n";

/* Texts alone, which read in Python as in JSON. */
bool
command_is(const struct json *command)
{
	const struct json *args = js_get(command, "args");
	bool is = js_get_str(command, "cmd") != NULL &&
	    js_get_str(command, "cwd") != NULL && js_is_arr(args) &&
	    js_is_texts(js_get(command, "envs")) && js_len(command) == 4;
	size_t i;

	for (i = 0; is && i < js_len(args); i++)
		is = js_as_str(js_at(args, i)) != NULL;
	return is;
}

void
command_code(struct buf *out, const struct json *command)
{
	buf_free(out);
	buf_adds(out, "given = ");
	js_write(command, out);
	buf_addc(out, '\n');
	buf_adds(out, runner);
}
