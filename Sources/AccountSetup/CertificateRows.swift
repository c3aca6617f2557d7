import Accounts
import AppWidgets
import CDunnockAdwaita
import GtkBridge
import Texts

/// What a person sees of a certificate that nobody vouches for, to tell whether it is the right one.
package final class CertificateRows {
  /// An AdwPreferencesGroup.
  package let widget: Widget = adw_preferences_group_new()
  /// The certificate that is shown, as PEM.
  package private(set) var pem: String?

  private let fingerprint: Widget = gtk_label_new(nil)

  package init() {
    widget.setGroupTitle(tr("Untrusted Certificate"))
    gtk_label_set_selectable(fingerprint.opaque, 1)
    gtk_label_set_wrap(fingerprint.opaque, 1)
    gtk_label_set_wrap_mode(fingerprint.opaque, PANGO_WRAP_CHAR)
    gtk_label_set_xalign(fingerprint.opaque, 0)
    // It is read from the left in every language.
    gtk_widget_set_direction(fingerprint, GTK_TEXT_DIR_LTR)
    gtk_widget_set_halign(fingerprint, GTK_ALIGN_CENTER)
    gtk_widget_set_hexpand(fingerprint, 1)
    fingerprint.addClasses("monospace")
    // All of it would be selected.
    let focus = fingerprint.addController(gtk_event_controller_focus_new())
    Signal.connect(focus, "enter") { [weak self] in
      whenIdle { [weak self] in
        if let self { gtk_label_select_region(fingerprint.opaque, 0, 0) }
      }
    }
    let card: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    card.addClasses("card", "fingerprint")
    gtk_box_append(card.cast(), fingerprint)
    adw_preferences_group_add(widget.cast(), card)
  }

  /// The step in which they are shown.
  package static let step = "certificate"

  /// The fingerprint that is shown.
  package var shownFingerprint: String {
    gtk_label_get_label(fingerprint.opaque).map { String(cString: $0) } ?? ""
  }

  /// Shows the certificate of a host by its SHA-256 in hexadecimal digits.
  package func show(_ pem: String, _ digits: String, of host: String) {
    self.pem = pem
    // So few in a line are told from others.
    gtk_label_set_label(fingerprint.opaque, digits.asFingerprint(inLinesOf: 8))
    fingerprint.setSpokenLabel(tr("Fingerprint: %1$s").filling(digits.asFingerprint()))
    widget.setGroupDescription(
      tr(
        "The identity of %1$s cannot be verified, so somebody may be intercepting the connection. Continue only if the people who run the server have given you this SHA-256 fingerprint:"
      ).filling(host))
  }
}

extension String {
  /// Hexadecimal digits in pairs, as fingerprints are read out.
  fileprivate func asFingerprint(inLinesOf length: Int = .max) -> String {
    let digits = filter(\.isHexDigit).uppercased()
    let pairs = stride(from: 0, to: digits.count, by: 2).map { place in
      String(digits.dropFirst(place).prefix(2))
    }
    return stride(from: 0, to: pairs.count, by: min(length, max(pairs.count, 1))).map { place in
      pairs.dropFirst(place).prefix(length).joined(separator: ":")
    }.joined(separator: "\n")
  }
}

extension AccountSteps {
  /// Adds the step in which a certificate is shown.
  func add(_ certificate: CertificateRows) {
    add(
      CertificateRows.step, title: tr("Certificate"), next: tr("Trust This Server"),
      [certificate.widget])
  }

  /// Does something that begins with a login at a host, and closes the window then. Where nobody vouches for the host its certificate is
  /// shown; whatever else goes wrong is said in a step.
  func logIn(
    at host: String, failingAt step: String, showing certificate: CertificateRows,
    _ work: @escaping () async throws -> Void
  ) {
    say(nil)
    busy { [weak self] in
      do {
        try await work()
        self?.close()
      } catch AccountCheck.Problem.certificate(let pem, let digits) where !Task.isCancelled {
        certificate.show(pem, digits, of: host)
        self?.show(CertificateRows.step)
      } catch {
        if !Task.isCancelled { self?.fail(sentence(for: error), at: step) }
      }
    }
  }
}
