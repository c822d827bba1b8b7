/*
 * What a call may need that the manifest cannot tell: it is then not complete,
 * and `--profile auto` holds no run to it. Nothing here is a finding.
 */
#include "resources.h"

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../findings/report.h"
#include "../eval/eval.h"
#include "../eval/signatures.h"

/* Methods that reach the network, a program or C, whatever they are of. */
static const char reaching[][32] = {
	"CDLL", "FTP", "HTTPConnection", "HTTPSConnection", "LoadLibrary",
	"Popen", "Process", "ProcessPoolExecutor", "PyDLL", "SMTP", "SMTP_SSL",
	"Thread", "ThreadPoolExecutor", "bind", "check_call", "check_output",
	"connect", "connect_ex", "create_connection",
	"create_datagram_endpoint", "create_server", "create_subprocess_exec",
	"create_subprocess_shell", "dlopen", "execl", "execle", "execlp",
	"execv", "execve", "execvp", "execvpe", "fork", "forkpty",
	"getoutput", "getstatusoutput", "import_module", "kill", "killpg",
	"open_connection", "open_unix_connection", "popen", "posix_spawn",
	"posix_spawnp", "sendmsg", "sendto", "sock_connect", "spawnl",
	"spawnv", "spawnve", "spawnvp", "start_server", "startfile",
	"subprocess_exec", "subprocess_shell", "system", "urlopen",
	"urlretrieve",
};

static int
compare(const void *key, const void *name)
{
	return strcmp(key, name);
}

static bool
reaches(const char *name)
{
	return bsearch(name, reaching, ARRAY_SIZE(reaching),
	    sizeof(reaching[0]), compare) != NULL;
}

/* Something a row holds or refuses, or a method of what came of it. */
static bool
is_untold(struct judge *j, const struct value *v)
{
	const char *name, *dot;

	if (v->kind != VALUE_PATH && v->kind != VALUE_MODULE)
		return false;
	name = names_text(j->names, v->name);
	if (v->from != NULL && v->from->kind == VALUE_RESULT) {
		dot = strrchr(name, '.');
		return dot != NULL && reaches(dot + 1) &&
		    signature_of(name) == NULL;
	}
	return v->flags & VALUE_REFUSED && signature_of(name) == NULL;
}

/* `cls`, in a method. */
static bool
is_own_class(const struct judge *j, uint32_t callee)
{
	const struct def *d = judge_only_def(j, callee);

	return d != NULL && d->kind == DEF_PARAMETER && d->index == 0 && j->scopes.list[j->nodes[d->owner].scope].kind ==
	    SCOPE_CLASS && judge_is_named(j, callee, "cls");
}

void
check_untold(struct judge *j, uint32_t callee)
{
	const struct vset *set = eval(j, callee);
	size_t i;

	for (i = 0; i < set->n && !j->report->incomplete; i++)
		j->report->incomplete = is_untold(j, set->v[i]);
	if (set->n > 0 || j->report->incomplete)
		return;
	j->report->incomplete = j->nodes[callee].kind == NODE_ATTRIBUTE ?
	    reaches(names_text(j->names, j->nodes[tree_last(j->nodes,
	    callee)].name)) : !is_own_class(j, callee);
}
