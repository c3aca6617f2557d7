#ifndef DNK_CGTK_H
#define DNK_CGTK_H
#include <gtk/gtk.h>
#include <glib-unix.h>
#endif
