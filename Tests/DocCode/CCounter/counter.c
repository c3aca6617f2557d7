#include "counter.h"

GtkWidget *counter_new(void) {
  return gtk_label_new("0");
}

void counter_set(GtkLabel *counter, guint number) {
  g_autofree char *text = g_strdup_printf("%u", number);
  gtk_label_set_text(counter, text);
}
