/*
 * The passes that put facts before the table. Private to analyzer/.
 */
#ifndef SALLYPORT_CHECK_H
#define SALLYPORT_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct behind;
struct def;
struct judge;
struct regexes;
struct value;
struct vset;

/* refused.c: what CPython does not take, though the parser did. */
void check_refused(struct judge *);

/* check.c: every node of the tree. */
void check_tree(struct judge *);
/* `.name` of what `object` is, wherever the name comes from. */
void check_member(struct judge *, const struct vset *object, uint32_t name,
    uint32_t place, bool writes);

/* The same where the name came in a string, a pattern or a template. */
void check_member_by_name(struct judge *, const struct vset *object,
    uint32_t name, uint32_t place, bool writes);

/* imports.c: a statement; a name folded from an argument. */
void check_import(struct judge *, uint32_t statement);
void check_module_name(struct judge *, const char *name, size_t n,
    uint32_t place);

/* Does what has this name start processes? For the manifest. */
void check_may_spawn(struct judge *, const char *full);

/* calls.c: what this call does beyond naming its callee. */
void check_call(struct judge *, uint32_t call);

/* escapes.c: does this expression leave what is followed? */
bool escapes(struct judge *, uint32_t node);

/* bombs.c: a binary operation or a loop that can only exhaust. */
void check_bomb(struct judge *, uint32_t at);
void check_width(struct judge *, uint32_t format_specifier);
void check_format(struct judge *, uint32_t specifier);

/*
 * loops.c: does a `for` go over what has no end; does the test of a `while`
 * stay true? endless.c: what takes such a thing as a whole. recursion.c: what
 * starts itself again, or in far too many calls.
 */
/* endings.c: such a loop whose body does nothing that could end it. */
void check_endless(struct judge *, uint32_t loop);
bool loop_has_no_end(struct judge *, uint32_t loop);
bool condition_stays_true(struct judge *, uint32_t loop);
void check_taken_whole(struct judge *, uint32_t at);
void check_self_call(struct judge *, uint32_t call);
void check_explosion(struct judge *, uint32_t call);
/* waits.c: patterns that take for ever on the text they are given. */
void check_pattern(struct judge *, uint32_t call);
/* waits.c: waiting for what nobody does. */
void check_wait(struct judge *, uint32_t call);
/* replay.c: goes through the submission with what is known of it. */
void check_replay(struct judge *);
/* bombs.c: a template of str.format or %, with widths and precisions. */
bool asks_for_width(const char *, size_t n, char begin);

/*
 * sizes.c: a call, also one that is handed over; a call of a method of this
 * name; a comprehension or a product; loops within loops. Too much of it?
 */
void check_size_of_call(struct judge *, uint32_t call);
void check_size_assigned(struct judge *, uint32_t attribute, const char *name);
void check_size_of_method(struct judge *, uint32_t call, const char *method);
void check_size_of_comparison(struct judge *, uint32_t at);
void check_size(struct judge *, uint32_t at);
void check_steps(struct judge *, uint32_t loop);
/* What a name that is bound only once is bound to; else 0. */
uint32_t only_definition(struct judge *, uint32_t name);

/*
 * own.c: is this `self`, one of several records of the submission's own
 * class, or argparse's result, whose attributes are plain values? The same
 * of vars(x); and does x.__subclasses__() list such classes only? Are
 * x.__mro__, x.mro() and the like those of such a class, or taken for nothing
 * but the names of what is in them?
 */
bool own_object(struct judge *, uint32_t node);
bool own_vars(struct judge *, uint32_t call);
bool own_bases(struct judge *, uint32_t attribute);
bool own_subclasses(struct judge *, uint32_t attribute);
/* The class whose method takes this name first, as `self`; else 0. */
uint32_t own_self(struct judge *, uint32_t node);
/*
 * The first identifier of a name that one has, in the order of the source; the
 * next is in judge.own_next. 0: none.
 */
uint32_t own_first_of(struct judge *, uint32_t name);
/* The same, of the name that is written so. */
uint32_t own_first_named(struct judge *, const char *name);
/* Is this definition a class that adds nothing of the interpreter's? */
bool own_class(struct judge *, uint32_t class);

