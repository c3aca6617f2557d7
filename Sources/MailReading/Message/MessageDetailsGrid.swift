import CDunnockGtk
import GtkBridge
import MailText
import Texts

/// All addresses of a message in full, and its dates.
final class MessageDetailsGrid {
  /// A GtkBox, hidden at first. A GtkGrid reports a minimum height that it needs only at its minimum width.
  let widget: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)

  init() {
    widget.addClasses("message-details")
    gtk_widget_set_visible(widget, 0)
  }

  /// Shows who wrote to whom.
  func show(_ addressing: Addressing) {
    widget.removeChildren()
    let names = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL)
    defer { g_object_unref(UnsafeMutableRawPointer(names)) }
    var lines = [
      (tr("From"), addressing.from), (tr("Reply To"), addressing.replyTo),
      (tr("Follow-Up To"), addressing.followUpTo),
      (tr("To"), addressing.to), (tr("Cc"), addressing.cc),
    ].flatMap { title, people in
      let texts = people.map(\.inFull)
      // Each is a stop of Tab.
      let lines = texts.count <= Self.mostAlone ? texts : [texts.joined(separator: "\n")]
      return lines.enumerated().map { ($0 == 0 ? title : "", $1) }
    }
    if addressing.date != 0 { lines.append((tr("Sent"), ShortDate.full(Int(addressing.date)))) }
    for (title, text) in lines where !text.isEmpty {
      let name: Widget = gtk_label_new(title)
      gtk_size_group_add_widget(names, name)
      name.addClasses("dim-label")
      gtk_label_set_xalign(name.opaque, 1)
      gtk_label_set_yalign(name.opaque, 0)
      let value = Widget.selectableLabel()
      value.showText(text)
      // There to be copied, by the keys too.
      for allow in [gtk_widget_set_focusable, gtk_widget_set_can_focus] { allow(value, 1) }
      gtk_widget_set_hexpand(value, 1)
      let line: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)
      for part in [name, value] { gtk_box_append(line.cast(), part) }
      gtk_box_append(widget.cast(), line)
    }
  }

  /// Of how many people each has a line of its own.
  private static let mostAlone = 8
}

extension Correspondent {
  /// Name and address, each isolated so that neither turns the direction of the other.
  var inFull: String {
    if name.isEmpty || address.isEmpty { return title }
    return "\u{2068}\(name)\u{2069} <\u{2068}\(address)\u{2069}>"
  }

  /// What a line among others calls them: a name that is or holds an address may lie, so the address stands for it.
  package var inShort: String {
    let shown = name.isEmpty || name.contains("@") && !address.isEmpty ? address : name
    let cut = shown.count <= Self.longest ? shown : shown.prefix(Self.longest) + "…"
    return "\u{2068}\(cut)\u{2069}"
  }

  private static let longest = 40
}

extension Addressing {
  /// Whether it names nobody.
  var isEmpty: Bool { from.isEmpty && replyTo.isEmpty && to.isEmpty && cc.isEmpty }

  /// Whom it went to in a few words, as "to me, Ada and 3 others"; empty when it names nobody.
  func shortRecipients(isOwn: (String) -> Bool) -> String {
    var seen = Set<String>()
    let all = (to + cc).filter {
      !$0.title.isEmpty
        && seen.insert($0.address.isEmpty ? $0.name : $0.address.lowercased()).inserted
    }
    guard !all.isEmpty else { return "" }
    let own = all.filter { isOwn($0.address) }
    let people = all.filter { !isOwn($0.address) }
    // Translators: the person who reads this, among those to whom a message went: “to me, Ada and 3 others”.
    let named =
      (own.isEmpty ? [] : [trc("recipient", "me")]) + people.prefix(Self.mostNamed).map(\.inShort)
    let rest = people.count - min(people.count, Self.mostNamed)
    let names = named.listed
    if rest == 0 { return tr("to %1$s").filling(names) }
    return trn("to %1$s and %2$s other", "to %1$s and %2$s others", rest).filling(
      names, String(rest))
  }

  private static let mostNamed = 3
}

extension [String] {
  /// Names in a row, parted so that one with a comma, as "Roth, Lena", is not taken for two.
  package var listed: String { joined(separator: contains { $0.contains(",") } ? "; " : ", ") }
}
