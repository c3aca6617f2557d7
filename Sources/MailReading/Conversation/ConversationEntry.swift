import CDunnockAdwaita
import GtkBridge
import MailModel

/// One message among those that stand below one another: a line while it is folded, else all of it.
final class ConversationEntry {
  /// A GtkBox, which screen readers know as an article where GTK does.
  let widget = Widget.article()

  /// Nil for a mail of no mailbox.
  private(set) var message: Message?
  /// What shows it; nil until it is unfolded for the first time.
  private(set) var view: MessageView?
  private(set) var isFolded = true
  /// Loads it for the view.
  let loader = MessageLoader()

  private var line: (folded: FoldedMessage, clamp: Widget)?
  private var perform: (Wish) -> Void = { _ in }

  /// What somebody wants of the entry.
  enum Wish { case unfold, fold, focus }

  init() {
    widget.addClasses("conversation-entry")
    let focus = gtk_event_controller_focus_new()
    Signal.connect(widget.addController(focus), "enter") { [weak self] in self?.perform(.focus) }
  }

  /// - Parameter perform: Called for what somebody wants of it.
  func onWish(_ perform: @escaping (Wish) -> Void) { self.perform = perform }

  /// Stands for another message from now on, which is alone until more is known.
  func begin(_ message: Message?) {
    loader.begin()
    self.message = message
    isFolded = false
    showFolding()
    view?.header.stand(amongOthers: false)
    view?.text.foldShortQuotations(false)
    widget.setClass("is-one-of-several", false)
    widget.setClass("is-current", false)
  }

  /// Shows what is known of the message among others.
  ///
  /// - Parameters:
  ///   - title: What stands above all of them.
  ///   - folder: What its folder is called, where that is to be said; else empty.
  ///   - width: As wide as the text is at most, px.
  func show(
    _ message: Message, amongOthers: Bool, title: String, folder: String, now: Int, width: Int32
  ) {
    let isMoved = self.message.map { $0.id != message.id } ?? false
    self.message = message
    widget.setClass("is-one-of-several", amongOthers)
    view?.header.stand(
      amongOthers: amongOthers, hidesSubject: amongOthers && message.titleWithoutMarks == title,
      folder: folder)
    view?.text.foldShortQuotations(amongOthers)
    if isMoved { loader.begin() }
    guard amongOthers else { return }
    let line = line ?? makeLine()
    line.folded.show(message, folder: folder, now: now)
    fit(width)
    showFolding()
  }

  /// Has the line be as wide as the text, px.
  func fit(_ width: Int32) {
    guard let clamp = line?.clamp else { return }
    adw_clamp_set_maximum_size(clamp.opaque, width)
    adw_clamp_set_tightening_threshold(clamp.opaque, width)
  }

  /// Shows all of the message, by a view that it owns from then on where it has none.
  func unfold(_ make: () -> MessageView) {
    if view == nil {
      let view = make()
      self.view = view
      gtk_box_append(widget.cast(), view.widget)
      view.header.onFold { [weak self] in self?.perform(.fold) }
    }
    isFolded = false
    showFolding()
  }

  /// Shows a line of the message.
  func fold() {
    guard line != nil else { return }
    isFolded = true
    showFolding()
  }

  /// Gives the line the focus, or the text.
  func grabFocus() {
    if isFolded, let line {
      gtk_widget_grab_focus(line.folded.widget)
    } else {
      view?.text.grabFocus()
    }
  }

  private func showFolding() {
    let hadFocus = widget.holdsFocus
    if let line { gtk_widget_set_visible(line.clamp, isFolded.gboolean) }
    if let view { gtk_widget_set_visible(view.widget, (!isFolded).gboolean) }
    if hadFocus, !widget.holdsFocus { grabFocus() }
  }

  private func makeLine() -> (folded: FoldedMessage, clamp: Widget) {
    let made = (folded: FoldedMessage(), clamp: adw_clamp_new() as Widget)
    made.folded.onPress { [weak self] in self?.perform(.unfold) }
    adw_clamp_set_child(made.clamp.opaque, made.folded.widget)
    gtk_box_prepend(widget.cast(), made.clamp)
    line = made
    return made
  }
}

extension Widget {
  /// An upright GtkBox that is one of several articles to screen readers, or a group where this GTK knows none (4.12 and older).
  fileprivate static func article() -> Widget {
    let roles = gtk_accessible_role_get_type()
    var value = GValue()
    g_value_init(&value, roles)
    defer { g_value_unset(&value) }
    var role = Int32(GTK_ACCESSIBLE_ROLE_GROUP.rawValue)
    if let known = g_type_class_ref(roles) {
      if let article = g_enum_get_value_by_nick(
        known.assumingMemoryBound(to: GEnumClass.self), "article")
      {
        role = article.pointee.value
      }
      g_type_class_unref(known)
    }
    g_value_set_enum(&value, role)
    return "accessible-role".withCString { name in
      var names: [UnsafePointer<CChar>?] = [name]
      guard let box = g_object_new_with_properties(gtk_box_get_type(), 1, &names, &value) else {
        return gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
      }
      let widget = UnsafeMutableRawPointer(box).assumingMemoryBound(to: GtkWidget.self)
      gtk_orientable_set_orientation(widget.opaque, GTK_ORIENTATION_VERTICAL)
      return widget
    }
  }
}
