/*
 * What the submission itself defines: its objects, fields, names of
 * attributes, functions and types. The table refuses much by name alone;
 * these say where such a name is the submission's own and can do nothing else.
 *
 * All of them fail closed: false, 0 and NULL mean "not known for certain",
 * also when too much has been asked (own_may_look). Sets that are returned
 * live in the judge's arena and hold every value that is possible. Nodes and
 * bindings are indexes, 0 for none; names are interned.
 */
#ifndef SALLYPORT_OWN_H
#define SALLYPORT_OWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct def;
struct judge;
struct rules_row;
struct value;
struct vset;

/* own.c: objects and classes. */

/*
 * Are the attributes of this object plain values? `self` of such a class, one
 * of several records, or what argparse returned; and somebody has made it
 * here, it was not handed in.
 */
bool own_holds_values(struct judge *, uint32_t node);
/*
 * Are those of x in vars(x), x.__dict__? There x may also be handed in: to a
 * descriptor, to what makes JSON, or behind a test of its class. Or it may be
 * looked at: own_view().
 */
bool own_vars(struct judge *, uint32_t call);
bool own_dict(struct judge *, uint32_t attribute);
/* Is this definition a class that adds nothing of the interpreter's? */
bool own_class(struct judge *, uint32_t class);
/* The class whose method takes this name first, as `self`. */
uint32_t own_self(struct judge *, uint32_t node);
/* The same; with `of_class`, the first parameter of a class's method. */
uint32_t own_class_of_self(struct judge *, uint32_t node, bool of_class);
/* Is this what parse_args() gave, or a SimpleNamespace? */
bool own_namespace(struct judge *, uint32_t node);
/*
 * The first identifier that has this name, in the order of the source; that of
 * the next one is judge.own_next[i], and 0 ends the list.
 */
uint32_t own_first_of(struct judge *, uint32_t name);
uint32_t own_first_named(struct judge *, const char *name);
/* The arguments, if this name is called where it stands; or 0. */
uint32_t own_arguments_of(const struct judge *, uint32_t name);
/* vars(x) is an object's; vars() is where all names are: is there no such? */
bool own_vars_take_one(struct judge *);
/* Does any of these names stand in the source? Rows, as IS_ONE_OF has them. */
bool own_mentions(struct judge *, const char *names, size_t n, size_t width);
#define OWN_MENTIONS(j, list) own_mentions((j), \
	_Generic(&(list)[0], const char *const *: 0.0, default: *(list)), \
	ARRAY_SIZE(list), sizeof((list)[0]))

/* own_views.c: vars(x), x.__dict__ */

/*
 * Is the view of this object only shown, or one of an own class? It is not
 * asked whether attributes are plain.
 */
bool own_view(struct judge *, uint32_t view, uint32_t object);
/* Does only a text come of this view, or its names? It is not changed. */
bool own_view_is_shown(struct judge *, uint32_t view);
/*
 * vars(x), x.__dict__ by its name: may the functions of a class be taken out
 * of it, to be called with any object?
 */
bool own_view_of_class(struct judge *, uint32_t name);
/* Is nothing put into any view, whatever it is of? */
bool own_views_are_taken_from(struct judge *);
/* A parameter that a test has found to be of an own class. */
bool own_guarded_object(struct judge *, uint32_t node);
/* What __new__ of an own class made, and nobody has filled. */
bool own_bare_object(struct judge *, uint32_t node);

/* own_classes.c: what is above and below a class, and its own marks. */

/* The class whose method, or __init__, takes this name as `self`; or 0. */
uint32_t own_class_of_made(struct judge *, uint32_t node);

/*
 * x.__mro__, x.mro(), x.__bases__, x.__base__: of an own object or class, or
 * of what is handed in and not known; or only names in them are read.
 */
bool own_bases(struct judge *, uint32_t attribute);
/* Does nothing decorate this function but what says whose method it is? */
bool own_is_undecorated(struct judge *, uint32_t function);
/* x.__subclasses__(): does it list own classes only? */
bool own_subclasses(struct judge *, uint32_t attribute);
/* All of them: whatever is below one of them is one of them. */
const struct vset *own_all_classes(struct judge *);
/*
 * x.__table__: a name that the submission gave, of which the table only says
 * that it stands between underscores.
 */
