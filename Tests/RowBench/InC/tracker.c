#include "../../../Shims/CDunnockAdwaita/shim.h"
#include "row_bench.h"

/* The same row once more, moved by an AdwSwipeTracker and settled by an AdwSpringAnimation, as libadwaita's own widgets are, and
 * nothing more: what a program gets that writes a swipe row with libadwaita. */

#define TRAY_WIDTH 152

GtkWidget *tracker_list(GtkWidget *scroller, guint rows);
GtkWidget *overlay_tray(void);

#define TRACKER_TYPE_ROW (tracker_row_get_type())
G_DECLARE_FINAL_TYPE(TrackerRow, tracker_row, TRACKER, ROW, GtkWidget)

struct _TrackerRow {
  GtkWidget parent_instance;
  GtkWidget *tray, *front;
  AdwSwipeTracker *tracker;
  AdwAnimation *settling;
  double progress;
};

static double
get_distance(AdwSwipeable *row)
{
  return TRAY_WIDTH;
}

static double *
get_snap_points(AdwSwipeable *row, int *count)
{
  double *points = g_new0(double, 2);

  points[1] = 1;
  *count = 2;
  return points;
}

static double
get_progress(AdwSwipeable *row)
{
  return TRACKER_ROW(row)->progress;
}

static double
get_cancel_progress(AdwSwipeable *row)
{
  return TRACKER_ROW(row)->progress > 0.5;
}

static void
swipeable_init(AdwSwipeableInterface *interface)
{
  interface->get_distance = get_distance;
  interface->get_snap_points = get_snap_points;
  interface->get_progress = get_progress;
  interface->get_cancel_progress = get_cancel_progress;
}

G_DEFINE_FINAL_TYPE_WITH_CODE(TrackerRow, tracker_row, GTK_TYPE_WIDGET, G_IMPLEMENT_INTERFACE(ADW_TYPE_SWIPEABLE, swipeable_init))

static void
move(double progress, TrackerRow *row)
{
  if (progress == row->progress)
    return;
  row->progress = progress;
  gtk_widget_set_child_visible(row->tray, progress > 0);
  gtk_widget_queue_allocate(GTK_WIDGET(row));
}

static void
begin(AdwSwipeTracker *tracker, TrackerRow *row)
{
  adw_animation_pause(row->settling);
}

static void
update(AdwSwipeTracker *tracker, double progress, TrackerRow *row)
{
  move(progress, row);
}

static void
finish(AdwSwipeTracker *tracker, double velocity, double to, TrackerRow *row)
{
  AdwSpringAnimation *settling = ADW_SPRING_ANIMATION(row->settling);

  adw_spring_animation_set_value_from(settling, row->progress);
  adw_spring_animation_set_value_to(settling, to);
  adw_spring_animation_set_initial_velocity(settling, velocity);
  adw_animation_play(row->settling);
}

static void
measure(GtkWidget *widget, GtkOrientation orientation, int size, int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  gtk_widget_measure(TRACKER_ROW(widget)->front, orientation, size, minimum, natural, NULL, NULL);
  gtk_widget_measure(TRACKER_ROW(widget)->tray, orientation, -1, &size, NULL, NULL, NULL);
}

static void
allocate(GtkWidget *widget, int width, int height, int baseline)
{
  TrackerRow *row = TRACKER_ROW(widget);
  gboolean mirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL;
  float offset = (float) row->progress * (mirrored ? TRAY_WIDTH : -TRAY_WIDTH);
  GtkAllocation tray = { mirrored ? 0 : width - TRAY_WIDTH, 0, TRAY_WIDTH, height };

  adw_swipe_tracker_set_reversed(row->tracker, mirrored);
  if (gtk_widget_get_child_visible(row->tray))
    gtk_widget_size_allocate(row->tray, &tray, -1);
  gtk_widget_allocate(row->front, width, height, -1, gsk_transform_translate(NULL, &GRAPHENE_POINT_INIT(offset, 0)));
}

static void
dispose(GObject *object)
{
  TrackerRow *row = TRACKER_ROW(object);

  g_clear_object(&row->settling);
  g_clear_object(&row->tracker);
  g_clear_pointer(&row->tray, gtk_widget_unparent);
  g_clear_pointer(&row->front, gtk_widget_unparent);
  G_OBJECT_CLASS(tracker_row_parent_class)->dispose(object);
}

static void
tracker_row_class_init(TrackerRowClass *class)
{
  G_OBJECT_CLASS(class)->dispose = dispose;
  GTK_WIDGET_CLASS(class)->measure = measure;
  GTK_WIDGET_CLASS(class)->size_allocate = allocate;
}

static void
tracker_row_init(TrackerRow *row)
{
  row->tray = overlay_tray();
  row->front = row_bench_front_new();
  gtk_widget_set_parent(row->tray, GTK_WIDGET(row));
  gtk_widget_set_parent(row->front, GTK_WIDGET(row));
  gtk_widget_set_overflow(GTK_WIDGET(row), GTK_OVERFLOW_HIDDEN);
  /* The springs of libadwaita's own carousel. */
  row->settling = adw_spring_animation_new(GTK_WIDGET(row), 0, 1, adw_spring_params_new(1, 0.5, 500),
                                           adw_callback_animation_target_new((AdwAnimationTargetFunc) move, row, NULL));
  row->tracker = adw_swipe_tracker_new(ADW_SWIPEABLE(row));
  adw_swipe_tracker_set_allow_mouse_drag(row->tracker, TRUE);
  g_signal_connect(row->tracker, "begin-swipe", G_CALLBACK(begin), row);
  g_signal_connect(row->tracker, "update-swipe", G_CALLBACK(update), row);
  g_signal_connect(row->tracker, "end-swipe", G_CALLBACK(finish), row);
  gtk_widget_set_child_visible(row->tray, FALSE);
}

static void
set_up(GtkSignalListItemFactory *factory, GtkListItem *item)
{
  gtk_list_item_set_child(item, g_object_new(TRACKER_TYPE_ROW, NULL));
}

static void
bind(GtkSignalListItemFactory *factory, GtkListItem *item)
{
  TrackerRow *row = TRACKER_ROW(gtk_list_item_get_child(item));

  row_bench_front_show(row->front, gtk_list_item_get_position(item));
  adw_animation_pause(row->settling);
  move(0, row);
}

GtkWidget *
tracker_list(GtkWidget *scroller, guint rows)
{
  return row_bench_fill(scroller, rows, G_CALLBACK(set_up), G_CALLBACK(bind));
}
