#include "row_bench.h"

#define ROW_BENCH_TYPE_ITEM (row_bench_item_get_type())
G_DECLARE_FINAL_TYPE(RowBenchItem, row_bench_item, ROW_BENCH, ITEM, GObject)

struct _RowBenchItem {
  GObject parent_instance;
  guint number;
};

G_DEFINE_FINAL_TYPE(RowBenchItem, row_bench_item, G_TYPE_OBJECT)

static void
row_bench_item_class_init(RowBenchItemClass *class)
{
}

static void
row_bench_item_init(RowBenchItem *self)
{
}

guint
row_bench_item_number(gpointer item)
{
  return ROW_BENCH_ITEM(item)->number;
}

#define ROW_BENCH_TYPE_MODEL (row_bench_model_get_type())
G_DECLARE_FINAL_TYPE(RowBenchModel, row_bench_model, ROW_BENCH, MODEL, GObject)

struct _RowBenchModel {
  GObject parent_instance;
  guint rows;
};

static GType
row_bench_model_get_item_type(GListModel *model)
{
  return ROW_BENCH_TYPE_ITEM;
}

static guint
row_bench_model_get_n_items(GListModel *model)
{
  return ROW_BENCH_MODEL(model)->rows;
}

static gpointer
row_bench_model_get_item(GListModel *model, guint position)
{
  RowBenchItem *item;

  if (position >= ROW_BENCH_MODEL(model)->rows)
    return NULL;
  item = g_object_new(ROW_BENCH_TYPE_ITEM, NULL);
  item->number = position;
  return item;
}

static void
row_bench_model_list_init(GListModelInterface *interface)
{
  interface->get_item_type = row_bench_model_get_item_type;
  interface->get_n_items = row_bench_model_get_n_items;
  interface->get_item = row_bench_model_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE(RowBenchModel, row_bench_model, G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, row_bench_model_list_init))

static void
row_bench_model_class_init(RowBenchModelClass *class)
{
}

static void
row_bench_model_init(RowBenchModel *self)
{
}

GListModel *
row_bench_model_new(guint rows)
{
  RowBenchModel *self = g_object_new(row_bench_model_get_type(), NULL);

  self->rows = rows;
  return G_LIST_MODEL(self);
}
