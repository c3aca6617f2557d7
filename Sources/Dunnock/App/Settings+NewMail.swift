import CDunnockGtk
import GtkBridge

extension Settings {
  /// Whether the person is told of new mail.
  var tellsOfNewMail: Bool {
    get { self[Self.tellsOfNewMail] }
    set { self[Self.tellsOfNewMail] = newValue }
  }

  /// Whether new mail is looked for while no window is open.
  var looksInBackground: Bool {
    get { self[Self.looksInBackground] }
    set { self[Self.looksInBackground] = newValue }
  }

  /// - Parameter tell: Called when ``looksInBackground`` is another.
  func onBackground(_ tell: @escaping () -> Void) {
    guard let settings else { return }
    let signal = "changed::" + Self.looksInBackground.key
    Signal.connect(UnsafeMutableRawPointer(settings), signal) { tell() }
  }
}
