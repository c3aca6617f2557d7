import CDunnockAdwaita
import GtkBridge
import GtkTestSupport
import PictureApproval

/// A way the pane may look; every kind of mail is drawn in each.
@MainActor
struct ReadingLook {
  let name: String
  var isDark = false
  var isRightToLeft = false
  /// px.
  var width: Int32 = 640
  /// How large text is.
  var scale = 1.0
  /// Of the whole window of the app, px.
  var windowWidth: Int32 { width < 640 ? width : Int32(1_100 * scale) }

  static let all = [
    ReadingLook(name: "light"), ReadingLook(name: "dark", isDark: true),
    ReadingLook(name: "narrow", width: 360),
    ReadingLook(name: "right to left", isRightToLeft: true), ReadingLook(name: "large", scale: 2),
  ]

  /// Files of `Tests/Corpus/reading`, without their ending; none with pictures, which come when they are decoded.
  static let kinds = [
    "attachments-dangerous", "bounce-unknown", "code", "digest", "document", "flowed", "forwarded",
    "hebrew", "invitation", "invitation-weekly", "invoice", "links", "list", "mixed-direction",
    "newsletter", "patch", "phishing", "receipt", "reply-apple", "reply-gmail", "reply-outlook",
  ]

  /// Files of `Tests/Corpus/newsletters`.
  static let newsletters = [
    "airline", "bank", "bare", "dark", "event", "forum", "news", "receipt", "shop", "social",
  ]

  /// Those of some states that are drawn in this look; see ``GtkTestSupport/sample(of:inRow:)``.
  func sample<States: Collection>(of states: States) -> [States.Element] {
    GtkTestSupport.sample(of: states, inRow: Self.all.firstIndex { $0.name == name } ?? 0)
  }

  func apply() {
    gtk_widget_set_default_direction(isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
    Look.applyText(scale: scale)
    adw_style_manager_set_color_scheme(
      adw_style_manager_get_default(),
      isDark ? ADW_COLOR_SCHEME_FORCE_DARK : ADW_COLOR_SCHEME_FORCE_LIGHT)
  }

  /// Gives GTK back what the looks changed.
  static func reset() {
    gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR)
    Look.reset()
    adw_style_manager_set_color_scheme(
      adw_style_manager_get_default(), ADW_COLOR_SCHEME_DEFAULT)
  }
}
