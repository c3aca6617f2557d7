#include "row_bench.h"
#include <stdio.h>
#include <time.h>

/* The window is 400 x 640 px at the corner of the screen. Its top 40 px are the bar, in cells of 80 px: a click on a cell
 *
 *   0  closes the list                                      says "closed ROWS", the rows alive until then
 *   1  opens a list of one row                              says "opened ROWS"
 *   2  opens a list of 100,000 rows                         likewise
 *   3  scrolls on by 24 px a frame, 90 frames               says "scrolled FRAMES"
 *
 * A button of a row says "ran TITLE". With ROW_BENCH_MIRRORED in the environment the window is right-to-left.
 *
 * The first frame says "ready RENDERER", every tenth "frame NUMBER MICROSECONDS", the frames so far
 * and the processor time spent inside of them. */

#define WIDTH 400
#define HEIGHT 640
#define BAR 40
#define CELL 80
#define SCROLL_PIXELS 24
#define SCROLL_FRAMES 90

static const char *const css =
  ".bar { background: #d0d0d0; }"
  "listview > row, gridview > child { padding: 0; }"
  ".front { min-height: 64px; padding: 0 12px; color: @theme_text_color; background: @theme_base_color; }"
  ".sender { font-weight: bold; }"
  ".preview { color: alpha(currentColor, 0.6); }"
  /* What SwipeRow's own stylesheet says of its buttons, for buttons that are not SwipeRow's. */
  ".tray { background: #e4e4e4; }"
  ".tray button { min-height: 44px; margin: 0; padding: 4px; border: none; border-radius: 0; box-shadow: none; background-image: none;"
  "  font-size: 0.85em; font-weight: 600; color: white; }"
  ".tray .accent { background-color: #2968b2; }"
  ".tray .destructive { background-color: #e01b24; }";

typedef struct {
  RowBenchList make_list;
  GtkWidget *window, *box, *scroller, *list;
  int frames_to_open, frames_scrolled;
  gint64 frames, frame_start, in_frames;
} Stand;

static gint64
processor_time(void)
{
  struct timespec time;

  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void
frame_begins(GdkFrameClock *clock, Stand *stand)
{
  stand->frame_start = processor_time();
}

static void
frame_ends(GdkFrameClock *clock, Stand *stand)
{
  stand->in_frames += processor_time() - stand->frame_start;
  if (++stand->frames == 1)
    printf("ready %s\n", G_OBJECT_TYPE_NAME(gtk_native_get_renderer(GTK_NATIVE(stand->window))));
  if (stand->frames % 10 == 0)
    printf("frame %lld %lld\n", (long long) stand->frames, (long long) stand->in_frames / 1000);
  if (stand->frames_to_open > 0 && --stand->frames_to_open == 0)
    printf("opened %u\n", row_bench_fronts);
  else if (stand->frames_to_open > 0)
    gtk_widget_queue_draw(stand->list);
}

static void
close_list(Stand *stand)
{
  if (!stand->list)
    return;
  printf("closed %u\n", row_bench_fronts);
  gtk_box_remove(GTK_BOX(stand->box), stand->list);
  stand->list = NULL;
}

static void
open_list(Stand *stand, guint rows)
{
  if (stand->list)
    return;
  stand->scroller = gtk_scrolled_window_new();
  gtk_widget_set_vexpand(stand->scroller, TRUE);
  /* Without a scrollbar, whose fading in and out would be measured too. */
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(stand->scroller), GTK_POLICY_NEVER, GTK_POLICY_EXTERNAL);
  stand->list = stand->make_list(stand->scroller, rows);
  gtk_box_append(GTK_BOX(stand->box), stand->list);
  /* The first frame lays the rows out and draws them; what they put off to the next belongs to the opening too. */
  stand->frames_to_open = 2;
}

static gboolean
scroll_on(GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  Stand *stand = data;
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(stand->scroller));

  if (stand->frames_scrolled == SCROLL_FRAMES) {
    printf("scrolled %d\n", stand->frames_scrolled);
    return G_SOURCE_REMOVE;
  }
  stand->frames_scrolled++;
  gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + SCROLL_PIXELS);
  return G_SOURCE_CONTINUE;
}

static void
clicked(GtkGestureClick *click, int presses, double x, double y, gpointer data)
{
  Stand *stand = data;

  switch ((int) x / CELL) {
  case 0:
    close_list(stand);
    break;
  case 1:
    open_list(stand, 1);
    break;
  case 2:
    open_list(stand, 100000);
    break;
  case 3:
    if (!stand->list)
      break;
    stand->frames_scrolled = 0;
    gtk_widget_add_tick_callback(stand->scroller, scroll_on, stand, NULL);
  }
}

int
row_bench_run(RowBenchList list)
{
  Stand stand = { .make_list = list };
  GtkCssProvider *provider;
  GtkGesture *click;
  GtkWidget *bar;
  GdkFrameClock *clock;

  setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
  if (!gtk_init_check()) {
    fprintf(stderr, "There is no display.\n");
    return 1;
  }
  if (g_getenv("ROW_BENCH_MIRRORED"))
    gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL);
  provider = gtk_css_provider_new();
  gtk_css_provider_load_from_data(provider, css, -1);
  gtk_style_context_add_provider_for_display(gdk_display_get_default(), GTK_STYLE_PROVIDER(provider),
                                             GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  g_object_unref(provider);

  bar = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_set_size_request(bar, WIDTH, BAR);
  gtk_widget_add_css_class(bar, "bar");
  click = gtk_gesture_click_new();
  g_signal_connect(click, "released", G_CALLBACK(clicked), &stand);
  gtk_widget_add_controller(bar, GTK_EVENT_CONTROLLER(click));
  stand.box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append(GTK_BOX(stand.box), bar);

  stand.window = gtk_window_new();
  gtk_window_set_decorated(GTK_WINDOW(stand.window), FALSE);
  gtk_window_set_default_size(GTK_WINDOW(stand.window), WIDTH, HEIGHT);
  gtk_window_set_child(GTK_WINDOW(stand.window), stand.box);
  gtk_window_present(GTK_WINDOW(stand.window));

  clock = gtk_widget_get_frame_clock(stand.window);
  g_signal_connect(clock, "before-paint", G_CALLBACK(frame_begins), &stand);
  g_signal_connect(clock, "after-paint", G_CALLBACK(frame_ends), &stand);
  while (g_list_model_get_n_items(gtk_window_get_toplevels()) > 0)
    g_main_context_iteration(NULL, TRUE);
  return 0;
}
