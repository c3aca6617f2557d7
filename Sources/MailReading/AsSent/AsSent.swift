import CDunnockGtk
import CDunnockWebKit
import FileSystem
import GtkBridge
import MailText
import Texts

/// A message as it was sent, in place of its text, drawn by WebKitGTK where that is installed. Nothing of that is loaded before.
final class AsSent {
  /// A GtkStack that holds the text, and what stands in its place.
  let widget: Widget = gtk_stack_new()

  private let context: ReadingContext
  private let text: Widget
  /// The bar with the way back, and the page below it; nil until it is used.
  private var frame: Frame?
  /// What stands around the page. The name of who wrote it is none that the page can say.
  private struct Frame {
    let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    let sender: Widget = gtk_label_new(nil)
    let pictures: Widget = gtk_button_new_from_icon_name("image-x-generic-symbolic")
    let spinner = Widget.spinner()
  }

  private weak var message: MessageView?
  private var view: WebView?
  private var loading: Task<Void, Never>?
  /// What had the focus before.
  private var focus: Ref?
  private var zoom = 1.0
  private var giveFocus: (Widget) -> Void = { gtk_widget_grab_focus($0) }

  init(inPlaceOf text: Widget, _ context: ReadingContext) {
    (self.text, self.context) = (text, context)
    gtk_stack_add_named(widget.opaque, text, nil)
    gtk_stack_set_vhomogeneous(widget.opaque, 0)
    gtk_stack_set_hhomogeneous(widget.opaque, 0)
  }

  /// - Parameter give: Called when what had the focus in the text is to have it again.
  func onEnd(_ give: @escaping (Widget) -> Void) { giveFocus = give }

  /// Shows the page of a message anew, if it is on show: pictures of it were loaded.
  func refresh(_ message: MessageView) {
    guard self.message === message, view != nil, let source = message.source else { return }
    load(source, of: message)
  }

  /// Whether it stands in place of the text.
  var isShown: Bool { view != nil }

  /// Shows a message, or its text again where it is on show.
  func toggle(_ message: MessageView) {
    let isOn = self.message === message
    end()
    guard !isOn, let source = message.source else { return }
    self.message = message
    focus = widget.focusInWindow.map { .retaining(none: $0) }
    load(source, of: message)
  }

  private func load(_ source: any MessageSource, of message: MessageView) {
    loading?.cancel()
    loading = Task.immediate { [weak self] in
      let page = await Self.read(source, loaded: message.remotePictures.loadedAddresses)
      guard !Task.isCancelled, let self else { return }
      switch page {
      case .success(let page): show(page, of: message)
      case .failure(let refusal): fail(refusal.sentence)
      }
    }
  }

  /// Shows the text again.
  ///
  /// - Parameter givesFocus: Whether what had the focus gets it back.
  func end(givingFocus givesFocus: Bool = true) {
    loading?.cancel()
    (loading, message) = (nil, nil)
    let before = focus
    focus = nil
    guard let view, let frame else { return }
    // Before the focus moves, which may end it as well.
    self.view = nil
    let hadFocus = frame.box.holdsFocus
    context.target.show(nil)
    gtk_stack_set_visible_child(widget.opaque, text)
    if view.widget.parent == frame.box { gtk_box_remove(frame.box.cast(), view.widget) }
    guard givesFocus, hadFocus, let part = before?.raw.assumingMemoryBound(to: GtkWidget.self),
      gtk_widget_get_root(part) != nil
    else { return }
    giveFocus(part)
  }

  /// Shows the text again where another message is what commands are about.
  ///
  /// - Returns: Whether the focus was in the page that goes, and is nowhere now.
  func keep(ofOnly message: MessageView?) -> Bool {
    guard self.message !== message else { return false }
    let hadFocus = frame?.box.holdsFocus == true
    // What had it before is of another message, or a row that another may have by now.
    end(givingFocus: false)
    return hadFocus
  }

  /// Gives the page the focus; false where none is on show.
  func grabFocus() -> Bool { view.map { gtk_widget_grab_focus($0.widget) != 0 } ?? false }

  func setZoom(_ zoom: Double) {
    self.zoom = zoom
    view?.setZoom(zoom)
  }

  /// Pages on or back.
  ///
  /// - Returns: Nil where no page is on show; false at its end, as far as that is known: by a key that the page had no use for.
  func page(forward: Bool) -> Bool? {
    guard let view else { return nil }
    if view.widget.holdsFocus { return false }
    view.page(forward: forward)
    return true
  }

  private enum Refusal: Error {
    case noLibrary, noPage
    case ended(WebView.Ending)
    case other(String)

    @MainActor var sentence: String {
      switch self {
      case .noLibrary: tr("Install WebKitGTK 6.0 to see messages as they were sent.")
      case .ended(.noSandbox):
        tr("Messages are only shown as sent in a sandbox, which cannot be started on this system.")
      case .ended(.memory): tr("This message needs too much memory to be shown as sent.")
      case .ended(.hang): tr("This message takes too long to be shown as sent.")
      case .noPage, .ended(.crash): tr("This message could not be shown as sent.")
      case .other(let sentence): sentence
      }
    }
  }

  private static func read(
    _ source: any MessageSource, loaded: Set<String>
  ) async -> Result<SentPage, Refusal> {
    let hasLibrary = await onOwnThread("webkit") { _ in dnk_webkit() != nil }
    guard hasLibrary else { return .failure(.noLibrary) }
    guard await WebRehearsal.succeeds() else { return .failure(.ended(.noSandbox)) }
    do {
      let bytes = try await source.bytes(ofPart: nil)
      let page = await onOwnThread("page") {
        SentPage(of: bytes, loaded: loaded, isCancelled: $0)
      }
      return page.map { .success($0) } ?? .failure(.noPage)
    } catch { return .failure(.other(Texts.sentence(for: error))) }
  }

