#include "dnk_app_shim.h"

struct _DnkLateProvider {
  GdkContentProvider parent_instance;
  char *mime_type;
  DnkLateContent content;
  gpointer data;
  GDestroyNotify destroy;
};

G_DEFINE_FINAL_TYPE(DnkLateProvider, dnk_late_provider, GDK_TYPE_CONTENT_PROVIDER)

static GdkContentFormats *
dnk_late_provider_ref_formats(GdkContentProvider *provider)
{
  const char *types[] = {DNK_LATE_PROVIDER(provider)->mime_type};

  return gdk_content_formats_new(types, 1);
}

static void
dnk_late_provider_write(GdkContentProvider *provider, const char *mime_type, GOutputStream *stream, int priority,
                        GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  DnkLateProvider *self = DNK_LATE_PROVIDER(provider);
  GTask *task = g_task_new(provider, cancellable, callback, user_data);

  g_task_set_priority(task, priority);
  g_task_set_task_data(task, g_object_ref(stream), g_object_unref);
  self->content(task, self->data);
}

static gboolean
dnk_late_provider_finish_write(GdkContentProvider *provider, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean(G_TASK(result), error);
}

static void
written(GObject *stream, GAsyncResult *result, gpointer task)
{
  GError *error = NULL;

  if (g_output_stream_write_all_finish(G_OUTPUT_STREAM(stream), result, NULL, &error))
    g_task_return_boolean(task, TRUE);
  else
    g_task_return_error(task, error);
  g_object_unref(task);
}

void
dnk_late_provider_give(GTask *request, const char *text)
{
  if (!text) {
    g_task_return_new_error(request, G_IO_ERROR, G_IO_ERROR_FAILED, "no content");
    g_object_unref(request);
    return;
  }
  /* The bytes must last as long as the writing. */
  char *kept = g_strdup(text);

  g_object_set_data_full(G_OBJECT(request), "dnk-text", kept, g_free);
  g_output_stream_write_all_async(g_task_get_task_data(request), kept, strlen(kept), g_task_get_priority(request),
                                  g_task_get_cancellable(request), written, request);
}

static void
dnk_late_provider_finalize(GObject *object)
{
  DnkLateProvider *self = DNK_LATE_PROVIDER(object);

  if (self->destroy)
    self->destroy(self->data);
  g_free(self->mime_type);
  G_OBJECT_CLASS(dnk_late_provider_parent_class)->finalize(object);
}

static void
dnk_late_provider_class_init(DnkLateProviderClass *class)
{
  GdkContentProviderClass *provider = GDK_CONTENT_PROVIDER_CLASS(class);

  provider->ref_formats = dnk_late_provider_ref_formats;
  provider->write_mime_type_async = dnk_late_provider_write;
  provider->write_mime_type_finish = dnk_late_provider_finish_write;
  G_OBJECT_CLASS(class)->finalize = dnk_late_provider_finalize;
}

static void
dnk_late_provider_init(DnkLateProvider *self)
{
}

GdkContentProvider *
dnk_late_provider_new(const char *mime_type, DnkLateContent content, gpointer data, GDestroyNotify destroy)
{
  DnkLateProvider *self = g_object_new(dnk_late_provider_get_type(), NULL);

  self->mime_type = g_strdup(mime_type);
  self->content = content;
  self->data = data;
  self->destroy = destroy;
  return GDK_CONTENT_PROVIDER(self);
}
