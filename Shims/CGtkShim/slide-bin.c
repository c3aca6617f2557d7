#include "dnk_gtk_shim.h"

struct _DnkSlideBin {
  GtkWidget parent_instance;
  GtkWidget *child;
  double offset;
  double collapse;
  int width;
  gboolean awaits_size;
};

static guint resized_signal;

G_DEFINE_FINAL_TYPE(DnkSlideBin, dnk_slide_bin, GTK_TYPE_WIDGET)

static void
place_child(DnkSlideBin *self, int width, int height, int baseline)
{
  GskTransform *transform = NULL;
  int minimum;

  if (self->collapse > 0) {
    gtk_widget_measure(self->child, GTK_ORIENTATION_VERTICAL, width, &minimum, NULL, NULL, NULL);
    height = MAX(height, minimum);
  }
  if (self->offset != 0)
    transform = gsk_transform_translate(NULL, &GRAPHENE_POINT_INIT((float) self->offset, 0));
  gtk_widget_allocate(self->child, width, height, baseline, transform);
}

static void
dnk_slide_bin_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
  DnkSlideBin *self = DNK_SLIDE_BIN(widget);
  gboolean resized = self->width != width && self->width != 0 && self->offset != 0;

  self->width = width;
  self->awaits_size = FALSE;
  if (self->child && gtk_widget_should_layout(self->child))
    place_child(self, width, height, baseline);
  if (resized)
    g_signal_emit(self, resized_signal, 0);
}

static void
dnk_slide_bin_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                      int *minimum_baseline, int *natural_baseline)
{
  DnkSlideBin *self = DNK_SLIDE_BIN(widget);

  if (self->child && gtk_widget_should_layout(self->child))
    gtk_widget_measure(self->child, orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
  if (orientation == GTK_ORIENTATION_VERTICAL && self->collapse > 0) {
    *minimum = (int) (*minimum * (1 - self->collapse));
    *natural = (int) (*natural * (1 - self->collapse));
    *minimum_baseline = *natural_baseline = -1;
  }
}

static GtkSizeRequestMode
dnk_slide_bin_get_request_mode(GtkWidget *widget)
{
  DnkSlideBin *self = DNK_SLIDE_BIN(widget);

  return self->child ? gtk_widget_get_request_mode(self->child) : GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static gboolean
dnk_slide_bin_contains(GtkWidget *widget, double x, double y)
{
  DnkSlideBin *self = DNK_SLIDE_BIN(widget);
  double left = self->offset, right = self->offset + gtk_widget_get_width(widget);

  return x >= left && x < right && y >= 0 && y < gtk_widget_get_height(widget);
}

static void
dnk_slide_bin_dispose(GObject *object)
{
  DnkSlideBin *self = DNK_SLIDE_BIN(object);

  g_clear_pointer(&self->child, gtk_widget_unparent);
  G_OBJECT_CLASS(dnk_slide_bin_parent_class)->dispose(object);
}

static void
dnk_slide_bin_class_init(DnkSlideBinClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);

  G_OBJECT_CLASS(class)->dispose = dnk_slide_bin_dispose;
  widget_class->size_allocate = dnk_slide_bin_size_allocate;
  widget_class->measure = dnk_slide_bin_measure;
  widget_class->get_request_mode = dnk_slide_bin_get_request_mode;
  widget_class->contains = dnk_slide_bin_contains;
  /* The width changed while the child was away from its place. */
  resized_signal = g_signal_new("resized", DNK_TYPE_SLIDE_BIN, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name(widget_class, "slidebin");
  gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GENERIC);
}

static void
dnk_slide_bin_init(DnkSlideBin *self)
{
  gtk_widget_set_overflow(GTK_WIDGET(self), GTK_OVERFLOW_HIDDEN);
}

GtkWidget *
dnk_slide_bin_new(GtkWidget *child)
{
  DnkSlideBin *self = g_object_new(DNK_TYPE_SLIDE_BIN, NULL);

  self->child = child;
  gtk_widget_set_parent(child, GTK_WIDGET(self));
  return GTK_WIDGET(self);
}

void
dnk_slide_bin_set_offset(DnkSlideBin *self, double offset)
{
  GtkWidget *widget = GTK_WIDGET(self);

  if (self->offset == offset)
    return;
  self->offset = offset;

  /* While the size is unchanged, placing the child at once costs one redraw and no layout. */
  if (self->child && !self->awaits_size && gtk_widget_get_width(widget) > 0 && gtk_widget_should_layout(self->child))
    place_child(self, gtk_widget_get_width(widget), gtk_widget_get_height(widget), gtk_widget_get_allocated_baseline(widget));
  else
    gtk_widget_queue_allocate(widget);
}

void
dnk_slide_bin_set_collapse(DnkSlideBin *self, double share)
{
  if (self->collapse == share)
    return;
  self->collapse = share;
  self->awaits_size = TRUE;
  gtk_widget_queue_resize(GTK_WIDGET(self));
}

double
dnk_slide_bin_get_offset(DnkSlideBin *self)
{
  return self->offset;
}
