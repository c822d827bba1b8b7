#include "signatures.h"

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/util.h"
#include "../fold/foldcall.h"
#include "../judge.h"

bool
model_of(const struct judge *j, const char *callee, struct rules_model *ret)
{
	return facts_model(j->facts, callee, ret);
}

bool
model_of_method(const struct judge *j, const char *method,
    struct rules_model *ret)
{
	char name[64];

	return snprintf(name, sizeof(name), ".%s", method) <
	    (int)sizeof(name) && model_of(j, name, ret);
}

bool
model_says(const struct judge *j, const char *callee, enum rules_word word)
{
	struct rules_model m;

	return model_of(j, callee, &m) && m.words & 1u << word;
}

bool
model_method_says(const struct judge *j, const char *method,
    enum rules_word word)
{
	struct rules_model m;

	return model_of_method(j, method, &m) && m.words & 1u << word;
}

bool
signature_of(const struct judge *j, const char *name, bool is_method,
    struct rules_model *ret)
{
	struct rules_model m;

	ret = ret != NULL ? ret : &m;
	return (is_method ? model_of_method : model_of)(j, name, ret) &&
	    ret->places;
}

size_t
model_parameter(const struct rules_model *m, enum rules_use use)
{
	size_t i;

	for (i = 0; i < m->n; i++)
		if (m->parameters[i].use == (char)use)
			return i;
	return RULES_MODEL_MAX;
}

/* Is this keyword one of a parameter's names, `a|b|c`? */
bool
signature_has_name(const struct rules_parameter *p, const char *name)
{
	const char *s = p->name, *end = p->name + p->n;
	size_t n = strlen(name), len;

	for (; s < end; s += len + 1) {
		const char *bar = memchr(s, '|', (size_t)(end - s));

		len = (size_t)((bar != NULL ? bar : end) - s);
		if (len == n && memcmp(s, name, n) == 0)
			return true;
	}
	return false;
}

/* `*[a, b]` and `**{"k": c}`, written out on the spot, hide nothing. */
static bool
is_display(const struct node *nodes, uint32_t splat)
{
	uint32_t at = splat + 1, child, key;

	if (nodes[splat].kind == NODE_LIST_SPLAT) {
		if (nodes[at].kind != NODE_LIST && nodes[at].kind != NODE_TUPLE)
			return false;
		TREE_CHILDREN(nodes, at, child)
			if (tree_is_splat(nodes, child))
				return false;
		return true;
	}
	if (nodes[at].kind != NODE_DICTIONARY)
		return false;
	TREE_CHILDREN(nodes, at, child) {
		key = child + 1;
		if (nodes[child].kind != NODE_PAIR ||
		    nodes[key].kind != NODE_STRING)
			return false;
	}
	return true;
}

/* The value of a key that is this parameter's name. */
static uint32_t
find_in_dict(const struct judge *j, uint32_t dict,
    const struct rules_parameter *p)
{
	uint32_t child, found = 0;
	size_t n;

	TREE_CHILDREN(j->nodes, dict, child) {
		const char *s = judge_text(j, child + 1, &n);
		auto_buf struct buf key = BUF_INIT;

		/* Anything but plain quotes may say whatever it likes. */
		if (n < 2 || (s[0] != '"' && s[0] != '\'') ||
		    memchr(s, '\\', n) != NULL)
			return SIGNATURE_UNKNOWN;
		buf_add(&key, s + 1, n - 2);
		if (signature_has_name(p, buf_str(&key)))
			found = tree_last(j->nodes, child);
	}
	return found;
}

uint32_t
signature_argument(const struct judge *j, uint32_t call,
    const struct rules_model *sig, size_t n)
{
	uint32_t list = tree_last(j->nodes, call), child, found = 0, item;
	const struct rules_parameter *p = &sig->parameters[n];
	size_t position = 0, want = n;
	bool hidden = false;
	const char *name;

	if (n > 0 && sig->parameters[0].self)
		want--;
	if (j->nodes[list].kind == NODE_GENERATOR)
		return want == 0 ? list : 0;
	TREE_CHILDREN(j->nodes, list, child)
		switch (j->nodes[child].kind) {
		case NODE_KEYWORD_ARGUMENT:
			name = names_text(j->names, j->nodes[child + 1].name);
			if (signature_has_name(p, name))
				found = tree_last(j->nodes, child);
			break;
		case NODE_LIST_SPLAT:
			if (!is_display(j->nodes, child)) {
				hidden = true;
				break;
			}
			TREE_CHILDREN(j->nodes, child + 1, item)
				if (position++ == want && !hidden &&
				    !p->keyword)
					found = item;
			break;
		case NODE_DICTIONARY_SPLAT:
			if (!is_display(j->nodes, child)) {
				hidden = true;
				break;
			}
			item = find_in_dict(j, child + 1, p);
			if (item == SIGNATURE_UNKNOWN)
				hidden = true;
			else if (item != 0)
				found = item;
			break;
		default:
			if (position++ != want || hidden || p->keyword)
				break;
			/* Nothing behind it can be meant by a name. */
			if (p->n == 0)
				return child;
			found = child;
		}
	return found != 0 ? found : hidden ? SIGNATURE_UNKNOWN : 0;
}

const struct rules_parameter *
model_takes(const struct judge *j, const struct rules_model *m,
    uint32_t argument)
{
	uint32_t list = j->nodes[argument].parent, child;
	size_t n = m->n > 0 && m->parameters[0].self, i;
	const char *name;

	if (j->nodes[argument].kind == NODE_KEYWORD_ARGUMENT) {
		name = names_text(j->names, j->nodes[argument + 1].name);
		for (i = 0; i < m->n; i++)
			if (signature_has_name(&m->parameters[i], name))
				return &m->parameters[i];
		return NULL;
	}
	for (child = list + 1; child < argument; child = j->nodes[child].skip)
		n++;
	for (i = 0; i < m->n && i < n && !m->parameters[i].rest; i++)
		;
	return i < m->n && !m->parameters[i].keyword ? &m->parameters[i] :
	    NULL;
}

void
signature_clean_path(const char *path, size_t n, const char *mode,
    struct buf *out)
{
	size_t i = 0, end, floor;
	bool absolute = n > 0 && path[0] == '/';

	buf_adds(out, mode);
	buf_addc(out, ':');
	if (absolute)
		buf_addc(out, '/');
	floor = out->len;
	while (i < n) {
		end = i;
		while (end < n && path[end] != '/')
			end++;
		if (end == i || (end == i + 1 && path[i] == '.')) {
			i = end + 1;
			continue;
		}
		if (end == i + 2 && memcmp(path + i, "..", 2) == 0 &&
		    (absolute || out->len > floor)) {
			/* Up again; past the root there is nothing. */
			size_t cut = out->len;

			while (cut > floor && out->data[cut - 1] != '/')
				cut--;
			/* Not over what is not known: it may be long. */
			if (out->len == floor ||
			    (strcmp(out->data + cut, "..") != 0 &&
			    strchr(out->data + cut, FOLD_GAP) == NULL)) {
				if (cut > floor)
					cut--;
				out->len = cut;
				out->data[cut] = '\0';
				i = end + 1;
				continue;
			}
		}
		if (out->len > floor)
			buf_addc(out, '/');
		buf_add(out, path + i, end - i);
		i = end + 1;
	}
	if (out->len == floor && !absolute)
		buf_addc(out, '.');
}
