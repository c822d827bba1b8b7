/* tools/serve/e2b_files.py, as it stands there. */
#ifndef SALLYPORT_SERVE_E2B_FILES_H
#define SALLYPORT_SERVE_E2B_FILES_H

extern const char e2b_files[];

#endif
