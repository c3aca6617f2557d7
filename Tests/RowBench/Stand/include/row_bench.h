#ifndef ROW_BENCH_H
#define ROW_BENCH_H

#include "../../../../Shims/CDunnockGtk/shim.h"

/* What the measured programs on GTK have in common: everything but the row. */

/* Fills `scroller` with a list of so many rows, and returns the widget to show: the scroller, or what it was put into. */
typedef GtkWidget *(*RowBenchList)(GtkWidget *scroller, guint rows);

/* Shows a window with a bar to click on (see stand.c) and runs until it is closed. Returns an exit status. */
int row_bench_run(RowBenchList list);

/* A model of so many items, each made when it is asked for, so that opening a list costs its rows and nothing else. */
GListModel *row_bench_model_new(guint rows);

/* The number of an item of such a model. */
guint row_bench_item_number(gpointer item);

/* Fills `scroller` with a list view of that model whose rows these handlers of its factory's signals make and fill; returns it. */
GtkWidget *row_bench_fill(GtkWidget *scroller, guint rows, GCallback set_up, GCallback bind);

/* A row's content: four texts. */
GtkWidget *row_bench_front_new(void);
void row_bench_front_show(GtkWidget *front, guint number);

/* The fronts alive. */
extern guint row_bench_fronts;

#endif
