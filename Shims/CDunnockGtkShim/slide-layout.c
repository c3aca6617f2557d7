#include "dnk_gtk_shim.h"
#include <math.h>

struct _DnkSlideLayout {
  GtkLayoutManager parent_instance;
  GtkWidget *front;
  GtkWidget *ground;
  GtkWidget *tray;
  gboolean at_trailing;
  int extent;
  double hidden;
  double offset;
  double collapse;
  gboolean narrows;
  int width;
  gboolean awaits_size;
};

static guint laid_out_signal;

G_DEFINE_FINAL_TYPE(DnkSlideLayout, dnk_slide_layout, GTK_TYPE_LAYOUT_MANAGER)

static void
place_front(DnkSlideLayout *self, GtkWidget *overlay, int width, int height, int baseline)
{
  double offset = gtk_widget_get_direction(overlay) == GTK_TEXT_DIR_RTL ? -self->offset : self->offset;
  GskTransform *transform = NULL;
  int minimum;
  int room = width;

  if (self->collapse > 0) {
    gtk_widget_measure(self->front, GTK_ORIENTATION_VERTICAL, width, &minimum, NULL, NULL, NULL);
    height = MAX(height, minimum);
  }
  if (self->narrows && offset != 0) {
    gtk_widget_measure(self->front, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
    room = width - (int) ceil(fabs(offset));
    width = MIN(width, MAX(minimum, room));
    if (offset < 0)
      offset = room - width;
  }
  if (offset != 0)
    transform = gsk_transform_translate(NULL, &GRAPHENE_POINT_INIT((float) offset, 0));
  if (self->ground)
    gtk_widget_allocate(self->ground, width, height, -1, gsk_transform_ref(transform));
  gtk_widget_allocate(self->front, width, height, baseline, transform);
}

/* A row that collapses hides what has no room any more. */
static void
place_beside(DnkSlideLayout *self, GtkWidget *overlay, GtkWidget *child, int width, int height, int baseline)
{
  gboolean at_right = self->at_trailing != (gtk_widget_get_direction(overlay) == GTK_TEXT_DIR_RTL);
  int given = child == self->tray ? self->extent : width;
  GskTransform *transform = NULL;
  int least;

  gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  given = MAX(given, least);
  gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, given, &least, NULL, NULL, NULL);
  if (child == self->tray)
    transform = gsk_transform_translate(
      NULL, &GRAPHENE_POINT_INIT((float) (at_right ? width - given + self->hidden : -self->hidden), 0));
  gtk_widget_allocate(child, given, MAX(height, least), baseline, transform);
}

static void
dnk_slide_layout_allocate(GtkLayoutManager *manager, GtkWidget *overlay, int width, int height, int baseline)
{
  DnkSlideLayout *self = DNK_SLIDE_LAYOUT(manager);
  gboolean tells = self->width != width || (self->offset != 0 && self->collapse == 0);
  GtkWidget *child;

  self->width = width;
  self->awaits_size = FALSE;
  for (child = gtk_widget_get_first_child(overlay); child; child = gtk_widget_get_next_sibling(child))
    if (!gtk_widget_should_layout(child))
      continue;
    else if (child == self->front)
      place_front(self, overlay, width, height, baseline);
    else if (child != self->ground)
      place_beside(self, overlay, child, width, height, baseline);
  if (tells)
    g_signal_emit(self, laid_out_signal, 0);
}

