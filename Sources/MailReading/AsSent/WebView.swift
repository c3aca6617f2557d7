import CDunnockGtk
import CDunnockWebKit
import FileSystem
import GtkBridge
import MailText

/// A page in a WebKitWebView, which runs none of what is in it and loads nothing but pictures of the mail. Its process is gone with it.
final class WebView {
  enum Event {
    /// The page stands, or its pictures do not come.
    case shown
    case ended(Ending)
    /// Somebody points at a link, or no longer.
    case pointed(MarkedText.Link?)
    case pressed(MarkedText.Link)
  }

  /// Why a page is not shown any more.
  enum Ending { case noSandbox, crash, memory, hang }

  /// A WebKitWebView.
  let widget: Widget

  private let kit: DnkWebKit
  let page: SentPage
  /// Keeps the view alive until its process was told to end.
  private let held: Ref
  private let picture: (String) async -> [UInt8]?
  private var isBegun = false
  /// Whether the next place that is gone to is one of this object's own asking.
  private var isExpected = true
  private var checking: Task<Void, Never>?
  private var timeout: Task<Void, Never>?
  private var answering: Task<Void, Never>?
  private var zoom = 1.0
  private var room: Int32 = 0
  private var backSwipe: BackSwipe?
  private var pointedAt: (target: String, label: String?)?
  private var keyPhases: [(Ref, GtkPropagationPhase)] = []
  private var tell: (Event) -> Void = { _ in }

  /// - Parameters:
  ///   - picture: Gives the bytes of a picture by its address: `cid:` and an identifier, or one of the internet.
  ///   - tell: Called for each event.
  init?(
    _ page: SentPage, picture: @escaping (String) async -> [UInt8]?,
    tell: @escaping (Event) -> Void
  ) {
    let answer = Answer()
    guard let kit = dnk_webkit()?.pointee,
      let widget = dnk_web_view_new(
        Self.style(of: page), Self.maximumMemory,
        { request, data in
          nonisolated(unsafe) let sent = (request, data)
          onMain { closure(sent.1, as: ((UnsafeMutableRawPointer) -> Void).self)(sent.0) }
        },
        ClosureBox<(UnsafeMutableRawPointer) -> Void> { answer.view?.answer($0) }.passed(),
        { releaseClosure($0) })
    else { return nil }
    (self.kit, self.widget, self.page) = (kit, widget, page)
    (self.picture, self.tell) = (picture, tell)
    held = .sinking(floating: widget)
    // GTK 4.18 gives no name to a widget that is nothing in particular.
    widget.setRole(GTK_ACCESSIBLE_ROLE_GROUP)
    keyPhases = widget.controllers(of: gtk_event_controller_key_get_type()).map {
      ($0, gtk_event_controller_get_propagation_phase($0.opaque))
    }
    backSwipe = BackSwipe(through: widget) { [weak self] in self?.isWide == true }
    answer.view = self
    follow()
    timeout = Task { [weak self] in
      try? await Task.sleep(for: Self.longest)
      if !Task.isCancelled { self?.end(.hang) }
    }
    // What is in the mail waits until it is certain that a sandbox stands around what draws it.
    kit.web_view_load_uri(widget, "about:blank")
  }

  isolated deinit {
    checking?.cancel()
    timeout?.cancel()
    kit.web_view_terminate_web_process(widget)
  }

  private final class Answer { weak var view: WebView? }

  /// Shows the page this large, and smaller where it would be wider than the room for it.
  func setZoom(_ zoom: Double) {
    self.zoom = zoom
    fit()
  }

  /// - Parameter room: How wide the view is, px.
  func fit(into room: Int32) {
    self.room = room
    fit()
  }

  private func fit() {
    guard room > 0 else { return }
    kit.web_view_set_zoom_level(widget, shownZoom)
  }

  private var shownZoom: Double {
    page.width > 0 ? zoom * min(1, max(Double(room) / width, Self.smallest)) : zoom
  }

  /// Whether the page is wider than the room for it, as far as it says how wide it is.
  private var isWide: Bool { page.width > 0 && shownZoom * width > Double(room) + 1 }

  private var width: Double { Double(page.width + Self.margins) }

  func page(forward: Bool) {
    kit.web_view_execute_editing_command(
      widget, forward ? "ScrollPageForward" : "ScrollPageBackward")
  }

  /// Lets the page have the next key that is pressed, or not.
  func offerKey(_ isOffered: Bool) {
    for (controller, phase) in keyPhases {
      gtk_event_controller_set_propagation_phase(
        controller.opaque, isOffered ? phase : GTK_PHASE_NONE)
    }
  }

  private func follow() {
    Signal.connect(widget, "load-changed") { [weak self] (event: UInt32) in
      if event == UInt32(DNK_WEB_LOAD_FINISHED) { self?.loaded() }
    }
    Signal.connect(widget, "decide-policy") {
      [weak self] (decision: UnsafeMutableRawPointer?, kind: UInt32) -> Bool in
      guard let decision else { return false }
      self?.decide(decision, kind)
      return true
    }
    Signal.connect(widget, "web-process-terminated") { [weak self] (reason: UInt32) in
      self?.end(reason == UInt32(DNK_WEB_EXCEEDED_MEMORY_LIMIT) ? .memory : .crash)
    }
    Signal.connect(widget, "notify::is-web-process-responsive") { [weak self] in
      guard let self, kit.web_view_get_is_web_process_responsive(widget) == 0 else { return }
      end(.hang)
    }
    Signal.connect(widget, "mouse-target-changed") {
      [weak self] (hit: UnsafeMutableRawPointer?, _: UInt32) in
      if let hit { self?.point(hit) }
    }
    Signal.connect(widget, "context-menu") {
      [weak self] (menu: UnsafeMutableRawPointer?, hit: UnsafeMutableRawPointer?) -> Bool in
      guard let self, let menu, let hit, isOnLink(hit) else { return true }
      kit.context_menu_remove_all(menu)
      kit.context_menu_append(
        menu, kit.context_menu_item_new_from_stock_action(UInt32(DNK_WEB_COPY_LINK)))
      return false
    }
    // What a field of a form would open.
    for name in ["run-file-chooser", "run-color-chooser"] {
      Signal.connect(widget, name) { (_: UnsafeMutableRawPointer?) -> Bool in true }
    }
    Signal.connect(widget, "show-option-menu") {
      (_: UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?) -> Bool in true
    }
  }

