#include "dnk_app_shim.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

void
dnk_give_back_memory(void)
{
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}
