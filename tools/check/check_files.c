/*
 * Which files `check` judges. A tree is walked without recursion and without
 * following any symbolic link; what a link leads to is judged where it lies,
 * and if that is not judged, the link is reported, since Python would follow
 * it.
 */
#include "check.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <strings.h>
#include <sys/stat.h>

#include "../../supervisor/base/mem.h"

struct walk {
	struct check_inputs	*inputs;
	const char		*operand;
	char			*root;		/* its real path */
	int			 root_fd;
	char			**dirs;		/* still to be read */
	size_t			 ndirs, dirs_cap;
	size_t			 matches;
};

static struct check_input *
add_input(struct check_inputs *inputs, const char *name, int root_fd,
    size_t below, const char *why)
{
	struct check_input *in;

	in = MEM_PUSH(inputs->items, inputs->n, inputs->cap);
	in->name = mem_strdup(name);
	in->below = in->name + below;
	in->root_fd = root_fd;
	in->why = why != NULL ? mem_strdup(why) : NULL;
	return in;
}

void
check_files_free(struct check_inputs *inputs)
{
	size_t i;

	for (i = 0; i < inputs->n; i++) {
		free(inputs->items[i].name);
		free(inputs->items[i].why);
		free(inputs->items[i].bytes);
	}
	free(inputs->items);
	*inputs = (struct check_inputs){ 0 };
}

bool
check_files_wanted(const char *name)
{
	static const char *const suffixes[] = { ".py", ".ipynb", ".md" };
	size_t n = strlen(name), m, i;

	for (i = 0; i < ARRAY_SIZE(suffixes); i++) {
		m = strlen(suffixes[i]);
		if (n > m && strcasecmp(name + n - m, suffixes[i]) == 0)
			return true;
	}
	return false;
}

/*
 * Is what this link leads to judged anyway? It is if it lies in the tree and,
 * as a file, has one of the names.
 */
static bool
is_covered(const struct walk *w, const char *path, bool *ret_is_dir)
{
	auto_free char *real = realpath(path, NULL);
	size_t n = strlen(w->root);
	struct stat st;

	*ret_is_dir = false;
	if (real == NULL || stat(real, &st) < 0)
		return false;
	*ret_is_dir = S_ISDIR(st.st_mode);
	if (strncmp(real, w->root, n) != 0 ||
	    (real[n] != '/' && real[n] != '\0' && n > 1))
		return false;
	return *ret_is_dir || check_files_wanted(real);
}

static void
visit_link(struct walk *w, const char *path, size_t below, const char *name)
{
	bool is_dir;

	if (is_covered(w, path, &is_dir))
		return;
	if (is_dir || check_files_wanted(name)) {
		w->matches++;
		add_input(w->inputs, path, w->root_fd, below, "a symbolic "
		    "link out of what is judged: not followed");
	}
}

static void
visit(struct walk *w, const char *dir, int fd, const struct dirent *e)
{
	auto_buf struct buf path = BUF_INIT;
	size_t below = strlen(w->operand);
	unsigned type = e->d_type;
	struct stat st;

	buf_adds(&path, w->operand);
	if (below == 0 || w->operand[below - 1] != '/') {
		buf_addc(&path, '/');
		below++;
	}
	if (dir[0] != '\0') {
		buf_adds(&path, dir);
		buf_addc(&path, '/');
	}
	buf_adds(&path, e->d_name);
	if (type == DT_UNKNOWN) {
		if (fstatat(fd, e->d_name, &st, AT_SYMLINK_NOFOLLOW) < 0)
			return;		/* gone again */
		type = S_ISDIR(st.st_mode) ? DT_DIR :
		    S_ISLNK(st.st_mode) ? DT_LNK :
		    S_ISREG(st.st_mode) ? DT_REG : DT_FIFO;
	}
	if (type == DT_DIR) {
		*MEM_PUSH(w->dirs, w->ndirs, w->dirs_cap) =
		    mem_strdup(path.data + below);
	} else if (type == DT_LNK) {
		visit_link(w, path.data, below, e->d_name);
	} else if (check_files_wanted(e->d_name)) {
		w->matches++;
		add_input(w->inputs, path.data, w->root_fd, below,
		    type == DT_REG ? NULL : "not a regular file");
	}
}

