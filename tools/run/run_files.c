#include "run_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "../../analyzer/gate.h"
#include "../../analyzer/submission.h"
#include "../../analyzer/findings/verdict.h"
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/hash.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/run/codedir.h"
#include "../check/check.h"
#include "run_common.h"

#define FILES_MAX	256
#define DEPTH_MAX	16
#define BYTES_MAX	(16u << 20)	/* of all */
#define ENTRIES_MAX	4096u
#define SHOWN		8		/* names of what was not given */

/* All that was allocated for it. */
struct run_files {
	struct run_module	*modules;
	size_t			 n, cap, bytes;
	char			**names;	/* of their `name`, `given` */
	size_t			 nnames, names_cap;
	struct submission_file	*together;
	struct arena		*arena;
	struct verdict		 verdict;
};

struct folder {
	struct run_setup	*setup;
	const char		*operand;	/* without slashes at its end */
	int			 root_fd;
	size_t			 others;	/* files that are no *.py */
	struct buf		 other_names;
};

static struct run_files *
files_of(struct run_setup *setup)
{
	if (setup->files == NULL)
		setup->files = mem_new(1, sizeof(*setup->files));
	return setup->files;
}

static char *
keep(struct run_files *files, char *name)
{
	return *MEM_PUSH(files->names, files->nnames, files->names_cap) = name;
}

static int
refuse(const struct run_setup *setup, const char *name, const char *why)
{
	cmd_error(setup->cmd, "%s: %s; nothing was run", name, why);
	return setup->cmd->failure;
}

/* One file: `below` a folder's descriptor, or -1 and wherever it is. */
static int
read_one(struct run_setup *setup, int root_fd, const char *below,
    const char *name, const char *given)
{
	struct run_files *files = files_of(setup);
	auto_free char *path = mem_strdup(root_fd < 0 ? given : below);
	struct check_input in = { .name = path, .below = path,
	    .root_fd = root_fd };
	auto_buf struct buf bytes = BUF_INIT;
	struct run_module *m;
	const char *why = NULL;

	if (check_read(&in, &bytes, &why) < 0)
		return refuse(setup, given, why);
	files->bytes += bytes.len;
	if (files->n >= FILES_MAX || files->bytes > BYTES_MAX)
		return refuse(setup, given, "a submission has at most 256 "
		    "files and 16 MiB");
	m = MEM_PUSH(files->modules, files->n, files->cap);
	m->name = keep(files, mem_strdup(name));
	m->given = keep(files, mem_strdup(given));
	m->n = bytes.len;
	buf_addc(&bytes, '\0');
	m->bytes = buf_steal(&bytes);
	return 0;
}

static bool
is_python(const char *name)
{
	size_t n = strlen(name);

	return n > 3 && strcmp(name + n - 3, ".py") == 0;
}

static void
note_other(struct folder *folder, const char *name, const char *what)
{
	if (folder->others++ < SHOWN)
		buf_addf(&folder->other_names, "%s%s%s",
		    folder->other_names.len > 0 ? ", " : "", name, what);
}

static int walk(struct folder *, const char *below, unsigned depth);

