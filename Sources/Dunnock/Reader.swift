import CGtk
import GtkBridge
import MailModel
import MailText

/// Reads the message that is selected, for the pane that shows it.
final class Reader {
  /// The pane's widget.
  var widget: Widget { pane.widget }

  /// The message whose text is on show, or why it has none; nil while it is still to be read, and while no message is shown.
  private(set) var shown: Message?
  /// What was read of it; nil until it has been.
  var content: ShownContent? { pane.message.content }

  /// The message on show.
  var message: MessageView { pane.message }

  private let pane = ReadingPane()
  private var isStillListed: (Message) async -> Bool = { _ in true }
  private var reading: Task<Void, Never>?
  /// How much text the pane may show, of all that stands in it.
  private var budget = TextBudget.portion
  /// When a message was last shown, seconds.
  private var shownAt = -Double.infinity

  /// - Parameter isStillListed: Looks whether a message is still to be shown whose file was gone when it was to be read: it may just be on
  ///   its way elsewhere.
  func onVanished(_ isStillListed: @escaping (Message) async -> Bool) {
    self.isStillListed = isStillListed
  }

  /// - Parameter tell: Called for what the message on show asks of the window.
  func onEvent(_ tell: @escaping (MessageView.Event) -> Void) { pane.onEvent(tell) }

  /// Shows a message: what is known of it at once, over an empty text, which follows when it has been read.
  ///
  /// Of messages that follow one another as quickly as by a key held down, the text of the last alone is read, when the key rests.
  func show(_ message: Message, of mailbox: OpenMailbox) {
    let now = Double(g_get_monotonic_time()) / 1e6
    let isQuick = now - shownAt < Self.rest
    shownAt = now
    shown = nil
    budget = .portion
    pane.show(ShownMessage(of: message))
    read(message, of: mailbox, after: isQuick ? Self.rest : 0)
  }

  /// Shows a message anew whose text could not be read, since its folder can be now, and one of which something else is to be said.
  func showAgainIfNeeded(_ message: Message, of mailbox: OpenMailbox) {
    guard let shown, shown.id == message.id else { return }
    if content?.isFailed == true || shown.isMarkedForDeletion != message.isMarkedForDeletion {
      show(message, of: mailbox)
    }
  }

  /// Shows that no message is selected.
  func clear() {
    reading?.cancel()
    shown = nil
    pane.clear()
  }

  /// Ends what is being read.
  func cancel() { reading?.cancel() }

  /// Shows the text of messages this large; 1 is the size that the desktop has.
  func setZoom(_ zoom: Double) { pane.message.setZoom(zoom) }

  /// Opens the bar in which somebody looks for something in the message.
  func startFinding() { pane.startFinding() }

  /// Goes to the next of what was looked for, or to the previous.
  func findNext(_ isForward: Bool) { pane.findNext(isForward) }

  /// Gives the text the focus, so that keys scroll it.
  func grabFocus() { pane.grabFocus() }

  /// Pages through the message.
  ///
  /// - Returns: False at its end.
  func page(forward: Bool) -> Bool { pane.page(forward: forward) }

  /// Shows more of the text where "Show more" is offered; false where it is not.
  func showMore() -> Bool { pane.message.showMore() }

  private func read(_ message: Message, of mailbox: OpenMailbox, after pause: Double = 0) {
    reading?.cancel()
    guard message.canChange, message.problem != .empty else {
      shown = message
      return
    }
    let source = StoredMessage(id: message.id, store: mailbox.store)
    pane.message.onMore { [weak self] in
      guard let self else { return }
      budget = budget + .portion
      read(message, of: mailbox)
    }
    reading = Task { [weak self, budget] in
      if pause > 0 { try? await Task.sleep(for: .seconds(pause)) }
      guard !Task.isCancelled else { return }
      let content = await ShownContent(of: source, isFile: message.isFile, within: budget)
      if content.isVanished, await self?.isStillListed(message) != true { return }
      guard !Task.isCancelled, let self else { return }
      shown = message
      pane.message.show(content, of: source)
    }
  }

  /// How long a key rests before the text is read, seconds: longer than between the repeats of one that is held down (some 30 ms).
  private static let rest = 0.08
}
