import CDunnockAdwaita
import Glibc
import GtkBridge

/// What stands over a window, goes with it and takes its input meanwhile: an AdwDialog inside that window or, where libadwaita has none, an
/// AdwWindow of its own.
package struct Dialog {
  /// The AdwDialog or the AdwWindow; what it hosts lives as long.
  package let widget: Widget
  private let parent: Widget

  /// A dialog, not yet on screen.
  ///
  /// - Parameters:
  ///   - width: Its size with text of the usual size, px: a larger one where text is large, but none larger than the window.
  ///   - most: What it has no use for more width than.
  package init(
    _ title: String, over parent: Widget, width: Int32, atMost most: Int32 = .max, height: Int32
  ) {
    self.init(Newer.dialog?() ?? adw_window_new(), title, over: parent)
    let scale = pango_cairo_context_get_resolution(gtk_widget_get_pango_context(parent)) / 96
    let sides = [
      (width, min(most, gtk_widget_get_width(parent))), (height, gtk_widget_get_height(parent)),
    ]
    .map { usual, room in max(usual, min(Int32(Double(usual) * scale), room)) }
    setSize(sides[0], sides[1])
    if !widget.isDialog { widget.closeOnEscape() }
  }

  /// A dialog of AdwPreferencesPages, not yet on screen.
  ///
  /// - Parameters:
  ///   - width: px.
  ///   - height: px.
  package init(
    pagesTitled title: String, over parent: Widget, width: Int32, height: Int32
  ) {
    self.init(Newer.preferences?() ?? adw_preferences_window_new(), title, over: parent)
    setSize(width, height)
    Newer.setSearchable.map { if widget.isDialog { $0(widget, 1) } }
  }

  private init(_ widget: Widget, _ title: String, over parent: Widget) {
    (self.widget, self.parent) = (widget, parent)
    widget.setProperty("title", title)
  }

  private func setSize(_ width: Int32, _ height: Int32) {
    guard widget.isDialog else {
      return gtk_window_set_default_size(widget.cast(), width, height)
    }
    Newer.setWidth?(widget, width)
    Newer.setHeight?(widget, height)
  }

  /// Has the dialog show this below an AdwHeaderBar, which has no edge of its own.
  package func show(_ content: Widget, below bar: Widget = adw_header_bar_new()) {
    gtk_widget_set_vexpand(content, 1)
    if widget.isDialog, let view = Newer.toolbarView?() {
      Newer.addTopBar?(view, bar)
      Newer.setToolbarContent?(view, content)
      view.addEnter()
      Newer.setChild?(widget, view)
    } else {
      bar.addClasses("flat")
      let all: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
      for part in [bar, content] { gtk_box_append(all.cast(), part) }
      adw_window_set_content(widget.cast(), all)
    }
  }

  /// Adds a page to a dialog of pages.
  package func add(_ page: Widget) {
    if widget.isDialog {
      Newer.addPage?(widget, page)
    } else {
      adw_preferences_window_add(widget.cast(), page.cast())
    }
  }

  /// Has Enter press a button.
  package func setDefault(_ button: Widget) {
    if widget.isDialog {
      Newer.setDefault?(widget, button)
    } else {
      gtk_window_set_default_widget(widget.cast(), button)
    }
  }

  /// Puts the dialog on screen, in front of the others.
  package func present() { widget.presentDialog(over: parent) }

  /// Puts the dialog on screen with the focus on this, which is in it.
  package func present(with focus: Widget) {
    present()
    widget.focusInDialog(focus)
  }

  /// Closes the dialog, unless somebody has done so.
  package func close() { widget.closeDialog() }

  /// Says once that the dialog is closed, or gone with its window.
  package func onClosed(_ body: @escaping @MainActor () -> Void) {
    widget.onDialogClosed(body)
  }
}

extension Widget {
  /// Whether this is an AdwDialog, which is part of the window that it stands over.
  package var isDialog: Bool { Newer.dialogType.map { isA($0()) } ?? false }

  /// Whether an AdwDialog stands over this window, which gets no keys meanwhile though it has the focus.
  package var isBelowDialog: Bool {
    if isA(adw_application_window_get_type()) { return Newer.overApplication?(self) != nil }
    return isA(adw_window_get_type()) && Newer.overWindow?(self) != nil
  }

  /// Puts this dialog, of whichever kind, on screen over a window.
  package func presentDialog(over parent: Widget) {
    if isDialog { return Newer.present?(self, parent) ?? () }
    stand(over: parent)
    gtk_window_present(cast())
  }

  /// Whether the person uses this window: it is the active one, and no dialog is over it.
  package var isUsed: Bool { isTrue(gtk_window_is_active(cast())) && !isBelowDialog }

  /// Calls back when a window may have come to be used, or to be so no more.
  package func onUse(_ body: @escaping @MainActor () -> Void) {
    for property in ["is-active", "visible-dialog"] {
      Signal.connect(self, "notify::" + property) { body() }
    }
  }

