#ifndef DNK_CICAL_H
#define DNK_CICAL_H
#include <libical/ical.h>
#endif
