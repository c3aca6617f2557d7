import AccountSetup
import Accounts
import CDunnockGtk
import FileSystem
import Foundation
import GtkBridge
import MailComposing
import MailModel
import MailSpool
import MailText
import MailWriting
import Texts
import Triage

/// The program's own windows to write mail in, for all of its windows: where an account can send. Otherwise that of the desktop is used.
final class OwnComposer: Composer, ComposerHost {
  let spool: Spool
  let outbox: OutboxRunner
  let copies: DraftCopies
  private let fetching: MailFetching
  private let desktop: any Composer
  /// The mail that was told of last as one that can be taken back.
  private(set) var told: UUID?
  private var leave: (() -> Void)?
  /// Whom the person has written to, since that was looked for last.
  private var known: Task<[OutgoingMail.Correspondent], Never>?

  /// - Parameter desktop: What mail is written in where no account can send.
  init(
    _ outbox: OutboxRunner, _ fetching: MailFetching,
    desktop: any Composer = DesktopComposer()
  ) {
    (self.outbox, self.fetching, self.desktop) = (outbox, fetching, desktop)
    spool = Spool(fetching.places)
    copies = DraftCopies(spool)
    var known = fetching.accounts
    leave = fetching.onChange { [weak fetching] in
      // Most of what it tells is how far fetching is.
      guard let fetching, known != fetching.accounts else { return }
      known = fetching.accounts
      ComposerWindow.accountsChanged()
      outbox.accountsChanged()
    }
  }

  isolated deinit { leave?() }

  // MARK: What mail is written in

  var isThere: Bool { get async { accounts.isEmpty ? await desktop.isThere : true } }

  var opensWindow: Bool { !accounts.isEmpty }

  func compose(_ draft: Draft, over widget: Widget) async -> Handover {
    await compose(draft, of: DraftOrigin(), over: widget)
  }

  func compose(_ draft: Draft, of origin: DraftOrigin, over widget: Widget) async -> Handover {
    let accounts = fetching.accounts.filter { $0.smtp != nil }
    guard let first = accounts.first else {
      return await desktop.compose(draft, of: origin, over: widget)
    }
    let account = accounts.first { $0.folder("INBOX") == origin.inbox } ?? first
    let list = { (addresses: [MailAddress]) in
      addresses.map { OutgoingMail.Correspondent(address: $0.text) }
    }
    ComposerWindow.present(
      OutgoingMail(
        account: account.id, from: Self.party(of: account), to: list(draft.to), cc: list(draft.cc),
        bcc: list(draft.bcc), subject: draft.subject, text: draft.body, inReplyTo: draft.inReplyTo,
        references: draft.references, answered: origin.answered),
      with: origin.parts, saying: origin.note, host: self, beside: widget.window)
    return .shown
  }

  func composeHere(_ draft: Draft, of origin: DraftOrigin, over widget: Widget) async -> Bool {
    if accounts.isEmpty { return false }
    return await compose(draft, of: origin, over: widget) == .shown
  }

  /// Offers the drafts that are left from before, in a window of the program.
  func offerDrafts(in window: MailWindow) async {
    await copies.removeObsolete { [fetching] in await fetching.session() }
    let kept = await copies.withoutCopies(await DraftsWindow.drafts(of: self)) { [fetching] in
      await fetching.session()
    }
    // Those that were written when the program ended, and by no window that was closed.
    for mail in await DraftsWindow.drafts(of: self) { keepCopy(of: mail) }
    guard !kept.isEmpty, let window = MailWindow.all.first(where: { $0 === window }) else { return }
    window.notices.pass(
      trn(
        "%1$s draft is saved on this computer.", "%1$s drafts are saved on this computer.",
        kept.count
      ).filling(kept.count.grouped),
      button: .init(title: tr("Show")) { [weak self, weak window] in
        // They are copied into the folder for drafts meanwhile, and are those that were offered all the same.
        Task {
          guard let self, let window = window?.window else { return }
          let offered = Set(kept.map(\.id))
          self.list(await DraftsWindow.drafts(of: self).filter { offered.contains($0.id) }, window)
        }
      }, waiting: true)
  }

