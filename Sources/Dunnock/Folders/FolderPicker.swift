import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailModel
import Texts
import Triage

/// The dialog in which somebody finds the folder that messages are to be moved to, or names a new one.
final class FolderPicker {
  /// What was chosen.
  enum Choice: Sendable {
    case folder(FolderID)
    case new(String)
  }

  /// Keeps this object.
  private let dialog: Dialog
  private let targets: MoveTargets
  private let icon: (FolderID) -> String
  private let answer: (Choice) -> Void
  private let entry: Widget = gtk_search_entry_new()
  private let list: Widget = gtk_list_box_new()
  private let note: Widget = gtk_label_new(nil)
  /// What the rows stand for.
  private var choices: [Choice] = []

  /// Asks over a window.
  ///
  /// - Parameters:
  ///   - icon: The name of the icon of a folder.
  ///   - typed: The text to begin with.
  ///   - answer: Called with the choice, and with nil when there is none.
  static func ask(
    over parent: Widget, for title: String, among targets: MoveTargets,
    icon: @escaping (FolderID) -> String = { _ in "folder-symbolic" }, typed: String = "",
    answer: @escaping @MainActor (Choice?) -> Void
  ) -> Widget {
    let dialog = Dialog(title, over: parent, width: width, height: height)
    let picker = FolderPicker(title, in: dialog, targets, icon) { answer($0) }
    Hosted.install(picker, in: dialog.widget, key: "dunnock-folder-picker")
    dialog.present(with: picker.entry)
    gtk_editable_set_text(picker.entry.opaque, typed)
    gtk_editable_set_position(picker.entry.opaque, -1)
    return dialog.widget
  }

