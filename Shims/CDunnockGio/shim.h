#ifndef DNK_CGIO_H
#define DNK_CGIO_H
/* As in CDunnockGtk's shim: both modules define GLib's inline functions, which must come out the same. */
#define GLIB_VERSION_MIN_REQUIRED GLIB_VERSION_2_74
#include <gio/gio.h>
#include <libintl.h>
#endif
