/*
 * The node kinds the analyzer knows, under the grammar's own numbers, so that
 * a switch on a kind is a switch on the parser's symbol. syntax_verify()
 * compares number and name with the grammar that is linked, and refuses to
 * start on a difference.
 *
 * X(constant, number, name)
 */
#ifndef SALLYPORT_KINDS_H
#define SALLYPORT_KINDS_H

#define NODE_KINDS(X) \
	X(IDENTIFIER, 1, "identifier") \
	X(ELLIPSIS, 88, "ellipsis") \
	X(ESCAPE_SEQUENCE, 89, "escape_sequence") \
	X(TYPE_CONVERSION, 92, "type_conversion") \
	X(INTEGER, 93, "integer") \
	X(FLOAT, 94, "float") \
	X(TRUE, 96, "true") \
	X(FALSE, 97, "false") \
	X(NONE, 98, "none") \
	X(COMMENT, 99, "comment") \
	X(LINE_CONTINUATION, 100, "line_continuation") \
	X(STRING_START, 104, "string_start") \
	X(ESCAPE_INTERPOLATION, 106, "escape_interpolation") \
	X(STRING_END, 107, "string_end") \
	X(MODULE, 108, "module") \
	X(IMPORT_STATEMENT, 111, "import_statement") \
	X(IMPORT_PREFIX, 112, "import_prefix") \
	X(RELATIVE_IMPORT, 113, "relative_import") \
	X(FUTURE_IMPORT, 114, "future_import_statement") \
	X(IMPORT_FROM, 115, "import_from_statement") \
	X(ALIASED_IMPORT, 117, "aliased_import") \
	X(WILDCARD_IMPORT, 118, "wildcard_import") \
	X(PRINT_STATEMENT, 119, "print_statement") \
	X(CHEVRON, 120, "chevron") \
	X(ASSERT, 121, "assert_statement") \
	X(EXPRESSION_STATEMENT, 122, "expression_statement") \
	X(NAMED_EXPRESSION, 123, "named_expression") \
	X(RETURN, 125, "return_statement") \
	X(DELETE, 126, "delete_statement") \
	X(RAISE, 127, "raise_statement") \
	X(PASS, 128, "pass_statement") \
	X(BREAK, 129, "break_statement") \
	X(CONTINUE, 130, "continue_statement") \
	X(IF, 131, "if_statement") \
	X(ELIF, 132, "elif_clause") \
	X(ELSE, 133, "else_clause") \
	X(MATCH, 134, "match_statement") \
	X(CASE, 136, "case_clause") \
	X(FOR, 137, "for_statement") \
	X(WHILE, 138, "while_statement") \
	X(TRY, 139, "try_statement") \
	X(EXCEPT, 140, "except_clause") \
	X(FINALLY, 141, "finally_clause") \
	X(WITH, 142, "with_statement") \
	X(WITH_CLAUSE, 143, "with_clause") \
	X(WITH_ITEM, 144, "with_item") \
	X(FUNCTION, 145, "function_definition") \
	X(PARAMETERS, 146, "parameters") \
	X(LAMBDA_PARAMETERS, 147, "lambda_parameters") \
	X(LIST_SPLAT, 148, "list_splat") \
	X(DICTIONARY_SPLAT, 149, "dictionary_splat") \
	X(GLOBAL, 150, "global_statement") \
	X(NONLOCAL, 151, "nonlocal_statement") \
	X(EXEC_STATEMENT, 152, "exec_statement") \
	X(TYPE_ALIAS, 153, "type_alias_statement") \
	X(CLASS, 154, "class_definition") \
	X(TYPE_PARAMETER, 155, "type_parameter") \
	X(ARGUMENTS, 157, "argument_list") \
	X(DECORATED, 158, "decorated_definition") \
	X(DECORATOR, 159, "decorator") \
	X(BLOCK, 160, "block") \
	X(EXPRESSION_LIST, 161, "expression_list") \
	X(DOTTED_NAME, 162, "dotted_name") \
	X(CASE_PATTERN, 163, "case_pattern") \
	X(UNION_PATTERN, 166, "union_pattern") \
	X(DICT_PATTERN, 169, "dict_pattern") \
	X(KEYWORD_PATTERN, 171, "keyword_pattern") \
	X(SPLAT_PATTERN, 172, "splat_pattern") \
	X(CLASS_PATTERN, 173, "class_pattern") \
	X(COMPLEX_PATTERN, 174, "complex_pattern") \
	X(TUPLE_PATTERN, 179, "tuple_pattern") \
	X(LIST_PATTERN, 180, "list_pattern") \
	X(DEFAULT_PARAMETER, 181, "default_parameter") \
	X(TYPED_DEFAULT_PARAMETER, 182, "typed_default_parameter") \
	X(LIST_SPLAT_PATTERN, 183, "list_splat_pattern") \
	X(DICTIONARY_SPLAT_PATTERN, 184, "dictionary_splat_pattern") \
	X(AS_PATTERN, 185, "as_pattern") \
	X(NOT, 189, "not_operator") \
	X(BOOLEAN, 190, "boolean_operator") \
	X(BINARY, 191, "binary_operator") \
	X(UNARY, 192, "unary_operator") \
	X(COMPARISON, 195, "comparison_operator") \
	X(LAMBDA, 196, "lambda") \
	X(ASSIGNMENT, 198, "assignment") \
	X(AUGMENTED, 199, "augmented_assignment") \
	X(PATTERN_LIST, 200, "pattern_list") \
	X(YIELD, 202, "yield") \
	X(ATTRIBUTE, 203, "attribute") \
	X(SUBSCRIPT, 204, "subscript") \
	X(SLICE, 205, "slice") \
	X(CALL, 206, "call") \
	X(TYPED_PARAMETER, 207, "typed_parameter") \
	X(TYPE, 208, "type") \
	X(SPLAT_TYPE, 209, "splat_type") \
	X(GENERIC_TYPE, 210, "generic_type") \
	X(UNION_TYPE, 211, "union_type") \
	X(CONSTRAINED_TYPE, 212, "constrained_type") \
	X(MEMBER_TYPE, 213, "member_type") \
	X(KEYWORD_ARGUMENT, 214, "keyword_argument") \
	X(LIST, 215, "list") \
	X(SET, 216, "set") \
	X(TUPLE, 217, "tuple") \
	X(DICTIONARY, 218, "dictionary") \
	X(PAIR, 219, "pair") \
	X(LIST_COMPREHENSION, 220, "list_comprehension") \
	X(DICTIONARY_COMPREHENSION, 221, "dictionary_comprehension") \
	X(SET_COMPREHENSION, 222, "set_comprehension") \
	X(GENERATOR, 223, "generator_expression") \
	X(PARENTHESIZED, 225, "parenthesized_expression") \
	X(FOR_IN_CLAUSE, 227, "for_in_clause") \
	X(IF_CLAUSE, 228, "if_clause") \
	X(CONDITIONAL, 229, "conditional_expression") \
	X(CONCATENATED_STRING, 230, "concatenated_string") \
	X(STRING, 231, "string") \
	X(STRING_CONTENT, 232, "string_content") \
	X(INTERPOLATION, 233, "interpolation") \
	X(FORMAT_SPECIFIER, 236, "format_specifier") \
	X(AWAIT, 237, "await") \
	X(POSITIONAL_SEPARATOR, 238, "positional_separator") \
	X(KEYWORD_SEPARATOR, 239, "keyword_separator") \
	X(AS_PATTERN_TARGET, 272, "as_pattern_target") \
	X(FORMAT_EXPRESSION, 273, "format_expression")

enum node_kind {
	NODE_UNKNOWN = 0,
#define X(constant, number, name) NODE_##constant = number,
	NODE_KINDS(X)
#undef X
	NODE_KIND_END = 274
};

#endif
