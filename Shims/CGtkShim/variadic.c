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

GtkWidget *
dnk_silent_label_new(void)
{
  return g_object_new(GTK_TYPE_LABEL, "accessible-role", GTK_ACCESSIBLE_ROLE_NONE, NULL);
}

GtkWidget *
dnk_silent_image_new(void)
{
  return g_object_new(GTK_TYPE_IMAGE, "accessible-role", GTK_ACCESSIBLE_ROLE_NONE, NULL);
}

GtkWidget *
dnk_silent_inscription_new(void)
{
  return g_object_new(GTK_TYPE_INSCRIPTION, "accessible-role", GTK_ACCESSIBLE_ROLE_NONE, NULL);
}

void
dnk_accessible_set_label(GtkWidget *widget, const char *label)
{
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

void
dnk_accessible_set_description(GtkWidget *widget, const char *text)
{
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

void
dnk_accessible_set_expanded(GtkWidget *widget, gboolean expanded)
{
  gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_EXPANDED, expanded, -1);
}

void
dnk_accessible_set_busy(GtkWidget *widget, gboolean busy)
{
  gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_BUSY, busy, -1);
}

void
dnk_accessible_set_selected(GtkWidget *widget, gboolean selected)
{
  gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_SELECTED, selected, -1);
}

void
dnk_accessible_reset_expanded(GtkWidget *widget)
{
  gtk_accessible_reset_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_EXPANDED);
}

gboolean
dnk_accessible_announce(GtkWidget *widget, const char *message)
{
  if (&gtk_accessible_announce == NULL)
    return FALSE;
  gtk_accessible_announce(GTK_ACCESSIBLE(widget), message, 1);
  return TRUE;
}

gboolean
dnk_debug_is_on(const char *domain)
{
  return !g_log_writer_default_would_drop(G_LOG_LEVEL_DEBUG, domain);
}

void
dnk_debug(const char *domain, const char *message)
{
  g_log(domain, G_LOG_LEVEL_DEBUG, "%s", message);
}

double
dnk_widget_get_scale(GtkWidget *widget)
{
  GtkNative *native = gtk_widget_get_native(widget);
  GdkSurface *surface = native ? gtk_native_get_surface(native) : NULL;

  return surface && &gdk_surface_get_scale ? gdk_surface_get_scale(surface) : gtk_widget_get_scale_factor(widget);
}

void
dnk_critical(const char *domain, const char *message)
{
  g_log(domain, G_LOG_LEVEL_CRITICAL, "%s", message);
}

gboolean
dnk_is(gconstpointer instance, GType type)
{
  return instance && g_type_check_instance_is_a((GTypeInstance *) instance, type);
}

gboolean
dnk_settings_animations_enabled(GtkWidget *widget)
{
  gboolean enabled = TRUE;

  g_object_get(gtk_widget_get_settings(widget), "gtk-enable-animations", &enabled, NULL);
  return enabled;
}

double
dnk_settings_long_press_seconds(GtkWidget *widget)
{
  guint milliseconds = 500;

  g_object_get(gtk_widget_get_settings(widget), "gtk-long-press-time", &milliseconds, NULL);
  return milliseconds / 1000.0;
}

int
dnk_settings_drag_threshold(GtkWidget *widget)
{
  int pixels = 8;

  g_object_get(gtk_widget_get_settings(widget), "gtk-dnd-drag-threshold", &pixels, NULL);
  return pixels;
}

void
dnk_list_view_tab_by_item(GtkWidget *view)
{
  /* GTK 4.12; GTK_LIST_TAB_ITEM, which older headers lack. */
  if (g_object_class_find_property(G_OBJECT_GET_CLASS(view), "tab-behavior"))
    g_object_set(view, "tab-behavior", 1, NULL);
}