bool own_mark(struct judge *, const struct rules_row *, uint32_t name);
/*
 * May an operand of an own class say by this method, "__radd__", what becomes
 * of it and a text?
 */
bool own_answers(struct judge *, const char *hook);

/* own_walks.c: walks of the tree of one's own classes. */

/*
 * Can this be nothing but a class of the submission's own, or a constant:
 * where a walk from such classes, along lists, calls and parameters, leads?
 */
bool own_walks(struct judge *, uint32_t node);

/* own_names.c: attributes whose names are values. */

/*
 * Asked before each look over the whole source. False: there were too many of
 * them, and the answer is "not known".
 */
bool own_may_look(struct judge *);
/* What this name of an attribute can be: texts, perhaps with gaps. */
const struct vset *own_bounded_name(struct judge *, uint32_t node);
/* Can this text, perhaps with gaps, be the name? */
bool own_may_be_name(struct judge *, const struct value *text, uint32_t name);
/*
 * `self.fields`, where classes alone say what that is: the list or, with
 * `elements`, the texts in it.
 */
const struct vset *own_class_constant(struct judge *, uint32_t attribute,
    bool elements);
/* Is it a descriptor's own name behind an underscore: "_" + name? */
bool own_private_name(struct judge *, uint32_t node);
/* Is this an object that a descriptor is asked for? */
bool own_described(struct judge *, uint32_t object);
/*
 * `self.builtins` of a class that keeps a table by that name: is every value
 * of it in the source, and none a module?
 */
bool own_plain_field(struct judge *, uint32_t attribute);
/* No object makes texts or attributes that the source does not show? */
bool own_texts_are_plain(struct judge *);
/*
 * The set, if all of it is texts; with `elements`, the texts in the containers
 * that it is. *ret_fixed turns false if such a container can be changed.
 */
const struct vset *own_texts(struct judge *, const struct vset *,
    bool elements, bool *ret_fixed);
/* May getattr, setattr and the like reach an attribute of this name? */
enum reach {
	REACH_READS,
	REACH_UNBOUND,	/* as a function that may get any `self` */
	REACH_WRITES,	/* binds it anew */
	REACH_CHANGES,	/* or changes what it holds */
	REACH_RENAMES,	/* own_private_name()'s alone */
};
/* Does `x.name += y` write attributes of this name? */
bool own_is_augmented(struct judge *, uint32_t attribute);
bool own_reached_by_name(struct judge *, uint32_t name, enum reach);
/* vars(x), x.__dict__: is nothing changed by what this name hands out? */
bool own_only_shown(struct judge *, uint32_t node);

/* own_guards.c: tests around a name, or in front of it. */

/* The texts that a test bounds this name to: `if x in ("a", "b")`; or NULL */
const struct vset *own_guarded(struct judge *, uint32_t node);
/* What it must begin with, and a gap: `if x.startswith("do_")`; or NULL */
const struct vset *own_beginning(struct judge *, uint32_t node);
/*
 * getattr(self, name) of an own object whose attributes are plain values, and
 * the name begins with no underscore: `if name.startswith("_"): raise`.
 */
bool own_public_name(struct judge *, uint32_t call, uint32_t object,
    uint32_t name);

/*
 * Are the names of this scope bound by what stands there as a binding, and by
 * nothing else?
 */
bool own_binds_in_sight(struct judge *, uint32_t scope);

/* own_reaching.c: what bound a name last. */

#define OWN_REACHING_MAX	8
/*
 * The definitions that this name can have its value from where it stands, all
 * of them before it; returns how many, 0: any.
 */
size_t own_reaching(struct judge *, uint32_t name,
    uint32_t list[OWN_REACHING_MAX]);

/* own_method.c: methods. */

/* Is `.name` of this object a function that its own class defines? */
bool own_method(struct judge *, uint32_t object, uint32_t name);
/*
 * `x.name()` of an object of which nothing is known: the submission defines
 * methods of that name, and nothing else.
 */
bool own_called_method(struct judge *, uint32_t attribute, uint32_t name);

/* own_types.c: what honest code does with things that are refused by name. */

