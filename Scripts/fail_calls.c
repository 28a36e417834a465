/* Makes one call that writes below a folder fail, or one allocation. Loaded by fail_calls.py with LD_PRELOAD.

   FAIL_COUNTER  a file of 16 bytes, shared by all processes: calls so far, allocations so far
   FAIL_ROOT     the folder; calls elsewhere are not counted
   FAIL_CALL     the number of the call that fails, from 1; 0 for none
   FAIL_ALLOCATION  the number of the allocation that fails, from 1; 0 for none
   FAIL_ERRNO    the errno of the failed call
   FAIL_LOG      a file to which the failed call's name, or the stack of the failed allocation, is written */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static long *counters;
static const char *root;
static size_t root_length;
static long failing_call, failing_allocation;
static int failure = ENOSPC;

__attribute__((constructor)) static void prepare(void) {
  const char *file = getenv("FAIL_COUNTER");
  root = getenv("FAIL_ROOT");
  if (!file || !root) return;
  root_length = strlen(root);
  failing_call = atol(getenv("FAIL_CALL") ?: "0");
  failing_allocation = atol(getenv("FAIL_ALLOCATION") ?: "0");
  failure = atoi(getenv("FAIL_ERRNO") ?: "28");
  // The first call loads a library, which allocates.
  backtrace((void *[1]){}, 1);
  int descriptor = syscall(SYS_openat, AT_FDCWD, file, O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return;
  void *map = mmap(NULL, 16, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  syscall(SYS_close, descriptor);
  if (map != MAP_FAILED) counters = map;
}

static int open_log(void) {
  const char *log = getenv("FAIL_LOG");
  return log ? syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
}

static void note(const char *name, const char *path) {
  int descriptor = open_log();
  if (descriptor < 0) return;
  syscall(SYS_write, descriptor, name, strlen(name));
  syscall(SYS_write, descriptor, " ", 1);
  syscall(SYS_write, descriptor, path, strlen(path));
  syscall(SYS_close, descriptor);
}

/* Whether this call is the one that must fail. Counts calls below FAIL_ROOT. */
static int fails(const char *name, const char *path) {
  if (!counters) return 0;
  char folder[PATH_MAX], resolved[2 * PATH_MAX];
  if (path[0] != '/') {
    if (!getcwd(folder, sizeof folder)) return 0;
    snprintf(resolved, sizeof resolved, "%s/%s", folder, path);
    path = resolved;
  }
  if (strncmp(path, root, root_length)) return 0;
  if (__atomic_add_fetch(&counters[0], 1, __ATOMIC_SEQ_CST) != failing_call) return 0;
  note(name, path);
  errno = failure;
  return 1;
}

static int fails_at(const char *name, int descriptor) {
  if (!counters) return 0;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return path[0] == '/' && fails(name, path);
}

#define REAL(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))

/* A call that takes a path, and one that takes a descriptor. */
#define WITH_PATH(type, name, parameters, path, arguments) \
  type name parameters { return fails(#name, path) ? -1 : REAL(name) arguments; }
#define WITH_DESCRIPTOR(type, name, parameters, descriptor, arguments) \
  type name parameters { return fails_at(#name, descriptor) ? -1 : REAL(name) arguments; }

#define WRITES (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)
#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    va_list list; \
    va_start(list, flags); \
    mode_t mode = va_arg(list, mode_t); \
    va_end(list); \
    return (flags & WRITES) && fails(#name, path) ? -1 : REAL(name)(path, flags, mode); \
  }
#define OPENAT(name) \
  int name(int folder, const char *path, int flags, ...) { \
    va_list list; \
    va_start(list, flags); \
    mode_t mode = va_arg(list, mode_t); \
    va_end(list); \
    return (flags & WRITES) && fails(#name, path) ? -1 : REAL(name)(folder, path, flags, mode); \
  }
OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)
WITH_PATH(int, mkstemp, (char *path), path, (path))
WITH_PATH(int, mkostemp, (char *path, int flags), path, (path, flags))
WITH_PATH(int, mkdir, (const char *path, mode_t mode), path, (path, mode))
WITH_PATH(int, mkdirat, (int folder, const char *path, mode_t mode), path, (folder, path, mode))
WITH_PATH(int, chmod, (const char *path, mode_t mode), path, (path, mode))
WITH_PATH(int, rename, (const char *from, const char *to), to, (from, to))
WITH_PATH(int, link, (const char *from, const char *to), to, (from, to))
WITH_PATH(int, symlink, (const char *from, const char *to), to, (from, to))
WITH_DESCRIPTOR(ssize_t, write, (int file, const void *bytes, size_t count), file, (file, bytes, count))
WITH_DESCRIPTOR(
  ssize_t, pwrite, (int file, const void *bytes, size_t count, off_t at), file,
  (file, bytes, count, at))
WITH_DESCRIPTOR(ssize_t, writev, (int file, const struct iovec *parts, int count), file, (file, parts, count))
WITH_DESCRIPTOR(int, fsync, (int file), file, (file))
WITH_DESCRIPTOR(int, fdatasync, (int file), file, (file))
WITH_DESCRIPTOR(int, fchmod, (int file, mode_t mode), file, (file, mode))
WITH_DESCRIPTOR(int, ftruncate, (int file, off_t length), file, (file, length))
WITH_DESCRIPTOR(int, ftruncate64, (int file, off64_t length), file, (file, length))

size_t fwrite(const void *bytes, size_t size, size_t count, FILE *file) {
  return fails_at("fwrite", fileno(file)) ? 0 : REAL(fwrite)(bytes, size, count, file);
}
int fflush(FILE *file) {
  return file && fails_at("fflush", fileno(file)) ? EOF : REAL(fflush)(file);
}

/* The program calls renameat2 and syncfs through syscall(). */
long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
  long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
  if (number == SYS_renameat2 && fails("renameat2", (const char *)d)) return -1;
  if (number == SYS_syncfs && fails_at("syncfs", a)) return -1;
  return REAL(syscall)(number, a, b, c, d, e, f);
}

/* The program's own allocators call these of the C library; see Sources/CMemory. */
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static void note_stack(void) {
  int descriptor = open_log();
  if (descriptor < 0) return;
  void *frames[24];
  backtrace_symbols_fd(frames, backtrace(frames, 24), descriptor);
  syscall(SYS_close, descriptor);
}

static int allocation_fails(void) {
  if (!counters || !failing_allocation) return 0;
  if (__atomic_add_fetch(&counters[1], 1, __ATOMIC_SEQ_CST) != failing_allocation) return 0;
  note_stack();
  errno = ENOMEM;
  return 1;
}

/* dlsym may allocate before it has found the first allocator; that memory is never freed. */
static void *early(size_t size) {
  static char memory[1 << 16] __attribute__((aligned(16)));
  static size_t used;
  size_t place = __atomic_fetch_add(&used, (size + 15) & ~(size_t)15, __ATOMIC_SEQ_CST);
  return place + size <= sizeof memory ? memory + place : NULL;
}

#define ALLOCATOR(name, parameters, arguments, size) \
  void *name parameters { \
    static typeof(&name) real; \
    static __thread int is_looking; \
    if (!real) { \
      if (is_looking) return early(size); \
      is_looking = 1; \
      real = REAL(name); \
      is_looking = 0; \
    } \
    return allocation_fails() ? NULL : real arguments; \
  }
ALLOCATOR(__libc_malloc, (size_t size), (size), size)
ALLOCATOR(__libc_calloc, (size_t count, size_t size), (count, size), count * size)
ALLOCATOR(__libc_realloc, (void *old, size_t size), (old, size), size)
ALLOCATOR(__libc_memalign, (size_t alignment, size_t size), (alignment, size), size)
