#ifndef DNK_CGTK_H
#define DNK_CGTK_H

/* The oldest versions supported; what newer ones deprecate must still be used. */
#define GLIB_VERSION_MIN_REQUIRED GLIB_VERSION_2_74
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#include <gtk/gtk.h>
#include <glib-unix.h>
#endif
