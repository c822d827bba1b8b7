/* tools/serve/openapi.json, as it stands there. */
#ifndef SALLYPORT_SERVE_OPENAPI_H
#define SALLYPORT_SERVE_OPENAPI_H

extern const char openapi_json[];

#endif
