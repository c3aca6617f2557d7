import AppWidgets
import CDunnockAdwaita
import GtkBridge
import Texts
import Triage

/// The dialog that asks what is to be done to all mail of a sender or of a mailing list.
///
/// The dialog keeps this object alive.
final class SweepQuestion {
  /// What was chosen.
  struct Answer: Sendable {
    let sweep: Sweep
    let command: Command
    /// Whether it is to be done to what comes, too.
    let isRule: Bool
  }

  private var sweeps: [Sweep]
  private let commands: [Command]
  /// What is said of where they are.
  private let body: String
  /// What each of them is called, and the button that chooses it where there are several.
  private let choices: [(label: Widget, button: Widget?)]
  private let everywhere: Widget = gtk_switch_new()
  private let rule: Widget = gtk_switch_new()
  private let looking: Widget
  private var dialog: Widget?
  /// What looks in the other folders, or has.
  private var search: Task<Void, Never>?

  /// Asks over a window.
  ///
  /// - Parameters:
  ///   - folder: What the folder is called that they are in.
  ///   - commands: What can be done to them, the likeliest first.
  ///   - allowsRule: Whether what comes can be treated so.
  ///   - find: Looks for them in the other folders too, or no more.
  ///   - answer: Called with the choice, and with nil when there is none.
  /// - Returns: The dialog.
  static func ask(
    over window: Widget, about sweeps: [Sweep], in folder: String, commands: [Command],
    allowsRule: Bool, finding find: @escaping @MainActor (Bool) async throws -> [Sweep],
    answer: @escaping @MainActor (Answer?) -> Void
  ) -> Widget {
    let question = SweepQuestion(
      sweeps, commands, tr("Messages that are now in “%1$s”:").filling("\u{2068}\(folder)\u{2069}"))
    let likeliest = commands.first?.entry.name
    let dialog = window.ask(
      tr("All From This Sender"), question.body,
      extra: question.content(over: window, allowsRule: allowsRule),
      [.init("cancel", tr("Cancel"))]
        + commands.map(\.entry).map {
          .init(
            $0.name, tr($0.title),
            $0.name == likeliest ? ADW_RESPONSE_SUGGESTED : ADW_RESPONSE_DEFAULT)
        }, enter: likeliest
    ) { [weak question] name in answer(question?.answer(by: name)) }
    question.dialog = dialog
    Hosted.install(question, in: UnsafeMutableRawPointer(dialog), key: "dunnock-sweep")
    question.everywhere.onSwitch { [weak question] in question?.look($0, finding: find) }
    question.rule.onSwitch { [weak question] _ in question?.enableAnswers() }
    return dialog
  }

  private init(_ sweeps: [Sweep], _ commands: [Command], _ body: String) {
    (self.sweeps, self.commands, self.body) = (sweeps, commands, body)
    // One alone is no choice.
    choices = sweeps.map { sweep in
      let label: Widget = gtk_label_new(sweep.title)
      gtk_label_set_wrap(label.opaque, 1)
      gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
      return (label, sweeps.count == 1 ? nil : gtk_check_button_new())
    }
    looking = Widget.switchRow(
      tr("In All Folders"), everywhere,
      subtitle: tr("Except drafts, sent, snoozed, junk and trash"))
  }

  deinit { search?.cancel() }

  private func content(over window: Widget, allowsRule: Bool) -> Widget {
    let content: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
    // With large text the buttons stand one over the other, and the dialog would be as narrow as the longest word.
    gtk_widget_set_size_request(
      content, max(0, min(Self.width, gtk_widget_get_width(window) - Self.margin)), -1)
    for (label, button) in choices {
      if let button {
        gtk_label_set_xalign(label.opaque, 0)
        gtk_widget_set_margin_start(label, 6)
        gtk_check_button_set_child(button.cast(), label)
        gtk_check_button_set_group(
          button.cast(), button == choices[0].button ? nil : choices[0].button?.cast())
      }
      gtk_box_append(content.cast(), button ?? label)
    }
    choices.first?.button.map { gtk_check_button_set_active($0.cast(), 1) }
    showSweeps()
    let rows: Widget = gtk_list_box_new()
    gtk_list_box_set_selection_mode(rows.opaque, GTK_SELECTION_NONE)
    rows.addClasses("boxed-list")
    gtk_widget_set_margin_top(rows, 12)
    let keeping = Widget.switchRow(
      tr("Also for New Messages"), rule,
      subtitle: tr("Adds a rule for the inbox, listed in Preferences"))
    for row in [looking] + (allowsRule ? [keeping] : []) {
      adw_action_row_set_subtitle_lines(row.cast(), 0)
      gtk_list_box_append(rows.opaque, row)
    }
    gtk_box_append(content.cast(), rows)
    return content
  }

  private func answer(by name: String) -> Answer? {
    let chosen = choices.firstIndex {
      $0.button.map { gtk_check_button_get_active($0.cast()) != 0 } ?? true
    }
    guard let command = commands.first(where: { $0.entry.name == name }) else { return nil }
    return Answer(sweep: sweeps[chosen ?? 0], command: command, isRule: rule.isOn)
  }

  /// Looks in the other folders too, or no more.
  private func look(
    _ isEverywhere: Bool, finding find: @escaping @MainActor (Bool) async throws -> [Sweep]
  ) {
    dialog?.setQuestionText(isEverywhere ? tr("Messages that are now in all folders:") : body)
    search?.cancel()
    search = Task { [weak self] in
      var found: [Sweep]?
      do { found = try await find(isEverywhere) } catch {
        self?.looking.setRowSubtitle(sentence(for: error))
      }
      guard !Task.isCancelled, let self else { return }
      search = nil
      if let found {
        sweeps = sweeps.map { sweep in found.first { $0.likeness == sweep.likeness } ?? sweep }
      }
      showSweeps()
      enableAnswers()
    }
    enableAnswers()
  }

  private func showSweeps() {
    for ((label, button), sweep) in zip(choices, sweeps) {
      gtk_label_set_text(label.opaque, sweep.title)
      button?.setSpokenLabel(sweep.title)
    }
  }

  /// Nothing can be chosen while it is looked for, and for what comes nothing that means nothing there.
  private func enableAnswers() {
    guard let dialog else { return }
    for command in commands {
      let isPossible = !rule.isOn || command == .moveElsewhere || Rule.canHave(command)
      dialog.setAnswer(command.entry.name, isPossible: search == nil && isPossible)
    }
  }

  /// As wide as such a dialog may be, px.
  private static let width: Int32 = 490
  /// What the dialog and its distance from the window's edges need beside that, px.
  private static let margin: Int32 = 120
}

extension Sweep {
  /// How many they are and what they have in common.
  fileprivate var title: String {
    let count = messages.count
    return switch likeness {
    case .sender(let address):
      trn("%1$s message from %2$s", "%1$s messages from %2$s", count)
        .filling(count.grouped, "\u{2068}\(address)\u{2069}")
    case .list(let name):
      trn(
        "%1$s message from the mailing list %2$s", "%1$s messages from the mailing list %2$s",
        count
      ).filling(count.grouped, "\u{2068}\(name)\u{2069}")
    }
  }
}
