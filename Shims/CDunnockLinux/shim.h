#ifndef DNK_CSYSTEM_H
#define DNK_CSYSTEM_H
#include <malloc.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
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

/* Opens a terminal: returns the end that is read, without waiting, and stores the one for a program; -1
 * where there is none. The C library declares posix_openpt for _XOPEN_SOURCE only. */
static inline int dnk_open_terminal(int *program) {
  int terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK), locked = 0;
  if (terminal < 0) return -1;
  *program = ioctl(terminal, TIOCSPTLCK, &locked) == 0
                 ? ioctl(terminal, 0x5441 /* TIOCGPTPEER */, O_RDWR | O_NOCTTY | O_CLOEXEC)
                 : -1;
  if (*program >= 0) return terminal;
  close(terminal);
  return -1;
}
#endif
