/* Shims of pyenv: scripts that start the version that was chosen. */
#ifndef SALLYPORT_PYTHON_SHIM_H
#define SALLYPORT_PYTHON_SHIM_H

/*
 * ROOT/shims/NAME, as the caller set it (PYENV_VERSION) or as ROOT has it
 * (pyenv global). A .python-version is of whoever made the folder we stand in,
 * and decides nothing. 0: *ret is the interpreter's path. -ENOENT: the
 * system's. -ENOEXEC: it is no such shim, or its version is not there. *ret_way,
 * where it is set, is the file that chose. Both are the caller's to free.
 */
int python_shim_follow(const char *shim, char **ret_way, char **ret);

#endif
