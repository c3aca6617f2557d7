import Accounts
import CDunnockGtk
import FileSystem
import Foundation
import Glibc
import MailComposing
import MailModel
import MailWriting
import Triage

/// The copies of drafts in the folders for drafts, where other devices see them: at most one of each draft.
///
/// No message is deleted but such a copy, as long as it is as it was put there; one that was changed elsewhere goes to the trash.
final class DraftCopies {
  /// The copy of a draft.
  private nonisolated struct Copy: Codable {
    let folder: FolderID
    /// As `ByteName.escaped`.
    let key: String
    /// Of what was put there; nil where that was another program's.
    let digest: String?
    /// Of the draft then; nil where that was another program's.
    let draft: String?

    var message: MessageRef { MessageRef(folder: folder, key: ByteName(escaped: key)) }
  }

  private let drafts: DraftFolder
  /// The drafts that messages of other programs are written on as.
  private(set) var adopted: [MessageRef: UUID] = [:]
  /// What is under way, one after the other.
  private var last: Task<Void, Never>?

  init(_ drafts: DraftFolder) { self.drafts = drafts }

  /// The draft of which a message is the copy; nil where it is none's.
  func draft(of message: MessageRef) async -> OutgoingMail? {
    await last?.value
    return await onOwnThread("draft") { [drafts] _ in
      drafts.all().first { Self.copy(of: $0.id, in: drafts)?.message == message }
    }
  }

  /// Notes that a message of another program is the copy of a draft.
  func adopt(_ message: MessageRef, as id: UUID) {
    adopted[message] = id
    let copy = Copy(
      folder: message.folder, key: message.key.escaped, digest: nil, draft: nil)
    inTurn { [drafts] in
      await onOwnThread("draft") { _ in Self.save(copy, of: id, in: drafts) }
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
      inTurn { [drafts] in
        await onOwnThread("draft") { _ in
          _ = unlink(Self.path(of: id, in: drafts))
          drafts.remove(id)
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
    inTurn { [drafts] in
      let (before, draft) = await onOwnThread("draft") { _ in
        (Self.copy(of: mail.id, in: drafts), Self.digest(of: mail))
      }
      if let before, before.draft == draft { return }
      guard let (session, folder) = await folder(), session.allowsChanges(in: folder),
        let content = await onOwnThread("draft", { _ in Self.content(of: mail) }),
        let made = try? await session.create(
          content, in: folder, flags: [.draft, .seen], by: .drafting
        ).changes.first?.after.id
      else { return }
      let copy = Copy(
        folder: folder, key: made.key.escaped, digest: Digest.sha256(content), draft: draft)
      await onOwnThread("draft") { _ in Self.save(copy, of: mail.id, in: drafts) }
      if let before { await Self.retire(before, in: session) }
    }
  }

  /// Takes the copy of a draft away that is no more.
  func remove(_ id: UUID, in session: @escaping () async -> TriageSession?) {
    inTurn { [drafts] in
      guard let copy = await onOwnThread("draft", { _ in Self.copy(of: id, in: drafts) }),
        let session = await session()
      else { return }
      await Self.retire(copy, in: session)
      await onOwnThread("draft") { _ in _ = unlink(Self.path(of: id, in: drafts)) }
    }
  }

  /// Of some drafts those whose copy is not there: it was never made, or somebody has taken it away elsewhere. A draft whose copy the person
  /// has moved, as to the trash, is one no more.
  func withoutCopies(
    _ all: [OutgoingMail], in session: () async -> TriageSession?
  ) async -> [OutgoingMail] {
    await last?.value
    let copies = await onOwnThread("draft") { [drafts] _ in
      all.map { Self.copy(of: $0.id, in: drafts)?.message }
    }
    guard copies.contains(where: { $0 != nil }), let session = await session() else { return all }
    var left: [OutgoingMail] = []
    for (mail, copy) in zip(all, copies) {
      if let copy {
        if (try? await session.store.message(copy)) != nil { continue }
        if await session.place(afterMoving: copy) != nil {
          await onOwnThread("draft") { [drafts] _ in
            _ = unlink(Self.path(of: mail.id, in: drafts))
            drafts.remove(mail.id)
          }
          continue
        }
      }
      left.append(mail)
    }
    return left
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

  private static func retire(_ copy: Copy, in session: TriageSession) async {
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

  private nonisolated static func path(of id: UUID, in drafts: DraftFolder) -> String {
    drafts.path + "/" + id.uuidString + ".copy"
  }

  private nonisolated static func copy(of id: UUID, in drafts: DraftFolder) -> Copy? {
    FileManager.default.contents(atPath: path(of: id, in: drafts))
      .flatMap { try? JSONDecoder().decode(Copy.self, from: $0) }
  }

  private nonisolated static func save(_ copy: Copy, of id: UUID, in drafts: DraftFolder) {
    guard let data = try? JSONEncoder().encode(copy) else { return }
    try? PrivateFolder.create(drafts.path)
    try? DurableFile.write([UInt8](data), to: ByteName(path(of: id, in: drafts)))
  }
}
