#include "tracee.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/uio.h>
#include <unistd.h>

#include "../arch/arch.h"
#include "../base/util.h"
#include "proctext.h"

#define PAGE	4096u	/* the smallest there is: splits more, never wrong */

/* Where process_vm_readv is refused or missing (sibling Landlock domains,
 * narrow outer filters). Reading needs the same ptrace access we have. */
static ssize_t
read_by_file(pid_t tid, uint64_t addr, void *out, size_t n, int writing)
{
	char name[48];
	auto_fd int fd = -1;
	ssize_t got;

	snprintf(name, sizeof(name), "/proc/%d/mem", (int)tid);
	fd = open(name, (writing ? O_WRONLY : O_RDONLY) | O_CLOEXEC);
	if (fd < 0)
		return errno == ENOENT ? -ESRCH : -EFAULT;
	got = writing ? pwrite(fd, out, n, (off_t)addr) :
	    pread(fd, out, n, (off_t)addr);
	return got <= 0 ? -EFAULT : got;
}

ssize_t
tracee_read_some(pid_t tid, uint64_t addr, void *out, size_t n)
{
	static int by_file;
	struct iovec local = { out, n }, remote[3];
	size_t head = PAGE - (addr & (PAGE - 1)), parts = 0, left = n;
	ssize_t got;

	if (by_file)
		return read_by_file(tid, addr, out, n, 0);
	/* Partial transfers stop between parts: cut where pages end. */
	remote[parts].iov_base = (void *)(uintptr_t)addr;
	remote[parts].iov_len = left < head ? left : head;
	left -= remote[parts++].iov_len;
	if (left > 0) {
		remote[parts].iov_base = (void *)(uintptr_t)(addr + head);
		remote[parts].iov_len = left < PAGE ? left : PAGE;
		left -= remote[parts++].iov_len;
	}
	if (left > 0) {
		remote[parts].iov_base =
		    (void *)(uintptr_t)(addr + head + PAGE);
		remote[parts++].iov_len = left;
	}
	got = process_vm_readv(tid, &local, 1, remote, parts, 0);
	if (got > 0 || n == 0)
		return got;
	if (errno == ENOSYS || errno == EPERM) {
		by_file = 1;
		return read_by_file(tid, addr, out, n, 0);
	}
	return errno == ESRCH ? -ESRCH : -EFAULT;
}

int
tracee_read(pid_t tid, uint64_t addr, void *out, size_t n)
{
	size_t done = 0;
	ssize_t got;

	while (done < n) {
		got = tracee_read_some(tid, addr + done, (char *)out + done,
		    n - done);
		if (got < 0)
			return (int)got;
		done += (size_t)got;
	}
	return 0;
}

int
tracee_write(pid_t tid, uint64_t addr, const void *bytes, size_t n)
{
	struct iovec local = { (void *)(uintptr_t)bytes, n };
	struct iovec remote = { (void *)(uintptr_t)addr, n };
	ssize_t put;

	if (n == 0)
		return 0;
	put = process_vm_writev(tid, &local, 1, &remote, 1, 0);
	/*
	 * No way round by /proc/TID/mem: that would write read-only pages,
	 * which the call we stand in for would not.
	 */
	if (put == (ssize_t)n)
		return 0;
	if (put < 0 && (errno == ENOSYS || errno == EPERM))
		return -ENOSYS;
	return put < 0 && errno == ESRCH ? -ESRCH : -EFAULT;
}

ssize_t
tracee_read_str(pid_t tid, uint64_t addr, char *out, size_t size)
{
	size_t done = 0, want;
	const char *nul;
	ssize_t got;

	while (done < size) {
		/* Short names first: one page pinned, few bytes copied. */
		want = PAGE - ((addr + done) & (PAGE - 1));
		if (done == 0 && want > 256)
			want = 256;
		if (want > size - done)
			want = size - done;
		got = tracee_read_some(tid, addr + done, out + done, want);
		if (got < 0)
			return got;
		nul = memchr(out + done, '\0', (size_t)got);
		if (nul != NULL)
			return nul - out;
		done += (size_t)got;
	}
	return -ENAMETOOLONG;
}

long
tracee_status(pid_t tid, const char *field)
{
	bool is_mask = strcmp(field, "Umask") == 0;
	char name[48], text[1024];
	auto_fd int fd = -1;
	int64_t value;
	ssize_t got;

	snprintf(name, sizeof(name), "/proc/%d/status", (int)tid);
	fd = open(name, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	got = read(fd, text, sizeof(text));
	if (got <= 0)
		return -ESRCH;
	return (is_mask ? proctext_octal : proctext_number)(text, (size_t)got,
	    field, &value) ? (long)value : -ENOENT;
}

/* One kernel has one vDSO image: ours tells where the instruction is. */
static long
insn_offset(void)
{
	static long known;
	const uint8_t *base;
	const Elf64_Ehdr *eh;
	const Elf64_Phdr *ph;
	size_t i;
	long at;

	if (known != 0)
		return known;
	known = -ENOENT;
	base = (const uint8_t *)getauxval(AT_SYSINFO_EHDR);
	if (base == NULL)
		return known;
	eh = (const Elf64_Ehdr *)(const void *)base;
	ph = (const Elf64_Phdr *)(const void *)(base + eh->e_phoff);
	for (i = 0; i < eh->e_phnum; i++) {
		if (ph[i].p_type != PT_LOAD || !(ph[i].p_flags & PF_X))
			continue;
		/* Its head is tables, its tail code: an 0f 05 in the tables
		 * is as executable as any. */
		at = arch_find_insn(base + ph[i].p_offset, ph[i].p_filesz);
		if (at >= 0)
			known = (long)ph[i].p_offset + at;
	}
	return known;
}

int
tracee_find_insn(pid_t tid, uint64_t *ret)
{
	Elf64_auxv_t aux[64];
	char name[48];
	auto_fd int fd = -1;
	ssize_t got;
	size_t i;
	long at = insn_offset();

	if (at < 0)
		return (int)at;
	snprintf(name, sizeof(name), "/proc/%d/auxv", (int)tid);
	fd = open(name, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	got = read(fd, aux, sizeof(aux));
	if (got < 0)
		return -errno;
	for (i = 0; i < (size_t)got / sizeof(aux[0]); i++) {
		if (aux[i].a_type != AT_SYSINFO_EHDR)
			continue;
		*ret = aux[i].a_un.a_val + (uint64_t)at;
		return 0;
	}
	return -ENOENT;
}
