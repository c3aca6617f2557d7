import AppWidgets
import CDunnockAdwaita
import GtkBridge
import Texts

/// What is asked before a mail leaves its window.
struct ComposerQuestions {
  private let window: Widget

  init(over window: Widget) { self.window = window }

  /// Whether a mail is to be sent in spite of what is said of it.
  func isMeant(_ concerns: [SendingConcern]) async -> Bool {
    let text = concerns.map { (concerns.count > 1 ? "• " : "") + $0.sentence }
      .joined(separator: "\n")
    return await isAnswered(
      .init("send", tr("Send Anyway"), ADW_RESPONSE_SUGGESTED), to: tr("Send Message?"), text)
  }

  /// Whether what was written is to be deleted.
  func isDiscarded() async -> Bool {
    await isAnswered(
      .init("discard", tr("Discard"), ADW_RESPONSE_DESTRUCTIVE), to: tr("Discard Draft?"),
      tr("Your message will be permanently deleted."))
  }

  private func isAnswered(_ yes: Answer, to heading: String, _ text: String) async -> Bool {
    await withCheckedContinuation { continuation in
      var asked: CheckedContinuation<Bool, Never>? = continuation
      let answer = { (isYes: Bool) in
        asked?.resume(returning: isYes)
        asked = nil
      }
      let dialog = window.ask(heading, text, [.init("cancel", tr("Cancel")), yes]) {
        answer($0 != "cancel")
      }
      // It goes with the window, too.
      Signal.connect(UnsafeMutableRawPointer(dialog), "destroy") { answer(false) }
    }
  }
}
