import Accounts
import CDunnockGtk
import FileSystem
import Foundation
import Glibc
import MailModel
import MailSpool
import MailWriting
import Triage

/// The copies of drafts in the folders for drafts, where other devices see them: at most one of each draft.
///
/// No message is deleted but such a copy, as long as it is as it was put there; one that was changed elsewhere goes to the trash.
final class DraftCopies {
  private let spool: Spool
  /// The drafts that messages of other programs are written on as.
  private(set) var adopted: [MessageRef: UUID] = [:]
  /// What is under way, one after the other.
  private var last: Task<Void, Never>?

  init(_ spool: Spool) { self.spool = spool }

  /// The draft of which a message is the copy; nil where it is none's.
  func draft(of message: MessageRef) async -> OutgoingMail? {
    await last?.value
    return await onOwnThread("draft") { [spool] _ in
      spool.drafts().first { spool.copy(of: $0.id)?.message == message }
    }
  }

  /// Notes that a message of another program is the copy of a draft.
  func adopt(_ message: MessageRef, as id: UUID) {
    adopted[message] = id
    let copy = DraftCopy(folder: message.folder, key: message.key.escaped)
    inTurn { [spool] in
      await onOwnThread("draft") { _ in spool.note(copy, of: id) }
    }
  }

  /// Notes that the composer of a draft was closed.
  ///
  /// - Parameter isUnchanged: Whether a message of another program that is written on as the draft is to stay as it is. Nothing is left of
  ///   the draft then.
  /// - Returns: Whether it was such a message.
  @discardableResult
  func release(_ id: UUID, isUnchanged: Bool) -> Bool {
    guard let message = adopted.first(where: { $0.value == id })?.key else { return false }
    adopted[message] = nil
    if isUnchanged {
      inTurn { [spool] in
        await onOwnThread("draft") { _ in
          spool.forgetCopy(of: id)
          try? spool.discard(id)
        }
      }
    }
    return true
  }

  /// Puts a copy of a draft into a folder, in the place of the last; of one that is as it was then nothing.
  ///
  /// - Parameter folder: Gives it, with the work on its mailbox; nil where there is none.
  func keep(
    _ mail: OutgoingMail, in folder: @escaping () async -> (TriageSession, FolderID)?
  ) {
    inTurn { [spool] in
      let (before, draft) = await onOwnThread("draft") { _ in
        (spool.copy(of: mail.id), Self.digest(of: mail))
      }
      if let before, before.draft == draft { return }
      guard let (session, folder) = await folder(), session.allowsChanges(in: folder),
        let content = await onOwnThread("draft", { _ in Self.content(of: mail) }),
        let made = try? await session.create(
          content, in: folder, flags: [.draft, .seen], by: .drafting
        ).changes.first?.after.id
      else { return }
      let copy = DraftCopy(
        folder: folder, key: made.key.escaped, digest: Digest.sha256(content), draft: draft)
      await onOwnThread("draft") { _ in spool.note(copy, of: mail.id) }
      if let before { await Self.retire(before, in: session) }
    }
  }

  /// Takes the copy of a draft away that is no more.
  func remove(_ id: UUID, in session: @escaping () async -> TriageSession?) {
    inTurn { [spool] in
      guard let copy = await onOwnThread("draft", { _ in spool.copy(of: id) }),
        let session = await session()
      else { return }
      await Self.retire(copy, in: session)
      await onOwnThread("draft") { _ in spool.forgetCopy(of: id) }
    }
  }

  /// Of some drafts those whose copy is not there: it was never made, or somebody has taken it away elsewhere. A draft whose copy the person
  /// has moved, as to the trash, is one no more.
  func withoutCopies(
    _ all: [OutgoingMail], in session: () async -> TriageSession?
  ) async -> [OutgoingMail] {
    await last?.value
    let copies = await onOwnThread("draft") { [spool] _ in
      all.map { spool.copy(of: $0.id)?.message }
    }
    guard copies.contains(where: { $0 != nil }), let session = await session() else { return all }
    var left: [OutgoingMail] = []
    for (mail, copy) in zip(all, copies) {
      if let copy {
        if (try? await session.store.message(copy)) != nil { continue }
        if await session.place(afterMoving: copy) != nil {
          await onOwnThread("draft") { [spool] _ in
            spool.forgetCopy(of: mail.id)
            try? spool.discard(mail.id)
          }
          continue
        }
      }
      left.append(mail)
    }
    return left
  }

  /// Removes the copies of messages that are drafts no more, as are left where the program was killed before it did.
  func removeObsolete(in session: @escaping () async -> TriageSession?) async {
    let ids = await onOwnThread("draft") { [spool] _ in spool.obsoleteCopies() }
    for id in ids { remove(id, in: session) }
  }

  /// Keeps the program until it is done, for it is done when windows close.
  private func inTurn(_ body: @escaping () async -> Void) {
    let application = g_application_get_default()
    if let application { g_application_hold(application) }
    last = Task { [last] in
      await last?.value
      await body()
      if let application { g_application_release(application) }
    }
  }

  private static func retire(_ copy: DraftCopy, in session: TriageSession) async {
    guard let bytes = try? await session.store.bytes(of: copy.message, part: nil) else { return }
    let isOwn = copy.digest != nil && Digest.sha256(bytes) == copy.digest
    await session.retireDraft(copy.message, isOwn: isOwn)
  }

  // MARK: Files

  private nonisolated static func content(of mail: OutgoingMail) -> [UInt8]? {
    guard let file = tmpfile() else { return nil }
    defer { fclose(file) }
    let handle = FileHandle(fileDescriptor: fileno(file), closeOnDealloc: false)
    guard (try? mail.writeDraft(to: fileno(file))) != nil, (try? handle.seek(toOffset: 0)) != nil
    else { return nil }
    return (try? handle.readToEnd()).map { [UInt8]($0) }
  }

  private nonisolated static func digest(of mail: OutgoingMail) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(mail)).flatMap { Digest.sha256([UInt8]($0)) }
  }
}

extension DraftCopy {
  fileprivate nonisolated var message: MessageRef {
    MessageRef(folder: folder, key: ByteName(escaped: key))
  }
}