  /// Closes this dialog, of whichever kind, unless it is closed.
  package func closeDialog() {
    guard isDialog else { return gtk_window_destroy(cast()) }
    if parent != nil { _ = Newer.close?(self) }
  }

  /// Gives something in this dialog, which has just been put on screen, the focus, or what takes it first in that.
  package func focusInDialog(_ part: Widget) {
    guard isDialog else {
      _ = gtk_widget_grab_focus(part)
      return
    }
    var taken = part.takeFocus()
    var (frames, isTyped) = (0, false)
    let keys = addController(gtk_event_controller_key_new(), in: GTK_PHASE_CAPTURE)
    Signal.connect(keys, "key-pressed") {
      isTyped = true
      return false
    }
    onEachFrame(of: self) { _ in
      frames += 1
      if isTyped { return false }
      if frames < Self.framesOfComing { return true }
      if taken == nil { taken = part.takeFocus() }
      let focus = taken?.raw.assumingMemoryBound(to: GtkWidget.self)
      if let focus, focusInWindow != focus { gtk_widget_grab_focus(focus) }
      return false
    }
  }

  /// What has the focus once this widget, or something in it, has been given it; nil where nothing there takes it.
  private func takeFocus() -> Ref? {
    // A list would take it for itself.
    if gtk_widget_child_focus(self, GTK_DIR_TAB_FORWARD) == 0 { gtk_widget_grab_focus(self) }
    return holdsFocus ? focusInWindow.map { .retaining(none: $0) } : nil
  }

  /// Has Enter in this part of an AdwDialog press what it means there; by itself the dialog has it press what it means in the window below.
  fileprivate func addEnter() {
    guard let keys = gtk_shortcut_controller_new() else { return }
    for key in ["Return", "KP_Enter", "ISO_Enter"] { keys.addShortcut(key, "default.activate") }
    gtk_widget_add_controller(self, keys)
  }

  /// After so many an AdwDialog has become what it is to be in its window, a sheet where that is narrow, and has given the focus to its
  /// first part.
  private static var framesOfComing: Int { 3 }

  /// Says once that this dialog is closed, or gone with its window; of one that asks something that comes when nobody answers any more.
  package func onDialogClosed(_ body: @escaping @MainActor () -> Void) {
    var body: (@MainActor () -> Void)? = body
    let once = { @MainActor in
      let said = body
      body = nil
      said?()
    }
    Signal.connect(self, "destroy") { once() }
    // Of a question this comes before the answer.
    if isDialog, Newer.alertType.map({ isA($0()) }) != true {
      Signal.connect(self, "closed") { once() }
    }
  }
}

/// Dialogs that ask something.
extension Widget {
  /// An AdwAlertDialog or, where libadwaita has none, an AdwMessageDialog; not yet on screen.
  static func alert(_ heading: String, _ text: String?, over parent: Widget) -> Widget {
    guard let alert = Newer.alert?(heading, text) else {
      return adw_message_dialog_new(parent.cast(), heading, text)
    }
    alert.questionParts.addEnter()
    return alert
  }

  /// Adds an answer to a question.
  func addAnswer(_ answer: Answer) {
    if isDialog {
      Newer.addResponse?(self, answer.name, answer.title)
      Newer.setAppearance?(self, answer.name, answer.look)
      questionParts.wrapButtons()
    } else {
      adw_message_dialog_add_response(cast(), answer.name, answer.title)
      adw_message_dialog_set_response_appearance(cast(), answer.name, answer.look)
    }
  }

  /// Has the buttons show all that they say, in several lines where there is no room for one.
  private func wrapButtons() {
    if isA(gtk_button_get_type()), let label = firstInside(gtk_label_get_type()) {
      gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_NONE)
      gtk_label_set_wrap(label.opaque, 1)
      gtk_label_set_justify(label.opaque, GTK_JUSTIFY_CENTER)
    }
    for child in children { child.wrapButtons() }
  }

  /// Has an answer be possible or not.
  package func setAnswer(_ name: String, isPossible: Bool) {
    if isDialog {
      Newer.setEnabled?(self, name, isPossible.gboolean)
    } else {
      adw_message_dialog_set_response_enabled(cast(), name, isPossible.gboolean)
    }
  }

  /// Shows another text below the heading of a question.
  package func setQuestionText(_ text: String) { setProperty("body", text) }

  /// Puts something below the text of a question.
  func setQuestionContent(_ content: Widget) {
    if isDialog {
      Newer.setExtra?(self, content)
    } else {
      adw_message_dialog_set_extra_child(cast(), content)
    }
  }

  /// What a question consists of, before it is on screen too.
  var questionParts: Widget { isDialog ? Newer.child?(self) ?? self : self }
}

