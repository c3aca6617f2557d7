import CDunnockGtk
import Foundation
import GtkBridge
import MailWriting
import Texts

/// Those whom the person has written to, offered below an entry while a name is typed.
final class Completion {
  private let entry: Widget
  private let box: Widget
  private let popover: Widget = gtk_popover_new()
  private let list: Widget = gtk_list_box_new()
  private(set) var known: [(party: OutgoingMail.Correspondent, folded: String)] = []
  /// What is offered, the most often written to first.
  private(set) var offered: [OutgoingMail.Correspondent] = []
  private var chosen = 0
  private var take: (OutgoingMail.Correspondent) -> Void = { _ in }

  /// - Parameter box: What holds the entry, and places the popover.
  init(for entry: Widget, in box: Widget) {
    (self.entry, self.box) = (entry, box)
    gtk_popover_set_autohide(popover.cast(), 0)
    gtk_popover_set_has_arrow(popover.cast(), 0)
    gtk_popover_set_position(popover.cast(), GTK_POS_BOTTOM)
    gtk_widget_set_halign(popover, GTK_ALIGN_START)
    popover.addClasses("completion")
    gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_BROWSE)
    list.setSpokenLabel(tr("Suggestions"))
    gtk_popover_set_child(popover.cast(), list)
    gtk_widget_set_can_focus(popover, 0)
    gtk_widget_set_parent(popover, box)
    Signal.connect(UnsafeMutableRawPointer(list), "row-activated") {
      [weak self] (row: UnsafeMutableRawPointer?) in
      guard let self, let row else { return }
      choose(Int(gtk_list_box_row_get_index(row.assumingMemoryBound(to: GtkListBoxRow.self))))
    }
    let keys = entry.addController(gtk_event_controller_key_new(), in: GTK_PHASE_CAPTURE)
    Signal.connect(keys, "key-pressed") { [weak self] (key: UInt32, _: UInt32, state: UInt32) in
      self?.answers(Int32(bitPattern: key), state) ?? false
    }
    let focus = entry.addController(gtk_event_controller_focus_new())
    Signal.connect(focus, "leave") { [weak self] in self?.offer([]) }
  }

  /// - Parameter take: Called with the one that is chosen.
  func onChoice(_ take: @escaping (OutgoingMail.Correspondent) -> Void) { self.take = take }

  /// Says who is known, the most often written to first.
  func know(_ parties: [OutgoingMail.Correspondent]) {
    known = parties.map { ($0, Self.folded($0.name + " " + $0.address)) }
  }

  /// Offers those whose name or address has a word that begins so, but for some.
  func offer(for begun: String, without taken: Set<String>) {
    let begun = Self.folded(begun)
    guard !begun.isEmpty else { return offer([]) }
    var found: [OutgoingMail.Correspondent] = []
    for (party, folded) in known where !taken.contains(party.address) {
      guard Self.has(folded, wordBeginning: begun) else { continue }
      found.append(party)
      if found.count == Self.most { break }
    }
    offer(found)
  }

  var isShown: Bool { !offered.isEmpty }

  private func offer(_ parties: [OutgoingMail.Correspondent]) {
    guard offered != parties else { return }
    offered = parties
    while let row = gtk_list_box_get_row_at_index(list.opaque, 0) {
      gtk_list_box_remove(
        list.opaque, UnsafeMutableRawPointer(row).assumingMemoryBound(to: GtkWidget.self))
    }
    for party in parties { gtk_list_box_append(list.opaque, Self.row(for: party)) }
    // Orca reads the description of what has the focus when it changes.
    entry.setSpoken(
      GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      parties.isEmpty
        ? "" : tr("Suggestions: %1$s").filling(RecipientText.text(of: parties)))
    select(0)
    if parties.isEmpty {
      gtk_popover_popdown(popover.cast())
    } else {
      var room = entry.bounds(in: box) ?? GdkRectangle()
      // What stands at the edge where writing begins is placed from there.
      if entry.isRightToLeft { room.x += room.width - 1 }
      room.width = 1
      gtk_popover_set_pointing_to(popover.cast(), &room)
      gtk_popover_popup(popover.cast())
    }
  }

  private func select(_ index: Int) {
    chosen = index
    gtk_list_box_select_row(
      list.opaque, gtk_list_box_get_row_at_index(list.opaque, Int32(index)))
    if offered.indices.contains(index) {
      entry.announce(RecipientText.text(of: [offered[index]]))
    }
  }

  private func choose(_ index: Int) {
    guard offered.indices.contains(index) else { return }
    let party = offered[index]
    offer([])
    take(party)
  }

  /// - Returns: Whether a key is about what is offered.
  func answers(_ key: Int32, _ state: UInt32) -> Bool {
    let modifiers =
      GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SHIFT_MASK.rawValue
    guard isShown, state & modifiers == 0 else { return false }
    switch key {
    case GDK_KEY_Down: select((chosen + 1) % offered.count)
    case GDK_KEY_Up: select((chosen + offered.count - 1) % offered.count)
    case GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_Tab: choose(chosen)
    case GDK_KEY_Escape: offer([])
    default: return false
    }
    return true
  }

  private static func row(for party: OutgoingMail.Correspondent) -> Widget {
    let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    for (text, name) in [(party.name, "name"), (party.address, "facts")] where !text.isEmpty {
      let label: Widget = gtk_label_new(text)
      gtk_label_set_xalign(label.opaque, 0)
      gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
      gtk_label_set_max_width_chars(label.opaque, 30)
      label.addClasses(name)
      gtk_box_append(box.cast(), label)
    }
    let row: Widget = gtk_list_box_row_new()
    gtk_list_box_row_set_child(row.cast(), box)
    row.setSpokenLabel(RecipientText.text(of: [party]))
    return row
  }

  private static func has(_ text: String, wordBeginning begun: String) -> Bool {
    var rest = text[...]
    while let found = rest.range(of: begun) {
      if found.lowerBound == text.startIndex { return true }
      let before = text[text.index(before: found.lowerBound)]
      if !before.isLetter, !before.isNumber { return true }
      rest = rest[text.index(after: found.lowerBound)...]
    }
    return false
  }

  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }

  private static let most = 6
}
