import CDunnockGtk
import GtkBridge
import MailText

extension Widget {
  /// A wrapped, selectable text that starts where its language starts; one of many lines ends in an
  /// ellipsis.
  static func selectableLabel(lines: Int32 = -1, _ classes: String...) -> Widget {
    let label: Widget = gtk_label_new(nil)
    if lines > 0 {
      gtk_label_set_lines(label.opaque, lines)
      gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    }
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_selectable(label.opaque, 1)
    label.setBreaks()
    // A selectable label would else take the focus that belongs to the text.
    gtk_widget_set_focusable(label, 0)
    // And it would end Tab on its way to what stands behind it.
    gtk_widget_set_can_focus(label, 0)
    for name in classes { label.addClasses(name) }
    return label
  }

  /// Shows a subject that begins at the edge where the language of its words does, as the mail below it.
  func showTitle(_ text: String) {
    showText(text.inDirectionOfWords)
    // GTK leaves what is wrapped and goes the other way at neither edge.
    let direction = pango_layout_get_direction(gtk_label_get_layout(opaque), 0)
    gtk_label_set_xalign(opaque, (direction == PANGO_DIRECTION_RTL) == isRightToLeft ? 0 : 1)
  }

  /// Shows a text in a label, which is hidden for none.
  func showText(_ text: String) {
    let isLong = text.unicodeScalars.count > longestShown
    let shown = isLong ? String(text.unicodeScalars.prefix(longestShown)) + "…" : text
    // Pango writes where it must not for marks that reach beyond the text.
    gtk_label_set_attributes(opaque, nil)
    gtk_label_set_label(opaque, shown)
    setBreaks()
    gtk_widget_set_visible(self, (!text.isEmpty).gboolean)
    if gtk_label_get_lines(opaque) > 0 {
      let isWhole = shown.unicodeScalars.count <= longestWhole
      gtk_widget_set_tooltip_text(self, isWhole ? nil : shown)
    }
  }
}

extension Widget {
  /// Has lines of a label end without a hyphen, and within an address rather behind its "@" and dots than within a word.
  fileprivate func setBreaks() {
    var text = gtk_label_get_text(opaque).map { Array(String(cString: $0).utf8) } ?? []
    // Pango 1.50 writes where it must not for a word of a text of several paragraphs.
    if text.contains(where: { $0 == 0x0A || $0 == 0x0D }) || text.contains("\u{2029}".utf8) {
      text = []
    }
    let attributes = pango_attr_list_new()
    pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
    for word in addressParts(of: text).prefix(mostParts) {
      guard let attribute = pango_attr_word_new() else { continue }
      attribute.pointee.start_index = guint(word.lowerBound)
      attribute.pointee.end_index = guint(word.upperBound)
      pango_attr_list_insert(attributes, attribute)
    }
    gtk_label_set_attributes(opaque, attributes)
    pango_attr_list_unref(attributes)
  }
}

/// What of an address that stands alone or is long may begin a line: what stands behind its "@", and where that is long too each part
/// behind a dot; in bytes.
private func addressParts(of text: [UInt8]) -> [Range<Int>] {
  let words = text.split { $0 <= 0x20 }
  return words.filter {
    (words.count == 1 || $0.count > longestAddress) && $0.contains(UInt8(ascii: "@"))
  }.flatMap { address in
    address.split(separator: UInt8(ascii: "@")).flatMap { half in
      half.count > longestAddress ? half.split(separator: UInt8(ascii: ".")) : [half]
    }.filter { $0.startIndex > address.startIndex }.map { $0.startIndex..<$0.endIndex }
  }
}

/// What surely fits a line, in bytes.
private let longestAddress = 24
/// How many parts of addresses are told from others in a label.
private let mostParts = 1_000
/// How much of a label's text is laid out, and how much surely fits its lines; in scalars.
private let longestShown = 8_000
private let longestWhole = 60
