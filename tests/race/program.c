/* Exits with its argument, else with the number it was built with. */
#include <stdlib.h>

int
main(int argc, char **argv)
{
	return argc > 1 ? (int)strtol(argv[1], NULL, 10) : CODE;
}
