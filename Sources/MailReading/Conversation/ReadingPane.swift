import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailModel
import Texts

/// The message that is read, in a scroller; a page in its place while there is none.
package final class ReadingPane {
  /// The pane's widget, below the header bar.
  package let widget: Widget = gtk_stack_new()
  /// What it shows: a message, or several below one another.
  let conversation: ConversationView
  /// The message on show that commands are about.
  package var message: MessageView { conversation.message }

  private let scroller: Widget = gtk_scrolled_window_new()
  private let find = FindBar()
  private let context = ReadingContext()
  /// Holds the scroller, and stands in its place.
  private let asSent: AsSent
  /// Whether what is in the bar is still to be looked for in the message on show.
  private var findsAgain = false
  /// What was looked for last, and in which message.
  private var phrase = ""
  private weak var searched: MessageView?
  /// The message whose page gave way to its text, to find something in it.
  private weak var left: MessageView?

  package init() {
    conversation = ConversationView(context)
    asSent = AsSent(inPlaceOf: scroller, context)
    context.target.stand(over: asSent.widget)
    widget.addClasses("reading-pane")
    let nothing = statusPage(
      icon: "dnk-read-symbolic", title: tr("No Message Selected"), description: nil)
    nothing.addClasses("compact")
    gtk_stack_add_named(widget.opaque, nothing, Page.nothing.rawValue)
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    // It would keep two fingers that move aside from whoever goes back by them.
    for controller in scroller.controllers(of: gtk_event_controller_scroll_get_type()) {
      let flags = gtk_event_controller_scroll_get_flags(controller.opaque).rawValue
      gtk_event_controller_scroll_set_flags(
        controller.opaque, .init(flags & ~GTK_EVENT_CONTROLLER_SCROLL_HORIZONTAL.rawValue))
    }
    gtk_scrolled_window_set_child(scroller.opaque, conversation.widget)
    let page: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    gtk_widget_set_vexpand(context.target.widget, 1)
    for part in [find.widget, context.target.widget] { gtk_box_append(page.cast(), part) }
    gtk_stack_add_named(widget.opaque, page, Page.message.rawValue)
    gtk_stack_set_vhomogeneous(widget.opaque, 0)
    gtk_widget_set_vexpand(widget, 1)
    context.onAsSent { [weak self] in
      self?.conversation.choose($0)
      self?.asSent.toggle($0)
    } refresh: { [weak self] in
      self?.asSent.refresh($0)
    }
    asSent.onEnd { [weak self] focus in self?.conversation.giveFocus(to: focus) }
    conversation.onChange { [weak self] in
      if let self, asSent.keep(ofOnly: message) { conversation.grabFocus() }
      self?.findAgainIfNeeded()
      self?.context.host?.abilitiesChanged()
    }
    find.onUse(
      find: { [weak self] in self?.find($0) ?? (0, 0) },
      step: { [weak self] in self?.step($0) ?? (0, 0) },
      end: { [weak self] in
        self?.endFinding()
      })
    scroller.forgiveTrembling()
    followZooming()
    followKeys()
  }

  /// Has what is shown ask this from now on, without keeping it.
  package func ask(_ host: any ReadingHost) { context.ask(host) }

  /// Opens the bar in which somebody looks for something in the message.
  package func startFinding() {
    guard isShowing else { return }
    leavePage()
    find.open()
    debugLog("find bar shown")
  }

  /// Goes to the next of what was looked for, or to the previous.
  package func findNext(_ isForward: Bool) {
    guard isShowing else { return }
    leavePage()
    find.go(isForward)
  }

  /// Shows the text in place of a page: it has the same words, and knows where each is.
  private func leavePage() {
    if asSent.isShown { left = message }
    asSent.end()
  }

  private func endFinding() {
    searched?.text.endFinding()
    conversation.grabFocus()
    if let left, left === message, left.content != nil { asSent.toggle(left) }
    left = nil
  }

  private func find(_ phrase: String) -> (current: Int, count: Int) {
    if searched !== message { searched?.text.endFinding() }
    self.phrase = phrase
    searched = message
    return message.text.find(phrase)
  }

  private func step(_ isForward: Bool) -> (current: Int, count: Int) {
    searched === message ? message.text.findNext(isForward) : find(phrase)
  }

  /// Looks in another message for what somebody is looking for, once its text is there.
  private func findAgainIfNeeded() {
    guard findsAgain, message.content != nil else { return }
    findsAgain = false
    find.look()
  }

  private var isShowing: Bool {
    gtk_stack_get_visible_child_name(widget.opaque).map { String(cString: $0) }
      == Page.message.rawValue
  }

  /// A text view that has no scroller of its own takes the keys that scroll, and scrolls nothing.
  private func followKeys() {
    let keys = scroller.addController(gtk_event_controller_key_new(), in: GTK_PHASE_CAPTURE)
    Signal.connect(keys, "key-pressed") { [weak self] (key: UInt32, _: UInt32, state: UInt32) in
      let modifiers = GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue | GDK_ALT_MASK.rawValue
      guard let self, state & modifiers == 0, let focus = scroller.focusInWindow,
        focus.ancestry.prefix(while: { $0 != self.scroller })
          .allSatisfy({ !$0.isA(gtk_popover_get_type()) && !$0.isA(gtk_editable_get_type()) })
      else { return false }
      switch Int32(key) {
      case GDK_KEY_Down, GDK_KEY_KP_Down: scroll(by: Self.line)
      case GDK_KEY_Up, GDK_KEY_KP_Up: scroll(by: -Self.line)
      case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: _ = page(forward: true)
      case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: _ = page(forward: false)
      case GDK_KEY_Home, GDK_KEY_KP_Home: scroll(by: -.greatestFiniteMagnitude)
      case GDK_KEY_End, GDK_KEY_KP_End: scroll(by: .greatestFiniteMagnitude)
      default: return false
      }
      return true
    }
  }

  private func scroll(by distance: Double) {
    let place = gtk_scrolled_window_get_vadjustment(scroller.opaque)
    gtk_adjustment_set_value(place, gtk_adjustment_get_value(place) + distance)
  }

  private func followZooming() {
    let wheel = asSent.widget.addController(
      gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL), in: GTK_PHASE_CAPTURE)
    var turned = 0.0
    Signal.connect(wheel, "scroll") { [weak self] (_: Double, turn: Double) in
      let state = gtk_event_controller_get_current_event_state(OpaquePointer(wheel))
      guard state.rawValue & GDK_CONTROL_MASK.rawValue != 0 else {
        turned = 0
        return false
      }
      turned += turn
      let steps = Int(turned)
      turned -= Double(steps)
      if steps != 0 { self?.context.host?.zoom(by: -steps) }
      return true
    }
  }

  /// Shows that no message is selected.
  package func clear() {
    left = nil
    asSent.end(givingFocus: false)
    conversation.clear()
    find.close()
    context.target.show(nil)
    gtk_stack_set_visible_child_name(widget.opaque, Page.nothing.rawValue)
  }

  /// Shows a message from its top, over no text until its content comes.
  package func show(_ shown: ShownMessage, of message: Message? = nil) {
    // What was looked for in another message is not looked for in this one. But what somebody types just now must not go to the message,
    // where letters are commands.
    left = nil
    findsAgain = find.hasFocus
    if !findsAgain { find.close() }
    asSent.end(givingFocus: false)
    context.target.show(nil)
    conversation.show(shown, of: message)
    gtk_stack_set_visible_child_name(widget.opaque, Page.message.rawValue)
    conversation.scrollToTop()
  }

  /// Whether a message is shown as it was sent, in place of its text.
  package var isAsSent: Bool { asSent.isShown }

  /// Gives the text the focus, so that keys scroll it.
  package func grabFocus() { if !asSent.grabFocus() { conversation.grabFocus() } }

  /// Shows the text this large; 1 is the size that the desktop has.
  package func setZoom(_ zoom: Double) {
    conversation.setZoom(zoom)
    asSent.setZoom(zoom)
  }

  /// Scrolls by what is in sight, less a line or two that show where one was.
  ///
  /// - Returns: False at the end.
  package func page(forward: Bool) -> Bool {
    if let moves = asSent.page(forward: forward) { return moves }
    let place = gtk_scrolled_window_get_vadjustment(scroller.opaque)
    let (value, page) = (gtk_adjustment_get_value(place), gtk_adjustment_get_page_size(place))
    let step = max(page - Self.overlap, page / 2)
    gtk_adjustment_set_value(place, value + (forward ? step : -step))
    return abs(gtk_adjustment_get_value(place) - value) >= 1
  }

  /// Two lines, px.
  private static let overlap = 48.0
  /// As far as a key scrolls, px.
  private static let line = 40.0

  private enum Page: String { case nothing, message }
}
