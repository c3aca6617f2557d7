#include "dnk_gtk_shim.h"

struct _DnkItem {
  GObject parent_instance;
  gpointer payload;
  GDestroyNotify release;
};

G_DEFINE_FINAL_TYPE(DnkItem, dnk_item, G_TYPE_OBJECT)

static void
dnk_item_finalize(GObject *object)
{
  DnkItem *self = DNK_ITEM(object);

  if (self->release)
    self->release(self->payload);
  G_OBJECT_CLASS(dnk_item_parent_class)->finalize(object);
}

static void
dnk_item_class_init(DnkItemClass *class)
{
  G_OBJECT_CLASS(class)->finalize = dnk_item_finalize;
}

static void
dnk_item_init(DnkItem *self)
{
}

DnkItem *
dnk_item_new(gpointer payload, GDestroyNotify release)
{
  DnkItem *self = g_object_new(DNK_TYPE_ITEM, NULL);

  self->payload = payload;
  self->release = release;
  return self;
}

gpointer
dnk_item_get_payload(DnkItem *self)
{
  return self->payload;
}
