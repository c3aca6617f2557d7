#include <adwaita.h>

/* What Dunnock's first rows are compared with: the same three panes, header bars, icons, faces, labels and style sheet, with nothing behind
 * them. The rows come from a file that is named on the command line: in a line each, with tabs between them, "unread" or nothing, the
 * sender, the date, the subject and the preview. Nothing is read but that, nothing is watched, no row slides, and no key does anything.
 * Usage: three_panes ROWS GRESOURCE */

static const struct { const char *icon, *title; } folders[] = {
  { "dnk-unread-symbolic", "All Unread" },
  { "dnk-star-symbolic", "All Starred" },
  { "dnk-inbox-symbolic", "Inbox" },
  { "dnk-archive-symbolic", "Archive" },
};
static const char *const list_icons[] = { "dnk-sidebar-symbolic", "dnk-compose-symbolic", "open-menu-symbolic", "edit-find-symbolic", NULL };
static const char *const message_icons[] = {
  "dnk-reply-symbolic", "dnk-reply-all-symbolic", "dnk-archive-symbolic", "dnk-snooze-symbolic", "dnk-delete-symbolic", NULL,
};

static GtkWidget *
line(const char *class)
{
  GtkWidget *text = gtk_inscription_new(NULL);

  gtk_inscription_set_text_overflow(GTK_INSCRIPTION(text), GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  gtk_inscription_set_min_chars(GTK_INSCRIPTION(text), 3);
  gtk_inscription_set_nat_chars(GTK_INSCRIPTION(text), 20);
  gtk_widget_set_hexpand(text, TRUE);
  gtk_widget_add_css_class(text, class);
  return text;
}

static void
set_up(GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *dot = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *lines = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *top = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *date = gtk_label_new(NULL);

  gtk_widget_add_css_class(row, "message-row");
  gtk_widget_add_css_class(dot, "unread-dot");
  gtk_widget_set_valign(dot, GTK_ALIGN_START);
  gtk_widget_add_css_class(date, "date");
  gtk_widget_set_hexpand(lines, TRUE);
  gtk_box_append(GTK_BOX(row), dot);
  gtk_box_append(GTK_BOX(row), adw_avatar_new(32, NULL, TRUE));
  gtk_box_append(GTK_BOX(row), lines);
  gtk_box_append(GTK_BOX(top), line("sender"));
  gtk_box_append(GTK_BOX(top), date);
  gtk_box_append(GTK_BOX(lines), top);
  gtk_box_append(GTK_BOX(lines), line("subject"));
  gtk_box_append(GTK_BOX(lines), line("preview"));
  gtk_list_item_set_child(item, row);
}

static void
bind(GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *row = gtk_list_item_get_child(item);
  GtkWidget *lines = gtk_widget_get_last_child(row);
  GtkWidget *top = gtk_widget_get_first_child(lines);
  GtkWidget *subject = gtk_widget_get_next_sibling(top);
  char **texts = g_strsplit(gtk_string_object_get_string(gtk_list_item_get_item(item)), "\t", 5);

  if (*texts[0])
    gtk_widget_add_css_class(row, "unread");
  else
    gtk_widget_remove_css_class(row, "unread");
  adw_avatar_set_text(ADW_AVATAR(gtk_widget_get_prev_sibling(lines)), texts[1]);
  gtk_inscription_set_text(GTK_INSCRIPTION(gtk_widget_get_first_child(top)), texts[1]);
  gtk_label_set_label(GTK_LABEL(gtk_widget_get_last_child(top)), texts[2]);
  gtk_inscription_set_text(GTK_INSCRIPTION(subject), texts[3]);
  gtk_inscription_set_text(GTK_INSCRIPTION(gtk_widget_get_next_sibling(subject)), texts[4]);
  g_strfreev(texts);
}

/* The first two of the icons stand at the start of the bar. */
static GtkWidget *
pane(const char *title, const char *const *icons, GtkWidget *content, int width)
{
  GtkWidget *self = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *bar = adw_header_bar_new();

  gtk_widget_set_size_request(self, width, -1);
  adw_header_bar_set_title_widget(ADW_HEADER_BAR(bar), adw_window_title_new(title, ""));
  /* The window's own buttons stand above the message, as in Dunnock. */
  adw_header_bar_set_show_end_title_buttons(ADW_HEADER_BAR(bar), !*title);
  for (guint number = 0; icons && icons[number]; number++) {
    GtkWidget *button = gtk_button_new_from_icon_name(icons[number]);

    if (number < 2)
      adw_header_bar_pack_start(ADW_HEADER_BAR(bar), button);
    else
      adw_header_bar_pack_end(ADW_HEADER_BAR(bar), button);
  }
  gtk_widget_set_vexpand(content, TRUE);
  gtk_box_append(GTK_BOX(self), bar);
  gtk_box_append(GTK_BOX(self), content);
  return self;
}

static GtkWidget *
scrolled(GtkWidget *content)
{
  GtkWidget *self = gtk_scrolled_window_new();

  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(self), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(self), content);
  return self;
}

