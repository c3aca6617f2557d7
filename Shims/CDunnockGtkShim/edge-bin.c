#include "dnk_gtk_shim.h"

struct _DnkEdgeBin {
  GtkWidget parent_instance;
  GtkWidget *child;
  gboolean at_trailing;
  int extent;
  double hidden;
};

G_DEFINE_FINAL_TYPE(DnkEdgeBin, dnk_edge_bin, GTK_TYPE_WIDGET)

static void
dnk_edge_bin_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
  DnkEdgeBin *self = DNK_EDGE_BIN(widget);
  gboolean at_right = self->at_trailing != (gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL);
  int minimum, given;

  if (!self->child || !gtk_widget_should_layout(self->child))
    return;
  gtk_widget_measure(self->child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  given = MAX(minimum, self->extent);
  gtk_widget_measure(self->child, GTK_ORIENTATION_VERTICAL, given, &minimum, NULL, NULL, NULL);
  gtk_widget_allocate(self->child, given, MAX(height, minimum), baseline,
                      gsk_transform_translate(
                        NULL, &GRAPHENE_POINT_INIT((float) (at_right ? width - given + self->hidden : -self->hidden), 0)));
}

static void
dnk_edge_bin_dispose(GObject *object)
{
  DnkEdgeBin *self = DNK_EDGE_BIN(object);

  g_clear_pointer(&self->child, gtk_widget_unparent);
  G_OBJECT_CLASS(dnk_edge_bin_parent_class)->dispose(object);
}

static void
dnk_edge_bin_class_init(DnkEdgeBinClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);

  G_OBJECT_CLASS(class)->dispose = dnk_edge_bin_dispose;
  widget_class->size_allocate = dnk_edge_bin_size_allocate;
  gtk_widget_class_set_css_name(widget_class, "edgebin");
  gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
dnk_edge_bin_init(DnkEdgeBin *self)
{
}

GtkWidget *
dnk_edge_bin_new(void)
{
  return g_object_new(DNK_TYPE_EDGE_BIN, NULL);
}

void
dnk_edge_bin_set_child(DnkEdgeBin *self, GtkWidget *child)
{
  g_clear_pointer(&self->child, gtk_widget_unparent);
  self->child = child;
  if (child)
    gtk_widget_set_parent(child, GTK_WIDGET(self));
}

void
dnk_edge_bin_set_edge(DnkEdgeBin *self, gboolean at_trailing, double extent, double hidden)
{
  int whole = (int) (extent + 0.999);

  if (self->at_trailing == at_trailing && self->extent == whole && self->hidden == hidden)
    return;
  self->at_trailing = at_trailing;
  self->extent = whole;
  self->hidden = hidden;
  gtk_widget_queue_allocate(GTK_WIDGET(self));
}
