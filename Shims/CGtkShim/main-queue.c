#include "dnk_gtk_shim.h"

/* What CoreFoundation's run loop on Linux uses to serve libdispatch's main queue; stable since 2016, declared in no public header. */
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

int
dnk_main_queue_fd(void)
{
  return _dispatch_get_main_queue_handle_4CF();
}

void
dnk_main_queue_drain(void)
{
  _dispatch_main_queue_callback_4CF(NULL);
}
