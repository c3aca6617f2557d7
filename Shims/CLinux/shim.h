#ifndef DNK_CSYSTEM_H
#define DNK_CSYSTEM_H
#include <malloc.h>
#include <errno.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Renames without ever replacing a file: 0, or the errno. The C library declares renameat2 for
 * _GNU_SOURCE only, which Swift's import does not define. */
static inline int dnk_rename_no_replace(int from_dir, const char *from, int to_dir, const char *to) {
  return syscall(SYS_renameat2, from_dir, from, to_dir, to, 1u /* RENAME_NOREPLACE */) == 0 ? 0 : errno;
}

/* Has the calling thread get the processor and the disk only while no other wants them, for good: 0, or
 * the errno. The C library declares SCHED_IDLE for _GNU_SOURCE only. */
static inline int dnk_become_idle(void) {
  struct sched_param parameters = {.sched_priority = 0};
  return sched_setscheduler(0, 5 /* SCHED_IDLE */, &parameters) == 0 ? 0 : errno;
}

/* The type of the file system that a path is on, by its magic number; 0 where there is none. Swift
 * takes the function statfs for the structure of that name. */
static inline unsigned dnk_file_system_type(const char *path) {
  struct statfs status;
  return statfs(path, &status) == 0 ? (unsigned)status.f_type : 0;
}
#endif
