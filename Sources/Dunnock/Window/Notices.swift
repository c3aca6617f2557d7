import GtkBridge
import MailModel
import Texts
import Triage
import TriageJournal

/// What a window tells: passing notices over everything, and in a bar above the list what holds on.
final class Notices {
  /// A GtkOverlay, around everything else in the window.
  var widget: Widget { toasts.widget }

  let bar = NoticeBar()
  let toasts: Toasts
  /// What is wrong with the record of changes, until the person has read it; nil as a rule.
  private var recordProblem: JournalProblem?
  /// The number of the passing notice that offers to undo a step, and the step.
  private var undoable: (notice: Int, step: Int64)?
  /// What waits for the person's word; nil as a rule.
  private var question: (text: String, button: Toasts.Button)?

  /// - Parameter current: The row that no passing notice may cover.
  init(sparing current: @escaping () -> Widget?) { toasts = Toasts(sparing: current) }

  /// Puts the notices over everything else; see `Toasts.surround`.
  func surround(
    _ content: Widget, ground: @escaping () -> Widget?,
    above foot: @escaping () -> Widget? = { nil }
  ) {
    toasts.surround(content, ground: ground, above: foot)
  }

  /// What the passing notice says; nil when there is none.
  var passing: String? { toasts.text }

  /// Says something in passing.
  ///
  /// - Parameters:
  ///   - waiting: The notice waits for the person to come back to the window, if they have left it.
  ///   - seconds: How long it stays; nil: as long as others.
  func pass(
    _ text: String, button: Toasts.Button? = nil, waiting: Bool = false,
    staying seconds: Double? = nil
  ) {
    toasts.show(.init(text), button: button, waiting: waiting, staying: seconds)
  }

  /// Says in passing what happened, and to which mail.
  ///
  /// - Parameter step: The step that the button undoes.
  func pass(_ notice: Toasts.Notice, button: Toasts.Button? = nil, undoing step: Int64? = nil) {
    toasts.show(notice, button: button)
    undoable = step.map { (toasts.shown, $0) }
  }

  /// The step that the passing notice offers to undo; nil as a rule.
  var undoableStep: Int64? {
    undoable.flatMap { passing != nil && $0.notice == toasts.shown ? $0.step : nil }
  }

  /// Says in passing what happened by itself, once that takes no button from the person, if it is still so then.
  func passInTurn(_ notice: Toasts.Notice, while isSo: @escaping () -> Bool) {
    toasts.showInTurn(notice, while: isSo)
  }

  /// The person has come to the window.
  func windowIsActive() { toasts.windowIsActive() }

  /// Takes the passing notice away.
  func dismiss() { toasts.dismiss() }

  /// Sees to it that the passing notice covers neither the row that is current now nor the commands at the foot.
  func spareCurrent() { toasts.place() }

  /// Shows what is wrong with the record of changes once nothing graver is to be said, and longer than a passing notice stays.
  func keep(_ problem: JournalProblem) {
    bar.widget.announce(problem.sentence.translated)
    recordProblem = problem
  }

  /// Has something wait for the person's word, once nothing graver is to be said; nil: nothing.
  ///
  /// - Returns: Whether that says something else than before.
  func wait(for question: (text: String, button: Toasts.Button)?) -> Bool {
    let isOther = question?.text != self.question?.text
    self.question = question
    if isOther, let question { bar.widget.announce(question.text) }
    return isOther
  }

  /// Says in the bar what holds on for the mailbox, if anything does.
  ///
  /// - Parameters:
  ///   - reason: Why nothing may be changed, with a button that does something about it.
  ///   - read: Called when the person has read what is wrong with the record of changes.
  func show(
    _ reason: (text: String, button: Toasts.Button?)?, read: @escaping () -> Void
  ) {
    if let reason {
      bar.show(reason.text, button: reason.button?.title, press: reason.button?.press)
    } else if let recordProblem {
      bar.show(recordProblem.sentence.translated, button: tr("Close")) { [weak self] in
        self?.recordProblem = nil
        read()
      }
    } else if let question {
      bar.show(question.text, button: question.button.title, press: question.button.press)
    } else {
      bar.hide()
    }
  }

  /// Says nothing more.
  func clear() {
    (recordProblem, question) = (nil, nil)
    bar.hide()
    dismiss()
  }
}
