/* The table of tools, and its schemas. */
#include "definitions.h"

#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/util.h"

#define TEXT		"{\"type\":\"string\"}"
#define OR_NULL(type)	"{\"anyOf\":[{\"type\":\"" type "\"},{\"type\":\"null\"}]}"
#define MAYBE_TEXT	OR_NULL("string")
#define LIST		"{\"type\":\"array\",\"items\":{\"type\":\"object\"}}"
#define MAYBE		OR_NULL("object")
#define OBJECT(...)	"{\"type\":\"object\",\"properties\":{" __VA_ARGS__ "}"

static const struct tool ours[] = {
	{ TOOL_RUN, "run_python", "Run Python",
	    "Run Python in a sandbox. Back come what it printed, the value "
	    "of the last line, the figures left open, the files it wrote, "
	    "and the error if it failed. Code that is refused does not run: "
	    "the answer has the line, the rule and what to do instead.",
	    { { "code", "string", true, "Python source" },
	      { "session", "string", false, "a session that an earlier "
	        "answer named: its variables, imports and files are there. "
	        "Without it a new one begins" },
	      { "files", "object", false, "texts to put into the current "
	        "folder first, by name" },
	      { "timeout_s", "integer", false, "seconds that it may take, "
	        "within the limit" } },
	    OBJECT("\"status\":" TEXT ",\"summary\":" MAYBE_TEXT
	        ",\"session\":" MAYBE_TEXT ",\"session_ended\":" MAYBE_TEXT
	        ",\"text\":" MAYBE_TEXT ",\"results\":" LIST
	        ",\"logs\":" OBJECT("\"stdout\":{\"type\":\"array\",\"items\":"
	        TEXT "},\"stderr\":{\"type\":\"array\",\"items\":" TEXT "}") "}"
	        ",\"error\":" MAYBE ",\"findings\":" LIST ",\"files\":" LIST
	        ",\"violations\":" LIST ",\"limit\":" MAYBE)
	        ",\"required\":[\"status\"]}", false, true, NULL },
	{ TOOL_CHECK, "check_python", "Check Python",
	    "Judge Python without running it: whether run_python would "
	    "refuse it, with the line, the rule and what to do instead.",
	    { { "code", "string", true, "Python source" } },
	    OBJECT("\"decision\":" TEXT ",\"findings\":" LIST)
	        ",\"required\":[\"decision\"]}", true, true, NULL },
	{ TOOL_EXPLAIN, "explain", "Explain a rule",
	    "Why a rule is there, with a bad and a good example.",
	    { { "id", "string", true, "the rule that a refusal named, as "
	        "G201" } },
	    OBJECT("\"rules\":" LIST) ",\"required\":[\"rules\"]}", true, false, NULL },
	{ TOOL_LIST, "list_files", "List files",
	    "The files in a session's folder.",
	    { { "session", "string", true, "as run_python named it" } },
	    OBJECT("\"files\":" LIST) ",\"required\":[\"files\"]}", true, false, NULL },
	{ TOOL_GET, "get_file", "Get a file",
	    "A file of a session's folder: text, or an image.",
	    { { "session", "string", true, "as run_python named it" },
	      { "path", "string", true, "as list_files has it" } },
	    NULL, true, false, NULL },
	{ TOOL_END, "end_session", "End a session",
	    "End a session: its variables and files are gone.",
	    { { "session", "string", true, "as run_python named it" } },
	    NULL, false, false, NULL },
};

static const struct tool *tools = ours;
static size_t ntools = ARRAY_SIZE(ours);

void
tool_offer(const struct tool *others, size_t n)
{
	tools = others;
	ntools = n;
}

size_t
tool_count(void)
{
	return ntools;
}

const struct tool *
tool_at(size_t i)
{
	return &tools[i];
}

const struct tool *
tool_find(const char *name)
{
	size_t i;

	for (i = 0; name != NULL && i < ntools; i++)
		if (strcmp(tools[i].name, name) == 0)
			return &tools[i];
	return NULL;
}