/* isinstance(x, types.FunctionType); the type imported for nothing else. */
bool own_asked_type(struct judge *, uint32_t attribute);
bool own_asked_import(struct judge *, uint32_t node, const char *full);
/* os.close(fd) of what tempfile.mkstemp() gave. */
bool own_temporary(struct judge *, uint32_t attribute);
/* len(gc.get_objects()), "x" in sys.modules; own_safe_load(). */
bool own_harmless(struct judge *, uint32_t attribute);
/* sys.modules[__name__] is what globals() hands out. */
bool own_module_itself(struct judge *, uint32_t attribute);
/* method.__self__ is x; type(method.__self__).__name__. */
bool own_only_shown_owner(struct judge *, uint32_t attribute);
/*
 * object.__getattribute__(x, name), which is judged as getattr(x, name); what
 * an own __getattribute__ asks super() for.
 */
bool own_getattribute(struct judge *, uint32_t attribute);
/* The pd.eval of a text that only computes with what has names here. */
bool own_sum(struct judge *, uint32_t attribute);
/* f.__code__.co_varnames. */
bool own_code_fact(struct judge *, uint32_t attribute);
/* globals()[f"plot_{x}"]: functions of one's own that begin so. */
bool own_globals(struct judge *, uint32_t name);
/* Is no object of this class a text that equals another one? */
bool own_class_is_no_text(struct judge *, uint32_t class);

/* own_bounds.c: more than the evaluator knows of an expression. */

/* All that this expression may be. */
const struct vset *own_bounds(struct judge *, uint32_t node);
/* The same of what a statement gives to a name or an attribute. */
const struct vset *own_defined(struct judge *, const struct def *);
/* Does the statement run once at most, of each run of its function? */
bool own_runs_once(const struct judge *, uint32_t node);
/*
 * An answer may rest on a look by `argument` not reaching the attribute
 * `target`, which is being worked out itself. True: it is noted, taken for
 * granted, and made sure of before own_bounds() answers.
 */
bool own_owes(struct judge *, uint32_t argument, uint32_t target);

/* own_steps.c: attributes of own objects, whatever their names are. */

/* getattr(self, name): a name that leads nowhere, by what is known of it? */
bool own_name_is_harmless(struct judge *, uint32_t call, uint32_t object,
    uint32_t name);
/* Is it one step from an object of an own class, to be looked at behind? */
bool own_one_step(struct judge *, uint32_t call, uint32_t object);
/* The same, by the way it is written: if it is none, it is refused. */
bool own_looks_like_step(struct judge *, uint32_t call, uint32_t object);
/*
 * inspect.getmembers(self, inspect.ismethod): methods of an own object, each
 * with the object.
 */
bool own_members(struct judge *, uint32_t callee);
/* Is there any that own_one_step() alone lets through? */
bool own_takes_steps(struct judge *);
/* Is this name of getattr() one that own_one_step() alone lets through? */
bool own_step_is_taken(struct judge *, uint32_t name);

/* own_frames.c: frames that are only asked where they are. */

/* sys._getframe(1).f_code.co_name: `path` is what the callee is. */
bool own_frame_is_asked(struct judge *, uint32_t callee, uint32_t path);
/* Does this step, of a frame or not, lead to a text or a number alone? */
bool own_frame_step(struct judge *, uint32_t attribute);

/* own_made.c: what Python makes or calls later. */

/* def __reduce__(self): return type(self), (...): nothing but own classes? */
bool own_reduces_to_own(struct judge *, uint32_t name);
/* weakref.finalize(x, f): is f an own function? */
bool own_runs_at_end(struct judge *, uint32_t callee);
/*
 * type("Name", (Own,), {"key": ...}): of own classes, with attributes that
 * the source gives nowhere else.
 */
bool own_builds_class(struct judge *, uint32_t call);
/* Is this a dict, as it is written, of such attributes? */
bool own_plain_namespace(struct judge *, uint32_t dict);

/* own_fields.c: attributes of the submission's own records. */

/* What this attribute may hold. */
const struct vset *own_field(struct judge *, uint32_t attribute);
/* `f.name`, where f is one of dataclasses.fields(x): of that same object? */
bool own_field_name(struct judge *, uint32_t object, uint32_t name);
/* The texts that it may be. */
const struct vset *own_field_names(struct judge *, uint32_t attribute);

