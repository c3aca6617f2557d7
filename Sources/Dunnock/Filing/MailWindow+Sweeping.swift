import GtkBridge
import MailModel
import SwipeRows
import Texts
import Triage

extension MailWindow {
  /// What a row's menu offers for all mail like its newest message.
  func sweepAction(for item: MailItem) -> SwipeAction {
    SwipeAction(
      WindowCommand.sweep.name, title: WindowCommand.sweep.title, icon: "edit-select-all-symbolic"
    ) { [weak self] in
      self?.sweep(like: item.message)
      return .restore
    }
  }

  /// Asks what is to be done to all mail of the sender or the mailing list of a message where that is, and does it as one step.
  func sweep(like message: Message) {
    guard let mailbox, !mailbox.holdsFiles, dialogs.question == nil else { return }
    guard mayChange else { return refuse { [weak self] in self?.sweep(like: message) } }
    let (folder, turn) = (message.id.folder, shown.turns)
    Task { [weak self] in
      do {
        let sweeps = try await mailbox.session.sweeps(like: message)
        guard let self, turn == shown.turns else { return }
        guard !sweeps.isEmpty else {
          return notices.pass(tr("This message names no sender and no mailing list."))
        }
        let commands = [Command.archive, .trash, .moveElsewhere]
          .map { $0.adapted(to: folder, mailbox.session.roles) }
          .filter { $0 != .delete && $0.isOffered(in: folder, of: mailbox.session) }
        let answer = await dialogs.ask { answered in
          SweepQuestion.ask(
            over: window, about: sweeps, in: folders.list.name(of: folder) ?? folder.description,
            commands: commands, answer: answered)
        }
        guard let answer, turn == shown.turns else { return }
        let messages = answer.sweep.messages
        obey(
          answer.command, on: MessageGroup(messages),
          of: list.rows(of: messages).subtracting(list.departing))
      } catch {
        self?.show(error, in: mailbox)
      }
    }
  }
}
