/*
 * A host that lacks some system calls: without CALL,CALL... PROGRAM ARG...
 * From here on, and in every child, they answer ENOSYS.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int
main(int argc, char **argv)
{
	struct sock_filter code[64];
	struct sock_fprog prog = { 0, code };
	char *save = NULL, *word;

	if (argc < 3)
		return 2;
	code[prog.len++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W |
	    BPF_ABS, offsetof(struct seccomp_data, nr));
	for (word = strtok_r(argv[1], ",", &save); word != NULL &&
	    prog.len < 60; word = strtok_r(NULL, ",", &save)) {
		code[prog.len++] = (struct sock_filter)BPF_JUMP(BPF_JMP |
		    BPF_JEQ | BPF_K, (unsigned)strtol(word, NULL, 0), 0, 1);
		code[prog.len++] = (struct sock_filter)BPF_STMT(BPF_RET |
		    BPF_K, SECCOMP_RET_ERRNO | ENOSYS);
	}
	code[prog.len++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K,
	    SECCOMP_RET_ALLOW);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
	    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &prog) < 0) {
		perror("seccomp");
		return 2;
	}
	execv(argv[2], argv + 2);
	perror(argv[2]);
	return 127;
}
