import GtkBridge
import MailModel
import MailText

/// Loads one message for the view that shows it.
final class MessageLoader {
  /// The message whose text is on show, or why it has none; nil while it is still to be read.
  private(set) var shown: Message?

  private var task: Task<Void, Never>?
  /// How much text may be shown, of all that stands in it.
  private var budget = TextBudget.portion

  /// Another message is to be read, or the same from its beginning.
  func begin() {
    cancel()
    shown = nil
    budget = .portion
  }

  /// Ends what is being loaded.
  func cancel() { task?.cancel() }

  /// Loads a message.
  ///
  /// - Parameters:
  ///   - pause: How long it waits before, seconds.
  ///   - isStillListed: Whether a message is still to be shown whose file was gone when it was to be read.
  func load(
    _ message: Message, of store: any MessageStore, into view: MessageView, after pause: Double = 0,
    ifVanished isStillListed: @escaping (Message) async -> Bool
  ) {
    cancel()
    guard message.canChange, message.problem != .empty else {
      shown = message
      debugLog("message shown, text: false")
      return
    }
    let source = StoredMessage(id: message.id, store: store)
    view.onReading { [weak self, weak view] isMore in
      guard let self, let view else { return }
      if isMore { budget = budget + .portion }
      load(message, of: store, into: view, ifVanished: isStillListed)
    }
    let choice = view.shown?.choice ?? []
    task = Task { [weak self, weak view, budget] in
      if pause > 0 { try? await Task.sleep(for: .seconds(pause)) }
      guard !Task.isCancelled else { return }
      debugLog("body requested")
      let content = await ShownContent(
        of: source, isFile: message.isFile, as: choice, within: budget)
      if content.isVanished, await !isStillListed(message) { return }
      guard !Task.isCancelled, let self, let view else { return }
      shown = message
      view.show(content, of: source)
      debugLog("message shown, text: \(!content.isFailed)")
    }
  }
}
