import AppWidgets
import CDunnockGtk
import Foundation
import GtkBridge
import MailSpool
import MailWriting
import Texts

/// All that is attached to a mail, which is copied beside its draft first.
final class AttachmentCards {
  /// A GtkBox; hidden while nothing is attached.
  let widget: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
  private(set) var items: [AttachmentItem] = []

  private let title: Widget = gtk_label_new(nil)
  private let row: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)
  private let scroller: Widget = gtk_scrolled_window_new()
  private let id: UUID
  private let spool: Spool
  private var changed: () -> Void = {}
  private var dropped: (String) -> Void = { _ in }

  /// - Parameter id: The draft's.
  init(of id: UUID, in spool: Spool) {
    (self.id, self.spool) = (id, spool)
    widget.addClasses("attachments")
    title.addClasses("caption-heading", "dim-label")
    gtk_label_set_xalign(title.opaque, 0)
    gtk_label_set_wrap(title.opaque, 1)
    row.setRole(GTK_ACCESSIBLE_ROLE_LIST)
    row.setSpokenLabel(tr("Attachments"))
    // One line, however many there are: room is left to write in.
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER)
    gtk_scrolled_window_set_child(scroller.opaque, row)
    if let viewport = gtk_scrolled_window_get_child(scroller.opaque) {
      gtk_scrollable_set_hscroll_policy(viewport.opaque, GTK_SCROLL_NATURAL)
    }
    for part in [title, scroller] { gtk_box_append(widget.cast(), part) }
    gtk_widget_set_visible(widget, 0)
  }

  /// - Parameters:
  ///   - changed: Called when other things are attached, or one is whole now.
  ///   - dropped: Called with the file of what was taken away.
  func onChange(_ changed: @escaping () -> Void, dropped: @escaping (String) -> Void) {
    (self.changed, self.dropped) = (changed, dropped)
  }

  /// What is attached and whole.
  var attached: [OutgoingMail.Attachment] {
    items.compactMap { if case .there(let attachment) = $0.state { attachment } else { nil } }
  }

  /// The names of what could not be attached.
  var missing: [String] {
    items.compactMap { if case .failed = $0.state { $0.name } else { nil } }
  }

  /// Whether something is being copied.
  var isCopying: Bool {
    items.contains { if case .copying = $0.state { true } else { false } }
  }

  /// Returns when nothing is being copied any more.
  ///
  /// - Parameter copies: Whether what is under way is still wanted.
  func finish(copies: Bool) async {
    for item in items {
      if !copies { item.cancel() }
      await item.finish()
    }
  }

  /// Attaches a file.
  func add(file uri: String) {
    add(named: name(of: uri)) { [id, spool] in
      await AttachmentCopy.file(uri, for: id, in: spool)
    }
  }

  /// Attaches bytes, under a name that no other has here.
  func add(
    named name: String, type: String, _ read: @escaping () async -> [UInt8]?
  ) {
    let taken = Set(items.map(\.name))
    var (free, number) = (name, 2)
    while taken.contains(free) {
      free = NumberedName.name(name, number)
      number += 1
    }
    add(named: free) { [id, spool] in
      guard let bytes = await read() else { return .failure(.other("")) }
      return await AttachmentCopy.bytes(bytes, named: free, type: type, for: id, in: spool)
    }
  }

  /// Shows what is attached to a draft already.
  func show(_ attachments: [OutgoingMail.Attachment]) {
    for attachment in attachments {
      add(named: attachment.name) {
        await AttachmentCopy.isThere(attachment) ? .success(attachment) : .failure(.gone)
      }.show(.there(attachment))
    }
    update()
  }

  @discardableResult
  private func add(
    named name: String, _ copy: @escaping () async -> AttachmentCopy.Copied
  ) -> AttachmentItem {
    let item = AttachmentItem(named: name)
    items.append(item)
    gtk_box_append(row.cast(), item.widget)
    Signal.connect(item.remove, "clicked") { [weak self, weak item] in
      if let self, let item { remove(item) }
    }
    item.follow(
      Task { [weak self, weak item] in
        let copied = await copy()
        guard let self, let item, items.contains(where: { $0 === item }) else {
          if case .success(let attachment) = copied { self?.dropped(attachment.path) }
          return
        }
        switch copied {
        case .success(let attachment): item.show(.there(attachment))
        case .failure(let failure):
          item.show(.failed(failure.sentence))
          item.widget.announce(name + ": " + failure.sentence)
        }
        update()
      })
    update()
    return item
  }

  private func remove(_ item: AttachmentItem) {
    guard let index = items.firstIndex(where: { $0 === item }) else { return }
    item.cancel()
    items.remove(at: index)
    // What goes must not keep the focus; where nothing is left it goes on to what comes next.
    if let next = items[min(index, items.count)...].first ?? items.last {
      gtk_widget_grab_focus(next.remove)
    } else {
      _ = widget.passFocus(GTK_DIR_TAB_BACKWARD)
    }
    gtk_box_remove(row.cast(), item.widget)
    if case .there(let attachment) = item.state { dropped(attachment.path) }
    update()
  }

  private func update() {
    let size = attached.reduce(0) { $0 + $1.size }
    var text = trn("%1$s attachment, %2$s", "%1$s attachments, %2$s", items.count)
      .filling(items.count.grouped, shownSize(size))
    if size > Self.usualLimit {
      text += " · " + tr("many servers do not accept messages of this size")
    }
    gtk_label_set_label(title.opaque, text)
    gtk_widget_set_visible(widget, (!items.isEmpty).gboolean)
    changed()
  }

  private func name(of uri: String) -> String {
    guard let file = g_file_new_for_uri(uri) else { return uri }
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    guard let name = g_file_get_basename(file) else { return uri }
    defer { g_free(name) }
    return String(decoding: UnsafeRawBufferPointer(start: name, count: strlen(name)), as: UTF8.self)
  }

  /// What a mail may hold at most providers, in bytes: 25 MiB as it is sent, in which four bytes stand for three.
  private static let usualLimit: Int64 = 18 << 20
}
