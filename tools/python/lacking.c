#include "lacking.h"

#include <dirent.h>
#include <string.h>

#include "../../analyzer/gate.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/rules.h"
#include "../../supervisor/base/util.h"
#include "../../supervisor/run/python.h"
#include "../../supervisor/run/python_packages.h"
#include "../../supervisor/run/python_set.h"
#include "../../supervisor/run/run.h"
#include "../cmd.h"

#define LISTED	12	/* names where none is near */

/* Modules whose package has another name than they have. */
static const struct {
	const char *module, *package;
} others[] = {
	{ "Crypto", "pycryptodome" }, { "OpenSSL", "pyopenssl" },
	{ "PIL", "pillow" }, { "attr", "attrs" }, { "bs4", "beautifulsoup4" },
	{ "cv2", "opencv-python" }, { "dateutil", "python-dateutil" },
	{ "docx", "python-docx" }, { "dotenv", "python-dotenv" },
	{ "fitz", "pymupdf" }, { "git", "gitpython" }, { "jwt", "pyjwt" },
	{ "mpl_toolkits", "matplotlib" }, { "pkg_resources", "setuptools" },
	{ "pptx", "python-pptx" }, { "pylab", "matplotlib" },
	{ "serial", "pyserial" }, { "skimage", "scikit-image" },
	{ "sklearn", "scikit-learn" }, { "yaml", "pyyaml" },
};

static void
add_name(struct lacking *l, const char *name, size_t n)
{
	*MEM_PUSH(l->names, l->n, l->cap) = mem_strndup(name, n);
}

/* NAME/, NAME.py, NAME.cpython-311-x86_64-linux-gnu.so */
static void
add_modules(struct lacking *l, const char *site)
{
	const struct dirent *entry;
	DIR *dir = opendir(site);

	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		const char *name = entry->d_name, *dot = strchr(name, '.');

		if (name[0] != '.' && (dot == NULL ||
		    strcmp(dot, ".py") == 0 || strstr(dot, ".so") != NULL))
			add_name(l, name, strcspn(name, "."));
	}
	if (dir != NULL)
		closedir(dir);
}

static const char *
lacks(const char *module, void *arg)
{
	struct lacking *l = arg;
	const char *package = module, *near;
	size_t i;

	/* By what was read before: who asks may read no more. */
	for (i = l->npackages; i < l->n; i++)
		if (strcmp(l->names[i], module) == 0)
			return NULL;
	for (i = 0; i < ARRAY_SIZE(others); i++)
		if (strcmp(others[i].module, module) == 0)
			package = others[i].package;
	near = cmd_nearest(package, (const char *const *)l->names);
	if (near == NULL)
		near = cmd_nearest(module, (const char *const *)l->names);
	l->said.len = 0;
	if (package != module)
		buf_addf(&l->said, "its package is %s; ", package);
	if (near != NULL)
		buf_addf(&l->said, "the nearest there is %s", near);
	for (i = 0; near == NULL && i < l->npackages; i++) {
		if (i == LISTED) {
			buf_addf(&l->said, " and %zu more", l->npackages - i);
			break;
		}
		buf_addf(&l->said, "%s%s", i == 0 ? "there are " : ", ",
		    l->names[i]);
	}
	return buf_str(&l->said);
}

void
lacking_begin(struct lacking *l, const struct ruleset *rules,
    const char *python, struct gate_options *options)
{
	auto_free char *own = lacking_python(rules_environment(rules));
	auto_free char *why = NULL;
	struct python py = { 0 };
	struct python_packages packages;
	size_t i;

	if (python == NULL)
		python = own;
	if (python == NULL || python_find(python, run_uid_default(), &why,
	    &py) < 0)
		return;
	if (!python_set_made(&py)) {
		python_release(&py);
		return;
	}
	python_packages_read(&py, &packages);
	for (i = 0; i < packages.n; i++)
		add_name(l, packages.items[i].name,
		    strlen(packages.items[i].name));
	python_packages_release(&packages);
	l->npackages = l->n;
	for (i = 0; i < py.sites.n; i++)
		add_modules(l, py.sites.items[i]);
	python_release(&py);
	*MEM_PUSH(l->names, l->n, l->cap) = NULL;
	l->n--;
	options->lacks = lacks;
	options->lacks_arg = l;
}

void
lacking_release(struct lacking *l)
{
	size_t i;

	for (i = 0; i < l->n; i++)
		free(l->names[i]);
	free(l->names);
	buf_free(&l->said);
}

char *
lacking_python(const char *folder)
{
	auto_buf struct buf b = BUF_INIT;

	if (folder[0] == '\0')
		return NULL;
	buf_addf(&b, "%s/bin/python", folder);
	return buf_steal(&b);
}
