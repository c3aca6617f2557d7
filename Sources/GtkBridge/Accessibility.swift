import CGtk
import CGtkShim

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Sets what a screen reader calls this widget.
  public func setSpokenLabel(_ label: String) { dnk_accessible_set_label(self, label) }

  /// Sets whether this widget is open, or with nil that it cannot be opened.
  public func setExpanded(_ isExpanded: Bool?) {
    if let isExpanded {
      dnk_accessible_set_expanded(self, isExpanded.gboolean)
    } else {
      dnk_accessible_reset_expanded(self)
    }
  }

  /// Sets whether something is being done to this widget that takes its time.
  public func setBusy(_ isBusy: Bool) { dnk_accessible_set_busy(self, isBusy.gboolean) }

  /// Has a screen reader say something, and answers whether this GTK can (4.14 and newer).
  @discardableResult
  public func announce(_ message: String) -> Bool { dnk_accessible_announce(self, message) != 0 }

  /// A label that screen readers pass over, because what holds it speaks for it.
  public static func silentLabel() -> Widget { dnk_silent_label_new() }

  /// A single-size text that never asks for room, passed over by screen readers.
  public static func silentInscription() -> Widget { dnk_silent_inscription_new() }

  /// A picture that screen readers pass over.
  public static func silentImage() -> Widget { dnk_silent_image_new() }
}