struct json *
tool_input(const struct tool *tool, bool all)
{
	struct json *schema = js_obj(), *properties = js_obj(),
	    *required = js_arr();
	const struct tool_arg *arg;

	for (arg = tool->args; arg->name != NULL; arg++) {
		struct json *one = js_obj(), *texts;

		js_put_str(one, "type", arg->type);
		js_put_str(one, "description", arg->about);
		if (strcmp(arg->type, "object") == 0) {
			texts = js_obj();
			js_put_str(texts, "type", "string");
			js_put(one, "additionalProperties", texts);
		} else if (strcmp(arg->type, "integer") == 0) {
			js_put_num(one, "minimum", 1);
		}
		if (arg->required)
			js_add(required, js_str(arg->name));
		if (all || arg->required)
			js_put(properties, arg->name, one);
		else
			js_free(one);
	}
	js_put_str(schema, "type", "object");
	js_put(schema, "properties", properties);
	js_put(schema, "required", required);
	js_put_flag(schema, "additionalProperties", false);
	return schema;
}

struct json *
tool_output(const struct tool *tool)
{
	struct json *schema = NULL;

	if (tool->output != NULL)
		js_parse(tool->output, strlen(tool->output), &schema);
	return schema;
}

static bool
is_text(const struct json *value)
{
	return js_as_str(value) != NULL;
}

static bool
is_amount(const struct json *value)
{
	return js_is_num(value) && js_as_num(value) >= 1 &&
	    js_as_num(value) <= 86400;
}

static bool
is_texts(const struct json *value)
{
	return js_is_texts(value) && js_len(value) <= 64;
}

static bool
fits(const struct tool_arg *arg, const struct json *value, struct buf *why)
{
	static const struct {
		const char	*type, *wanted;
		bool		(*is)(const struct json *);
	} types[] = {
		{ "string", "a string", is_text },
		{ "integer", "a whole number, 1 to 86400", is_amount },
		{ "object", "at most 64 strings by name", is_texts },
	};
	size_t i = 0;

	while (strcmp(types[i].type, arg->type) != 0)
		i++;
	if (value == NULL || js_is_null(value) ? !arg->required :
	    types[i].is(value))
		return true;
	buf_addf(why, "%s: want %s", arg->name, types[i].wanted);
	return false;
}

struct seen {
	const struct tool	*tool;
	const char		*stranger;
};

static void
see_name(const char *key, const struct json *value, void *arg)
{
	struct seen *seen = arg;
	const struct tool_arg *one = seen->tool->args;

	(void)value;
	while (one->name != NULL && strcmp(one->name, key) != 0)
		one++;
	if (one->name == NULL)
		seen->stranger = key;
}

bool
tool_accepts(const struct tool *tool, const struct json *args,
    struct buf *why)
{
	struct seen seen = { tool, NULL };
	const struct tool_arg *arg;

	js_each(args, see_name, &seen);
	if (seen.stranger != NULL) {
		buf_adds(why, "no argument is called '");
		buf_add_visible(why, seen.stranger,
		    strnlen(seen.stranger, 64));
		buf_adds(why, "'");
		return false;
	}
	for (arg = tool->args; arg->name != NULL; arg++)
		if (!fits(arg, js_get(args, arg->name), why))
			return false;
	return true;
}

const char tool_apis[] = "anthropic|openai|openai-chat";

struct json *
tool_for_api(const char *api, const char *prompt)
{
	static const struct {
		const char	*name, *schema, *type, *inside;
	} apis[] = {
		{ "anthropic", "input_schema", NULL, NULL },
		{ "openai", "parameters", "function", NULL },
		{ "openai-chat", "parameters", "function", "function" },
	};
	struct json *all;
	size_t i, k = 0;

	while (k < ARRAY_SIZE(apis) && strcmp(apis[k].name, api) != 0)
		k++;
	if (k == ARRAY_SIZE(apis))
		return NULL;
	all = js_arr();
	for (i = 0; i < ntools; i++) {
		auto_buf struct buf about = BUF_INIT;
		struct json *one = js_obj(), *into = one;

		if (!tools[i].alone) {
			js_free(one);
			continue;
		}
		buf_addf(&about, "%s\n%s", tools[i].about, prompt);
		if (apis[k].type != NULL)
			js_put_str(one, "type", apis[k].type);
		if (apis[k].inside != NULL)
			into = js_obj();
		js_put_str(into, "name", tools[i].name);
		js_put_text(into, "description", buf_str(&about), about.len);
		js_put(into, apis[k].schema, tool_input(&tools[i], false));
		if (into != one)
			js_put(one, apis[k].inside, into);
		js_add(all, one);
	}
	return all;
}
