import CDunnockGtk
import GtkBridge
import SwipeRows

/// The gallery's window: the list of pages, the page, and the style's parameters, side by side as far as there is room.
final class GalleryWindow {
  /// The window; keeps this object alive until it is destroyed.
  let widget: Widget = gtk_window_new()

  let sidebar = Sidebar()
  let panel = StylePanel()
  let readout: Readout
  private(set) var showcase: Showcase?

  let pagesButton: Widget = gtk_toggle_button_new()
  let styleButton: Widget = gtk_toggle_button_new()
  let pageView: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)
  let recordButton: Widget = gtk_toggle_button_new()
  let codeButton: Widget = gtk_toggle_button_new()
  let code = CodeView()
  let status: Widget = gtk_label_new("")
  private let title: Widget = gtk_label_new("")
  private let text: Widget = gtk_label_new("")
  private let stage: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  private let frames = FrameMeter()
  private var recorder: Recorder?
  /// What is shown beside the page, or where there is no room for both, in its place.
  var extra = Extra.pages
  var room = Room.wide
  /// While buttons are set by what is shown, and not the other way round.
  var isArranging = false

  enum Extra { case pages, style, none }
  enum Room { case narrow, medium, wide }

  init() {
    readout = Readout(frames)
    Hosted.install(self, in: widget, key: "gallery-window")
    GalleryStyle.install(for: widget)
    frames.watch(widget)
    // So that the keys of a page's text do something at once.
    Signal.connect(widget, "map") { [weak self] in
      if let view = self?.showcase?.view { gtk_widget_grab_focus(view) }
    }
    layOut(header: header(), page: page())
    sidebar.onChoose = { [weak self] in self?.chose($0) }
    panel.onTurn = { [weak self] in self?.showcase?.style = $0 }
    panel.onReset = { [weak self] in
      if let showcase = self?.showcase { showcase.choose(showcase.styleName) }
    }
    panel.addSwitch("Color the Layers", "Front blue, tray purple, row orange") { [weak self] in
      self?.pageView.setClass("layers", $0)
    }
    panel.addSwitch("Dark", "Draws everything dark") { [weak self] in
      if let self { setPrefersDark($0, of: widget) }
    }
    widget.keepLeftToRight(but: stage)
  }

  /// Shows a page.
  func show(_ page: Page) {
    guard showcase?.page.name != page.name else { return }
    stopRecording()
    if let former = showcase { gtk_box_remove(stage.cast(), former.widget) }
    let showcase = Showcase(page)
    self.showcase = showcase
    gtk_widget_set_vexpand(showcase.widget, true.gboolean)
    // What is made from here on turns round: the page's list, but not the window, which has a direction of its own.
    gtk_widget_set_default_direction(
      showcase.isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
    gtk_box_append(stage.cast(), showcase.widget)
    gtk_label_set_text(title.opaque, page.title)
    gtk_label_set_text(text.opaque, page.text)
    say("")
    showcase.onLeave = { [weak self] in self?.stopRecording() }
    showcase.onRebuild = { [weak self] in self?.listIsNew() }
    showcase.onStyle = { [weak self] in self?.showStyle() }
    showcase.onSay = { [weak self] in self?.say($0) }
    listIsNew()
    sidebar.select(page)
    gtk_widget_set_sensitive(codeButton, CodeView.hasCode(of: page).gboolean)
    gtk_toggle_button_set_active(codeButton.cast(), false.gboolean)
  }

  /// Leaves nothing but the first rows of the page's list, in a small window.
  func showListAlone() {
    gtk_window_set_decorated(widget.cast(), false.gboolean)
    gtk_window_set_default_size(widget.cast(), 560, 372)
    gtk_widget_set_size_request(stage, 480, -1)
    gtk_widget_set_halign(stage, GTK_ALIGN_CENTER)
    for part in pageView.children where part != stage {
      gtk_widget_set_visible(part, false.gboolean)
    }
    guard let showcase else { return }
    showcase.items = Array(showcase.items.prefix(5))
    showcase.startOver()
  }

  private func chose(_ page: Page) {
    show(page)
    if room == .narrow { extra = .none }
    arrange()
  }

  private func listIsNew() {
    showcase?.list?.group.onInput { [weak self] in self?.told($0, at: $1) }
    readout.follow(showcase?.list)
    showStyle()
  }

  private func showStyle() {
    guard let showcase else { return }
    panel.show(showcase.style, named: showcase.styleName, base: showcase.pageStyle)
  }

  /// Says what the engine made of a row that was let go.
  private func sayHowItEnded() {
    guard
      case .released(let offset, let velocity, let projected, let opens)? = showcase?.list?.engine
        .reason
    else { return }
    func shown(_ number: Double) -> String { "\(Int(number))".replacing("-", with: "−") }
    say(
      "Let go at \(shown(offset)) px and \(shown(velocity)) px/s, which carry it to \(shown(projected)) px: it "
        + (opens.map { "opens, \($0)." } ?? "closes."))
  }

  func say(_ sentence: String) { gtk_label_set_text(status.opaque, sentence) }

  // MARK: The page

  private func page() -> Widget {
    pageView.addClasses("gallery-page")
    gtk_widget_set_hexpand(pageView, true.gboolean)
    title.addClasses("gallery-title")
    text.addClasses("gallery-text")
    for label in [title, text] {
      gtk_label_set_xalign(label.opaque, 0)
      gtk_label_set_wrap(label.opaque, true.gboolean)
    }
    // What lies over the overlay gets the height that it needs where it is narrowest.
    gtk_label_set_width_chars(text.opaque, 34)
    status.addClasses("gallery-status")
    gtk_label_set_xalign(status.opaque, 0)
    gtk_label_set_wrap(status.opaque, true.gboolean)
    gtk_label_set_wrap_mode(status.opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_selectable(status.opaque, true.gboolean)
    // Else a selectable label takes the Tab key, and not the focus.
    gtk_widget_set_can_focus(status, false.gboolean)
    gtk_widget_set_hexpand(status, true.gboolean)
    let bottom: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)
    let again = button("view-refresh-symbolic", "Start Over") { [weak self] in
      self?.showcase?.startOver()
      self?.say("")
    }
    recordButton.addClasses("gallery-record")
    look(of: recordButton, "media-record-symbolic", "Record a Trace File")
    Signal.connect(recordButton, "toggled") { [weak self] in self?.recordToggled() }
    look(of: codeButton, "text-x-generic-symbolic", "Code of This Page")
    gtk_widget_set_visible(code.widget, false.gboolean)
    Signal.connect(codeButton, "toggled") { [weak self] in
      guard let self else { return }
      let showsCode = isTrue(gtk_toggle_button_get_active(codeButton.cast()))
      if showsCode, let page = showcase?.page { code.show(page) }
      gtk_widget_set_visible(code.widget, showsCode.gboolean)
      gtk_widget_set_visible(stage, (!showsCode).gboolean)
    }
    for part in [status, codeButton, recordButton, again] { gtk_box_append(bottom.cast(), part) }
    for part in [title, text, stage, code.widget, bottom, readout.widget] {
      gtk_box_append(pageView.cast(), part)
    }
    return pageView
  }

  // MARK: Recording

  /// Where the last recording was written.
  private(set) var recording: String?

  private func recordToggled() {
    guard isTrue(gtk_toggle_button_get_active(recordButton.cast())) else { return stopRecording() }
    guard let showcase else { return }
    showcase.list?.close(animated: false)
    recorder = Recorder(
      title: showcase.page.title, style: showcase.styleName, base: showcase.base,
      turned: showcase.style,
      ids: (0..<showcase.store.count).compactMap { showcase.store[$0]?.id },
      item: { [weak showcase] in showcase?.list?.item(of: $0) })
    say("Recording. Drag some rows, then press the button again.")
  }

  private func told(_ input: PanInput, at time: Double) {
    guard let engine = showcase?.list?.engine else { return }
    recorder?.note(input, at: time, engine: engine)
    switch input {
    // What was said of another press is said no longer.
    case .begin where recorder == nil: say("")
    case .end where engine.phase == .tracking:
      whenIdle { [weak self] in self?.sayHowItEnded() }
    default: break
    }
  }

  private func stopRecording() {
    gtk_toggle_button_set_active(recordButton.cast(), false.gboolean)
    guard var recorder, let showcase, let list = showcase.list else { return }
    self.recorder = nil
    guard recorder.hasRows else { return say("Nothing was recorded: no row was touched.") }
    let text = recorder.finish(list.engine)
    do {
      let path = try RecordingFile.write(text, named: showcase.page.name)
      recording = path
      say("Recorded \(recorder.count) events; replay them: pan-trace \(path)")
    } catch {
      say("\(error)")
    }
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Has this widget and all that it holds, but for one part, run from left to right whatever the default is.
  fileprivate func keepLeftToRight(but part: Widget) {
    guard self != part else { return }
    gtk_widget_set_direction(self, GTK_TEXT_DIR_LTR)
    for child in children { child.keepLeftToRight(but: part) }
  }
}

/// Gives a button an icon and a meaning.
func look(of button: Widget, _ icon: String, _ meaning: String) {
  gtk_button_set_icon_name(button.cast(), icon)
  gtk_widget_set_tooltip_text(button, meaning)
  button.setSpokenLabel(meaning)
  gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
}

/// A button with an icon.
func button(
  _ icon: String, _ meaning: String, _ clicked: @escaping @MainActor () -> Void
) -> Widget {
  let button: Widget = gtk_button_new()
  look(of: button, icon, meaning)
  Signal.connect(button, "clicked", clicked)
  return button
}
