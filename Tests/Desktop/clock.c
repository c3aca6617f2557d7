/* Clocks that a test sets, for the programs that load this first: CLOCK_FILE holds how many seconds the time
   of day is ahead, how many of them were slept, and, where the monotonic clock stands still, at how many ms. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *now)
{
  if (syscall(SYS_clock_gettime, clock, now) != 0)
    return -1;
  long wall = 0, slept = 0, stands = 0;
  char text[64] = "";
  const char *path = getenv("CLOCK_FILE");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file >= 0) {
    if (read(file, text, sizeof text - 1) > 0)
      sscanf(text, "%ld %ld %ld", &wall, &slept, &stands);
    close(file);
  }
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)
    now->tv_sec += wall;
  else if (clock == CLOCK_BOOTTIME)
    now->tv_sec += slept;
  else if ((clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_COARSE) && stands)
    *now = (struct timespec){stands / 1000, stands % 1000 * 1000000};
  return 0;
}

time_t time(time_t *result)
{
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result)
    *result = now.tv_sec;
  return now.tv_sec;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone)
{
  struct timespec now;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &now);
  *result = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
  return 0;
}
