import CDunnockAdwaita
import GtkBridge

/// The texts of libadwaita's widgets that it reads as Pango markup, said as they are: the names of folders and accounts hold any sign.
/// Nothing else sets them, which `make lint` looks for.
extension Widget {
  /// The title of an AdwPreferencesGroup.
  package func setGroupTitle(_ text: String) {
    adw_preferences_group_set_title(cast(), text.markupEscaped)
  }

  /// The description of an AdwPreferencesGroup.
  package func setGroupDescription(_ text: String?) {
    adw_preferences_group_set_description(cast(), text?.markupEscaped)
  }

  /// The title of an AdwPreferencesRow.
  package func setRowTitle(_ text: String) {
    adw_preferences_row_set_use_markup(cast(), 0)
    adw_preferences_row_set_title(cast(), text)
  }

  /// The subtitle of an AdwActionRow or an AdwExpanderRow.
  package func setRowSubtitle(_ text: String) {
    adw_preferences_row_set_use_markup(cast(), 0)
    if isA(adw_action_row_get_type()) {
      adw_action_row_set_subtitle(cast(), text)
    } else {
      adw_expander_row_set_subtitle(cast(), text)
    }
  }

  /// The description of an AdwStatusPage.
  package func setPageDescription(_ text: String?) {
    adw_status_page_set_description(opaque, text?.markupEscaped)
  }
}

extension String {
  /// The text as it is, where markup is read.
  package var markupEscaped: String {
    guard let escaped = g_markup_escape_text(self, -1) else { return "" }
    defer { g_free(escaped) }
    return String(cString: escaped)
  }
}
