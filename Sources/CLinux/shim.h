#pragma once
/* Calls of Linux that Swift's module of the C library does not show: renameat2, syncfs, fork and
   pipe2. No header of the C library is included, since its types would count as this module's. */
#include <asm/unistd.h>

extern long syscall(long number, ...);

/* Exchanges two paths in one step (RENAME_EXCHANGE, 2; paths from the working directory, AT_FDCWD,
   -100). Returns 0, or -1 with errno set. */
static inline int clinux_exchange(const char *one, const char *other) {
  return (int)syscall(__NR_renameat2, -100, one, -100, other, 2u);
}

/* Writes everything of the file system of an open file to its device. */
static inline int clinux_syncfs(int descriptor) { return (int)syscall(__NR_syncfs, descriptor); }

extern int fork(void);

/* Makes a child process. Only while the program has one thread: the child has none of the others. */
static inline int clinux_fork(void) { return fork(); }

extern int prctl(int option, ...);

/* The calling process is killed when its parent ends (PR_SET_PDEATHSIG, 1; SIGKILL, 9). */
static inline int clinux_die_with_parent(void) { return prctl(1, 9ul, 0ul, 0ul, 0ul); }

extern int pipe2(int *ends, int flags);

/* A pipe whose ends no program started meanwhile inherits (O_CLOEXEC, 02000000). Returns 0, or -1 with
   errno set. */
static inline int clinux_pipe(int *ends) { return pipe2(ends, 02000000); }
