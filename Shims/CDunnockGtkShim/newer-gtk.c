#include "dnk_gtk_shim.h"

/* GTK 4.14; older headers lack it, and an older library leaves the weak symbol null. */
#if !GTK_CHECK_VERSION(4, 14, 0)
extern void gtk_accessible_announce(GtkAccessible *self, const char *message, int priority);
#endif
#pragma weak gtk_accessible_announce

/* GTK 4.12, likewise. */
#if !GTK_CHECK_VERSION(4, 12, 0)
extern double gdk_surface_get_scale(GdkSurface *surface);
#endif
#pragma weak gdk_surface_get_scale

gboolean
dnk_accessible_announce(GtkWidget *widget, const char *message)
{
  if (&gtk_accessible_announce == NULL)
    return FALSE;
  gtk_accessible_announce(GTK_ACCESSIBLE(widget), message, 1);
  return TRUE;
}

double
dnk_widget_get_scale(GtkWidget *widget)
{
  GtkNative *native = gtk_widget_get_native(widget);
  GdkSurface *surface = native ? gtk_native_get_surface(native) : NULL;

  return surface && &gdk_surface_get_scale ? gdk_surface_get_scale(surface) : gtk_widget_get_scale_factor(widget);
}

void
dnk_list_view_tab_by_item(GtkWidget *view)
{
  /* GTK 4.12; GTK_LIST_TAB_ITEM, which older headers lack. */
  if (g_object_class_find_property(G_OBJECT_GET_CLASS(view), "tab-behavior"))
    g_object_set(view, "tab-behavior", 1, NULL);
}