  private func loaded() {
    guard !isBegun else {
      timeout?.cancel()
      return tell(.shown)
    }
    checking = Task { [weak self] in
      let stands = await WebSandbox.stands()
      guard !Task.isCancelled, let self, !isBegun else { return }
      guard stands else { return end(.noSandbox) }
      isBegun = true
      isExpected = true
      // It takes no page of no bytes.
      let bytes = Array((page.html.isEmpty ? " " : page.html).utf8)
      guard let data = g_bytes_new(bytes, gsize(bytes.count)) else { return }
      kit.web_view_load_bytes(widget, data, "text/html", "utf-8", nil)
      g_bytes_unref(data)
    }
  }

  /// Where WebKit still has work to do with what has ended, it is left to do that first.
  private func end(_ ending: Ending) {
    whenIdle { [weak self] in
      self?.tell(.ended(ending))
      self?.tell = { _ in }
    }
  }

  private func decide(_ decision: UnsafeMutableRawPointer, _ kind: UInt32) {
    guard kind != UInt32(DNK_WEB_POLICY_RESPONSE) else {
      return kit.policy_decision_ignore(decision)
    }
    let action = kit.navigation_policy_decision_get_navigation_action(decision)
    let target =
      kit.uri_request_get_uri(kit.navigation_action_get_request(action)).map { String(cString: $0) }
      ?? ""
    let isPressed =
      kit.navigation_action_get_navigation_type(action) == UInt32(DNK_WEB_LINK_CLICKED)
      && kit.navigation_action_is_user_gesture(action) != 0
    // A place in the page, or the page itself.
    if isPressed ? target.hasPrefix("about:blank#") : isExpected && target == "about:blank" {
      isExpected = false
      return kit.policy_decision_use(decision)
    }
    kit.policy_decision_ignore(decision)
    guard isPressed else { return }
    let label = pointedAt.flatMap { $0.target == target ? $0.label : nil }
    if let link = page.link(to: target, labelled: label) { tell(.pressed(link)) }
  }

  private func isOnLink(_ hit: UnsafeMutableRawPointer) -> Bool {
    kit.hit_test_result_get_context(hit) & UInt32(DNK_WEB_HIT_LINK) != 0
  }

  private func point(_ hit: UnsafeMutableRawPointer) {
    let target = isOnLink(hit) ? kit.hit_test_result_get_link_uri(hit) : nil
    pointedAt = target.map {
      (String(cString: $0), kit.hit_test_result_get_link_label(hit).map { String(cString: $0) })
    }
    tell(.pointed(pointedAt.flatMap { page.link(to: $0.target, labelled: $0.label) }))
  }

  /// Gives WebKit the bytes of a picture, one after another, so that those of one are all that is in memory.
  private func answer(_ request: UnsafeMutableRawPointer) {
    let (kept, before) = (Ref.retaining(none: request), answering)
    let address = kit.uri_scheme_request_get_uri(request).map { String(cString: $0) } ?? ""
    answering = Task { [weak self, kit] in
      await before?.value
      guard let bytes = await self?.picture(address),
        case .success = await BoundedPicture.decode(bytes, fitting: (1, 1))
      else {
        let error = g_error_new_literal(g_quark_from_static_string("dunnock"), 0, "no picture")
        if let error {
          kit.uri_scheme_request_finish_error(kept.raw, error)
          g_error_free(error)
        }
        return
      }
      let data = g_bytes_new(bytes, gsize(bytes.count))
      if let stream = g_memory_input_stream_new_from_bytes(data) {
        kit.uri_scheme_request_finish(kept.raw, stream, gint64(bytes.count), nil)
        g_object_unref(UnsafeMutableRawPointer(stream))
      }
      g_bytes_unref(data)
    }
  }

  /// What WebKit adds to a page: those of its pictures that are not there are boxes of a few lines with what is said of them, and a page
  /// without colours has those of a dark desktop.
  private static func style(of page: SentPage) -> String {
    let left = "img[\(SentPage.leftOut)]"
    let boxes = """
      \(left) { max-height: 3.5em !important; background: rgba(128, 128, 128, 0.15) !important;
        border-radius: 6px !important; font: 12px sans-serif !important; }
      """
    guard !page.hasColors else { return boxes }
    // Those of libadwaita. Pictures are made for white.
    return boxes + """
      @media (prefers-color-scheme: dark) {
        :root { color-scheme: dark; background: #1e1e1e; color: #ffffff; }
        a:link { color: #78aeed; } a:visited { color: #c9a7e8; }
        img { background: #ffffff; }
      }
      """
  }

  /// Beside what has a width of its own, px, and how small that gets at most.
  private static let margins = 16
  private static let smallest = 0.5
  /// How long it may take until a page stands.
  private static let longest = Duration.seconds(15)
  /// In megabytes: what WebKit takes itself is some 150.
  private static let maximumMemory: guint = 768
}
