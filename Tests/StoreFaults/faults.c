/* Preloaded into a program: lets one of its system calls fail, or the program end there as by kill -9.
 *
 * FAULT_AT     the number of the call, counted from faults_arm() on
 * FAULT_ERRNO  the errno of the refusal; 0 kills the program before the call
 * FAULT_FROM_START  when set, calls are counted from the start of the program on
 * FAULT_STICKY when set, every later call is refused too
 * FAULT_FULL   when set, the calls that need room are counted alone, and refused from that number on, as on a full disk
 * FAULT_NO_REPLACE  the errno of every renameat2(), as file systems say it that cannot promise not to
 *              replace; in force without faults_arm() too
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int armed, sticky, full, code, no_replace;
static long count, target;

void faults_arm(void) {
  const char *at = getenv("FAULT_AT"), *number = getenv("FAULT_ERRNO");
  target = at ? atol(at) : 0;
  code = number ? atoi(number) : 0;
  full = getenv("FAULT_FULL") != NULL;
  sticky = full || getenv("FAULT_STICKY") != NULL;
  armed = target > 0;
}

__attribute__((constructor)) static void begin(void) {
  const char *number = getenv("FAULT_NO_REPLACE");
  no_replace = number ? atoi(number) : 0;
  if (getenv("FAULT_FROM_START")) faults_arm();
}

void faults_disarm(void) { armed = 0; }

/* Whether the call of that number was reached. */
int faults_hit(void) { return __atomic_load_n(&count, __ATOMIC_SEQ_CST) >= target; }

static int counted(void) {
  if (!armed) return 0;
  long now = __atomic_add_fetch(&count, 1, __ATOMIC_SEQ_CST);
  if (now != target && !(sticky && now > target)) return 0;
  if (code == 0) kill(getpid(), SIGKILL);
  errno = code;
  return 1;
}

static int refused(void) { return !full && counted(); }

/* What libraries ask of the system itself, whenever they like, and do not do without. */
static int is_of_system(const char *path) { return !strncmp(path, "/proc/", 6) || !strncmp(path, "/sys/", 5); }

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define WRAP_BY(test, type, refusal, name, parameters, arguments) \
  type name parameters { \
    static __typeof__(&name) next; \
    if (!next) next = NEXT(name); \
    return test ? refusal : next arguments; \
  }
#define WRAP(type, refusal, name, parameters, arguments) WRAP_BY(refused(), type, refusal, name, parameters, arguments)
#define WRAP_ROOM(type, refusal, name, parameters, arguments) WRAP_BY(counted(), type, refusal, name, parameters, arguments)

#define WRAP_OPEN(name, parameters, ...) \
  int name parameters { \
    static __typeof__(&name) next; \
    if (!next) next = NEXT(name); \
    va_list list; \
    va_start(list, flags); \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0; \
    va_end(list); \
    return !is_of_system(path) && (flags & O_CREAT ? counted() : refused()) ? -1 : next(__VA_ARGS__, flags, mode); \
  }

WRAP_OPEN(open, (const char *path, int flags, ...), path)
WRAP_OPEN(open64, (const char *path, int flags, ...), path)
WRAP_OPEN(openat, (int directory, const char *path, int flags, ...), directory, path)
WRAP_OPEN(openat64, (int directory, const char *path, int flags, ...), directory, path)

/* What goes to a terminal or another program is no matter of the disk. */
static int is_on_disk(int file) {
  struct stat status;
  return armed && !syscall(SYS_fstat, file, &status) && S_ISREG(status.st_mode);
}

WRAP_BY(is_on_disk(file) && counted(), ssize_t, -1, write, (int file, const void *from, size_t size), (file, from, size))
WRAP_ROOM(int, -1, mkdir, (const char *path, mode_t mode), (path, mode))
WRAP_ROOM(int, -1, rename, (const char *from, const char *to), (from, to))
WRAP_ROOM(int, -1, renameat, (int a, const char *from, int b, const char *to), (a, from, b, to))
WRAP(int, -1, unlink, (const char *path), (path))
WRAP(int, -1, unlinkat, (int directory, const char *path, int flags), (directory, path, flags))
WRAP_ROOM(int, -1, fsync, (int file), (file))
WRAP_ROOM(int, -1, fdatasync, (int file), (file))
WRAP(int, -1, ftruncate, (int file, off_t size), (file, size))
WRAP(int, -1, ftruncate64, (int file, off64_t size), (file, size))
WRAP(ssize_t, -1, pread, (int file, void *to, size_t size, off_t at), (file, to, size, at))
WRAP(ssize_t, -1, pread64, (int file, void *to, size_t size, off64_t at), (file, to, size, at))
WRAP_ROOM(ssize_t, -1, pwrite, (int file, const void *from, size_t size, off_t at), (file, from, size, at))
WRAP_ROOM(ssize_t, -1, pwrite64, (int file, const void *from, size_t size, off64_t at), (file, from, size, at))
WRAP(int, -1, stat, (const char *path, struct stat *status), (path, status))
WRAP(int, -1, lstat, (const char *path, struct stat *status), (path, status))
WRAP(int, -1, fstat, (int file, struct stat *status), (file, status))
WRAP(int, -1, fstatat, (int d, const char *path, struct stat *status, int flags), (d, path, status, flags))
WRAP(DIR *, NULL, fdopendir, (int file), (file))
WRAP(struct dirent *, NULL, readdir, (DIR *directory), (directory))

long syscall(long number, ...) {
  static __typeof__(&syscall) next;
  if (!next) next = NEXT(syscall);
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
  long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
  if (number == SYS_renameat2 && no_replace) {
    errno = no_replace;
    return -1;
  }
  if (number == SYS_renameat2 && counted()) return -1;
  return next(number, a, b, c, d, e, f);
}
