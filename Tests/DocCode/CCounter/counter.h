#include <gtk/gtk.h>

GtkWidget *counter_new(void);
void counter_set(GtkLabel *counter, guint number);