static void
add_unreadable(struct walk *w, const char *dir, int err)
{
	auto_buf struct buf path = BUF_INIT;
	size_t n = strlen(w->operand);

	buf_adds(&path, w->operand);
	if (dir[0] != '\0') {
		if (n > 0 && w->operand[n - 1] != '/')
			buf_addc(&path, '/');
		buf_adds(&path, dir);
	}
	w->matches++;
	add_input(w->inputs, path.data, w->root_fd, 0, strerror(err));
}

static void
read_dir(struct walk *w, const char *dir)
{
	const struct dirent *e;
	DIR *stream;
	int fd;

	fd = check_open_below(w->root_fd, dir[0] != '\0' ? dir : ".",
	    O_RDONLY | O_DIRECTORY);
	if (fd < 0) {
		/* Vanished, or became something else: nothing is there. */
		if (fd != -ENOENT && fd != -ENOTDIR)
			add_unreadable(w, dir, -fd);
		return;
	}
	stream = fdopendir(fd);
	if (stream == NULL) {
		close(fd);
		add_unreadable(w, dir, errno);
		return;
	}
	while (errno = 0, (e = readdir(stream)) != NULL)
		if (strcmp(e->d_name, ".") != 0 &&
		    strcmp(e->d_name, "..") != 0)
			visit(w, dir, fd, e);
	if (errno != 0)
		add_unreadable(w, dir, errno);
	closedir(stream);
}

void
check_files_add_bytes(struct check_inputs *inputs, const char *name,
    const char *why)
{
	add_input(inputs, name, -1, 0, why);
}

static int
compare_names(const void *left, const void *right)
{
	const struct check_input *a = left, *b = right;

	return strcmp(a->name, b->name);
}

static void
add_tree(struct check_inputs *inputs, const char *operand, int root_fd)
{
	struct walk w = { .inputs = inputs, .operand = operand,
	    .root_fd = root_fd };
	size_t first = inputs->n;
	auto_free char *root = realpath(operand, NULL);

	w.root = root != NULL ? root : "/";
	*MEM_PUSH(w.dirs, w.ndirs, w.dirs_cap) = mem_strdup("");
	while (w.ndirs > 0) {
		auto_free char *dir = w.dirs[--w.ndirs];

		read_dir(&w, dir);
	}
	free(w.dirs);
	if (w.matches == 0)
		add_input(inputs, operand, root_fd, 0,
		    "no *.py, *.ipynb or *.md in this directory");
	qsort(inputs->items + first, inputs->n - first,
	    sizeof(*inputs->items), compare_names);
}

void
check_files_add(struct check_inputs *inputs, const char *operand)
{
	int fd;

	if (strcmp(operand, "-") == 0) {
		add_input(inputs, "<stdin>", -1, 0, NULL)->is_stdin = true;
		return;
	}
	fd = open(operand, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd >= 0)
		add_tree(inputs, operand, fd);	/* open until the end */
	else if (errno == ENOTDIR)
		add_input(inputs, operand, -1, 0, NULL);
	else
		add_input(inputs, operand, -1, 0, strerror(errno));
}

static int
compare_places(const void *left, const void *right)
{
	const struct check_input *a = *(struct check_input *const *)left;
	const struct check_input *b = *(struct check_input *const *)right;
	int c = strcmp(a->name, b->name);

	return c != 0 ? c : a < b ? -1 : a > b;
}

void
check_files_unique(struct check_inputs *inputs)
{
	auto_free struct check_input **sorted = NULL;
	struct check_input *in;
	size_t i, n = 0;

	sorted = mem_new(inputs->n, sizeof(*sorted));
	for (i = 0; i < inputs->n; i++)
		sorted[i] = &inputs->items[i];
	qsort(sorted, inputs->n, sizeof(*sorted), compare_places);
	for (i = 1; i < inputs->n; i++)
		if (strcmp(sorted[i]->name, sorted[i - 1]->name) == 0 &&
		    !sorted[i]->is_stdin && !sorted[i - 1]->is_stdin)
			sorted[i]->repeated = true;
	for (i = 0; i < inputs->n; i++) {
		in = &inputs->items[i];
		if (!in->repeated) {
			inputs->items[n++] = *in;
			continue;
		}
		free(in->name);
		free(in->why);
	}
	inputs->n = n;
}
