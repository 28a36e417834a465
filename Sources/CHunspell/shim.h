#pragma once
#include <hunspell/hunspell.h>
#include <asm/unistd.h>

extern long syscall(long number, ...);

/* A file in memory (memfd_create, closed on exec) with these bytes, for readers of
   "/proc/self/fd/NUMBER". Returns its descriptor, or -1. */
static inline int chunspell_memory_file(const void *bytes, unsigned long count) {
  long file = syscall(__NR_memfd_create, "rules", 1u);
  if (file < 0) return -1;
  if (syscall(__NR_write, file, bytes, count) == (long)count) return (int)file;
  syscall(__NR_close, file);
  return -1;
}