static GtkWidget *
folder_pane(void)
{
  GtkWidget *list = gtk_list_box_new();
  GtkWidget *self = pane("Folders", NULL, scrolled(list), 210);

  gtk_widget_add_css_class(list, "navigation-sidebar");
  for (guint number = 0; number < G_N_ELEMENTS(folders); number++) {
    GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);

    gtk_box_append(GTK_BOX(row), gtk_image_new_from_icon_name(folders[number].icon));
    gtk_box_append(GTK_BOX(row), gtk_label_new(folders[number].title));
    gtk_list_box_append(GTK_LIST_BOX(list), row);
  }
  gtk_list_box_select_row(GTK_LIST_BOX(list), gtk_list_box_get_row_at_index(GTK_LIST_BOX(list), 0));
  return self;
}

static GtkWidget *
list_pane(char **rows)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
  GtkSelectionModel *selection = GTK_SELECTION_MODEL(gtk_single_selection_new(
    G_LIST_MODEL(gtk_string_list_new((const char *const *) rows))));

  g_signal_connect(factory, "setup", G_CALLBACK(set_up), NULL);
  g_signal_connect(factory, "bind", G_CALLBACK(bind), NULL);
  return pane("Sample", list_icons, scrolled(gtk_list_view_new(selection, factory)), 360);
}

static GtkWidget *
message_pane(const char *row)
{
  GtkWidget *column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);
  GtkWidget *text = gtk_text_view_new();
  GtkWidget *self = pane("", message_icons, scrolled(column), 360);
  GtkWidget *face = adw_avatar_new(40, NULL, TRUE);
  char **texts = g_strsplit(row, "\t", 5);
  static const struct { int text; const char *class; } labels[] = { { 3, "title-2" }, { 1, "heading" }, { 2, "dim-label" } };

  gtk_widget_add_css_class(gtk_widget_get_last_child(self), "reading-pane");
  gtk_widget_add_css_class(column, "message");
  for (guint number = 0; number < G_N_ELEMENTS(labels); number++) {
    GtkWidget *label = gtk_label_new(texts[labels[number].text]);

    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_widget_add_css_class(label, labels[number].class);
    gtk_box_append(GTK_BOX(column), label);
  }
  adw_avatar_set_text(ADW_AVATAR(face), texts[1]);
  gtk_widget_set_halign(face, GTK_ALIGN_START);
  gtk_box_append(GTK_BOX(column), face);
  gtk_box_append(GTK_BOX(column), gtk_separator_new(GTK_ORIENTATION_HORIZONTAL));
  gtk_text_view_set_editable(GTK_TEXT_VIEW(text), FALSE);
  gtk_text_view_set_wrap_mode(GTK_TEXT_VIEW(text), GTK_WRAP_WORD_CHAR);
  gtk_text_buffer_set_text(gtk_text_view_get_buffer(GTK_TEXT_VIEW(text)), texts[4], -1);
  gtk_widget_add_css_class(text, "message-text");
  gtk_widget_set_vexpand(text, TRUE);
  gtk_box_append(GTK_BOX(column), text);
  gtk_widget_set_hexpand(self, TRUE);
  g_strfreev(texts);
  return self;
}

static void
activate(GtkApplication *application, char **rows)
{
  GtkWidget *window = adw_application_window_new(application);
  GtkWidget *flap = adw_flap_new();
  GtkWidget *leaflet = adw_leaflet_new();

  adw_leaflet_append(ADW_LEAFLET(leaflet), list_pane(rows));
  adw_leaflet_append(ADW_LEAFLET(leaflet), gtk_separator_new(GTK_ORIENTATION_VERTICAL));
  adw_leaflet_append(ADW_LEAFLET(leaflet), message_pane(rows[0]));
  adw_flap_set_flap(ADW_FLAP(flap), folder_pane());
  adw_flap_set_separator(ADW_FLAP(flap), gtk_separator_new(GTK_ORIENTATION_VERTICAL));
  adw_flap_set_content(ADW_FLAP(flap), leaflet);
  gtk_window_set_default_size(GTK_WINDOW(window), 960, 680);
  adw_application_window_set_content(ADW_APPLICATION_WINDOW(window), flap);
  gtk_window_present(GTK_WINDOW(window));
}

int
main(int argc, char **argv)
{
  AdwApplication *application;
  GResource *resources;
  char *text;
  char **rows;

  if (argc != 3 || !g_file_get_contents(argv[1], &text, NULL, NULL) || !(resources = g_resource_load(argv[2], NULL))) {
    g_printerr("usage: three_panes ROWS GRESOURCE\n");
    return 2;
  }
  g_resources_register(resources);
  rows = g_strsplit(g_strchomp(text), "\n", -1);
  /* Under Dunnock's own name, by which libadwaita finds the style sheet among the resources. */
  application = adw_application_new("io.github.dunnock.Dunnock", G_APPLICATION_DEFAULT_FLAGS);
  g_signal_connect(application, "activate", G_CALLBACK(activate), rows);
  return g_application_run(G_APPLICATION(application), 1, argv);
}
