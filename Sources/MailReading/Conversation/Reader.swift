import CDunnockGtk
import GtkBridge
import MailModel
import MailText

/// Reads the message that is selected, and those that it belongs together with, for the pane that shows them.
package final class Reader {
  /// The pane's widget.
  package var widget: Widget { pane.widget }

  /// The message that commands are about, once its text is on show, or why it has none; nil while it is still to be read, and while no
  /// message is shown.
  package var shown: Message? { pane.conversation.current.loader.shown }
  /// What was read of it; nil until it has been.
  package var content: ShownContent? { pane.message.content }

  /// What shows it.
  package var message: MessageView { pane.message }

  /// The messages whose text is in sight.
  package var inSight: [Message] { pane.conversation.inSight }

  /// Whether all was read that is unfolded.
  package var isRead: Bool { pane.conversation.isRead }

  /// What shows them.
  package let pane = ReadingPane()

  private weak var host: (any ReadingHost)?
  /// Where what is selected is read from.
  private var store: (any MessageStore)?
  /// What is selected.
  private var row: Conversation?
  /// Whether it is shown among all that it belongs together with.
  private var isAmongOthers = true
  /// Looks for what belongs together with it.
  private var gathering: Task<Void, Never>?
  /// Whether that is to be looked for once more when it is found.
  private var gathersAgain = false
  /// When a message was last shown, seconds.
  private var shownAt = -Double.infinity
  /// Reads the message on show once the key is let go that goes from one to the next; nil where nothing is to be read then.
  private var readWhenReleased: (() -> Void)?
  private var isHeld = false

  package init() {
    pane.conversation.onMiss { [weak self] in
      self?.read($0, into: $1)
    } preview: { [weak self] in
      self?.fetchPreview($0)
    }
  }

  /// Has all that is shown ask this from now on, without keeping it.
  package func ask(_ host: any ReadingHost) {
    self.host = host
    pane.ask(host)
  }

  /// Has what is on show be as the person has chosen by now.
  package func settingsChanged() {
    for entry in pane.conversation.entries { entry.view?.settingsChanged() }
  }

  /// Says anew to whom the messages went: more is known of who is who.
  package func showAddressing() { pane.conversation.showAddressing() }

  /// Shows the newest message of a row: what is known of it at once, over an empty text, which follows when it has been read, and among those
  /// that it belongs together with as soon as these are known.
  ///
  /// Of messages that follow one another as quickly as by a key held down, the text of the last alone is read, when the key rests.
  ///
  /// - Parameters:
  ///   - isAmongOthers: Whether those are shown.
  ///   - isSought: Whether it is to be in sight whatever else is unread.
  package func show(
    _ row: Conversation, of store: any MessageStore, amongOthers isAmongOthers: Bool = true,
    isSought: Bool = false
  ) {
    let now = Double(g_get_monotonic_time()) / 1e6
    let isQuick = now - shownAt < Self.rest
    shownAt = now
    stopGathering()
    readWhenReleased = nil
    (self.store, self.row, self.isAmongOthers) = (store, row, isAmongOthers)
    let message = row.newest
    let hadFocus = pane.widget.holdsFocus
    pane.show(ShownMessage(of: message), of: message)
    // Header and text come in one frame, unless the text takes its time.
    let view = pane.message
    view.isAwaited = !isQuick && !isHeld
    // A view may outlive its widget.
    let kept = Ref.retaining(none: view.widget)
    after(Self.timeout) { [weak self, weak view] in
      withExtendedLifetime(kept) {
        guard let self, let view, self.shownAt == now || self.message !== view else { return }
        view.isAwaited = false
      }
    }
    if hadFocus, !pane.widget.holdsFocus { pane.grabFocus() }
    let begin = { [weak self] (pause: Double) in
      guard let self else { return }
      read(pane.conversation.current, into: pane.message, after: pause)
      guard message.conversation != nil else { return }
      gather(isFirst: true, sought: isSought ? message.id : nil, after: pause)
    }
    guard isHeld else { return begin(isQuick ? Self.rest : 0) }
    pane.conversation.current.loader.begin()
    readWhenReleased = { begin(0) }
  }

  /// Has no text be read while a key is held down that goes from message to message, however slow its repeats come, and the last one's
  /// when it is let go.
  package func hold(_ isHeld: Bool) {
    guard isHeld != self.isHeld else { return }
    self.isHeld = isHeld
    guard !isHeld, let read = readWhenReleased else { return }
    readWhenReleased = nil
    read()
  }

  /// Shows what has become of the row on show and of what it belongs together with: what came to that below, what could not be read before
  /// and can be now.
  package func showAgainIfNeeded(_ row: Conversation, of store: any MessageStore) {
    guard row.id == self.row?.id else { return }
    self.row = row
    if !pane.conversation.holdsSeveral, let shown {
      let now = row.messages.first { $0.id == shown.id }
      if content?.isFailed == true || now?.isMarkedForDeletion != shown.isMarkedForDeletion {
        return show(row, of: store, amongOthers: isAmongOthers)
      }
    }
    gather(isFirst: false)
  }

  /// Shows that no message is selected.
  package func clear() {
    cancel()
    pane.conversation.current.loader.begin()
    pane.clear()
    debugLog("no message shown")
  }

  /// Ends what is being read: what is found from now on is shown no more, as where the pane has gone.
  package func cancel() {
    stopGathering()
    (store, row) = (nil, nil)
    readWhenReleased = nil
    for entry in pane.conversation.entries { entry.loader.cancel() }
  }

  /// The message on show that commands are about while a row is; nil where that is not what is on show.
  package func current(of row: Conversation) -> Message? {
    guard row.id == self.row?.id, let message = pane.conversation.current.message else {
      return nil
    }
    // The list knows first what has become of it.
    return row.messages.first { $0.id == message.id } ?? message
  }

  /// What was read of a message on show; nil where nothing was.
  package func body(of message: Message) -> MessageBody? {
    pane.conversation.entries.first { $0.loader.shown?.id == message.id }?.view?.content?.body
  }

  /// What somebody has selected of the text of a message on show; empty where nothing is.
  package func selected(of message: Message) -> String {
    pane.conversation.entries.first { $0.loader.shown?.id == message.id }?.view?.text.selected ?? ""
  }

  /// Shows the text of messages this large; 1 is the size that the desktop has.
  package func setZoom(_ zoom: Double) { pane.setZoom(zoom) }

  /// Opens the bar in which somebody looks for something in the message.
  package func startFinding() { pane.startFinding() }

  /// Goes to the next of what was looked for, or to the previous.
  package func findNext(_ isForward: Bool) { pane.findNext(isForward) }

  /// Gives the text the focus, so that keys scroll it.
  package func grabFocus() { pane.grabFocus() }

  /// Goes to the next message of those below one another, or to the previous; false at the end.
  package func step(forward: Bool) -> Bool {
    pane.conversation.step(forward: forward, takingFocus: pane.widget.holdsFocus)
  }

  /// Pages through what is on show.
  ///
  /// - Returns: False at its end.
  package func page(forward: Bool) -> Bool { pane.page(forward: forward) }

  /// Shows more of the text where "Show More" is offered; false where it is not.
  package func showMore() -> Bool { !pane.isAsSent && pane.message.showMore() }

  private func read(
    _ entry: ConversationEntry, into view: MessageView, after pause: Double = 0
  ) {
    guard let store, let message = entry.message else { return }
    entry.loader.load(message, of: store, into: view, after: pause) { [weak self] message in
      guard let self else { return false }
      if row?.contains(message.id) == true { return await host?.isStillListed(message) != false }
      // It may be elsewhere by now, and is then read from there.
      gather(isFirst: false)
      return true
    }
  }

  private func gather(isFirst: Bool, sought: MessageRef? = nil, after pause: Double = 0) {
    guard let store, let row, isAmongOthers,
      store.abilities.contains(.conversations)
    else { return }
    // What is under way may have looked already where something has changed since.
    gathersAgain = gathering != nil
    guard !gathersAgain else { return }
    gathering = Task { [weak self, weak host] in
      if pause > 0 { try? await Task.sleep(for: .seconds(pause)) }
      guard !Task.isCancelled else { return }
      let found = await host?.conversation(of: row.newest.id)
      guard !Task.isCancelled, let self else { return }
      gathering = nil
      if let found { pane.conversation.show(found, isFirst: isFirst, sought: sought) }
      debugLog("conversation shown, messages: \(pane.conversation.entries.count)")
      if gathersAgain { gather(isFirst: false) }
    }
  }

  private func stopGathering() {
    gathering?.cancel()
    gathering = nil
  }

  func fetchPreview(_ entry: ConversationEntry) {
    guard let message = entry.message else { return }
    host?.fetchPreview(of: message.id) { [weak self, weak entry, store] in
      entry?.isFolded == true && entry?.message?.id == message.id && self?.store === store
    } then: { [weak self] in
      self?.pane.conversation.show(preview: $0)
    }
  }

  /// How long a key rests before the text is read, seconds: longer than between the repeats of one that is held down (some 30 ms).
  private static let rest = 0.08

  /// How long a header waits for its text, seconds.
  private static let timeout = 0.3
}