/*
 * own_names.c: names of attributes that are no known values. What this one is
 * bounded to, or NULL; is it a descriptor's own behind an underscore, of an
 * object that descriptor is asked for; is it one of the object's fields? May
 * getattr and the like, or setattr, reach the attribute?
 */
const struct vset *own_bounded_name(struct judge *, uint32_t name);
/* Is this text, perhaps with gaps, the name? */
bool own_may_be_name(struct judge *, const struct value *text, uint32_t name);
/* The texts that a guard in front of this name bounds it to, or NULL. */
const struct vset *own_guarded(struct judge *, uint32_t name);
const struct vset *own_class_constant(struct judge *, uint32_t attribute,
    bool elements);
bool own_private_name(struct judge *, uint32_t name);
/* No object makes texts or attributes that the source does not show? */
bool own_texts_are_plain(struct judge *);
bool own_described(struct judge *, uint32_t object);
bool own_field_name(struct judge *, uint32_t object, uint32_t name);
bool own_plain_field(struct judge *, uint32_t attribute);
/* Is `.name` of this object a function that its own class defines? */
bool own_method(struct judge *, uint32_t object, uint32_t name);
/*
 * `x.name()` of an object of which nothing is known: the submission defines
 * methods of that name, and nothing else.
 */
bool own_called_method(struct judge *, uint32_t attribute, uint32_t name);
/* Reads it; binds it anew; or changes also what it holds. */
enum reach { REACH_READS, REACH_WRITES, REACH_CHANGES };
bool own_reached_by_name(struct judge *, uint32_t attribute, enum reach);
/* vars(x), x.__dict__: is nothing changed by what this name hands out? */
bool own_only_shown(struct judge *, uint32_t name);
/* A look over the whole source: false if there were too many. */
bool own_may_look(struct judge *);
/* All of it texts, or containers of such with `elements`; else NULL. */
const struct vset *own_texts(struct judge *, const struct vset *,
    bool elements, bool *ret_fixed);

/*
 * gaps.c: a name of which only a part is known can be none that is refused;
 * of a module, none but members that only compute.
 */
bool gap_is_harmless(struct judge *, const struct value *name);
bool gap_names_members(struct judge *, const struct vset *object,
    const struct value *name);
/* Of several modules that a table pairs with names, those of this name. */
const struct vset *paired_modules(struct judge *, const struct vset *modules,
    const struct vset *names, const struct value *name);

/*
 * own_types.c: isinstance(x, types.FunctionType), also where it is imported
 * for nothing else; os.close(fd) of what tempfile.mkstemp() gave; the
 * pd.eval of a text that only computes with what has names here.
 */
bool own_asked_type(struct judge *, uint32_t attribute);
bool own_asked_import(struct judge *, uint32_t node, const char *full);
bool own_temporary(struct judge *, uint32_t attribute);
bool own_sum(struct judge *, uint32_t attribute);
/* f.__code__.co_varnames; globals()[f"plot_{x}"]: functions that begin so. */
bool own_code_fact(struct judge *, uint32_t attribute);
bool own_globals(struct judge *, uint32_t name);
bool own_class_is_no_text(struct judge *, uint32_t class);

/*
 * own_bounds.c: what this expression may be: all of it, or NULL. May it be
 * taken for granted for now that a look by this name does not reach `target`?
 */
const struct vset *own_bounds(struct judge *, uint32_t node);
bool own_owes(struct judge *, uint32_t name, uint32_t target);
/* The same of what a statement gives to a name or an attribute. */
const struct vset *own_defined(struct judge *, const struct def *);
/*
 * own_fields.c: of an attribute of the submission's own records; of `f.name`,
 * where f is a field of some of them.
 */
const struct vset *own_field(struct judge *, uint32_t attribute);
const struct vset *own_field_names(struct judge *, uint32_t attribute);

/*
 * own_given.c: the texts that this attribute of parsed arguments may be, or
 * NULL; is `name` what Python handed to __getattr__, and the answer only
 * returned?
 */
