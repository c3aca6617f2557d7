#include "row_bench.h"

/* The same row as SwipeRow's, written by hand with GtkOverlay and nothing more: two buttons at the trailing edge beneath a front, one
 * drag gesture a row, and the front moved by allocating it anew in place, which costs one redraw and no layout. No physics, no keys,
 * no actions, no screen reader: the least that a swipe row can cost. */

#define TRAY_WIDTH 152

GtkWidget *overlay_list(GtkWidget *scroller, guint rows);
GtkWidget *overlay_tray(void);

typedef struct {
  GtkWidget *overlay, *tray, *front;
  double offset, start;
} Row;

static void
move(Row *row, double offset)
{
  row->offset = CLAMP(offset, -TRAY_WIDTH, 0);
  gtk_widget_set_visible(row->tray, row->offset != 0);
  gtk_widget_allocate(row->front, gtk_widget_get_width(row->overlay), gtk_widget_get_height(row->overlay), -1,
                      row->offset == 0 ? NULL : gsk_transform_translate(NULL, &GRAPHENE_POINT_INIT((float) row->offset, 0)));
}

static void
drag_begin(GtkGestureDrag *drag, double x, double y, Row *row)
{
  row->start = row->offset;
}

static void
drag_update(GtkGestureDrag *drag, double x, double y, Row *row)
{
  if (ABS(x) <= 8 || ABS(x) <= 2 * ABS(y))
    if (row->offset == row->start)
      return;
  gtk_gesture_set_state(GTK_GESTURE(drag), GTK_EVENT_SEQUENCE_CLAIMED);
  move(row, row->start + x);
}

static void
drag_end(GtkGestureDrag *drag, double x, double y, Row *row)
{
  move(row, row->offset < -TRAY_WIDTH / 2 ? -TRAY_WIDTH : 0);
}

static void
ran(GtkWidget *button, const char *title)
{
  g_print("ran %s\n", title);
}

static GtkWidget *
button(const char *title, const char *icon, const char *class)
{
  GtkWidget *self = gtk_button_new();
  GtkWidget *content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);

  gtk_widget_set_size_request(self, TRAY_WIDTH / 2, -1);
  gtk_widget_add_css_class(self, class);
  gtk_widget_set_valign(content, GTK_ALIGN_CENTER);
  gtk_box_append(GTK_BOX(content), gtk_image_new_from_icon_name(icon));
  gtk_box_append(GTK_BOX(content), gtk_label_new(title));
  gtk_button_set_child(GTK_BUTTON(self), content);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  g_signal_connect(self, "clicked", G_CALLBACK(ran), (gpointer) title);
  return self;
}

GtkWidget *
overlay_tray(void)
{
  GtkWidget *tray = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class(tray, "tray");
  gtk_box_append(GTK_BOX(tray), button("Star", "starred-symbolic", "accent"));
  gtk_box_append(GTK_BOX(tray), button("Trash", "user-trash-symbolic", "destructive"));
  return tray;
}

static void
set_up(GtkSignalListItemFactory *factory, GtkListItem *item)
{
  Row *row = g_new0(Row, 1);
  GtkGesture *drag = gtk_gesture_drag_new();

  row->overlay = gtk_overlay_new();
  row->front = row_bench_front_new();
  row->tray = overlay_tray();
  gtk_widget_set_halign(row->tray, GTK_ALIGN_END);
  gtk_widget_set_visible(row->tray, FALSE);
  gtk_overlay_set_child(GTK_OVERLAY(row->overlay), row->tray);
  gtk_overlay_add_overlay(GTK_OVERLAY(row->overlay), row->front);
  gtk_overlay_set_measure_overlay(GTK_OVERLAY(row->overlay), row->front, TRUE);
  gtk_widget_set_overflow(row->overlay, GTK_OVERFLOW_HIDDEN);
  g_signal_connect(drag, "drag-begin", G_CALLBACK(drag_begin), row);
  g_signal_connect(drag, "drag-update", G_CALLBACK(drag_update), row);
  g_signal_connect(drag, "drag-end", G_CALLBACK(drag_end), row);
  gtk_widget_add_controller(row->overlay, GTK_EVENT_CONTROLLER(drag));
  g_object_set_data_full(G_OBJECT(row->overlay), "row", row, g_free);
  gtk_list_item_set_child(item, row->overlay);
}

static void
bind(GtkSignalListItemFactory *factory, GtkListItem *item)
{
  Row *row = g_object_get_data(G_OBJECT(gtk_list_item_get_child(item)), "row");

  row_bench_front_show(row->front, gtk_list_item_get_position(item));
  if (row->offset != 0)
    move(row, 0);
}

GtkWidget *
overlay_list(GtkWidget *scroller, guint rows)
{
  return row_bench_fill(scroller, rows, G_CALLBACK(set_up), G_CALLBACK(bind));
}
