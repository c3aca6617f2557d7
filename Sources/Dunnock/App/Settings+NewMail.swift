import CDunnockGtk
import GtkBridge

extension Settings {
  static let newMailKeys = [tellingKey, backgroundKey]

  /// Whether the person is told of new mail.
  var tellsOfNewMail: Bool {
    get { settings.map { isTrue(g_settings_get_boolean($0, Self.tellingKey)) } ?? true }
    set { if let settings { g_settings_set_boolean(settings, Self.tellingKey, newValue.gboolean) } }
  }

  /// Whether new mail is looked for while no window is open.
  var looksInBackground: Bool {
    get { settings.map { isTrue(g_settings_get_boolean($0, Self.backgroundKey)) } ?? false }
    set {
      if let settings { g_settings_set_boolean(settings, Self.backgroundKey, newValue.gboolean) }
    }
  }

  /// - Parameter tell: Called when ``looksInBackground`` is another.
  func onBackground(_ tell: @escaping () -> Void) {
    guard let settings else { return }
    Signal.connect(
      UnsafeMutableRawPointer(settings), "changed::" + Self.backgroundKey
    ) { tell() }
  }

  private static let tellingKey = "tell-of-new-mail"
  private static let backgroundKey = "look-in-background"
}