  private func show(_ page: SentPage, of message: MessageView) {
    guard let body = message.content?.body, let source = message.source else { return }
    let inline = message.pictures(of: body, source)
    let made = WebView(page) { [weak message] address in
      if address.hasPrefix(SentPage.remoteScheme) {
        return SentPage.remotePicture(at: address).flatMap {
          message?.remotePictures.loaded(at: $0)
        }
      }
      return await inline(SentPage.contentID(of: address))
    } tell: { [weak self] in
      self?.obey($0)
    }
    guard let view = made else { return fail(Refusal.noLibrary.sentence) }
    let frame = frame ?? makeFrame()
    if let before = self.view { gtk_box_remove(frame.box.cast(), before.widget) }
    self.view = view
    view.setZoom(zoom)
    gtk_label_set_text(
      frame.sender.opaque, message.shown.map { $0.address.isEmpty ? $0.sender : $0.address } ?? "")
    showPictures()
    view.widget.setSpokenLabel(tr("Message as sent"))
    gtk_widget_set_vexpand(view.widget, 1)
    // A page that is dark itself does not begin with a flash.
    gtk_widget_set_opacity(view.widget, 0)
    view.widget.setBusy(true)
    gtk_box_append(frame.box.cast(), view.widget)
    frame.spinner.spin(true)
    gtk_stack_set_visible_child(widget.opaque, frame.box)
    gtk_widget_grab_focus(view.widget)
    view.fit(into: gtk_widget_get_width(widget))
  }

  /// Offers to load the pictures where some are not there.
  private func showPictures() {
    guard let frame else { return }
    gtk_widget_set_visible(frame.pictures, (message?.canPerform(.loadPictures) == true).gboolean)
  }

  private func obey(_ event: WebView.Event) {
    switch event {
    case .shown:
      guard let view, let frame else { return }
      frame.spinner.spin(false)
      gtk_widget_set_opacity(view.widget, 1)
      view.widget.setBusy(false)
      debugLog("page shown: as sent")
    case .ended(let ending): fail(Refusal.ended(ending).sentence)
    case .pointed(let link): context.target.show(link)
    case .pressed(let link): context.host?.follow(link)
    }
  }

  private func fail(_ sentence: String) {
    end()
    context.host?.tell(sentence)
  }

  private func makeFrame() -> Frame {
    let made = Frame()
    made.box.addClasses("as-sent")
    let bar: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    bar.addClasses("toolbar")
    let back: Widget = gtk_button_new_with_label(tr("Show as Text"))
    gtk_widget_set_focus_on_click(back, 0)
    Signal.connect(back, "clicked") { [weak self] in self?.end() }
    made.sender.addClasses("dim-label")
    gtk_label_set_ellipsize(made.sender.opaque, PANGO_ELLIPSIZE_MIDDLE)
    gtk_label_set_xalign(made.sender.opaque, 1)
    gtk_widget_set_hexpand(made.sender, 1)
    made.pictures.addClasses("flat")
    gtk_widget_set_tooltip_text(made.pictures, tr("Load Pictures"))
    made.pictures.setSpokenLabel(tr("Load Pictures"))
    gtk_widget_set_focus_on_click(made.pictures, 0)
    Signal.connect(made.pictures, "clicked") { [weak self] in
      self?.message?.perform(.loadPictures)
      self?.showPictures()
    }
    for part in [back, made.sender, made.spinner, made.pictures] {
      gtk_box_append(bar.cast(), part)
    }
    // Nothing else tells of a change of width.
    let ruler: Widget = gtk_drawing_area_new()
    Signal.connect(ruler, "resize") { [weak self] (width: Int32, _: Int32) in
      self?.view?.fit(into: width)
    }
    for part in [bar, ruler] { gtk_box_append(made.box.cast(), part) }
    let keys = made.box.addController(gtk_event_controller_key_new(), in: GTK_PHASE_CAPTURE)
    Signal.connect(keys, "key-pressed") { [weak self] (key: UInt32, _: UInt32, state: UInt32) in
      self?.take(Int32(key), state) ?? false
    }
    gtk_stack_add_named(widget.opaque, made.box, nil)
    frame = made
    return made
  }

  /// The page has the keys that move in it and no others, so that all else is a command as over the text, and nothing is typed.
  private func take(_ key: Int32, _ state: UInt32) -> Bool {
    let modifiers =
      state & (GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue | GDK_ALT_MASK.rawValue)
    if key == GDK_KEY_Escape, modifiers == 0 {
      end()
      return true
    }
    let isOffered =
      switch modifiers {
      case 0: Self.moving.contains(key)
      case GDK_SHIFT_MASK.rawValue: [GDK_KEY_space, GDK_KEY_ISO_Left_Tab].contains(key)
      case GDK_CONTROL_MASK.rawValue: Self.withControl.contains(key)
      default: false
      }
    view?.offerKey(isOffered)
    return false
  }

  private static let moving: Set<Int32> = [
    GDK_KEY_Tab, GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_space, GDK_KEY_Up, GDK_KEY_KP_Up,
    GDK_KEY_Down, GDK_KEY_KP_Down, GDK_KEY_Left, GDK_KEY_KP_Left, GDK_KEY_Right, GDK_KEY_KP_Right,
    GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up, GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down, GDK_KEY_Home,
    GDK_KEY_KP_Home, GDK_KEY_End, GDK_KEY_KP_End,
  ]
  private static let withControl: Set<Int32> = [
    GDK_KEY_a, GDK_KEY_c, GDK_KEY_Insert, GDK_KEY_Home, GDK_KEY_End,
  ]
}
