import AppWidgets
import CDunnockAdwaita
import Foundation
import GtkBridge
import MailModel
import Texts
import Triage

/// What is asked before a command is done: where to, until when, whether at all, and which folder is for that.
///
/// An answer that comes when the window shows another mailbox or folder is none.
final class FilingQuestions {
  /// Whether something is about to be asked: what is typed until then is for the question.
  private(set) var isPreparing = false
  /// The text that has been typed meanwhile.
  private(set) var typed = ""
  /// How often something was to be asked.
  private var asked = 0

  private let dialogs: Dialogs
  private let window: Widget
  private let shown: ShownMailbox
  private let list: MailList
  private let folders: FolderSide
  private let notices: Notices
  /// Has a folder be for something from now on.
  private var choose: @MainActor (FolderID, Role, OpenMailbox, _ account: FolderID?) async -> Void =
    { _, _, _, _ in }

  /// Whether a folder is of an account that Dunnock synchronises itself.
  private var isSynchronised: @MainActor (FolderID, OpenMailbox) -> Bool = { _, _ in false }

  init(
    _ dialogs: Dialogs, over window: Widget, _ shown: ShownMailbox, _ list: MailList,
    _ folders: FolderSide, _ notices: Notices
  ) {
    (self.dialogs, self.window, self.shown) = (dialogs, window, shown)
    (self.list, self.folders, self.notices) = (list, folders, notices)
  }

  /// Has the person's choice of a folder for a role be kept.
  func onChoice(
    _ choose: @escaping @MainActor (FolderID, Role, OpenMailbox, _ account: FolderID?) async -> Void
  ) { self.choose = choose }

  /// Has it be asked which folders are of accounts that Dunnock synchronises itself.
  func onAsking(
    whetherSynchronised isSynchronised: @escaping @MainActor (FolderID, OpenMailbox) -> Bool
  ) {
    self.isSynchronised = isSynchronised
  }

  /// Keeps what is typed while something is about to be asked; nothing more is asked after Escape.
  ///
  /// - Returns: Whether that is so.
  func type(_ key: guint, _ character: Unicode.Scalar?) -> Bool {
    guard isPreparing else { return false }
    switch Int32(bitPattern: key) {
    case GDK_KEY_Escape: isPreparing = false
    case GDK_KEY_BackSpace: _ = typed.popLast()
    // GDK's character of Return is no part of a name.
    default:
      if let character, character.properties.generalCategory != .control {
        typed.unicodeScalars.append(character)
      }
    }
    return true
  }

  /// What is to be asked before a command is done, which answers what is to be done then; nil when nothing is.
  func question(
    before entry: CommandEntry, on group: MessageGroup, in mailbox: OpenMailbox
  ) -> (@MainActor () async throws -> Command?)? {
    let roles = mailbox.session.roles
    switch entry.command {
    case .snooze(until: nil):
      return { [self] in
        guard let time = await time(for: group, roles), let folder = group.folders.first,
          try await findFolder(.snoozed, near: folder, in: mailbox)
        else { return nil }
        return .snooze(until: time)
      }
    case .move(to: nil):
      return { [self] in try await folder(for: group, in: mailbox).map { .move(to: $0) } }
    case .delete: return { [self] in await confirmsDeleting(group) ? .delete : nil }
    default:
      guard let role = entry.neededRole,
        let folder = group.folders.first(where: { roles.folder(role, for: $0) == nil })
      else { return nil }
      return { [self] in
        try await findFolder(role, near: folder, in: mailbox) ? entry.command : nil
      }
    }
  }

