#ifndef DNK_CPSL_H
#define DNK_CPSL_H
#include <libpsl.h>
#endif
