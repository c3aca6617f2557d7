#ifndef DNK_WEBKIT_H
#define DNK_WEBKIT_H

#include "../../CDunnockGtk/shim.h"

/* WebKitGTK 6.0, which is looked up when it is wanted: nothing here needs it to build or to start. A view, a request, a decision and a hit
 * are the GObjects that its signals tell of. */
typedef struct {
  void (*_Nonnull web_view_load_bytes)(GtkWidget *_Nonnull view, GBytes *_Nonnull bytes, const char *_Nullable type,
                                       const char *_Nullable encoding, const char *_Nullable base);
  void (*_Nonnull web_view_load_uri)(GtkWidget *_Nonnull view, const char *_Nonnull uri);
  void (*_Nonnull web_view_set_zoom_level)(GtkWidget *_Nonnull view, double level);
  void (*_Nonnull web_view_execute_editing_command)(GtkWidget *_Nonnull view, const char *_Nonnull command);
  void (*_Nonnull web_view_terminate_web_process)(GtkWidget *_Nonnull view);
  gboolean (*_Nonnull web_view_get_is_web_process_responsive)(GtkWidget *_Nonnull view);
  gpointer _Nonnull (*_Nonnull navigation_policy_decision_get_navigation_action)(gpointer _Nonnull decision);
  guint (*_Nonnull navigation_action_get_navigation_type)(gpointer _Nonnull action);
  gboolean (*_Nonnull navigation_action_is_user_gesture)(gpointer _Nonnull action);
  gpointer _Nonnull (*_Nonnull navigation_action_get_request)(gpointer _Nonnull action);
  const char *_Nullable (*_Nonnull uri_request_get_uri)(gpointer _Nonnull request);
  void (*_Nonnull policy_decision_use)(gpointer _Nonnull decision);
  void (*_Nonnull policy_decision_ignore)(gpointer _Nonnull decision);
  guint (*_Nonnull hit_test_result_get_context)(gpointer _Nonnull hit);
  const char *_Nullable (*_Nonnull hit_test_result_get_link_uri)(gpointer _Nonnull hit);
  const char *_Nullable (*_Nonnull hit_test_result_get_link_label)(gpointer _Nonnull hit);
  void (*_Nonnull context_menu_remove_all)(gpointer _Nonnull menu);
  void (*_Nonnull context_menu_append)(gpointer _Nonnull menu, gpointer _Nonnull item);
  gpointer _Nonnull (*_Nonnull context_menu_item_new_from_stock_action)(guint action);
  void (*_Nonnull download_cancel)(gpointer _Nonnull download);
  const char *_Nullable (*_Nonnull uri_scheme_request_get_uri)(gpointer _Nonnull request);
  void (*_Nonnull uri_scheme_request_finish)(gpointer _Nonnull request, GInputStream *_Nonnull stream, gint64 length,
                                             const char *_Nullable type);
  void (*_Nonnull uri_scheme_request_finish_error)(gpointer _Nonnull request, GError *_Nonnull error);
  /* What dnk_web_view_new needs. */
  GType (*_Nonnull web_view_get_type)(void);
  GType (*_Nonnull web_context_get_type)(void);
  GType (*_Nonnull settings_get_type)(void);
  gpointer _Nonnull (*_Nonnull settings_get_all_features)(void);
  void (*_Nonnull settings_set_feature_enabled)(gpointer _Nonnull settings, gpointer _Nonnull feature, gboolean is_on);
  gsize (*_Nonnull feature_list_get_length)(gpointer _Nonnull list);
  gpointer _Nonnull (*_Nonnull feature_list_get)(gpointer _Nonnull list, gsize index);
  void (*_Nonnull feature_list_unref)(gpointer _Nonnull list);
  const char *_Nonnull (*_Nonnull feature_get_identifier)(gpointer _Nonnull feature);
  gpointer _Nonnull (*_Nonnull network_session_new_ephemeral)(void);
  void (*_Nonnull network_session_set_proxy_settings)(gpointer _Nonnull session, guint mode, gpointer _Nullable settings);
  gpointer _Nonnull (*_Nonnull network_proxy_settings_new)(const char *_Nullable proxy, const char *const _Nullable *_Nullable besides);
  void (*_Nonnull network_proxy_settings_free)(gpointer _Nonnull settings);
  gpointer _Nonnull (*_Nonnull memory_pressure_settings_new)(void);
  void (*_Nonnull memory_pressure_settings_set_memory_limit)(gpointer _Nonnull settings, guint megabytes);
  void (*_Nonnull memory_pressure_settings_set_kill_threshold)(gpointer _Nonnull settings, double share);
  void (*_Nonnull memory_pressure_settings_set_poll_interval)(gpointer _Nonnull settings, double seconds);
  GType (*_Nonnull user_content_manager_get_type)(void);
  void (*_Nonnull user_content_manager_add_style_sheet)(gpointer _Nonnull manager, gpointer _Nonnull sheet);
  gpointer _Nonnull (*_Nonnull user_style_sheet_new)(const char *_Nonnull style, guint frames, guint level,
                                                     const char *const _Nullable *_Nullable allowed,
                                                     const char *const _Nullable *_Nullable blocked);
  void (*_Nonnull user_style_sheet_unref)(gpointer _Nonnull sheet);
  void (*_Nonnull memory_pressure_settings_free)(gpointer _Nonnull settings);
  void (*_Nonnull web_context_set_cache_model)(gpointer _Nonnull context, guint model);
  void (*_Nonnull web_context_register_uri_scheme)(gpointer _Nonnull context, const char *_Nonnull scheme,
                                                   void (*_Nonnull callback)(gpointer _Nonnull request, gpointer _Nullable data),
                                                   gpointer _Nullable data, GDestroyNotify _Nullable destroy);
} DnkWebKit;

/* Values of WebKitGTK's enumerations. */
enum {
  DNK_WEB_LOAD_FINISHED = 3,
  DNK_WEB_POLICY_RESPONSE = 2,
  DNK_WEB_LINK_CLICKED = 0,
  DNK_WEB_EXCEEDED_MEMORY_LIMIT = 1,
  DNK_WEB_HIT_LINK = 1 << 2,
  DNK_WEB_COPY_LINK = 4
};

/* Looks the library up, the first time it is called, which is to be on the main thread; NULL where it is missing or lacks something. */
const DnkWebKit *_Nullable dnk_webkit(void);

/* A floating WebKitWebView that runs nothing and reaches nothing: no scripts, no storage, no network but a proxy that leads nowhere. The
 * pictures of two schemes alone are loaded, `cid` and `dunnock-remote`; `request` is called with each WebKitURISchemeRequest for one.
 * `style` is a style sheet that what the page says goes before, but for what is important in it.
 * Its process is ended by WebKit when it takes more memory than so many megabytes. NULL without the library. */
GtkWidget *_Nullable dnk_web_view_new(const char *_Nonnull style, guint megabytes,
                                      void (*_Nonnull request)(gpointer _Nonnull request, gpointer _Nullable data),
                                      gpointer _Nullable data, GDestroyNotify _Nullable destroy);

#endif