  /// Looks up what a question needs and asks it, unless another is being asked or the window shows something else by then.
  private func ask<Needed, Answer: Sendable>(
    about look: () async throws -> Needed?,
    _ ask: (Needed, _ answered: @escaping @MainActor (Answer?) -> Void) -> Widget
  ) async rethrows -> Answer? {
    guard dialogs.question == nil, !isPreparing else { return nil }
    let turn = shown.turns
    asked += 1
    let number = asked
    (isPreparing, typed) = (true, "")
    let needed: Needed?
    do {
      needed = try await look()
    } catch {
      if number == asked { isPreparing = false }
      throw error
    }
    guard number == asked, isPreparing else { return nil }
    isPreparing = false
    guard let needed, turn == shown.turns else { return nil }
    let answer = await dialogs.ask { ask(needed, $0) }
    return turn == shown.turns ? answer : nil
  }

  // MARK: Where to

  private func folder(for group: MessageGroup, in mailbox: OpenMailbox) async throws -> FolderID? {
    guard let first = group.messages.first else { return nil }
    let (session, turn) = (mailbox.session, shown.turns)
    let names = folders.list.all.map { ($0, folders.list.name(of: $0)) }
    let choice: FolderPicker.Choice? = try await ask {
      try await session.targets(
        for: group.messages, called: Dictionary(names) { first, _ in first })
    } _: { targets, answered in
      let title = trn("Move %1$s Message To", "Move %1$s Messages To", group.count)
        .filling(group.count.grouped)
      return FolderPicker.ask(
        over: window, for: title, among: targets,
        icon: { session.roles.role(of: $0)?.icon ?? "folder-symbolic" }, typed: typed,
        answer: answered)
    }
    switch choice {
    case nil: return nil
    case .folder(let folder): return folder
    case .new(let name):
      let folder = try await session.store.place(forFolder: name, near: first.id.folder)
      if try await !session.folders().contains(folder) { try await session.create(folder) }
      return turn == shown.turns ? folder : nil
    }
  }

  /// Finds the folder of a role, asking the person which one it is when there is none; false when there is none then either. The sample
  /// never asks.
  private func findFolder(
    _ role: Role, near folder: FolderID, in mailbox: OpenMailbox
  ) async throws -> Bool {
    let (session, turn) = (mailbox.session, shown.turns)
    if session.roles.folder(role, for: folder) != nil { return true }
    var all: [FolderID] = []
    let chosen: FolderID?
    if mailbox.place == .sample {
      all = try await session.folders()
      chosen = try await session.store.place(forFolder: role.folderName, near: folder)
    } else {
      chosen = try await ask {
        all = try await session.folders()
        return session.roles.folder(role, for: folder) == nil
          ? try await session.store.place(forFolder: role.folderName, near: folder) : nil
      } _: { place, answered in
        let account = session.roles.inbox(of: folder)
        let isThere = all.contains(place)
        // Mail that does not wait would be mixed with what does, so that is not offered beside a folder of its own.
        let others = all.filter {
          $0 != folder && session.roles.inbox(of: $0) == account
            && session.roles.role(of: $0) == nil && (isThere || role != .snoozed)
        }
        return FolderQuestion.ask(
          for: role, over: window, create: isThere ? nil : (place, folders.list.name(of: place)),
          isSynchronised: isSynchronised(folder, mailbox),
          among: others.map { ($0, folders.list.name(of: $0)) }, answer: answered)
      }
    }
    guard turn == shown.turns else { return false }
    guard let chosen else { return session.roles.folder(role, for: folder) != nil }
    if !all.contains(chosen) { try await session.create(chosen) }
    await choose(chosen, role, mailbox, session.roles.inbox(of: folder))
    return mailbox === shown.mailbox
  }

  // MARK: Until when

  /// When messages are to come back, in seconds since 1970; nil when there is no answer.
  private func time(for group: MessageGroup, _ roles: FolderRoles) async -> Int64? {
    guard dialogs.question == nil else { return nil }
    let turn = shown.turns
    // The time zone may have become another.
    NSTimeZone.resetSystemTimeZone()
    let times = SnoozeTime.offered(at: Date(timeIntervalSince1970: Double(list.now)), in: .current)
    let waking =
      group.messages.allSatisfy { roles.role(of: $0.id.folder) == .snoozed }
      ? group.messages.first?.waking : nil
    var time: Int64?
    switch await dialogs.ask({
      SnoozeQuestion.ask(over: window, times, waking: waking, now: list.now, answer: $0)
    }) {
    case nil: break
    case .time(let chosen): time = chosen
    case .other:
      let first = waking ?? times.first { $0.name != .laterToday }?.time ?? Int64(list.now + 3_600)
      time = await dialogs.ask { [list] in
        TimeQuestion.ask(over: window, first: Int(first), now: { list.now }, answer: $0)
      }
    }
    return turn == shown.turns ? time : nil
  }

