/* How long an append takes: bench_audit LOG COUNT, with SALLYPORT_AUDIT_SYNC
 * as it is set. One line: middle, 99th percentile and longest, in us. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "supervisor/audit/audit.h"
#include "supervisor/base/json.h"
#include "supervisor/base/mem.h"

static double
now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static int
compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

int
main(int argc, char **argv)
{
	size_t n = argc == 3 ? strtoul(argv[2], NULL, 10) : 0, i;
	double *took = mem_new(n + 1, sizeof(*took)), begin, all;
	struct audit *audit;
	struct hash hash;
	uint64_t seq;

	if (n == 0 || audit_open(argv[1], &audit) < 0)
		return 2;
	all = now_us();
	for (i = 0; i < n; i++) {
		struct json *body = js_obj();

		js_put_str(body, "id", "0123456789abcdef0123456789abcdef");
		js_put_str(body, "status", "completed");
		js_put_num(body, "n", (int64_t)i);
		begin = now_us();
		if (audit_append(audit, "outcome", body, &seq, &hash) < 0)
			return 1;
		took[i] = now_us() - begin;
		js_free(body);
	}
	all = now_us() - all;
	audit_close(audit);
	qsort(took, n, sizeof(*took), compare);
	printf("%.0f %.0f %.0f %.0f\n", took[n / 2], took[n * 99 / 100],
	    took[n - 1], (double)n / all * 1e6);
	free(took);
	return 0;
}
