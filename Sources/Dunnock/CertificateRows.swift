import CAdwaita
import GtkBridge

/// What a person sees of a certificate that nobody vouches for, to tell whether it is the right one.
final class CertificateRows {
  /// An AdwPreferencesGroup.
  let widget: Widget = adw_preferences_group_new()
  /// The certificate that is shown, as PEM.
  private(set) var pem: String?

  private let fingerprint: Widget = gtk_label_new(nil)

  init() {
    adw_preferences_group_set_title(widget.cast(), tr("Nobody vouches for this server"))
    gtk_label_set_selectable(fingerprint.opaque, 1)
    gtk_label_set_wrap(fingerprint.opaque, 1)
    gtk_label_set_wrap_mode(fingerprint.opaque, PANGO_WRAP_CHAR)
    gtk_label_set_xalign(fingerprint.opaque, 0)
    fingerprint.addClasses("monospace", "card", "fingerprint")
    adw_preferences_group_add(widget.cast(), fingerprint)
  }

  /// The fingerprint that is shown.
  var shownFingerprint: String {
    gtk_label_get_label(fingerprint.opaque).map { String(cString: $0) } ?? ""
  }

  /// Shows the certificate of a host by its SHA-256 in hexadecimal digits.
  func show(_ pem: String, _ digits: String, of host: String) {
    self.pem = pem
    gtk_label_set_label(fingerprint.opaque, digits.asFingerprint)
    fingerprint.setSpokenLabel(tr("Fingerprint: %1$s").filling(digits.asFingerprint))
    adw_preferences_group_set_description(
      widget.cast(),
      tr(
        "Anybody could stand between you and %1$s. Go on only if whoever runs it has told you that this is its SHA-256 fingerprint:"
      ).filling(host).markupEscaped)
  }
}

extension String {
  /// Hexadecimal digits in pairs, as fingerprints are read out.
  fileprivate var asFingerprint: String {
    let digits = filter(\.isHexDigit).uppercased()
    return stride(from: 0, to: digits.count, by: 2).map { place in
      String(digits.dropFirst(place).prefix(2))
    }.joined(separator: ":")
  }
}
