/*
 * The closed vocabularies of `source` and `flow` rows. Every word must have a
 * row in the table; gate_new refuses one that lacks it.
 *
 * X(constant, word)
 */
#ifndef SALLYPORT_WORDS_H
#define SALLYPORT_WORDS_H

/* Properties of the bytes, and of how they parse. */
#define SOURCE_WORDS(X) \
	X(NUL, "nul") \
	X(BARE_CR, "bare-cr") \
	X(NOT_UTF8, "not-utf8") \
	X(CODING_COOKIE, "coding-cookie") \
	X(CONTROL_CHARACTER, "control-character") \
	X(BIDI_CONTROL, "bidi-control") \
	X(ODD_SPACE, "odd-space") \
	X(ODD_INDENT, "odd-indent") \
	X(NON_ASCII_NAME, "non-ascii-name") \
	X(TOO_LARGE, "too-large") \
	X(TOO_DEEP, "too-deep") \
	X(TOO_COMPLEX, "too-complex") \
	X(DEADLINE, "deadline") \
	X(TOO_MANY, "too-many-findings") \
	X(SYNTAX_ERROR, "syntax-error") \
	X(FENCE, "fence-line") \
	X(PROSE, "prose-line") \
	X(SHELL, "shell-command") \
	X(MAGIC, "magic-line") \
	X(NEWER_SYNTAX, "newer-syntax") \
	X(NOT_PYTHON3, "not-python3") \
	X(READ_OTHERWISE, "read-otherwise")

/* Facts of data flow. */
#define FLOW_WORDS(X) \
	X(UNKNOWN_ATTRIBUTE, "unknown-attribute-name") \
	X(UNKNOWN_WRITE, "unknown-attribute-write") \
	X(UNCALLED_NAME, "uncalled-attribute-name") \
	X(INDIRECT_CLASS, "indirect-class") \
	X(BUILDS_CLASS, "builds-class") \
	X(TEXT_AS_CODE, "text-as-code") \
	X(UNKNOWN_EXPRESSION, "unknown-expression") \
	X(BARE_DESCRIPTOR, "bare-descriptor") \
	X(HUGE_RESULT, "huge-result") \
	X(ENDLESS_LOOP, "endless-loop") \
	X(UNKNOWN_KEY, "unknown-namespace-key") \
	X(UNKNOWN_MODULE, "unknown-module-name") \
	X(UNKNOWN_CODE, "unknown-code") \
	X(UNKNOWN_KEYWORDS, "unknown-keywords") \
	X(UNKNOWN_TEMPLATE, "unknown-format-template") \
	X(UNKNOWN_PATH, "unknown-path") \
	X(MODULE_VALUE, "module-as-value") \
	X(SENSITIVE_VALUE, "sensitive-as-value") \
	X(MODULE_WRITE, "module-write") \
	X(STAR_IMPORT, "star-import") \
	X(UNUSED_IMPORT, "unused-import") \
	X(FAILING_IMPORT, "failing-import") \
	X(NOT_INSTALLED, "not-installed") \
	X(RELATIVE_IMPORT, "relative-import") \
	X(REBINDS_INTERNAL, "rebinds-internal") \
	X(DEFINES_REDUCE, "defines-reduce") \
	X(CODE_NESTED, "code-too-nested") \
	X(WHOLE_ENVIRONMENT, "whole-environment") \
	X(COMPUTED_VARIABLE, "computed-variable") \
	X(MEMORY_ADDRESS, "memory-address")

enum source_word {
#define X(constant, word) SOURCE_##constant,
	SOURCE_WORDS(X)
#undef X
	SOURCE_NWORDS
};

enum flow_word {
#define X(constant, word) FLOW_##constant,
	FLOW_WORDS(X)
#undef X
	FLOW_NWORDS
};

#endif
