#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

/* The number of heap blocks the calling thread has asked for since it began, or -1 where a
   sanitizer owns malloc and nothing is counted. */
long allocation_count(void);

#endif