extension Widget {
  /// An AdwAboutDialog or, where libadwaita has none, an AdwAboutWindow, not yet on screen. Their properties have the same names.
  package static func about(by developers: String, license: GtkLicense) -> Widget {
    let about: Widget = Newer.about?() ?? adw_about_window_new()
    withStringVector([developers]) {
      let names = UnsafeMutablePointer<UnsafePointer<CChar>?>(mutating: $0)
      if about.isDialog {
        Newer.setDevelopers?(about, names)
      } else {
        adw_about_window_set_developers(about.opaque, names)
      }
    }
    if about.isDialog {
      Newer.setLicense?(about, license)
    } else {
      adw_about_window_set_license_type(about.opaque, license)
    }
    return about
  }

  /// What turns while something is waited for: an AdwSpinner or, where libadwaita has none, a GtkSpinner.
  package static func spinner() -> Widget { Newer.spinner?() ?? gtk_spinner_new() }

  /// A spinner that turns while it is in sight: one that turns out of sight keeps the window drawing for ever.
  package static func turningSpinner() -> Widget {
    let spinner = spinner()
    if spinner.isA(gtk_spinner_get_type()) {
      Signal.connect(spinner, "map") { gtk_spinner_start(spinner.opaque) }
      Signal.connect(spinner, "unmap") { gtk_spinner_stop(spinner.opaque) }
    }
    return spinner
  }

  /// Has a spinner be there and turn, or not.
  package func spin(_ isOn: Bool) {
    gtk_widget_set_visible(self, isOn.gboolean)
    if isA(gtk_spinner_get_type()) { gtk_spinner_set_spinning(opaque, isOn.gboolean) }
  }
}

/// What libadwaita has since 1.5, and the spinner, which it has since 1.6; nil before.
private enum Newer {
  typealias Make = @convention(c) () -> Widget?
  typealias GetType = @convention(c) () -> GType
  typealias Get = @convention(c) (Widget) -> Widget?
  typealias Set = @convention(c) (Widget, Widget?) -> Void
  typealias SetNumber = @convention(c) (Widget, Int32) -> Void
  typealias SetFlagOf = @convention(c) (Widget, UnsafePointer<CChar>, gboolean) -> Void
  typealias SetLookOf =
    @convention(c) (
      Widget, UnsafePointer<CChar>, AdwResponseAppearance
    ) -> Void
  typealias SetTextOf =
    @convention(c) (
      Widget, UnsafePointer<CChar>, UnsafePointer<CChar>
    ) -> Void
  typealias MakeAlert =
    @convention(c) (
      UnsafePointer<CChar>?, UnsafePointer<CChar>?
    ) -> Widget?

  static let dialog: Make? = find("adw_dialog_new")
  static let dialogType: GetType? = find("adw_dialog_get_type")
  static let present: Set? = find("adw_dialog_present")
  static let close: (@convention(c) (Widget) -> gboolean)? = find("adw_dialog_close")
  static let child: Get? = find("adw_dialog_get_child")
  static let setChild: Set? = find("adw_dialog_set_child")
  static let setDefault: Set? = find("adw_dialog_set_default_widget")
  static let setWidth: SetNumber? = find("adw_dialog_set_content_width")
  static let setHeight: SetNumber? = find("adw_dialog_set_content_height")
  static let overWindow: Get? = find("adw_window_get_visible_dialog")
  static let overApplication: Get? = find("adw_application_window_get_visible_dialog")

  static let toolbarView: Make? = find("adw_toolbar_view_new")
  static let addTopBar: Set? = find("adw_toolbar_view_add_top_bar")
  static let setToolbarContent: Set? = find("adw_toolbar_view_set_content")

  static let preferences: Make? = find("adw_preferences_dialog_new")
  static let addPage: Set? = find("adw_preferences_dialog_add")
  static let setSearchable: SetNumber? = find("adw_preferences_dialog_set_search_enabled")

  static let alert: MakeAlert? = find("adw_alert_dialog_new")
  static let alertType: GetType? = find("adw_alert_dialog_get_type")
  static let addResponse: SetTextOf? = find("adw_alert_dialog_add_response")
  static let setAppearance: SetLookOf? = find("adw_alert_dialog_set_response_appearance")
  static let setEnabled: SetFlagOf? = find("adw_alert_dialog_set_response_enabled")
  static let setExtra: Set? = find("adw_alert_dialog_set_extra_child")

  static let setDevelopers:
    (@convention(c) (Widget, UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Void)? = find(
      "adw_about_dialog_set_developers")
  static let setLicense: (@convention(c) (Widget, GtkLicense) -> Void)? = find(
    "adw_about_dialog_set_license_type")
  static let about: Make? = find("adw_about_dialog_new")
  static let spinner: Make? = find("adw_spinner_new")

  /// A function of a library that the process has loaded, whose type the caller names; nil where there is none.
  private static func find<Function>(_ name: String) -> Function? {
    dlsym(nil, name).map { unsafeBitCast($0, to: Function.self) }
  }
}
