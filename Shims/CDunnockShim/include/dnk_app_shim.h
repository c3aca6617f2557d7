#ifndef DNK_APP_SHIM_H
#define DNK_APP_SHIM_H

#include "../../CDunnockGtk/shim.h"

/* Gives the memory that was freed and is still kept back to the system, on any thread. */
void dnk_give_back_memory(void);

/* What is dragged, and is made only when another program asks for it. `content` is called with each request, which is answered once, then
 * or later, by dnk_late_provider_give: with a text, or with NULL where there is none. */
#define DNK_TYPE_LATE_PROVIDER (dnk_late_provider_get_type())
G_DECLARE_FINAL_TYPE(DnkLateProvider, dnk_late_provider, DNK, LATE_PROVIDER, GdkContentProvider)
typedef void (*DnkLateContent)(GTask *request, gpointer data);
GdkContentProvider *dnk_late_provider_new(const char *mime_type, DnkLateContent content, gpointer data, GDestroyNotify destroy);
void dnk_late_provider_give(GTask *request, const char *text);

/* A button that is a link to screen readers. */
GtkWidget *dnk_link_new(void);

#endif