  /// Opens a message of a folder for drafts to be written on: where it is the copy of a draft of this computer, that.
  func edit(_ message: Message, in mailbox: OpenMailbox, over parent: Widget) async {
    let held = Ref.retaining(none: UnsafeMutableRawPointer(parent))
    defer { withExtendedLifetime(held) {} }
    if let draft = await copies.draft(of: message.id) {
      ComposerWindow.present(draft, isNew: false, host: self, beside: parent)
      return
    }
    let inbox = mailbox.session.roles.inbox(of: message.id.folder)
    let sending = fetching.accounts.filter { $0.smtp != nil }
    guard let account = sending.first(where: { $0.folder("INBOX") == inbox }) ?? sending.first,
      let body = try? await mailbox.store.body(of: message.id, as: .forEditing, within: .portion)
    else { return }
    // It may have been asked for twice.
    if let id = copies.adopted[message.id], ComposerWindow.present(id) { return }
    // What is not read would be lost.
    guard !body.isShortened else {
      Self.window?.notices.pass(tr("This draft is too long to edit here."))
      return
    }
    let draft = OutgoingMail(draft: body, in: account, sendingBy: sending)
    copies.adopt(message.id, as: draft.id)
    ComposerWindow.present(
      draft, isNew: false, with: MailWindow.parts(of: body, in: message, of: mailbox),
      host: self, beside: parent)
  }

  func showDrafts(over window: Widget) async {
    let held = Ref.retaining(none: UnsafeMutableRawPointer(window))
    let kept = await copies.withoutCopies(await DraftsWindow.drafts(of: self)) { [fetching] in
      await fetching.session()
    }
    withExtendedLifetime(held) { list(kept, window) }
  }

  private func list(_ drafts: [OutgoingMail], _ window: Widget) {
    if gtk_widget_get_mapped(window) != 0 {
      DraftsWindow.present(drafts, host: self, over: window)
    }
  }

  // MARK: What its windows ask

  var accounts: [SendingAccount] {
    fetching.accounts.filter { $0.smtp != nil }.map {
      SendingAccount(
        id: $0.id, from: Self.party(of: $0), signature: $0.signature ?? "")
    }
  }

  func place(beside parent: Widget?) -> (any ComposerPlace)? {
    guard let frame = parent.flatMap({ MailWindow.hosted(by: $0) })?.frame, frame.isFolded else {
      return nil
    }
    return frame.writing
  }

  func send(_ mail: OutgoingMail) async -> String? {
    let refusal = await outbox.send(mail)
    if refusal == nil { known = nil }
    return refusal
  }

  func closed(_ mail: OutgoingMail, as end: ComposerEnd) {
    comeBack()
    let wasForeign = copies.release(mail.id, isUnchanged: end == .unchanged)
    switch end {
    case .sent:
      removeCopy(of: mail)
      tellSent(mail)
    case .discarded: removeCopy(of: mail)
    case .kept:
      keepCopy(of: mail)
      tellKept(mail)
    // One that was taken back from the outbox has no copy yet.
    case .unchanged: if !wasForeign { keepCopy(of: mail) }
    }
  }

  private func keepCopy(of mail: OutgoingMail) {
    copies.keep(mail) { [weak self] in await self?.draftFolder(for: mail.account) }
  }

  private func removeCopy(of mail: OutgoingMail) {
    copies.remove(mail.id) { [fetching] in await fetching.session() }
  }

  /// Where the drafts of an account lie for other devices; nil where there is no such folder.
  private func draftFolder(for id: UUID) async -> (TriageSession, FolderID)? {
    guard let account = fetching.accounts.first(where: { $0.id == id }),
      let session = await fetching.session()
    else { return nil }
    // What a folder is for is known when the folders are.
    _ = try? await session.folders()
    return session.roles.folder(.drafts, for: account.folder("INBOX")).map { (session, $0) }
  }

