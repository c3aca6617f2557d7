import CDunnockGtk
import GtkBridge
import MailModel
import Texts
import Triage

extension MailWindow {
  /// The command that moves messages where the person says; nil when that is nowhere, or the window shows something else by then.
  func moving(_ group: MessageGroup) async -> Command? {
    guard let mailbox, dialogs.question == nil, let first = group.messages.first else { return nil }
    let (session, turn) = (mailbox.session, shown.turns)
    do {
      let names = folders.list.all.map { ($0, folders.list.name(of: $0) ?? $0.description) }
      let targets = try await session.targets(
        for: group.messages, called: Dictionary(names) { first, _ in first })
      guard turn == shown.turns else { return nil }
      let title = trn("Move %1$s message to", "Move %1$s messages to", group.count)
        .filling(group.count.grouped)
      let choice = await dialogs.ask { answered in
        FolderPicker.ask(over: window, for: title, among: targets, answer: answered)
      }
      guard turn == shown.turns else { return nil }
      switch choice {
      case nil: return nil
      case .folder(let folder): return .move(to: folder)
      case .new(let name):
        let folder = try await session.store.place(forFolder: name, near: first.id.folder)
        if try await !session.folders().contains(folder) { try await session.create(folder) }
        return mailbox === self.mailbox ? .move(to: folder) : nil
      }
    } catch {
      show(error, in: mailbox)
      return nil
    }
  }
}
