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
  return row_bench_fill(scroller, rows, G_CALLBACK(set_up), G_CALLBACK(bind));
}