const struct vset *own_choice(struct judge *, uint32_t attribute);
/* Does argparse alone get the list that this keyword argument hands over? */
bool own_lists_choices(struct judge *, uint32_t keyword);
/* The attribute of the result that holds an option's default then; or 0. */
uint32_t own_option_for(struct judge *, uint32_t keyword);
/* Is each mention of the name a call, of which nobody keeps the result? */
bool own_is_only_done(struct judge *, const char *name);
bool own_delegated(struct judge *, uint32_t call, uint32_t name);
/* Is this what parse_args() gave, or a SimpleNamespace? */
bool own_namespace(struct judge *, uint32_t node);

/*
 * own_params.c: what all calls of an own function hand to this parameter of
 * it; NULL if that is not known. Is what a name stands for only looked at,
 * wherever the name is read? Does the function that this argument goes to
 * only look at it?
 */
const struct vset *own_given(struct judge *, const struct def *parameter);
/* own_kept.c: the class of this method, if no library gets its objects. */
uint32_t own_kept_class(struct judge *, uint32_t method);
bool own_kept_self(struct judge *, uint32_t node);
bool own_only_looks(struct judge *, uint32_t binding);
/* The parameter of an own function that gets this argument, and nothing else. */
uint32_t own_parameter_for(struct judge *, uint32_t argument);
bool own_argument_is_looked_at(struct judge *, uint32_t argument);
/* The same of a parameter's default, which it has in this function alone. */
bool own_default_is_looked_at(struct judge *, uint32_t parameter);

/*
 * annotations.c: a text in an annotation, judged as code where it could do
 * something; a name there that stands for a text.
 */
void check_annotation(struct judge *, uint32_t node, const struct vset *);
void check_annotation_name(struct judge *, uint32_t node);
/* `.register` of a singledispatch function runs annotations. */
void check_register(struct judge *, uint32_t attribute);

/* textcode.c: examples in docstrings; what timeit and frames are given. */
void check_examples(struct judge *, uint32_t call);
void check_tests(struct judge *, uint32_t call);
void check_timed(struct judge *, uint32_t call, const char *callee);
void check_expression(struct judge *, uint32_t call);

/* formula.c: the text that a model of statsmodels is made of. */
void check_formula(struct judge *, uint32_t call);

/*
 * obscure.c: does what this expression says depend on nothing but constants,
 * and is it put together from them in a way that did not fold?
 */
bool is_obscure(struct judge *, uint32_t node);
/* The same; and the texts on the way that may lead elsewhere. */
bool is_obscure_behind(struct judge *, uint32_t node, struct behind *);
/* uses.c: fills judge.first_use and first_change. */
void uses_find(struct judge *);
/* What calls hand to the own function whose parameter this is. */
const struct vset *handed_over(struct judge *, uint32_t node);
/* The same of one that the function binds again. */
const struct vset *handed_at_first(struct judge *, uint32_t node);

/* places.c: paths and hosts, by the signature of what is called. */
void check_places(struct judge *, uint32_t call, const char *callee,
    const struct value *value, bool is_method);
/*
 * loose.c: paths of the host that are written down, what may be given them
 * out of sight, and at the end both together.
 */
void loose_note_text(struct judge *, const struct value *, uint32_t place);
void loose_note_operand(struct judge *, char use, const struct vset *mode,
    uint32_t node);
void check_loose(struct judge *);
/* What is used so (signatures.h), and may be this; `mode` as for open(). */
void check_place(struct judge *, char use, const struct vset *,
    const struct vset *mode, uint32_t place);
/* The same behind this callable among arguments; of a method without value. */
void check_places_behind(struct judge *, uint32_t callable,
    const char *callee, const struct value *);
void check_places_of_unknown(struct judge *, uint32_t call);
void check_places_of_site(struct judge *, uint32_t call_or_tuple);
/* untold.c: does the manifest tell what calling this needs? */
void check_untold(struct judge *, uint32_t callee);
void check_place_assigned(struct judge *, uint32_t attribute,
    const char *name);
/*
 * sql.c: files that the SQL given to a method of this name opens; `behind`: as
 * an argument behind the method, or its name.
 */
void check_sql(struct judge *, uint32_t call, const char *method,
    bool behind);
/* Other languages in text. */
void check_language(struct judge *, uint32_t call, const char *method);
void check_string(struct judge *, const struct value *text, uint32_t place);
/* What stands behind the colon in f"{x:...}". */
void check_format_text(struct judge *, uint32_t specifier);

#endif
