import CDunnockGtk
import GtkBridge
import MailModel
import SwipeRows

extension MailWindow {
  /// Looks at keys before any widget gets them, and at where the pointer is pressed.
  ///
  /// A key that is held down changes one message only, and so makes one step of undo: its repeats would empty a mailbox before the
  /// person sees what happens. It begins one mail only, too. GDK tells a repeat as one more press without a release. A key that comes early waits; see
  /// `ChangesUnderWay.defers`.
  func followKeys() {
    let keys = KeyTable(
      WindowCommand.filing + WindowCommand.wayBack + WindowCommand.writing
        + [WindowCommand.select])
    let wayBack = KeyTable(WindowCommand.wayBack)
    let arrows = KeyTable(WindowCommand.steps + [.nextRow, .previousRow])
    let onward = KeyTable([.nextRow, .previousRow, .nextMessage, .previousMessage])
    let rows = KeyTable(WindowCommand.pages + WindowCommand.all.filter { $0.reach == .row })
    let sequences = KeySequences(WindowCommand.all)
    var held: guint?
    let events = window.addController(gtk_event_controller_legacy_new(), in: GTK_PHASE_CAPTURE)
    Signal.connect(events, "event") { [weak self] (event: UnsafeMutableRawPointer?) in
      guard let self, let event = event.map({ OpaquePointer($0) }) else { return false }
      // It is the dialog's, though this window has it first.
      if window.isBelowDialog { return false }
      switch gdk_event_get_event_type(event) {
      case GDK_KEY_RELEASE where gdk_key_event_get_keycode(event) == held:
        held = nil
        reader.hold(false)
      // What is below a mail that is written hears nothing.
      case _ where frame.writing.isShown: break
      case GDK_KEY_PRESS where waysOut.restsKeys: return true
      // What is typed into a field is no command, and what undoes typing undoes no mail, even where no typing is left.
      case GDK_KEY_PRESS where hasFocusOnField:
        guard let command = wayBack.meaning(of: event, withLetters: false) else { break }
        let action = command.name == WindowCommand.undo.name ? "text.undo" : "text.redo"
        gtk_widget_activate_action_variant(gtk_window_get_focus(window.cast()), action, nil)
        return true
      case GDK_KEY_PRESS where isForQuestion(event): return true
      case GDK_KEY_PRESS:
        pressed(event)
        let code = gdk_key_event_get_keycode(event)
        reader.hold(code == held)
        defer { held = code }
        let letters = settings.usesLetters
        if sequences.isBegun {
          // The second key may need Shift, and the first may still be held.
          if gdk_key_event_is_modifier(event) != 0 || code == held { return true }
          let isInterrupted = sequences.isInterrupted
          let command = sequences.complete(event)
          if let command, command.reach == .window || hasFocusOnMail, !changes.defers(command) {
            gtk_widget_activate_action_variant(window, command.action, nil)
          }
          if command != nil || !isInterrupted { return true }
        }
        let isEarly = changes.holdsKeys && !folders.list.hasFocus
        let awaitsList = isEarly && changes.awaits(.listed)
        let isForList = list.hasFocus || awaitsList
        guard
          let command = keys.meaning(of: event, withLetters: letters)
            ?? (isEarly ? onward.meaning(of: event, withLetters: letters) : nil)
            ?? (isForList ? arrows.meaning(of: event, withLetters: letters) : nil)
            ?? (list.hasFocusOnRow || awaitsList
              ? rows.meaning(of: event, withLetters: letters) : nil)
        else {
          // The list view alone can answer these, and what follows is meant for the row that they lead to.
          if isEarly, isForList, isListKey(event) {
            changes.loseKeys()
            return true
          }
          return letters && canGoByKeys && sequences.begin(event)
        }
        return code == held && command.happensOnce || answers(command)
      case GDK_SCROLL: list.selection.leaveFirst()
      case GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN:
        // Menus that a finger opens have entries for fingers.
        window.setClass("by-touch", gdk_event_get_event_type(event) == GDK_TOUCH_BEGIN)
        pressed(event)
        sequences.interrupt()
        changes.goElsewhere()
        waysOut.restKeysNoMore()
      case GDK_BUTTON_RELEASE, GDK_TOUCH_END, GDK_TOUCH_CANCEL:
        whenIdle { [list] in list.selection.released() }
      default: break
      }
      return false
    }
    // GTK has keys of its own for each window, as that of its Inspector, and finds them after all widgets.
    let own = KeyTable(WindowCommand.all.filter { $0.reach == .window })
    let rest = window.addController(gtk_event_controller_legacy_new())
    Signal.connect(rest, "event") { (event: UnsafeMutableRawPointer?) in
      guard let event = event.map({ OpaquePointer($0) }),
        gdk_event_get_event_type(event) == GDK_KEY_PRESS
      else { return false }
      return own.meaning(of: event, withLetters: false) != nil
    }
    // Nobody tells of a key that is let go over another window.
    window.onUse { [weak self] in
      held = nil
      self?.reader.hold(false)
      sequences.end()
    }
    Signal.connect(window, "notify::focus-widget") { sequences.interrupt() }
  }

