#include "dnk_gtk_shim.h"

static void
measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
        int *natural_baseline)
{
  GtkWidget *scroller = gtk_widget_get_first_child(widget);
  GtkWidget *content = gtk_scrolled_window_get_child(GTK_SCROLLED_WINDOW(scroller));
  int asked, around = 0, least;

  gtk_widget_measure(scroller, orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
  if (orientation == GTK_ORIENTATION_VERTICAL || !content || !gtk_widget_should_layout(content))
    return;
  gtk_widget_measure(content, orientation, -1, &least, NULL, NULL, NULL);
  gtk_widget_get_size_request(scroller, &asked, NULL);
  /* Its border, and a scrollbar that takes room. */
  if (asked < 0)
    around = *minimum - MAX(0, gtk_scrolled_window_get_min_content_width(GTK_SCROLLED_WINDOW(scroller)));
  *minimum = MAX(*minimum, least + around);
  *natural = MAX(*natural, *minimum);
}

static void
allocate(GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_allocate(gtk_widget_get_first_child(widget), width, height, baseline, NULL);
}

GtkLayoutManager *
dnk_never_layout_new(void)
{
  return gtk_custom_layout_new(NULL, measure, allocate);
}
