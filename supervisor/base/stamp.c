#include "stamp.h"
struct stamps *stamps;
