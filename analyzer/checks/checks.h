/*
 * The walk over every node that puts facts before the table. What a row
 * refuses becomes a finding in the judge's report; nothing here fails.
 *
 * `place` is the node that a finding points at. Names are interned.
 */
#ifndef SALLYPORT_MATCH_H
#define SALLYPORT_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct judge;
struct rules_model;
struct rules_row;
struct value;
struct vset;

/* check.c: the whole tree, in the order of the source. */
void check_tree(struct judge *);
/* `.name` of what `object` is. `writes`: it is bound or deleted. */
void check_member(struct judge *, const struct vset *object, uint32_t name,
    uint32_t place, bool writes);
/* The same where the name came in a string, a pattern or a template. */
void check_member_by_name(struct judge *, const struct vset *object,
    uint32_t name, uint32_t place, bool writes);

/* metaclass.c: a metaclass that is called; one that adds to its classes. */
void check_class_made(struct judge *, uint32_t call);
void check_metaclass(struct judge *, uint32_t class);
/* A dict in which something stands under a key that nobody knows? */
bool holds_hidden_key(const struct vset *);

/* byname.c: `__match_args__` or `_fields`, given at `place`, may be these. */
void check_names_read(struct judge *, uint32_t name, uint32_t place,
    const struct vset *);


/* imports.c: names of the module that decide where code is found. */
void check_found_by(struct judge *);
/* An import statement; a module by a name that was folded. */
void check_import(struct judge *, uint32_t statement);
void check_module_name(struct judge *, const char *name, size_t n,
    uint32_t place);
/* If what has this dotted name starts processes, the manifest says so. */
void check_may_spawn(struct judge *, const char *full);

/* calls.c: what this call does beyond naming its callee. */
void check_call(struct judge *, uint32_t call);

/*
 * passed.c: `object[key] = value` and `object.key = value` of a library's
 * object, judged as calls of its __setitem__ and __setattr__. Nodes; the value
 * may be 0: not known.
 */
void check_stored(struct judge *, const struct value *object,
    const char *method, uint32_t key, uint32_t value);
/* The same of any object, a dict that is written out among them. */
void check_paired(struct judge *, uint32_t key, uint32_t value);
/* `object |= value`, as a call of its __ior__. */
void check_merged(struct judge *, uint32_t at);

/* bounds.c: a binary operation; a `while`. */
void check_huge(struct judge *, uint32_t at);
void check_endless(struct judge *, uint32_t loop);

/*
 * texts.c: a text, whatever is done with it; one that stands or is folded here;
 * what a call hands over, and a value that is stored in another's object.
 */
void check_string(struct judge *, const struct value *text, uint32_t place);
void check_word(struct judge *, const char *text, uint32_t place);
void check_string_here(struct judge *, const struct value *, uint32_t place);
void check_texts_handed(struct judge *, uint32_t call);
void check_text_handed(struct judge *, uint32_t node);
/* Does this call print its argument, or look at it, and nothing gets it? */
bool is_only_shown(struct judge *, uint32_t call, uint32_t argument);

/* escapes.c: does this expression leave what is followed? */
bool escapes(struct judge *, uint32_t node);

/* gaps.c: can this name, of which a part is known, be none that is refused? */
bool gap_is_harmless(struct judge *, const struct value *name);

/* annotations.c: `__annotations__`, or `.__annotations__`: is it written to? */
void check_annotations_changed(struct judge *, uint32_t name);
/* The same of its name as a text. */
void check_annotations_text(struct judge *, uint32_t node);
/* `object.name = ...`, at this node: may the object be a dataclass's field? */
void check_field_renamed(struct judge *, uint32_t node, uint32_t object);
/* A class made of dataclasses.Field: its objects say what they are called. */
void check_field_class(struct judge *, uint32_t class);
/* `.register` of a singledispatch function runs annotations. */
void check_register(struct judge *, uint32_t attribute);

/* environment.c: os.environ as a whole; the name of one variable. */
void check_environment(struct judge *, uint32_t node, const struct vset *);
/* os.environ.update() */
void check_variables_updated(struct judge *, uint32_t call);
void check_variable(struct judge *, uint32_t name);

/*
 * templates.c: of str.format, at `node` (0: not to be seen); of what is no
 * known text; a field of one.
 */
void check_templates(struct judge *, const struct vset *, uint32_t call,
    uint32_t node);
void check_templates_unknown(struct judge *, uint32_t call, uint32_t object);

/*
 * textcode.c: text that a library runs as code. doctest's examples, unittest's
 * tests, timeit's statements.
 */
void check_examples(struct judge *, uint32_t call);
/*
 * Is this a library's callable in whose name this stands, or a class made of
 * such a one, no more than so many classes further?
 */
bool makes_one_of(struct judge *, uint32_t callee, const char *name,
    unsigned depth);
/* At the end, where nothing else is blocked: judge.examples is that call. */
void check_examples_together(struct judge *);
void check_tests(struct judge *, uint32_t call);
void check_timed(struct judge *, uint32_t call, const char *callee,
    const struct rules_model *);

/*
 * expression.c: texts that pandas evaluates. Does a method of this name, here?
 * The call of one, which `callee` names; all that stands behind its name where
 * that is handed on.
 */
bool evaluates_text(struct judge *, const char *method);
void check_expression(struct judge *, uint32_t call, uint32_t callee);
void check_expressions_behind(struct judge *, uint32_t callee);
/*
 * Is this a text or a number, or a list or dict of such, so that no attribute
 * of it leads anywhere?
 */
bool is_plain(struct judge *, uint32_t node);

/*
 * formula.c: the texts that models of statsmodels are made of, by the use of
 * the callable's parameters.
 */
void check_formula(struct judge *, uint32_t call,
    const struct rules_model *);

/*
 * settings.c: what makes a library read files, run programs, or import. A
 * keyword (or an attribute) of this name and its value; a pair of a dict; what
 * is stored in this object under a key; `**x` of what may keep pickles.
 */
void check_setting(struct judge *, uint32_t keyword, uint32_t name,
    uint32_t value);
void check_setting_pair(struct judge *, uint32_t pair);
void check_setting_stored(struct judge *, uint32_t subscript, uint32_t key,
    const struct value *object);
void check_memory(struct judge *, uint32_t call);

#endif