  // MARK: Whether at all

  /// Whether messages in the trash are to be gone for ever.
  private func confirmsDeleting(_ group: MessageGroup) async -> Bool {
    guard let message = group.messages.first else { return false }
    let folder = shownFolder(message.id.folder)
    guard group.count == 1 else {
      return await confirmsDeleting(
        group.count,
        tr("The selected messages in “%1$s” will be permanently deleted. This cannot be undone.")
          .filling(folder))
    }
    let consequence = tr("“%1$s” in “%2$s” will be permanently deleted. This cannot be undone.")
      .filling("\u{2068}\(message.shortName)\u{2069}", folder)
    guard await confirmsDeleting(1, consequence) else { return false }
    let now = list.row(of: message.id)?.conversation.messages.first { $0.id == message.id }
    if now?.isSameMail(as: message) == true { return true }
    notices.pass(
      sentence(for: now == nil ? StoreError.messageVanished : StoreError.messageReplaced))
    return false
  }

  /// Whether all that is listed in a trash is to be gone for ever.
  func confirmsEmptying(_ folder: FolderID, of count: Int) async -> Bool {
    await confirmsDeleting(
      count,
      tr("All messages that are now in “%1$s” will be permanently deleted. This cannot be undone.")
        .filling(shownFolder(folder)))
  }

  /// The name of a folder, in isolates.
  private func shownFolder(_ folder: FolderID) -> String {
    "\u{2068}\(folders.list.name(of: folder))\u{2069}"
  }

  private func confirmsDeleting(_ count: Int, _ consequence: String) async -> Bool {
    let heading = trn(
      "Permanently Delete %1$s Message?", "Permanently Delete %1$s Messages?", count
    ).filling(String(count))
    return await confirms(
      heading, consequence,
      .init("delete", tr("Delete Permanently"), ADW_RESPONSE_DESTRUCTIVE))
  }

  /// Whether something is to be done, once it is said what that comes to.
  func confirms(
    _ heading: String, _ consequence: String, _ answer: AppWidgets.Answer
  ) async -> Bool {
    let turn = shown.turns
    let isWanted = await dialogs.ask { (answered: @escaping @MainActor (Bool?) -> Void) in
      window.ask(heading, consequence, [.init("cancel", tr("Cancel")), answer]) {
        answered($0 != "cancel")
      }
    }
    return isWanted == true && turn == shown.turns
  }

  // MARK: What else is like a message

  /// What is to be done to all mail of the sender or the mailing list of a message where that is; nil when nothing is.
  func sweep(like message: Message, in mailbox: OpenMailbox) async throws -> SweepQuestion.Answer? {
    let (folder, session) = (message.id.folder, mailbox.session)
    return try await ask {
      let sweeps = try await session.sweeps(like: message)
      if sweeps.isEmpty {
        notices.pass(tr("This message has no sender and no mailing list."))
      }
      return sweeps.isEmpty ? nil : sweeps
    } _: { sweeps, answered in
      let commands = [Command.archive, .trash, .moveElsewhere, .markRead]
        .map { $0.adapted(to: folder, session.roles) }
        .filter { $0 != .delete && $0.isOffered(in: folder, of: session) }
      return SweepQuestion.ask(
        over: window, about: sweeps, in: folders.list.name(of: folder),
        commands: commands,
        allowsRule: session.roles.inbox(of: folder).map(session.allowsChanges) ?? false,
        finding: { try await session.sweeps(like: message, everywhere: $0) }, answer: answered)
    }
  }
}
