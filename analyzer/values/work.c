/* Steps, memory and time that one submission may take. */
#include "work.h"

#include "../../supervisor/base/mem.h"
#include "../judge.h"

#define WORK_MAX	450000
#define MEMORY_MAX	(64u << 20)

bool
work_is_over(struct judge *j)
{
	if (j->too_complex || j->late)
		return true;
	j->work++;
	if (j->overrides != NULL)
		j->folding++;
	if (j->work > WORK_MAX || arena_used(j->arena) > MEMORY_MAX)
		j->too_complex = true;
	if (j->work >= j->next_look) {
		j->next_look = j->work + 2000;
		j->late = deadline_is_over(&j->deadline);
	}
	return j->too_complex || j->late;
}
