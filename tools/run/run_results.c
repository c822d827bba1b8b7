/* Results as files, and the value of the last expression as text. */
#include "run_common.h"
#include "../output/output.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/json.h"

/* What a result is saved as: N.EXTENSION, N its place in the list from 1. */
static const struct {
	char	member[11], extension[11];
	bool	base64;
} forms[] = {
	{ "text", "txt", false }, { "html", "html", false },
	{ "markdown", "md", false }, { "latex", "tex", false },
	{ "svg", "svg", false }, { "png", "png", true },
	{ "jpeg", "jpg", true }, { "pdf", "pdf", true },
	{ "javascript", "js", false }, { "json", "json", false },
	{ "data", "data.json", false }, { "chart", "chart.json", false },
};

int
run_results_open(struct run_setup *setup)
{
	const char *dir = setup->results;

	if (dir == NULL)
		return 0;
	if (mkdir(dir, 0777) == 0 || errno == EEXIST)
		setup->results_fd = open(dir,
		    O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	else
		setup->results_fd = -1;
	if (setup->results_fd >= 0 &&
	    faccessat(setup->results_fd, ".", W_OK | X_OK, AT_EACCESS) == 0)
		return 0;
	cmd_error(setup->cmd, "--results %s: %s; nothing was run", dir,
	    errno == ENOTDIR ? "is there, and is not a folder" :
	    strerror(errno));
	return setup->cmd->failure;
}

static int
save(struct run_setup *setup, const char *name, const struct buf *bytes)
{
	int flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, r, fd;
	struct stat st;

	flags |= setup->opts.overwrite ? 0 : O_EXCL;
	fd = openat(setup->results_fd, name, flags | O_NONBLOCK, 0666);
	if (fd < 0)
		return -errno;
	/* Only over a file of one name, as --output does. */
	if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode) || st.st_nlink != 1)
		r = -EEXIST;
	else if (ftruncate(fd, 0) < 0)
		r = -errno;
	else
		r = fdio_write_all(fd, bytes->data, bytes->len);
	close(fd);
	return r;
}

static int
save_form(struct run_setup *setup, const struct json *result, size_t number,
    size_t form, size_t others)
{
	const struct json *value = js_get(result, forms[form].member);
	auto_buf struct buf bytes = BUF_INIT, name = BUF_INIT;
	const char *text;
	size_t n;
	int r;

	/* The text of what is a picture says only that. */
	if (value == NULL || js_is_null(value) || (form == 0 && others > 0))
		return 0;
	text = js_as_text(value, &n);
	if (text == NULL)
		js_write(value, &bytes);
	else if (forms[form].base64)
		output_decode(text, n, &bytes);
	else
		buf_add(&bytes, text, n);
	buf_addf(&name, "%zu.%s", number, forms[form].extension);
	r = save(setup, buf_str(&name), &bytes);
	if (r < 0)
		cmd_error(setup->cmd, "not saved: %s/%s: %s", setup->results,
		    buf_str(&name), r == -EEXIST ? "exists" : strerror(-r));
	return r;
}

static int
save_result(struct run_setup *setup, const struct json *result, size_t number)
{
	size_t form, others = 0;
	int r, failed = 0;

	for (form = 1; form < ARRAY_SIZE(forms); form++)
		others += !js_is_null(js_get(result, forms[form].member));
	for (form = 0; form < ARRAY_SIZE(forms); form++) {
		r = save_form(setup, result, number, form, others);
		if (r < 0)
			failed = r;
	}
	return failed;
}

int
run_results(struct run_setup *setup, const struct json *record)
{
	const struct json *results = js_get(record, "results");
	const char *text;
	size_t i, n;
	int r = 0, failed = 0;

	for (i = 0; setup->results != NULL && i < js_len(results); i++) {
		r = save_result(setup, js_at(results, i), i + 1);
		if (r < 0)
			failed = r;
	}
	if (js_get_flag(js_get(record, "truncated"), "results") &&
	    !setup->json)
		cmd_error(setup->cmd, "not all results were taken: some were "
		    "too many, too long or no results");
	text = js_as_text(js_get(record, "text"), &n);
	if (!setup->show || setup->json || text == NULL)
		return failed;
	r = fdio_write_all(STDOUT_FILENO, text, n);
	if (r == 0)
		r = fdio_write_all(STDOUT_FILENO, "\n", 1);
	if (r < 0)
		cmd_error(setup->cmd, "standard output: %s", strerror(-r));
	return r < 0 ? r : failed;
}
