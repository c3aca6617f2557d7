#include "dnk_app_shim.h"

GtkWidget *
dnk_link_new(void)
{
  return g_object_new(GTK_TYPE_BUTTON, "accessible-role", GTK_ACCESSIBLE_ROLE_LINK, NULL);
}
