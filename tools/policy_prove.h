/*
 * `sallyport policy prove`: that the compiled filter equals the table.
 */
#ifndef SALLYPORT_POLICY_PROVE_H
#define SALLYPORT_POLICY_PROVE_H

/* argv[0] is "prove". Exit status: 0 proven, 1 not, 2 usage or error. */
int policy_prove(int argc, char **argv);

#endif
