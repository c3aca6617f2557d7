#include "row_bench.h"

GtkWidget *
row_bench_fill(GtkWidget *scroller, guint rows, GCallback set_up, GCallback bind)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
  GtkSelectionModel *selection = GTK_SELECTION_MODEL(gtk_single_selection_new(row_bench_model_new(rows)));

  g_signal_connect(factory, "setup", set_up, NULL);
  g_signal_connect(factory, "bind", bind, NULL);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), gtk_list_view_new(selection, factory));
  return scroller;
}
