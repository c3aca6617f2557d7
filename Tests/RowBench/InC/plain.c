#include "row_bench.h"

/* Rows that are their front alone: what a list view costs without any swiping. */

GtkWidget *plain_list(GtkWidget *scroller, guint rows);

static void
set_up(GtkSignalListItemFactory *factory, GtkListItem *item)
{
  gtk_list_item_set_child(item, row_bench_front_new());
}

static void
bind(GtkSignalListItemFactory *factory, GtkListItem *item)
{
  row_bench_front_show(gtk_list_item_get_child(item), gtk_list_item_get_position(item));
}

GtkWidget *
plain_list(GtkWidget *scroller, guint rows)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
  GtkSelectionModel *selection = GTK_SELECTION_MODEL(gtk_single_selection_new(row_bench_model_new(rows)));

  g_signal_connect(factory, "setup", G_CALLBACK(set_up), NULL);
  g_signal_connect(factory, "bind", G_CALLBACK(bind), NULL);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), gtk_list_view_new(selection, factory));
  return scroller;
}
