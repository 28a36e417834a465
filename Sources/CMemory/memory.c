/* Allocators that end the process where the C library's return NULL.

   FreeType, HarfBuzz and fontconfig go on without what they could not allocate: a font without kerning,
   a family that is not installed. The pages are then other pages, and nothing says so. Only allocators
   that never fail exclude that, in every library at once. These stand before the C library's, because the
   executable comes first when symbols are looked up (The GNU C Library, "Replacing malloc"). The process
   ends with SIGKILL, as if the kernel had run out of memory: a process that supervises it then skips the
   book. Programs that link the Paginator library keep their own allocators. */
#include "CMemory.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

#if defined(__GLIBC__) || __has_include(<gnu/libc-version.h>)
#ifndef HAS_SANITIZER
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

/* Only hostile input asks for this much at once, bytes. The library that asks then refuses the input. */
static const size_t refusable = (size_t)1 << 30;

static void end_without_memory(void) {
  static const char message[] = "paginate: there is not enough memory\n";
  ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
  (void)written;
  kill(getpid(), SIGKILL);
  _exit(70);
}

/* `bytes` is what was asked for; nothing may be NULL when it is 0. */
static void *checked(void *memory, size_t bytes) {
  if (__builtin_expect(!memory, 0) && bytes && bytes < refusable) end_without_memory();
  return memory;
}

void *malloc(size_t size) { return checked(__libc_malloc(size), size); }

void *calloc(size_t count, size_t size) {
  size_t bytes;
  // The C library refuses a product that overflows.
  if (__builtin_mul_overflow(count, size, &bytes)) bytes = refusable;
  return checked(__libc_calloc(count, size), bytes);
}

void *realloc(void *old, size_t size) { return checked(__libc_realloc(old, size), size); }

void *reallocarray(void *old, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  return checked(__libc_realloc(old, bytes), bytes);
}

void *memalign(size_t alignment, size_t size) {
  return checked(__libc_memalign(alignment, size), size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  return checked(__libc_memalign(alignment, size), size);
}

int posix_memalign(void **place, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) || !alignment || (alignment & (alignment - 1))) return EINVAL;
  void *memory = checked(__libc_memalign(alignment, size), size);
  if (!memory) return ENOMEM;
  *place = memory;
  return 0;
}
#endif
#endif
