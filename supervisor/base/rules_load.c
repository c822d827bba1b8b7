/*
 * The files of a load: found, read, bounded, each once.
 */
#include "rules_load.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "buf.h"
#include "fdio.h"
#include "mem.h"
#include "util.h"

static struct rules_file *
add_file(struct rules_load *load, const char *name, const char *text, size_t n)
{
	struct rules_file *file = arena_alloc(load->arena, sizeof(*file));
	const char *slash = strrchr(name, '/');
	size_t dir = slash != NULL ? (size_t)(slash - name) + 1 : 0;

	file->name = arena_strndup(load->arena, name, strlen(name));
	file->dir = arena_strndup(load->arena, name, dir);
	file->text = text;
	file->n = n;
	load->files[load->nfiles++] = file;
	return file;
}

/*
 * Open `path` and read it. *ret_known is a file of this load with the same
 * inode, if there is one; then nothing is read.
 */
static int
read_file(struct rules_load *load, const char *path,
    struct rules_file **ret_known, struct rules_file **ret)
{
	auto_buf struct buf text = BUF_INIT;
	struct rules_file *file;
	struct stat st;
	size_t i;
	int r;

	if (load->names != NULL)
		buf_add(load->names, path, strlen(path) + 1);
	*ret_known = NULL;
	if (stat(path, &st) < 0)
		return -errno;
	if (!S_ISREG(st.st_mode) && !S_ISFIFO(st.st_mode) &&
	    !S_ISCHR(st.st_mode))
		return S_ISDIR(st.st_mode) ? -EISDIR : -EINVAL;
	for (i = 0; i < load->nfiles; i++) {
		if (load->files[i]->ino == st.st_ino &&
		    load->files[i]->dev == st.st_dev &&
		    !load->files[i]->compiled_in) {
			*ret_known = load->files[i];
			return 0;
		}
	}
	r = fdio_read_file(path, RULES_MAX_FILE, &text);
	if (r < 0)
		return r;
	file = add_file(load, path, arena_strndup(load->arena,
	    buf_str(&text), text.len), text.len);
	file->dev = st.st_dev;
	file->ino = st.st_ino;
	*ret = file;
	return 0;
}

/* A compiled-in file by its name among them, from this load or anew. */
static struct rules_file *
find_compiled_in(struct rules_load *load, const char *name, bool *ret_known)
{
	struct rules_file *file;
	const char *text;
	size_t i, n;

	for (i = 0; i < load->nfiles; i++) {
		if (load->files[i]->compiled_in &&
		    strcmp(load->files[i]->name, name) == 0) {
			*ret_known = true;
			return load->files[i];
		}
	}
	text = rules_builtin_file(name, &n);
	if (text == NULL)
		return NULL;
	*ret_known = false;
	file = add_file(load, name, text, n);
	file->compiled_in = true;
	return file;
}

static const char *
read_failure(int r)
{
	return r == -EFBIG ? "it is larger than 2 MiB" : r == -EXDEV ?
	    "it leads out of the folder of the file that has it" :
	    strerror(-r);
}

/* Has it a part that leads up? What lies there is not even looked for. */
static bool
leads_up(const char *path)
{
	for (const char *p = path; p != NULL; p = strchr(p, '/')) {
		p += *p == '/';
		if (strncmp(p, "..", 2) == 0 && (p[2] == '/' || p[2] == '\0'))
			return true;
	}
	return false;
}

/*
 * An include lies below the folder of the file that has it, also where its
 * name is that of a link: what a table says is shown to whoever loads it.
 */
static int
read_below(struct rules_load *load, const char *dir, const char *path,
    struct rules_file **ret_known, struct rules_file **ret)
{
	auto_free char *top = realpath(dir[0] != '\0' ? dir : ".", NULL);
	auto_free char *real = realpath(path, NULL);
	size_t n;

	/* What is not there may be put there: it was looked for. */
	if (real == NULL && load->names != NULL)
		buf_add(load->names, path, strlen(path) + 1);
	if (top == NULL || real == NULL)
		return -errno;
	n = strcmp(top, "/") == 0 ? 0 : strlen(top);
	if (strncmp(real, top, n) != 0 || real[n] != '/')
		return -EXDEV;
	return read_file(load, path, ret_known, ret);
}

