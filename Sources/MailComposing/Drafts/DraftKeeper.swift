import FileSystem
import Foundation
import Glibc
import GtkBridge
import MailSpool
import MailWriting
import Texts

/// Keeps one draft on the disk while it is written.
final class DraftKeeper {
  private let id: UUID
  private let spool: Spool
  private let current: () -> OutgoingMail?
  private let failed: (String?) -> Void
  /// Whether something has been written since the last save began.
  private(set) var isDirty = false
  /// Whether anything has been written at all.
  private(set) var isBegun = false
  private var isWaiting = false
  private var isGone = false
  private var last: Task<Bool, Never>?
  /// Files of attachments that were taken out again, and go when a draft without them is on the disk.
  private var unused: [String] = []

  /// - Parameters:
  ///   - current: Gives the mail as it is now; nil once its window is gone.
  ///   - failed: Told why the mail cannot be kept, and nil when it can again.
  init(
    of id: UUID, in spool: Spool, current: @escaping () -> OutgoingMail?,
    failed: @escaping (String?) -> Void
  ) {
    (self.id, self.spool, self.current, self.failed) = (id, spool, current, failed)
  }

  /// Notes that something was written, which is on the disk a second later.
  func note() {
    (isDirty, isBegun) = (true, true)
    guard !isWaiting, !isGone else { return }
    isWaiting = true
    after(Self.pause) { [weak self] in
      guard let self else { return }
      isWaiting = false
      Task { await self.save() }
    }
  }

  /// Deletes the file of an attachment once the draft is kept without it.
  func drop(_ file: String) {
    unused.append(file)
    note()
  }

  /// Has what was written until now be on the disk.
  ///
  /// - Returns: Whether it is.
  @discardableResult
  func save() async -> Bool {
    guard isDirty, !isGone, let mail = current() else { return await last?.value ?? true }
    isDirty = false
    let (files, before) = (unused, last)
    unused = []
    let task = Task { [weak self, spool] in
      _ = await before?.value
      let problem = await onOwnThread("draft") { _ -> SendingProblem? in
        do throws(SendingProblem) { try spool.save(mail) } catch { return error }
        for file in files { unlink(file) }
        return nil
      }
      debugLog("draft saved: \(problem == nil), attachments: \(mail.attachments.count)")
      if problem != nil { self?.keepTrying(files) }
      self?.failed(problem.map(Self.sentence))
      return problem == nil
    }
    last = task
    return await task.value
  }

  /// Saves nothing any more.
  func end() async {
    isGone = true
    _ = await last?.value
  }

  /// Deletes the draft.
  func remove() async {
    await end()
    await onOwnThread("draft") { [spool, id] _ in try? spool.discard(id) }
    debugLog("draft deleted")
  }

  private func keepTrying(_ files: [String]) {
    isDirty = true
    unused += files
  }

  private static func sentence(for problem: SendingProblem) -> String {
    guard case .writing(.unwritable(let code)) = problem else { return problem.sentence.translated }
    return code == ENOSPC || code == EDQUOT
      ? tr("The disk is full and your draft is not saved. Free up some space.")
      : tr("Your draft could not be saved on this computer: %1$s.")
        .filling(String(cString: strerror(code)))
  }

  /// Seconds.
  private static let pause = 1.0
}