  private init(
    _ title: String, in dialog: Dialog, _ targets: MoveTargets,
    _ icon: @escaping (FolderID) -> String, answer: @escaping (Choice) -> Void
  ) {
    (self.dialog, self.targets, self.icon) = (dialog, targets, icon)
    self.answer = answer
    entry.setSpokenLabel(tr("Folder Name"))
    gtk_search_entry_set_key_capture_widget(entry.opaque, dialog.widget)
    list.addClasses("navigation-sidebar")
    list.setSpokenLabel(title)
    // Where the focus goes the choice goes along, so that Enter takes what is seen.
    gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_BROWSE)
    let scroller: Widget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(scroller.opaque, list)
    gtk_widget_set_vexpand(scroller, 1)
    note.addClasses("dim-label", "caption")
    gtk_label_set_wrap(note.opaque, 1)
    for set in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] {
      set(entry, Self.margin)
      set(note, Self.margin)
    }
    for set in [gtk_widget_set_margin_top, gtk_widget_set_margin_bottom] {
      set(entry, Self.margin / 2)
      set(note, Self.margin / 2)
    }
    let content: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    for part in [entry, scroller, note] { gtk_box_append(content.cast(), part) }
    dialog.show(content)
    Signal.connect(entry, "changed") { [weak self] in self?.show() }
    Signal.connect(entry, "activate") { [weak self] in self?.choose() }
    Signal.connect(entry, "stop-search") { [weak self] in self?.close() }
    Signal.connect(UnsafeMutableRawPointer(list), "row-activated") { [weak self] in
      self?.choose()
    }
    followKeys(in: content)
    show()
  }

  /// The arrows walk through the rows from the entry on, and back into it; Escape closes wherever the focus is.
  private func followKeys(in content: Widget) {
    // Behind the entry, in which these keys may be about what is being composed.
    let keys = content.addController(gtk_event_controller_key_new())
    Signal.connect(keys, "key-pressed") { [weak self] (key: UInt32) in
      guard let self else { return false }
      switch Int32(bitPattern: key) {
      case GDK_KEY_Escape: close()
      case GDK_KEY_Down where entry.holdsFocus, GDK_KEY_KP_Down where entry.holdsFocus:
        focus(at: min((selected ?? -1) + 1, choices.count - 1))
      default: return false
      }
      return true
    }
    // Before the list, which would stay where it is.
    let listKeys = list.addController(gtk_event_controller_key_new(), in: GTK_PHASE_CAPTURE)
    Signal.connect(listKeys, "key-pressed") { [weak self] (key: UInt32) in
      guard let self, selected == 0, [GDK_KEY_Up, GDK_KEY_KP_Up].contains(Int32(bitPattern: key))
      else { return false }
      gtk_widget_grab_focus(entry)
      return true
    }
  }

  /// Which row is chosen.
  private var selected: Int? {
    gtk_list_box_get_selected_row(list.opaque).map { Int(gtk_list_box_row_get_index($0)) }
  }

  private func focus(at index: Int) {
    guard let row = gtk_list_box_get_row_at_index(list.opaque, gint(index)) else { return }
    gtk_list_box_select_row(list.opaque, row)
    gtk_widget_grab_focus(UnsafeMutableRawPointer(row).assumingMemoryBound(to: GtkWidget.self))
  }

  private func show() {
    let text = gtk_editable_get_text(entry.opaque).map { String(cString: $0) } ?? ""
    let found = targets.matching(text)
    let name = targets.newName(for: text)
    while let row = gtk_list_box_get_row_at_index(list.opaque, 0) {
      gtk_list_box_remove(
        list.opaque, UnsafeMutableRawPointer(row).assumingMemoryBound(to: GtkWidget.self))
    }
    choices = []
    var outer: [String] = []
    for target in found.prefix(Self.most) {
      // As they lie within one another, below those that are likely; what was typed stands in any part of a name.
      if !text.isEmpty || target.reason != nil { outer = [] }
      outer.removeAll { !target.name.hasPrefix($0 + "/") }
      add(
        .folder(target.folder), target.name, icon(target.folder), within: outer,
        hint: target.reason?.title)
      if text.isEmpty, target.reason == nil { outer.append(target.name) }
    }
    if let name {
      add(
        .new(name), tr("New Folder “%1$s”").filling("\u{2068}\(name)\u{2069}"),
        "folder-new-symbolic")
    }
    let isHere = targets.isHere(text, begun: found.isEmpty)
    // Who has begun to type the name of the folder they are in means no new one by that beginning.
    if !isHere || !found.isEmpty {
      gtk_list_box_select_row(list.opaque, gtk_list_box_get_row_at_index(list.opaque, 0))
    }
    let remark =
      isHere
      ? tr("The messages are already in “%1$s”.").filling("\u{2068}\(targets.here ?? text)\u{2069}")
      : found.count > Self.most
        ? trn(
          "%1$s more folder; type to find it", "%1$s more folders; type to find them",
          found.count - Self.most
        ).filling((found.count - Self.most).grouped)
        : !choices.isEmpty
          ? nil
          : text.isEmpty
            ? tr("There is no other folder. Type a name to create one.")
            : tr("Messages cannot be moved to this folder.")
    gtk_label_set_label(note.opaque, remark ?? "")
    gtk_widget_set_visible(note, (remark != nil).gboolean)
  }

  /// - Parameter outer: The names of the folders above that it lies in.
  private func add(
    _ choice: Choice, _ title: String, _ icon: String, within outer: [String] = [],
    hint: String? = nil
  ) {
    // The focus stays where it is typed.
    if choices.isEmpty, entry.holdsFocus { list.announce(title) }
    let row: Widget = gtk_list_box_row_new()
    let line: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    gtk_widget_set_valign(line, GTK_ALIGN_CENTER)
    for set in [gtk_widget_set_margin_top, gtk_widget_set_margin_bottom] { set(line, 3) }
    let shown = outer.last.map { String(title.dropFirst($0.count + 1)) } ?? title
    for (text, classes) in [(shown, []), (hint, ["dim-label", "caption"])] {
      guard let text else { continue }
      let label: Widget = gtk_label_new(text)
      gtk_label_set_xalign(label.opaque, 0)
      gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_MIDDLE)
      for name in classes { gtk_widget_add_css_class(label, name) }
      gtk_box_append(line.cast(), label)
    }
    let content: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)
    gtk_widget_set_margin_start(content, Int32(min(outer.count, 6)) * 16)
    let image = Widget.silentImage()
    gtk_image_set_from_icon_name(image.opaque, icon)
    gtk_widget_set_hexpand(line, 1)
    for part in [image, line] { gtk_box_append(content.cast(), part) }
    gtk_list_box_row_set_child(row.cast(), content)
    row.setSpokenLabel([title, hint].compactMap { $0 }.joined(separator: ", "))
    gtk_list_box_append(list.opaque, row)
    choices.append(choice)
  }

  private func choose() {
    guard let selected, choices.indices.contains(selected) else { return }
    answer(choices[selected])
    close()
  }

  private func close() { dialog.close() }

  private static let margin: Int32 = 12
  /// With text of the usual size, px.
  private static let (width, height): (Int32, Int32) = (340, 440)
  /// More than anybody looks through without typing; each is a row of widgets, made anew at every key.
  private static let most = 100
}

extension MoveTargets.Reason {
  /// What the person is told of it.
  fileprivate var title: String {
    switch self {
    case .lastOfSender: tr("Last used for this sender")
    case .recent: tr("Recent")
    }
  }
}