void
rules_load_include(struct rules_load *load, const struct rules_file *from,
    const struct rules_token *tok, unsigned depth)
{
	struct rules_file *file = NULL, *known = NULL;
	bool is_known = false;
	int r = -ENOENT;

	if (tok->text[0] == '\0' || tok->text[0] == '/' ||
	    leads_up(tok->text)) {
		rules_error_at(load, from, tok, "an include is relative to "
		    "the file that has it, and lies below its folder");
		return;
	}
	if (depth >= RULES_MAX_DEPTH) {
		rules_error_at(load, from, tok,
		    "includes are nested deeper than %d", RULES_MAX_DEPTH);
		return;
	}
	if (load->nfiles >= RULES_MAX_FILES) {
		rules_error_at(load, from, tok,
		    "more than %d files", RULES_MAX_FILES);
		return;
	}
	if (!load->from_memory && !from->compiled_in) {
		auto_buf struct buf path = BUF_INIT;

		buf_addf(&path, "%s%s", from->dir, tok->text);
		r = read_below(load, from->dir, buf_str(&path), &known,
		    &file);
		if (known != NULL) {
			file = known;
			is_known = true;
		}
	}
	if (from->compiled_in) {
		const char *last = strrchr(from->name, '/');
		size_t n = last != NULL ? (size_t)(last - from->name) + 1 : 0;
		auto_buf struct buf path = BUF_INIT;

		buf_add(&path, from->name, n);
		buf_adds(&path, tok->text);
		file = find_compiled_in(load, arena_strndup(load->arena,
		    buf_str(&path), path.len), &is_known);
	}
	if (r == -ENOENT && file == NULL)
		file = find_compiled_in(load, tok->text, &is_known);
	if (file == NULL) {
		rules_error_at(load, from, tok, "cannot include '%s': %s",
		    tok->text, read_failure(r));
		return;
	}
	if (is_known) {
		if (file->open)
			rules_error_at(load, from, tok,
			    "'%s' includes itself", file->name);
		return;
	}
	rules_parse_file(load, file, depth + 1);
}

const struct rules_file *
rules_load_beside(struct rules_load *load, const struct rules_file *from,
    const char *name, const struct rules_token *tok)
{
	struct rules_file *file = NULL, *known = NULL;
	auto_buf struct buf path = BUF_INIT;
	int r = -ENOENT;

	if (name[0] == '/' || leads_up(name)) {
		rules_error_at(load, from, tok, "'%s': such a file is named "
		    "relative to the table, and lies below its folder", name);
		return NULL;
	}
	buf_addf(&path, "%s%s", from->dir, name);
	if (load->nfiles >= RULES_MAX_FILES)
		r = -EMFILE;
	else if (!load->from_memory && !from->compiled_in)
		r = read_below(load, from->dir, path.data, &known, &file);
	if (r < 0)
		rules_error_at(load, from, tok, "cannot read '%s': %s", name,
		    read_failure(r));
	return known != NULL ? known : file;
}

static void
load_begin(struct rules_load *load, struct buf *errors)
{
	int i;

	*load = (struct rules_load){ .arena = arena_new(),
	    .diag = { .out = errors }, .tier = 'D' };
	for (i = 0; i < RULES_NLIMITS; i++)
		load->limits[i] = -1;
}

static int
load_end(struct rules_load *load, struct rules_file *root,
    struct ruleset **ret)
{
	struct rules_drafts drafts = { 0 };
	const char *base = strrchr(root->name, '/');
	struct ruleset *variant;
	size_t n;

	base = base != NULL ? base + 1 : root->name;
	n = strlen(base);
	if (n > 6 && strcmp(base + n - 6, ".rules") == 0)
		n -= 6;
	load->profile = arena_strndup(load->arena, base, n);
	variant = load->from_memory ? NULL : rules_builtin_variant(root->dir,
	    load->profile, root->text, root->n, load->names);
	if (variant != NULL) {
		arena_free(load->arena);
		*ret = variant;
		return 0;
	}
	rules_parse_file(load, root, 0);
	if (!load->partial && !rules_diag_full(&load->diag))
		rules_resolve(load, &drafts);
	if (load->diag.count == 0)
		*ret = rules_build(load, &drafts);
	free(drafts.rows);
	free(load->stmts);
	free(load->examples);
	free(load->sets);
	free(load->retired);
	free(load->aliases);
	free(load->listings);
	free(load->listed);
	arena_free(load->arena);
	return load->diag.count == 0 ? 0 : -EINVAL;
}

int
rules_parse(const char *name, const char *text, size_t n, struct buf *errors,
    struct ruleset **ret)
{
	struct rules_load load;

	if (n > RULES_MAX_FILE) {
		buf_addf(errors, "%s: error: larger than 2 MiB\n", name);
		return -EFBIG;
	}
	load_begin(&load, errors);
	load.from_memory = true;
	return load_end(&load, add_file(&load, name, text, n), ret);
}

int
rules_load(const char *path, struct buf *errors, struct ruleset **ret)
{
	return rules_load_from(path, errors, NULL, ret);
}

int
rules_load_from(const char *path, struct buf *errors, struct buf *names,
    struct ruleset **ret)
{
	struct rules_file *file = NULL, *known;
	struct rules_load load;
	int r;

	load_begin(&load, errors);
	load.names = names;
	r = read_file(&load, path, &known, &file);
	if (r < 0) {
		buf_add_visible(errors, path, strlen(path));
		buf_addf(errors, ": error: %s\n", read_failure(r));
		arena_free(load.arena);
		return r;
	}
	return load_end(&load, file, ret);
}