  private func tellSent(_ mail: OutgoingMail) {
    guard let entry = outbox.revocable.first(where: { $0.id == mail.id }) else { return }
    told = mail.id
    Self.window?.notices.pass(
      entry.sendingNotice,
      button: .init(title: WindowCommand.undo.title) { [weak self] in
        Task { await self?.edit(mail.id, over: nil) }
      }, staying: entry.wait)
  }

  /// Takes a mail out of the outbox into a window to be written on.
  ///
  /// - Parameter parent: What the window stands over; nil: the window in use.
  /// - Returns: Whether it could be; where not, the person is told why.
  @discardableResult
  func edit(_ id: UUID, over parent: Widget?) async -> Bool {
    guard let mail = await takeBack(id) else { return false }
    ComposerWindow.present(
      mail, isNew: false, host: self, beside: parent ?? Self.window?.window)
    return true
  }

  /// Takes a mail out of the outbox, and keeps it as a draft.
  func keep(_ id: UUID) async { _ = await takeBack(id) }

  private func takeBack(_ id: UUID) async -> OutgoingMail? {
    switch await outbox.takeBack(id) {
    case .success(let mail): return mail
    case .failure(let problem):
      Self.window?.notices.pass(problem.sentence.translated)
      return nil
    }
  }

  /// The window in use, or else the one that was used last.
  private static var window: MailWindow? {
    MailWindow.all.first { gtk_window_is_active($0.window.cast()) != 0 } ?? MailWindow.all.first
  }

  /// Goes back to the mail from a window that the person has just closed: not every desktop does by itself.
  private func comeBack() {
    guard let window = Self.window, !ComposerWindow.all.values.contains(where: \.isActive) else {
      return
    }
    gtk_window_present(window.window.cast())
  }

  private func tellKept(_ mail: OutgoingMail) {
    Self.window?.notices.pass(
      tr("Draft saved."),
      button: .init(title: tr("Open")) { [weak self] in
        guard let self else { return }
        ComposerWindow.present(
          mail, isNew: false, host: self, beside: MailWindow.all.first?.window)
      }, waiting: true)
  }

  func correspondents() async -> [OutgoingMail.Correspondent] {
    let learning =
      known
      ?? Task {
        var uses: [MailAddress: (party: OutgoingMail.Correspondent, count: Int)] = [:]
        for mailbox in MailWindow.all.compactMap(\.mailbox) where !mailbox.holdsFiles {
          let roles = mailbox.session.roles
          let sent = (roles.inboxes.isEmpty ? [mailbox.inbox] : roles.inboxes)
            .compactMap { roles.folder(.sent, for: $0) }
          for party in await Self.recipients(of: sent, in: mailbox.store) {
            guard let address = MailAddress(party.address) else { continue }
            // The newest comes first, with the name that was used last.
            uses[address] = (uses[address]?.party ?? party, (uses[address]?.count ?? 0) + 1)
          }
        }
        return uses.values.sorted { ($1.count, $0.party.address) < ($0.count, $1.party.address) }
          .map(\.party)
      }
    known = learning
    let learnt = await learning.value
    // The mail may not have been open yet.
    if learnt.isEmpty { known = nil }
    return learnt
  }

  @concurrent
  private nonisolated static func recipients(
    of folders: [FolderID], in store: any MessageStore
  ) async -> [OutgoingMail.Correspondent] {
    var parties: [OutgoingMail.Correspondent] = []
    for folder in folders {
      for message in ((try? await store.messages(in: folder)) ?? []).prefix(mostMessages) {
        guard let body = try? await store.body(of: message.id, within: headerAlone) else {
          continue
        }
        parties += (body.addressing.to + body.addressing.cc).map {
          .init(name: $0.name, address: $0.address)
        }
      }
    }
    return parties
  }

  static func party(of account: Account) -> OutgoingMail.Correspondent {
    .init(name: account.fullName ?? Account.loginName, address: account.address)
  }

  /// The latest of a folder that are looked at.
  private nonisolated static let mostMessages = 300
  private nonisolated static let headerAlone = TextBudget(bytes: 1, lines: 1)
}
