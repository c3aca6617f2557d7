#pragma once

#include "../../CDunnockGtk/shim.h"

/* The file descriptor that becomes readable when libdispatch's main queue has work, and the call that runs that work: what CoreFoundation's
 * run loop on Linux uses; stable since 2016, declared in no public header. */
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);

/* The layout of an overlay that holds a front and what lies beneath or above it: all but the tray fill the overlay, whose size is the
 * front's, and the front is drawn moved sideways by an offset in px (positive is towards the trailing edge). GTK's own layout of an
 * overlay would measure and place as well what asks for no room, and needs one more widget around the front to move it in. Its signal
 * "laid-out" tells, in the midst of a layout, that the width is another than in the layout before, that this is the first, or that the
 * front is away from its place, when what is beside it may need other room now. */
#define DNK_TYPE_SLIDE_LAYOUT (dnk_slide_layout_get_type())
G_DECLARE_FINAL_TYPE(DnkSlideLayout, dnk_slide_layout, DNK, SLIDE_LAYOUT, GtkLayoutManager)

/* Puts the front into the overlay, which owns the layout that is returned. */
DnkSlideLayout *dnk_slide_layout_install(GtkOverlay *overlay, GtkWidget *front);
void dnk_slide_layout_set_offset(DnkSlideLayout *layout, double offset);
/* Whether the front becomes narrower before it leaves the row. */
void dnk_slide_layout_set_narrows(DnkSlideLayout *layout, gboolean narrows);
double dnk_slide_layout_get_offset(DnkSlideLayout *layout);

/* Puts a widget right behind the front, to move with it and to fill what it leaves of the overlay. */
void dnk_slide_layout_set_ground(DnkSlideLayout *layout, GtkWidget *ground);

/* Where the tray beneath the front lies: `extent` px wide, or as wide as it must be, at the leading or the trailing edge, `hidden` px of it
 * beyond that edge. */
void dnk_slide_layout_set_tray(DnkSlideLayout *layout, GtkWidget *tray, gboolean at_trailing, double extent, double hidden);

/* Asks for this share (0 to 1) less height than the front does; the front keeps its own. */
void dnk_slide_layout_set_collapse(DnkSlideLayout *layout, double share);

/* The layout of a widget around one scroller, which lets it ask for the width that it would with the horizontal policy NEVER: that of what
 * it holds. */
GtkLayoutManager *dnk_never_layout_new(void);

/* Has Tab come into the list by the row that had the focus, where GTK can do otherwise. */
void dnk_list_view_tab_by_item(GtkWidget *view);

/* Speaks `message` where GTK can (4.14 and newer); FALSE where it cannot. */
gboolean dnk_accessible_announce(GtkWidget *widget, const char *message);

/* The device pixels of a px where the widget is, a fraction where GTK knows it (4.12 and newer), else the whole number above. */
double dnk_widget_get_scale(GtkWidget *widget);