/* own_given.c: what argparse and Python itself hand over. */

/* The texts that this attribute of parsed arguments may be. */
const struct vset *own_choice(struct judge *, uint32_t attribute);
/* Does argparse alone get the list that this `choices=` hands over? */
bool own_lists_choices(struct judge *, uint32_t keyword);
/* The attribute of the result that holds what this `default=` presets. */
uint32_t own_option_for(struct judge *, uint32_t keyword);
/* Is each mention of the name a method's call whose result nobody keeps? */
bool own_is_only_done(struct judge *, const char *name);
/* A call with nothing, or one argument that is no list of several. */
bool own_hands_one(const struct judge *, uint32_t call);
/*
 * Is `name` what Python handed to __getattr__, and is the answer of this
 * getattr() only returned?
 */
bool own_delegated(struct judge *, uint32_t call, uint32_t name);

/* own_shown.c: values that nobody gets hold of. */

/*
 * Does the value of this expression only become a text, a number or an answer,
 * so that nobody can call it or step into it?
 */
bool own_is_shown(struct judge *, uint32_t node);
/*
 * May a text be the name that something is reached by, where what is reached
 * is not only shown? What has names nobody knows is refused besides.
 */
bool own_named_by_text(struct judge *, uint32_t name);
/* own_is_shown() of what the attrgetter() that this call makes will find. */
bool own_getter_is_shown(struct judge *, uint32_t call);

/* own_typed.c: names and texts from elsewhere. */

/* Is what parse_args() returns what a person typed, or a constant? */
bool own_line_is_typed(struct judge *);
/* `level.upper()`: a text without small letters. */
bool own_capitals(struct judge *, uint32_t name);
/* getattr(row, column), not called, of what itertuples() gives. */
bool own_row(struct judge *, uint32_t call, uint32_t object);
/* yaml.load(f, Loader=yaml.SafeLoader): is this call one of a safe loader? */
bool own_safe_load(struct judge *, uint32_t call);

/* own_kept.c: classes whose objects no library gets. */

/* The class of this method, or whether a name is `self` of such a class. */
uint32_t own_kept_class(struct judge *, uint32_t method);
bool own_kept_self(struct judge *, uint32_t node);

/* own_decorated.c: decorators */

/*
 * Do all decorators of this function, if it has any, call it with just what
 * they are called with, and let nobody else have it?
 */
bool own_hands_on(struct judge *, uint32_t function);
/*
 * Is it under contextlib's alone? What a call gives has the function as its
 * `func`: nobody gets hold of that where it only stands in a with.
 */
bool own_makes_context(struct judge *, uint32_t function);
/* f.calls, of this name: an attribute that no function has by itself. */
bool own_is_plain_attribute(const struct judge *, uint32_t name);

/* own_params.c: parameters of the submission's own functions. */

/* What all calls of the function, and its default, give to this parameter. */
const struct vset *own_given(struct judge *, const struct def *parameter);
/* Each expression that may be given to it; false: that is not known. */
typedef bool own_visit(struct judge *, void *context, uint32_t argument);
bool own_each_given(struct judge *, const struct def *parameter, own_visit *,
    void *context);
/* Is it defined once, by `def` alone, and never bound otherwise? */
bool own_is_plain_function(struct judge *, uint32_t function);
/* Each call of such a function; false: not all of them are seen. */
typedef bool own_visit_call(struct judge *, void *context, uint32_t call);
bool own_each_call(struct judge *, uint32_t function, own_visit_call *,
    void *context);
/*
 * Is whatever the name stands for only looked at: never changed, and never
 * handed to somebody who might?
 */
bool own_only_looks(struct judge *, uint32_t binding);
/* The binding of the one parameter that gets this argument of a call. */
uint32_t own_parameter_for(struct judge *, uint32_t argument);
/* Does the function that this argument goes to only look at it? */
bool own_argument_is_looked_at(struct judge *, uint32_t argument);
/* The same of a parameter's default, which it has in this function alone. */
bool own_default_is_looked_at(struct judge *, uint32_t parameter);

#endif