static void
dnk_slide_layout_measure(GtkLayoutManager *manager, GtkWidget *overlay, GtkOrientation orientation, int for_size, int *minimum,
                         int *natural, int *minimum_baseline, int *natural_baseline)
{
  DnkSlideLayout *self = DNK_SLIDE_LAYOUT(manager);

  if (self->front && gtk_widget_should_layout(self->front))
    gtk_widget_measure(self->front, orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
  if (orientation == GTK_ORIENTATION_VERTICAL && self->collapse > 0) {
    *minimum = (int) (*minimum * (1 - self->collapse));
    *natural = (int) (*natural * (1 - self->collapse));
    *minimum_baseline = *natural_baseline = -1;
  }
}

static void
dnk_slide_layout_dispose(GObject *object)
{
  DnkSlideLayout *self = DNK_SLIDE_LAYOUT(object);

  g_clear_weak_pointer(&self->front);
  g_clear_weak_pointer(&self->ground);
  g_clear_weak_pointer(&self->tray);
  G_OBJECT_CLASS(dnk_slide_layout_parent_class)->dispose(object);
}

static void
dnk_slide_layout_class_init(DnkSlideLayoutClass *class)
{
  GtkLayoutManagerClass *layout_class = GTK_LAYOUT_MANAGER_CLASS(class);

  G_OBJECT_CLASS(class)->dispose = dnk_slide_layout_dispose;
  layout_class->measure = dnk_slide_layout_measure;
  layout_class->allocate = dnk_slide_layout_allocate;
  /* GtkOverlay asks for these when it draws. */
  layout_class->layout_child_type = GTK_TYPE_OVERLAY_LAYOUT_CHILD;
  laid_out_signal = g_signal_new("laid-out", DNK_TYPE_SLIDE_LAYOUT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
dnk_slide_layout_init(DnkSlideLayout *self)
{
}

DnkSlideLayout *
dnk_slide_layout_install(GtkOverlay *overlay, GtkWidget *front)
{
  DnkSlideLayout *self = g_object_new(DNK_TYPE_SLIDE_LAYOUT, NULL);

  g_set_weak_pointer(&self->front, front);
  gtk_overlay_add_overlay(overlay, front);
  gtk_widget_set_overflow(GTK_WIDGET(overlay), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_layout_manager(GTK_WIDGET(overlay), GTK_LAYOUT_MANAGER(self));
  return self;
}

void
dnk_slide_layout_set_ground(DnkSlideLayout *self, GtkWidget *ground)
{
  g_set_weak_pointer(&self->ground, ground);
  gtk_widget_insert_before(ground, gtk_layout_manager_get_widget(GTK_LAYOUT_MANAGER(self)), self->front);
}

/* While the size is unchanged, placing a child at once costs one redraw and no layout. */
static void
place_again(DnkSlideLayout *self, GtkWidget *child)
{
  GtkWidget *overlay = gtk_layout_manager_get_widget(GTK_LAYOUT_MANAGER(self));
  int width, height, baseline;

  if (!overlay || !child)
    return;
  width = gtk_widget_get_width(overlay);
  height = gtk_widget_get_height(overlay);
  baseline = gtk_widget_get_allocated_baseline(overlay);
  if (self->awaits_size || width == 0 || !gtk_widget_should_layout(child))
    gtk_widget_queue_allocate(overlay);
  else if (child == self->front)
    place_front(self, overlay, width, height, baseline);
  else
    place_beside(self, overlay, child, width, height, baseline);
}

void
dnk_slide_layout_set_offset(DnkSlideLayout *self, double offset)
{
  if (self->offset == offset)
    return;
  self->offset = offset;
  place_again(self, self->front);
}

void
dnk_slide_layout_set_tray(DnkSlideLayout *self, GtkWidget *tray, gboolean at_trailing, double extent, double hidden)
{
  int whole = (int) (extent + 0.999);

  if (self->tray == tray && self->at_trailing == at_trailing && self->extent == whole && self->hidden == hidden)
    return;
  g_set_weak_pointer(&self->tray, tray);
  self->at_trailing = at_trailing;
  self->extent = whole;
  self->hidden = hidden;
  place_again(self, tray);
}

void
dnk_slide_layout_set_narrows(DnkSlideLayout *self, gboolean narrows)
{
  GtkWidget *overlay = gtk_layout_manager_get_widget(GTK_LAYOUT_MANAGER(self));

  if (self->narrows == narrows)
    return;
  self->narrows = narrows;
  if (overlay && self->offset != 0)
    gtk_widget_queue_allocate(overlay);
}

void
dnk_slide_layout_set_collapse(DnkSlideLayout *self, double share)
{
  if (self->collapse == share)
    return;
  self->collapse = share;
  self->awaits_size = TRUE;
  gtk_layout_manager_layout_changed(GTK_LAYOUT_MANAGER(self));
}

double
dnk_slide_layout_get_offset(DnkSlideLayout *self)
{
  return self->offset;
}
