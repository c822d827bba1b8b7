/* Commands beside the cells: no gate reads what they start. */
#include "session.h"

#include <string.h>

#include "../../supervisor/base/json.h"
#include "../../supervisor/base/util.h"

/* A program, its words, folder and environment: code of ours runs it. */
static const char runner[] =
    "import os, subprocess, sys\n"
    "env = dict(os.environ)\n"
    "env.update(given['envs'])\n"
    "done = subprocess.run([given['cmd']] + given['args'], env=env,\n"
    "    cwd=given['cwd'], stdin=subprocess.DEVNULL)\n"
    "sys.exit(done.returncode if done.returncode >= 0 else\n"
    "    128 - done.returncode)\n";

/* Those that run on behind the cell that began them. */
static const char keeper[] =
#include "commands_py.h"
;

static bool
is_list_of_texts(const struct json *list)
{
	bool is = js_is_arr(list);
	size_t i;

	for (i = 0; is && i < js_len(list); i++)
		is = js_as_str(js_at(list, i)) != NULL;
	return is;
}

/* Nothing but what reads in Python as in JSON. */
static void
look_at(const char *key, const struct json *value, void *arg)
{
	bool *is = arg;

	(void)key;
	*is &= js_as_str(value) != NULL || js_is_num(value) ||
	    js_is_texts(value) || is_list_of_texts(value);
}

/* A program to wait for: these four, and no more. */
static bool
is_program(const struct json *given)
{
	return js_len(given) == 4 && js_get_str(given, "cmd") != NULL &&
	    js_get_str(given, "cwd") != NULL &&
	    is_list_of_texts(js_get(given, "args")) &&
	    js_is_texts(js_get(given, "envs"));
}

bool
command_is(const struct json *head)
{
	const struct json *given = js_get(head, "command");
	bool is = true;

	if (js_get_str(given, "do") == NULL)
		return is_program(given);
	js_each(given, look_at, &is);
	return is;
}

bool
command_stays(const struct json *head)
{
	return js_get_str(js_get(head, "command"), "do") != NULL;
}

bool
command_yields(const struct json *head)
{
	const char *what = js_get_str(js_get(head, "command"), "do");

	return what != NULL && strcmp(what, "attend") == 0;
}

void
command_code(struct buf *out, const struct json *head)
{
	buf_free(out);
	buf_adds(out, "given = ");
	js_write(js_get(head, "command"), out);
	buf_addc(out, '\n');
	buf_adds(out, command_stays(head) ? keeper : runner);
}
