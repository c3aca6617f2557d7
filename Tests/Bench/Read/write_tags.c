#define _GNU_SOURCE
#include <dlfcn.h>
#include <gtk/gtk.h>

/* Preloaded into Dunnock, writes what its text view holds, for plain_text_view: whenever no tag has been applied for a while, the text to
 * a file N.text in the folder $WRITTEN_TAGS, and its tags to N.tags, the lowest first: in a line each, with tabs between them, the first
 * character, the one behind the last, and the properties that are set, such as "weight=700". N counts from 0. */

static GtkTextBuffer *buffer;
static guint number, waiting;

static char *
written(const GValue *value)
{
  if (G_VALUE_HOLDS(value, GDK_TYPE_RGBA))
    return g_value_get_boxed(value) ? gdk_rgba_to_string(g_value_get_boxed(value)) : NULL;
  if (G_VALUE_HOLDS_ENUM(value))
    return g_strdup_printf("%d", g_value_get_enum(value));
  if (G_VALUE_HOLDS_BOOLEAN(value))
    return g_strdup_printf("%d", g_value_get_boolean(value));
  if (G_VALUE_HOLDS_INT(value))
    return g_strdup_printf("%d", g_value_get_int(value));
  if (G_VALUE_HOLDS_DOUBLE(value) || G_VALUE_HOLDS_FLOAT(value)) {
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    double number = G_VALUE_HOLDS_FLOAT(value) ? g_value_get_float(value) : g_value_get_double(value);

    return g_strdup(g_ascii_dtostr(text, sizeof text, number));
  }
  return G_VALUE_HOLDS_STRING(value) ? g_value_dup_string(value) : NULL;
}

static char *
properties(GtkTextTag *tag)
{
  GString *line = g_string_new(NULL);
  guint count;
  GParamSpec **all = g_object_class_list_properties(G_OBJECT_GET_CLASS(tag), &count);

  for (guint i = 0; i < count; i++) {
    char *mark = g_strconcat(all[i]->name, "-set", NULL);
    /* Most colours have their mark under the name of the property that is a text. */
    char *end = strstr(mark, "-rgba-set");
    gboolean is_set = FALSE;

    if (end && !g_object_class_find_property(G_OBJECT_GET_CLASS(tag), mark))
      strcpy(end, "-set");
    if ((all[i]->flags & G_PARAM_READABLE) && (all[i]->flags & G_PARAM_WRITABLE)
        && g_object_class_find_property(G_OBJECT_GET_CLASS(tag), mark))
      g_object_get(tag, mark, &is_set, NULL);
    if (is_set) {
      GValue value = G_VALUE_INIT;
      char *text;

      g_object_get_property(G_OBJECT(tag), all[i]->name, &value);
      if ((text = written(&value)))
        g_string_append_printf(line, "\t%s=%s", all[i]->name, text);
      g_free(text);
      g_value_unset(&value);
    }
    g_free(mark);
  }
  g_free(all);
  return g_string_free(line, FALSE);
}

static int
lower_first(gconstpointer one, gconstpointer other)
{
  return gtk_text_tag_get_priority(*(GtkTextTag **) one) - gtk_text_tag_get_priority(*(GtkTextTag **) other);
}

static void
collect(GtkTextTag *tag, gpointer tags)
{
  g_ptr_array_add(tags, tag);
}

static void
write_tag(GtkTextTag *tag, GString *lines)
{
  GtkTextIter first, last;
  char *fields = properties(tag);

  gtk_text_buffer_get_start_iter(buffer, &first);
  while (gtk_text_iter_has_tag(&first, tag) || gtk_text_iter_forward_to_tag_toggle(&first, tag)) {
    last = first;
    gtk_text_iter_forward_to_tag_toggle(&last, tag);
    g_string_append_printf(lines, "%d\t%d%s\n", gtk_text_iter_get_offset(&first), gtk_text_iter_get_offset(&last), fields);
    if (gtk_text_iter_is_end(&last))
      break;
    first = last;
  }
  g_free(fields);
}

static void
write_file(const char *kind, const char *content)
{
  char *path = g_strdup_printf("%s/%u.%s", g_getenv("WRITTEN_TAGS"), number, kind);

  g_file_set_contents(path, content, -1, NULL);
  g_free(path);
}

static gboolean
write_all(gpointer data)
{
  GPtrArray *tags = g_ptr_array_new();
  GString *lines = g_string_new(NULL);
  GtkTextIter start, end;
  char *text;

  waiting = 0;
  if (buffer) {
    gtk_text_tag_table_foreach(gtk_text_buffer_get_tag_table(buffer), collect, tags);
    g_ptr_array_sort(tags, lower_first);
    for (guint i = 0; i < tags->len; i++)
      write_tag(g_ptr_array_index(tags, i), lines);
    gtk_text_buffer_get_bounds(buffer, &start, &end);
    text = gtk_text_buffer_get_slice(buffer, &start, &end, TRUE);
    write_file("text", text);
    /* Last, so that where it is there is all. */
    write_file("tags", lines->str);
    g_free(text);
    number++;
  }
  g_string_free(lines, TRUE);
  g_ptr_array_unref(tags);
  return G_SOURCE_REMOVE;
}

void
gtk_text_buffer_apply_tag(GtkTextBuffer *given, GtkTextTag *tag, const GtkTextIter *first, const GtkTextIter *last)
{
  static void (*apply)(GtkTextBuffer *, GtkTextTag *, const GtkTextIter *, const GtkTextIter *);

  if (!apply)
    apply = (void (*)(GtkTextBuffer *, GtkTextTag *, const GtkTextIter *, const GtkTextIter *)) dlsym(RTLD_NEXT, "gtk_text_buffer_apply_tag");
  apply(given, tag, first, last);
  g_set_weak_pointer(&buffer, given);
  if (waiting)
    g_source_remove(waiting);
  waiting = g_timeout_add(500, write_all, NULL);
}