  /// Answers a key in place of the widgets, or has it wait.
  ///
  /// While rows are on their way out, the list view would go to one of these, on which nothing can be done.
  ///
  /// - Returns: False when the key is to be answered as always.
  func answers(_ command: WindowCommand) -> Bool {
    if changes.defers(command) { return true }
    // The row with the focus would take it for itself, though it may be meant for the one before it, or for several.
    if let change = command.change, hasFocusOnMail {
      debugLog("command: \(command.fixedName)")
      filing.perform(change.command, then: change.then)
      return true
    }
    // The list view would take these for itself.
    let isOfRow = command.reach == .row || command.selects && list.hasFocusOnRow
    guard isOfRow || command.pages || (command.goesOn && !list.removing.isEmpty) else {
      return false
    }
    command.run(self)
    return true
  }

  /// Whether the list view would go to another row by a key.
  private func isListKey(_ event: OpaquePointer) -> Bool {
    [
      GDK_KEY_Up, GDK_KEY_KP_Up, GDK_KEY_Down, GDK_KEY_KP_Down, GDK_KEY_Home, GDK_KEY_KP_Home,
      GDK_KEY_End, GDK_KEY_KP_End, GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up, GDK_KEY_Page_Down,
      GDK_KEY_KP_Page_Down,
    ].contains(Int32(bitPattern: gdk_key_event_get_keyval(event)))
  }

  /// Whether a key is for what is about to be asked, and not for the mail.
  private func isForQuestion(_ event: OpaquePointer) -> Bool {
    let isCommand =
      gdk_event_get_modifier_state(event).rawValue
      & (GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue) != 0
    let key = gdk_key_event_get_keyval(event)
    let character = Unicode.Scalar(gdk_keyval_to_unicode(key))
    return filing.questions.type(key, isCommand ? nil : character)
  }

  /// What is selected now is what a key or a button is about that went down.
  private func pressed(_ event: OpaquePointer) {
    list.selection.pressed(at: EventClock(event).start)
    // A key is answered before anything else can happen, a button when it is let go.
    if gdk_event_get_event_type(event) == GDK_KEY_PRESS {
      whenIdle { [list] in list.selection.released() }
    }
  }

  /// Answers the keys that came early, now that what they are meant for is selected, up to one that undoes or redoes again.
  func answerEarlyKeys(for awaited: ChangesUnderWay.Awaited) {
    changes.endWait(for: awaited)
    if changes.holdsKeys { return }
    var keys = changes.takeKeys()
    while !changes.holdsKeys, !keys.isEmpty {
      let command = keys.removeFirst()
      if command.reach == .window || hasFocusOnMail { command.run(self) }
    }
    changes.hold(keys)
  }

  /// Whether the focus is where the keys of the list and the message work.
  var hasFocusOnMail: Bool {
    !hasFocusOnField && (frame.pages.holdsFocus || reader.widget.holdsFocus)
  }

  /// Whether the focus is where two keys go to a folder: among the folders too, or lost with a row that is gone.
  private var canGoByKeys: Bool {
    hasFocusOnMail || folders.list.hasFocus || gtk_window_get_focus(window.cast()) == nil
  }

  /// Whether the focus is where somebody types.
  var hasFocusOnField: Bool {
    gtk_window_get_focus(window.cast())?.isA(gtk_text_get_type()) == true
  }
}

extension WindowCommand {
  /// From row to row, which the list view does by itself.
  static let steps = [
    ("previous" as StaticString, "Up", MailList.Step.previous), ("next", "Down", .next),
    ("first", "Home", .first),
    ("last", "End", .last),
  ].map { name, key, step in
    WindowCommand(
      name: name, title: "", keys: [key, "KP_" + key], reach: .mail, run: { $0.list.go(step) })
  }

  static let pages = [page, pageBack]

  fileprivate var pages: Bool { Self.pages.contains { $0.name == name } }

  fileprivate var goesOn: Bool {
    (Self.steps + [.nextRow, .previousRow]).contains { $0.name == name }
  }

  fileprivate var selects: Bool { Self.select.name == name }

  fileprivate var happensOnce: Bool {
    change != nil || selects || Self.writing.contains { $0.name == name }
  }
}
