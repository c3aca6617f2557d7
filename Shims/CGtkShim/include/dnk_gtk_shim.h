#ifndef DNK_GTK_SHIM_H
#define DNK_GTK_SHIM_H
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#include <gtk/gtk.h>

int dnk_main_queue_fd(void);
void dnk_main_queue_drain(void);
#endif
