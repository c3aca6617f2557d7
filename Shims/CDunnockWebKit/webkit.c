#include "dnk_webkit.h"

#include <dlfcn.h>

#define FUNCTIONS(F) \
  F(web_view_load_bytes) F(web_view_load_uri) F(web_view_set_zoom_level) F(web_view_execute_editing_command) \
  F(web_view_terminate_web_process) F(web_view_get_is_web_process_responsive) \
  F(navigation_policy_decision_get_navigation_action) F(navigation_action_get_navigation_type) \
  F(navigation_action_is_user_gesture) F(navigation_action_get_request) F(uri_request_get_uri) \
  F(policy_decision_use) F(policy_decision_ignore) \
  F(hit_test_result_get_context) F(hit_test_result_get_link_uri) F(hit_test_result_get_link_label) \
  F(context_menu_remove_all) F(context_menu_append) F(context_menu_item_new_from_stock_action) F(download_cancel) \
  F(uri_scheme_request_get_uri) F(uri_scheme_request_finish) F(uri_scheme_request_finish_error) \
  F(web_view_get_type) F(web_context_get_type) F(settings_get_type) \
  F(settings_get_all_features) F(settings_set_feature_enabled) F(feature_list_get_length) F(feature_list_get) \
  F(feature_list_unref) F(feature_get_identifier) \
  F(network_session_new_ephemeral) F(network_session_set_proxy_settings) \
  F(network_proxy_settings_new) F(network_proxy_settings_free) \
  F(memory_pressure_settings_new) F(memory_pressure_settings_set_memory_limit) \
  F(memory_pressure_settings_set_kill_threshold) F(memory_pressure_settings_set_poll_interval) \
  F(user_content_manager_get_type) F(user_content_manager_add_style_sheet) F(user_style_sheet_new) F(user_style_sheet_unref) \
  F(memory_pressure_settings_free) F(web_context_set_cache_model) F(web_context_register_uri_scheme)

const DnkWebKit *
dnk_webkit(void)
{
  static DnkWebKit found;
  static gsize state;

  if (g_once_init_enter(&state)) {
    /* It cannot be unloaded: it makes types. */
    void *library = dlopen("libwebkitgtk-6.0.so.4", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    gboolean whole = library != NULL;

#define FIND(name) \
  if (whole) { \
    void *place = dlsym(library, "webkit_" #name); \
    memcpy(&found.name, &place, sizeof place); \
    whole = place != NULL; \
  }
    FUNCTIONS(FIND)
    g_once_init_leave(&state, whole ? 1 : 2);
  }
  return state == 1 ? &found : NULL;
}

/* What a version of the library does not know, or has no use for any more, is not there to be turned off. */
static gpointer
settings_new(const DnkWebKit *kit)
{
  static const char *const off[] = {
    "enable-javascript", "enable-javascript-markup", "javascript-can-open-windows-automatically", "allow-modal-dialogs",
    "enable-html5-local-storage", "enable-html5-database", "enable-page-cache", "enable-dns-prefetching",
    "enable-hyperlink-auditing", "enable-media", "enable-webaudio", "enable-webgl", "enable-webrtc", "enable-media-stream",
    "enable-mediasource", "enable-encrypted-media", "enable-media-capabilities", "enable-fullscreen",
    "enable-site-specific-quirks", "enable-back-forward-navigation-gestures", "enable-2d-canvas-acceleration",
    "load-icons-ignoring-image-load-setting", "enable-developer-extras"};
  gpointer settings = g_object_new(kit->settings_get_type(), NULL);
  GObjectClass *class = G_OBJECT_GET_CLASS(settings);

  for (gsize i = 0; i < G_N_ELEMENTS(off); i++) {
    GParamSpec *property = g_object_class_find_property(class, off[i]);

    if (property && !(property->flags & G_PARAM_DEPRECATED))
      g_object_set(settings, off[i], FALSE, NULL);
  }

  /* What goes to a server without being asked by a policy for content. */
  static const char *const untold[] = {"LinkPreconnect", "LinkPrefetch", "DNSPrefetching", "HyperlinkAuditing", NULL};
  gpointer features = kit->settings_get_all_features();

  for (gsize i = 0; i < kit->feature_list_get_length(features); i++) {
    gpointer feature = kit->feature_list_get(features, i);

    if (g_strv_contains(untold, kit->feature_get_identifier(feature)))
      kit->settings_set_feature_enabled(settings, feature, FALSE);
  }
  kit->feature_list_unref(features);
  /* WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER: what draws does it in the sandbox, without the graphics card. */
  g_object_set(settings, "hardware-acceleration-policy", 1, "default-charset", "utf-8", "default-font-family", "sans-serif", NULL);
  return settings;
}

static void
refuse_download(gpointer session, gpointer download, gpointer data)
{
  const DnkWebKit *kit = data;

  kit->download_cancel(download);
}

GtkWidget *
dnk_web_view_new(const char *style, guint megabytes, void (*request)(gpointer, gpointer), gpointer data, GDestroyNotify destroy)
{
  const DnkWebKit *kit = dnk_webkit();

  if (!kit)
    return NULL;
  gpointer session = kit->network_session_new_ephemeral();
  gpointer proxy = kit->network_proxy_settings_new("http://127.0.0.1:1", NULL);
  /* WEBKIT_NETWORK_PROXY_MODE_CUSTOM */
  kit->network_session_set_proxy_settings(session, 2, proxy);
  kit->network_proxy_settings_free(proxy);
  g_signal_connect(session, "download-started", G_CALLBACK(refuse_download), (gpointer)kit);

  gpointer memory = kit->memory_pressure_settings_new();
  kit->memory_pressure_settings_set_memory_limit(memory, megabytes);
  kit->memory_pressure_settings_set_kill_threshold(memory, 1);
  kit->memory_pressure_settings_set_poll_interval(memory, 1);
  gpointer context = g_object_new(kit->web_context_get_type(), "memory-pressure-settings", memory, NULL);
  kit->memory_pressure_settings_free(memory);
  /* WEBKIT_CACHE_MODEL_DOCUMENT_VIEWER */
  kit->web_context_set_cache_model(context, 0);
  kit->web_context_register_uri_scheme(context, "cid", request, data, destroy);
  kit->web_context_register_uri_scheme(context, "dunnock-remote", request, data, NULL);

  gpointer content = g_object_new(kit->user_content_manager_get_type(), NULL);
  /* WEBKIT_USER_CONTENT_INJECT_ALL_FRAMES, WEBKIT_USER_STYLE_LEVEL_USER */
  gpointer sheet = kit->user_style_sheet_new(style, 0, 0, NULL, NULL);
  kit->user_content_manager_add_style_sheet(content, sheet);
  kit->user_style_sheet_unref(sheet);

  gpointer settings = settings_new(kit);
  GtkWidget *view = g_object_new(
    kit->web_view_get_type(), "web-context", context, "network-session", session, "settings", settings,
    "user-content-manager", content,
    "default-content-security-policy",
    "default-src 'none'; img-src cid: data: dunnock-remote:; style-src 'unsafe-inline'; form-action 'none'", NULL);
  g_object_unref(content);
  g_object_unref(settings);
  g_object_unref(context);
  g_object_unref(session);
  return view;
}
