/*
 * `sallyport policy prove`: that the compiled filter equals the table.
 */
#ifndef SALLYPORT_POLICY_PROVE_H
#define SALLYPORT_POLICY_PROVE_H

/* Exit status: 0 proven, 1 not, 2 usage or error. */
extern const struct cmd_word policy_prove;

#endif
