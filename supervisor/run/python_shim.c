#include "python_shim.h"

#include <dirent.h>
#include <unistd.h>

#include "../base/buf.h"
#include "../base/fdio.h"
#include "../base/mem.h"
#include "../base/util.h"

#define VERSION_MAX	65536	/* bytes of a file of versions */

/* "3.12" stands for the newest 3.12.N there is. The caller's to free. */
static char *
pyenv_newest(const char *versions, const char *word)
{
	auto_free char *best = NULL;
	const struct dirent *entry;
	size_t n = strlen(word);
	DIR *dir;

	if (strspn(word, "0123456789.") != n || (dir = opendir(versions)) == NULL)
		return NULL;
	while ((entry = readdir(dir)) != NULL) {
		const char *name = entry->d_name;

		if (strncmp(name, word, n) != 0 || name[n] != '.' ||
		    strspn(name, "0123456789.") != strlen(name) ||
		    (best != NULL && strverscmp(name, best) <= 0))
			continue;
		free(best);
		best = mem_strdup(name);
	}
	closedir(dir);
	return steal_ptr(&best);
}

int
python_shim_follow(const char *shim, char **ret_way, char **ret)
{
	const char *slash = strrchr(shim, '/');
	const char *said = getenv("PYENV_VERSION");
	auto_buf struct buf root = BUF_INIT, text = BUF_INIT;
	char *word, *rest;
	size_t n;

	if (slash - shim < 6 || strncmp(slash - 6, "/shims", 6) != 0)
		return -ENOEXEC;
	buf_add(&root, shim, (size_t)(slash - shim) - 6);
	n = root.len;
	buf_adds(&root, "/versions");
	if (access(buf_str(&root), F_OK) < 0)
		return -ENOEXEC;
	root.len = n;
	buf_adds(&root, "/version");
	if (said != NULL && *said != '\0')
		buf_adds(&text, said);
	else if (fdio_read_file(buf_str(&root), VERSION_MAX, &text) < 0)
		return -ENOENT;
	*ret_way = mem_strdup(buf_str(&root));
	buf_adds(&text, "\n");
	buf_adds(&root, "s");
	for (word = strtok_r(text.data, ": \t\r\n", &rest); word != NULL;
	    word = strtok_r(NULL, ": \t\r\n", &rest)) {
		auto_free char *newest = NULL;
		auto_buf struct buf b = BUF_INIT;

		if (strcmp(word, "system") == 0)
			return -ENOENT;
		if (strchr(word, '/') != NULL || word[0] == '.')
			continue;
		newest = pyenv_newest(buf_str(&root), word);
		buf_addf(&b, "%s/%s/bin/%s", buf_str(&root), word, slash + 1);
		if (access(buf_str(&b), F_OK) < 0 && newest != NULL) {
			b.len = 0;
			buf_addf(&b, "%s/%s/bin/%s", buf_str(&root), newest,
			    slash + 1);
		}
		if (access(buf_str(&b), F_OK) < 0)
			continue;
		*ret = buf_steal(&b);
		return 0;
	}
	return -ENOEXEC;
}
