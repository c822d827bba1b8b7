/*
 * The filters of the shipped tables as static data: filter_image ARCH OUT.c
 *
 * Each table on each kind of host, without doubles; see filter_image.h.
 * Nothing for an ARCH that is not this machine's: the numbers of calls that
 * select an image are the run's.
 */
#include <linux/filter.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/rules.h"
#include "../../supervisor/base/util.h"
#include "../../supervisor/policy/filter_image.h"
#include "../../supervisor/policy/policy.h"
#include "../../supervisor/run/run.h"

#define IMAGES_MAX	64

/* While they are made there are none. */
const struct filter_image filter_images[] = { { .len = 0 } };
const struct sock_filter filter_image_code[1];

static struct filter_image made[IMAGES_MAX];
static size_t nmade;
static uint32_t ncode;

static int
compile(const struct ruleset *rules, int64_t reader, bool sealed, bool reads,
    struct filter_image *image, struct filter **ret)
{
	const struct policy_dirs dirs = { .work = "/w", .home = "/h" };
	struct run_options opts = { .rules = rules };
	struct policy *policy;
	char *why = NULL;
	int r;

	opts.limits[RULES_OPEN_FILES] = reader;
	r = policy_new(&opts, &dirs, &why, &policy);
	if (r < 0)
		return r;
	policy_judge_reads_by_landlock(policy, reads);
	filter_image_key(policy, FILTER_LANDLOCKED, image->calls,
	    &image->reads);
	r = filter_generate(policy, FILTER_LANDLOCKED, SYSCALL_NATIVE, sealed,
	    true, ret);
	policy_free(policy);
	return r;
}

static bool
is_made(const struct filter_image *image)
{
	size_t i;

	for (i = 0; i < nmade; i++) {
		if (made[i].sealed == image->sealed &&
		    made[i].reads == image->reads && memcmp(made[i].calls,
		    image->calls, sizeof(image->calls)) == 0)
			return true;
	}
	return false;
}

/*
 * Compiled for two numbers of the descriptor: where the programs differ, and
 * nowhere else, stands the number.
 */
static bool
number_is_alone(const struct sock_fprog *a, const struct sock_fprog *b,
    uint32_t in_b)
{
	unsigned i;

	if (a->len != b->len)
		return false;
	for (i = 0; i < a->len; i++) {
		const struct sock_filter *x = &a->filter[i];
		const struct sock_filter *y = &b->filter[i];

		if (x->code != y->code || x->jt != y->jt || x->jf != y->jf ||
		    (x->k == FILTER_IMAGE_READER) != (y->k == in_b) ||
		    (x->k != y->k && y->k != in_b))
			return false;
	}
	return true;
}

static int
make_one(const struct ruleset *rules, bool sealed, bool reads, struct buf *out)
{
	const uint32_t other = FILTER_IMAGE_READER - 0x1234;
	struct filter_image image = { .sealed = sealed }, again;
	struct filter *filter, *second;
	const struct sock_fprog *prog;
	unsigned i;
	int r;

	r = compile(rules, FILTER_IMAGE_READER, sealed, reads, &image,
	    &filter);
	if (r < 0)
		return r;
	if (is_made(&image)) {
		filter_free(filter);
		return 0;
	}
	r = compile(rules, other, sealed, reads, &again, &second);
	if (r < 0)
		return r;
	prog = filter_program(filter);
	if (nmade == IMAGES_MAX || !number_is_alone(prog,
	    filter_program(second), other))
		return -EINVAL;
	image.from = ncode;
	image.len = prog->len;
	made[nmade++] = image;
	ncode += prog->len;
	for (i = 0; i < prog->len; i++)
		buf_addf(out, "%s{0x%x,%u,%u,0x%x},", i % 4 ? " " : "\n",
		    prog->filter[i].code, prog->filter[i].jt,
		    prog->filter[i].jf, prog->filter[i].k);
	filter_free(filter);
	filter_free(second);
	return 0;
}

static void
write_table(struct buf *out)
{
	size_t i, nr;

	buf_adds(out, "\n{0,0,0,0}\n};\n\n"
	    "const struct filter_image filter_images[] = {\n");
	for (i = 0; i < nmade; i++) {
		buf_addf(out, "\t{ %d, %d, {", made[i].sealed, made[i].reads);
		for (nr = 0; nr < SYSCALL_MAX; nr++)
			buf_addf(out, "%s%u,", nr % 24 ? "" : "\n\t",
			    made[i].calls[nr]);
		buf_addf(out, " },\n\t%u, %u },\n", made[i].from, made[i].len);
	}
	buf_adds(out, "\t{ .len = 0 }\n};\n");
}

static int
generate(struct buf *out)
{
	const char *const *name;
	const struct ruleset *rules;
	int kind, r = 0;

	for (name = rules_builtin_names(); *name != NULL && r == 0; name++) {
		r = rules_builtin(*name, &rules);
		for (kind = 0; kind < 4 && r == 0; kind++)
			r = make_one(rules, kind & 1, kind & 2, out);
	}
	return r;
}

int
main(int argc, char **argv)
{
	auto_buf struct buf out = BUF_INIT;
	struct utsname machine;
	FILE *f;
	int r = 0;

	if (argc != 3) {
		fprintf(stderr, "usage: filter_image ARCH OUT.c\n");
		return 2;
	}
	buf_adds(&out, "/* Made by tools/gen/filter_image.c from rules/. */\n"
	    "#include <linux/filter.h>\n#include <stddef.h>\n\n"
	    "#include \"supervisor/policy/filter_image.h\"\n\n"
	    "const struct sock_filter filter_image_code[] = {");
	if (uname(&machine) == 0 && strcmp(machine.machine, argv[1]) == 0)
		r = generate(&out);
	if (r < 0) {
		fprintf(stderr, "filter_image: %s\n", strerror(-r));
		return 1;
	}
	write_table(&out);
	f = fopen(argv[2], "w");
	if (f == NULL) {
		fprintf(stderr, "filter_image: %s: %s\n", argv[2],
		    strerror(errno));
		return 2;
	}
	fwrite(out.data, 1, out.len, f);
	return fclose(f) == 0 ? 0 : 2;
}
