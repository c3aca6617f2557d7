#include <gtk/gtk.h>

/* What Dunnock's reading is compared with: a text view that is given the same text with the same tags, all at once, with nothing behind
 * it. Each pair of files that is named on the command line is a text and its tags: in a line each, with tabs between them, the first
 * character, the one behind the last, and the properties of the tag, such as "weight=700". The key Down goes on to the next pair, Up back.
 * Usage: plain_text_view TEXT TAGS [TEXT TAGS]... */

typedef struct {
  int first, last;
  GtkTextTag *tag;
} Run;

typedef struct {
  char *text;
  GArray *runs;
} Content;

static GtkTextBuffer *buffer;
static GPtrArray *contents;
static guint shown;

static void
set(GtkTextTag *tag, const char *name, const char *text)
{
  GParamSpec *property = g_object_class_find_property(G_OBJECT_GET_CLASS(tag), name);
  GValue value = G_VALUE_INIT;
  GdkRGBA colour;

  if (!property)
    g_error("no property %s", name);
  g_value_init(&value, property->value_type);
  if (property->value_type == GDK_TYPE_RGBA && gdk_rgba_parse(&colour, text))
    g_value_set_boxed(&value, &colour);
  else if (G_VALUE_HOLDS_ENUM(&value))
    g_value_set_enum(&value, atoi(text));
  else if (G_VALUE_HOLDS_BOOLEAN(&value))
    g_value_set_boolean(&value, atoi(text));
  else if (G_VALUE_HOLDS_INT(&value))
    g_value_set_int(&value, atoi(text));
  else if (G_VALUE_HOLDS_DOUBLE(&value))
    g_value_set_double(&value, g_ascii_strtod(text, NULL));
  else if (G_VALUE_HOLDS_FLOAT(&value))
    g_value_set_float(&value, g_ascii_strtod(text, NULL));
  else if (G_VALUE_HOLDS_STRING(&value))
    g_value_set_string(&value, text);
  g_object_set_property(G_OBJECT(tag), name, &value);
  g_value_unset(&value);
}

static GtkTextTag *
tag_for(char **fields)
{
  static GHashTable *tags;
  char *key = g_strjoinv("\t", fields);
  GtkTextTag *tag;

  if (!tags)
    tags = g_hash_table_new(g_str_hash, g_str_equal);
  if ((tag = g_hash_table_lookup(tags, key)))
    return tag;
  tag = gtk_text_tag_new(NULL);
  for (char **field = fields; *field; field++) {
    char **parts = g_strsplit(*field, "=", 2);

    if (parts[1])
      set(tag, parts[0], parts[1]);
    g_strfreev(parts);
  }
  gtk_text_tag_table_add(gtk_text_buffer_get_tag_table(buffer), tag);
  g_hash_table_insert(tags, key, tag);
  return tag;
}

static gboolean
read_content(const char *text_path, const char *tags_path)
{
  Content *content = g_new0(Content, 1);
  char *list, **lines;

  if (!g_file_get_contents(text_path, &content->text, NULL, NULL) || !g_file_get_contents(tags_path, &list, NULL, NULL))
    return FALSE;
  content->runs = g_array_new(FALSE, FALSE, sizeof(Run));
  lines = g_strsplit(list, "\n", -1);
  for (char **line = lines; *line; line++) {
    char **fields = g_strsplit(*line, "\t", -1);

    if (g_strv_length(fields) > 2) {
      Run run = { atoi(fields[0]), atoi(fields[1]), tag_for(fields + 2) };

      g_array_append_val(content->runs, run);
    }
    g_strfreev(fields);
  }
  g_strfreev(lines);
  g_free(list);
  g_ptr_array_add(contents, content);
  return TRUE;
}

static void
show(void)
{
  Content *content = g_ptr_array_index(contents, shown);

  gtk_text_buffer_set_text(buffer, content->text, -1);
  for (guint number = 0; number < content->runs->len; number++) {
    Run *run = &g_array_index(content->runs, Run, number);
    GtkTextIter first, last;

    gtk_text_buffer_get_iter_at_offset(buffer, &first, run->first);
    gtk_text_buffer_get_iter_at_offset(buffer, &last, run->last);
    gtk_text_buffer_apply_tag(buffer, run->tag, &first, &last);
  }
}

static gboolean
pressed(GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state, gpointer data)
{
  if (key == GDK_KEY_Down && shown + 1 < contents->len)
    shown++;
  else if (key == GDK_KEY_Up && shown > 0)
    shown--;
  else
    return FALSE;
  show();
  return TRUE;
}

int
main(int argc, char **argv)
{
  GtkWidget *window, *view, *scroller;
  GtkEventController *keys;

  gtk_init();
  buffer = gtk_text_buffer_new(NULL);
  contents = g_ptr_array_new();
  for (int number = 1; number + 1 < argc; number += 2)
    if (!read_content(argv[number], argv[number + 1]))
      return 1;
  if (contents->len == 0) {
    g_printerr("usage: plain_text_view TEXT TAGS [TEXT TAGS]...\n");
    return 2;
  }
  window = gtk_window_new();
  view = gtk_text_view_new_with_buffer(buffer);
  gtk_text_view_set_editable(GTK_TEXT_VIEW(view), FALSE);
  gtk_text_view_set_cursor_visible(GTK_TEXT_VIEW(view), FALSE);
  gtk_text_view_set_wrap_mode(GTK_TEXT_VIEW(view), GTK_WRAP_WORD_CHAR);
  scroller = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), view);
  keys = gtk_event_controller_key_new();
  gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
  g_signal_connect(keys, "key-pressed", G_CALLBACK(pressed), NULL);
  gtk_widget_add_controller(window, keys);
  /* As wide as Dunnock's message beside its list, in a window of the same height. */
  gtk_window_set_default_size(GTK_WINDOW(window), 380, 680);
  gtk_window_set_child(GTK_WINDOW(window), scroller);
  show();
  gtk_window_present(GTK_WINDOW(window));
  while (g_list_model_get_n_items(gtk_window_get_toplevels()) > 0)
    g_main_context_iteration(NULL, TRUE);
  return 0;
}