static int
visit(struct folder *folder, int fd, const char *below, const char *entry,
    unsigned depth)
{
	auto_buf struct buf name = BUF_INIT, given = BUF_INIT;
	struct stat st;

	buf_addf(&name, "%s%s%s", below, below[0] != '\0' ? "/" : "", entry);
	buf_addf(&given, "%s/%s", folder->operand, buf_str(&name));
	if (fstatat(fd, entry, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return refuse(folder->setup, buf_str(&given), strerror(errno));
	if (S_ISDIR(st.st_mode)) {
		if (strcmp(entry, "__pycache__") == 0)
			return 0;
		if (entry[0] != '.')
			return walk(folder, buf_str(&name), depth + 1);
		note_other(folder, buf_str(&name), "/");
		return 0;
	}
	if (S_ISREG(st.st_mode) && is_python(entry) && entry[0] != '.')
		return read_one(folder->setup, folder->root_fd,
		    buf_str(&name), buf_str(&name), buf_str(&given));
	note_other(folder, buf_str(&name), S_ISLNK(st.st_mode) ?
	    " (a link, not followed)" : "");
	return 0;
}

static int
walk(struct folder *folder, const char *below, unsigned depth)
{
	int fd = check_open_below(folder->root_fd, below[0] != '\0' ? below :
	    ".", O_RDONLY | O_DIRECTORY), r = 0;
	DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
	const struct dirent *entry;
	char **names = NULL;
	size_t n = 0, cap = 0, i;

	if (depth > DEPTH_MAX || dir == NULL) {
		if (dir != NULL)
			closedir(dir);
		else if (fd >= 0)
			close(fd);
		return refuse(folder->setup, below[0] != '\0' ? below :
		    folder->operand, depth > DEPTH_MAX ?
		    "folders lie too deep" : "cannot be read");
	}
	while ((entry = readdir(dir)) != NULL && n <= ENTRIES_MAX)
		if (strcmp(entry->d_name, ".") != 0 &&
		    strcmp(entry->d_name, "..") != 0)
			*MEM_PUSH(names, n, cap) = mem_strdup(entry->d_name);
	if (n > ENTRIES_MAX)
		r = refuse(folder->setup, below[0] != '\0' ? below :
		    folder->operand, "more than 4096 names in a folder; give "
		    "files with --module");
	if (n > 1)
		qsort(names, n, sizeof(*names), util_compare_texts);
	for (i = 0; i < n; i++) {
		if (r == 0)
			r = visit(folder, dirfd(dir), below, names[i], depth);
		free(names[i]);
	}
	free(names);
	closedir(dir);
	return r;
}

/* The file that runs is no module: out of the list, into the options. */
static int
take_main(struct run_setup *setup, const char *operand)
{
	const char *wanted = setup->main != NULL ? setup->main : "__main__.py";
	struct run_files *files = files_of(setup);
	struct run_module main;
	size_t i;

	for (i = 0; i < files->n; i++)
		if (strcmp(files->modules[i].name, wanted) == 0)
			break;
	if (i == files->n && setup->main == NULL)
		return refuse(setup, operand, "a folder without __main__.py; "
		    "--main FILE says which of its files runs");
	if (i == files->n)
		return refuse(setup, setup->main, "--main: no *.py of the "
		    "folder; names begin in it");
	main = files->modules[i];
	memmove(&files->modules[i], &files->modules[i + 1],
	    (files->n - i - 1) * sizeof(main));
	files->modules[--files->n] = main;	/* kept, to be freed */
	setup->opts.script = main.bytes;
	setup->opts.script_len = main.n;
	setup->opts.script_name = main.given;
	setup->opts.script_file = main.name;
	setup->main_is_kept = true;
	return 0;
}

static void
settle(struct run_setup *setup)
{
	setup->opts.modules = setup->files->modules;
	setup->opts.nmodules = setup->files->n;
}

int
run_files_read_folder(struct run_setup *setup, const char *operand)
{
	size_t n = strlen(operand);
	auto_free char *name = NULL;
	struct folder folder = { .setup = setup, .other_names = BUF_INIT };
	auto_fd int fd = open(operand, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int r;

	if (fd < 0)
		return refuse(setup, operand, strerror(errno));
	while (n > 1 && operand[n - 1] == '/')
		n--;
	name = mem_strndup(operand, n);
	folder.operand = name;
	folder.root_fd = fd;
	files_of(setup);
	r = walk(&folder, "", 0);
	if (r == 0)
		r = take_main(setup, operand);
	if (r == 0)
		settle(setup);
	if (r == 0 && folder.others > 0 && !setup->json)
		cmd_error(setup->cmd, "of %s these are not given, use --input: %s%s",
		    name, buf_str(&folder.other_names),
		    folder.others > SHOWN ? ", and more" : "");
	buf_free(&folder.other_names);
	return r;
}

/* FILE, or FILE=NAME; a file may have a = in its name. */
static int
read_module(struct run_setup *setup, const char *word)
{
	const char *equals = access(word, F_OK) == 0 ? NULL :
	    strrchr(word, '='), *slash, *name;
	auto_free char *file = equals == NULL ? mem_strdup(word) :
	    mem_strndup(word, (size_t)(equals - word));

	slash = strrchr(file, '/');
	name = equals != NULL ? equals + 1 : slash != NULL ? slash + 1 : file;
	if (file[0] == '\0' || !submission_is_module(name))
		return cmd_usage(setup->cmd, "--module '%s': want FILE or "
		    "FILE=NAME, where the name can be imported: part.py, "
		    "pkg/part.py", word);
	return read_one(setup, -1, NULL, name, file);
}

int
run_files_read_modules(struct run_setup *setup)
{
	size_t i;
	int r = 0;

	for (i = 0; i < setup->module_words.n && r == 0; i++)
		r = read_module(setup, setup->module_words.items[i]);
	if (r == 0 && setup->module_words.n > 0)
		settle(setup);
	return r;
}

int
run_files_check_inputs(struct run_setup *setup)
{
	const struct run_options *opts = &setup->opts;
	size_t i, k, n;

	for (i = 0; i < setup->ninputs; i++) {
		const char *name = setup->inputs[i].name;

		n = strlen(name);
		if (!opts->stdin_null && strcmp(name,
		    codedir_script(opts)) == 0)
			break;
		for (k = 0; k < opts->nmodules; k++)
			if (strncmp(opts->modules[k].name, name, n) == 0 &&
			    (opts->modules[k].name[n] == '\0' ||
			    opts->modules[k].name[n] == '/'))
				break;
		if (k < opts->nmodules)
			break;
	}
	return i == setup->ninputs ? 0 : cmd_usage(setup->cmd, "--input %s: a "
	    "file of the code is called %s; give it another name: --input "
	    "FILE=NAME", setup->inputs[i].file, setup->inputs[i].name);
}

static void
add_all(struct arena *arena, const char ***list, size_t *n,
    const char **more, size_t nmore)
{
	const char **all = arena_alloc(arena, (*n + nmore + 1) *
	    sizeof(*all));
	size_t i, k;

	if (*n > 0)
		memcpy(all, *list, *n * sizeof(*all));
	for (i = 0; i < nmore; i++) {
		for (k = 0; k < *n; k++)
			if (strcmp(all[k], more[i]) == 0)
				break;
		if (k == *n)
			all[(*n)++] = arena_strndup(arena, more[i],
			    strlen(more[i]));
	}
	if (*n > 1)
		qsort(all, *n, sizeof(*all), util_compare_texts);
	*list = all;
}

static void
add_manifest(struct run_files *files, const struct manifest *m)
{
	struct manifest *all = &files->verdict.manifest;

	all->complete = all->complete && m->complete;
	all->processes |= m->processes;
	all->threads |= m->threads;
	add_all(files->arena, &all->imports, &all->nimports, m->imports,
	    m->nimports);
	add_all(files->arena, &all->reads, &all->nreads, m->reads,
	    m->nreads);
	add_all(files->arena, &all->writes, &all->nwrites, m->writes,
	    m->nwrites);
	add_all(files->arena, &all->hosts, &all->nhosts, m->hosts,
	    m->nhosts);
}

static void
add_findings(struct json *all, const struct verdict *v)
{
	struct json *one = verdict_json(v);
	const struct json *findings = js_get(one, "findings");
	size_t i;

	for (i = 0; i < js_len(findings); i++)
		js_add(all, js_copy(js_at(findings, i)));
	js_free(one);
}

int
run_files_judge(struct run_setup *setup, struct gate *gate,
    void (*show)(const struct run_setup *, const struct verdict *),
    const struct verdict **ret, struct json **ret_json)
{
	struct run_files *files = files_of(setup);
	const struct run_options *opts = &setup->opts;
	size_t n = opts->nmodules + 1, i;
	struct json *findings = js_arr();
	struct verdict *whole = &files->verdict;
	auto_free char *why = NULL;
	struct submission *together;

	files->together = mem_new(n, sizeof(*files->together));
	files->arena = arena_new();
	files->together[0] = (struct submission_file){ codedir_script(opts),
	    opts->script_name, opts->script, opts->script_len };
	for (i = 1; i < n; i++)
		files->together[i] = (struct submission_file){
		    opts->modules[i - 1].name, opts->modules[i - 1].given,
		    opts->modules[i - 1].bytes, opts->modules[i - 1].n };
	if (submission_new(gate, opts->rules, files->together, n, 0, &why,
	    &together) < 0) {
		js_free(findings);
		cmd_error(setup->cmd, "%s; nothing was run", why);
		return setup->cmd->failure;
	}
	*whole = (struct verdict){ .name = opts->script_name,
	    .bytes = opts->script, .nbytes = opts->script_len,
	    .decision = DECISION_ALLOW, .manifest.complete = true };
	for (i = 0; i < n; i++) {
		const struct verdict *v = submission_judge(together, gate, i);

		whole->decision = decision_join(whole->decision, v->decision);
		add_manifest(files, &v->manifest);
		add_findings(findings, v);
		if (show != NULL)
			show(setup, v);
	}
	submission_free(together);
	*ret = whole;
	*ret_json = verdict_json(whole);
	js_put(*ret_json, "findings", findings);
	js_put(*ret_json, "files", run_files_list(setup));
	return 0;
}

struct json *
run_files_list(const struct run_setup *setup)
{
	const struct run_options *opts = &setup->opts;
	struct json *list = js_arr();
	size_t i;

	for (i = 0; i < opts->nmodules; i++) {
		struct json *one = js_obj();
		struct hash hash;
		char hex[HASH_HEX];

		hash_of(opts->modules[i].bytes, opts->modules[i].n, &hash);
		hash_hex(&hash, hex);
		js_put_str(one, "name", opts->modules[i].given);
		js_put_str(one, "module", opts->modules[i].name);
		js_put_str(one, "sha256", hex);
		js_add(list, one);
	}
	return list;
}

void
run_files_release(struct run_setup *setup)
{
	struct run_files *files = setup->files;
	size_t i;

	free(setup->module_words.items);
	if (files == NULL)
		return;
	/* With the script, which stands behind the last. */
	for (i = 0; i < files->n || (i == files->n && setup->main_is_kept);
	    i++)
		free((void *)(uintptr_t)files->modules[i].bytes);
	for (i = 0; i < files->nnames; i++)
		free(files->names[i]);
	free(files->modules);
	free(files->names);
	free(files->together);
	arena_free(files->arena);
	free(files);
}
