/*
 * An emulator of the classic BPF that seccomp(2) runs, for proving what a
 * compiled filter does without running anything under it.
 */
#ifndef SALLYPORT_BPF_H
#define SALLYPORT_BPF_H

#include <stdint.h>

struct seccomp_data;
struct sock_fprog;

/*
 * The action the program returns for this call. Returns 0, or -EINVAL for a
 * program the kernel would not load: an unknown instruction, a jump or a
 * load out of bounds, no return.
 */
int bpf_run(const struct sock_fprog *, const struct seccomp_data *,
    uint32_t *ret_action);

#endif
