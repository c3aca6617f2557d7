#include "row_bench.h"
#include <string.h>

GtkWidget *plain_list(GtkWidget *scroller, guint rows);
GtkWidget *overlay_list(GtkWidget *scroller, guint rows);
GtkWidget *tracker_list(GtkWidget *scroller, guint rows);

/* RowBenchInC plain|overlay|tracker */
int
main(int argc, char **argv)
{
  if (argc == 2 && strcmp(argv[1], "plain") == 0)
    return row_bench_run(plain_list);
  if (argc == 2 && strcmp(argv[1], "overlay") == 0)
    return row_bench_run(overlay_list);
  if (argc == 2 && strcmp(argv[1], "tracker") == 0)
    return row_bench_run(tracker_list);
  g_printerr("usage: RowBenchInC plain|overlay|tracker\n");
  return 2;
}
