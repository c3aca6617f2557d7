import FileSystem
import Foundation
import Glibc
import MailWriting

/// The drafts of a person on this computer: for each a folder, named by its id, of the mail as JSON and the files of its attachments.
///
/// Every call waits for the disk. What is there under a name is whole, and on the disk.
package nonisolated struct DraftFolder: Sendable {
  package let path: String

  package init(path: String) { self.path = path }

  /// The folder of one draft.
  package func folder(of id: UUID) -> String { path + "/" + id.uuidString }

  /// Keeps a draft in place of what was kept of it before.
  package func save(_ mail: OutgoingMail) throws(Directory.Failure) {
    guard let bytes = try? JSONEncoder().encode(mail) else { throw Directory.Failure(code: EINVAL) }
    let folder = try make(mail.id)
    try NewFile(in: folder, named: Self.file).write([[UInt8](bytes)])
  }

  /// Keeps a mail that is taken back from the outbox as a draft, with copies of the files that are attached to it. If the draft is there, it
  /// stays as it is.
  package func take(_ mail: OutgoingMail) throws(WritingProblem) {
    // A draft is written before it is sent and again only after it was taken back, so that it is never older than what is in the outbox.
    if read(mail.id) != nil { return }
    // Files without a draft are left from a copy that was cut short.
    remove(mail.id)
    var mail = mail
    do throws(WritingProblem) {
      let folder = try onDisk { () throws(Directory.Failure) in try make(mail.id) }
      for index in mail.attachments.indices {
        let path = folder + "/attached-\(index)"
        try mail.attachments[index].copy(to: path)
        mail.attachments[index].path = path
      }
      let whole = mail
      try onDisk { () throws(Directory.Failure) in try save(whole) }
    } catch {
      remove(mail.id)
      throw error
    }
  }

  private func onDisk<Value>(
    _ body: () throws(Directory.Failure) -> Value
  ) throws(WritingProblem) -> Value {
    do throws(Directory.Failure) { return try body() } catch { throw .unwritable(error.code) }
  }

  /// The drafts, the one written last first. Those that cannot be read are left where they are.
  package func all() -> [OutgoingMail] {
    let files = FileManager.default
    let found = ((try? files.contentsOfDirectory(atPath: path)) ?? []).compactMap { name in
      UUID(uuidString: name).flatMap { id in
        read(id).map { mail in
          let kept = folder(of: id) + "/" + Self.file
          let date = try? files.attributesOfItem(atPath: kept)[.modificationDate] as? Date
          return (mail: mail, date: date ?? .distantPast)
        }
      }
    }
    return found.sorted { $1.date < $0.date }.map(\.mail)
  }

  /// Deletes a draft with its attachments.
  package func remove(_ id: UUID) {
    // First what makes it one: where the program is ended in between, nothing comes back without its attachments.
    unlink(folder(of: id) + "/" + Self.file)
    try? FileManager.default.removeItem(atPath: folder(of: id))
  }

  /// Makes the folder of a draft, and has it on the disk.
  @discardableResult
  func make(_ id: UUID) throws(Directory.Failure) -> String {
    let folder = folder(of: id)
    if access(folder, F_OK) == 0 { return folder }
    try PrivateFolder.create(folder)
    try DurableFile.syncFolder(ByteName(path))
    return folder
  }

  /// A draft; nil where there is none that can be read.
  package func read(_ id: UUID) -> OutgoingMail? {
    let folder = folder(of: id)
    guard let bytes = FileManager.default.contents(atPath: folder + "/" + Self.file),
      var mail = try? JSONDecoder().decode(OutgoingMail.self, from: bytes), mail.id == id
    else { return nil }
    // The person's folder may have another name than it had.
    mail.attachments = mail.attachments.map { attachment in
      var attachment = attachment
      attachment.path = folder + "/" + (attachment.path.split(separator: "/").last ?? "")
      return attachment
    }
    return mail
  }

  private static let file = "draft.json"
}

/// A file that is written whole or not at all.
nonisolated struct NewFile {
  private let folder: String
  private let name: String

  init(in folder: String, named name: String) { (self.folder, self.name) = (folder, name) }

  /// Writes bytes as they come, has them on the disk and gives the file its name.
  ///
  /// - Returns: How many there were.
  @discardableResult
  func write(_ chunks: some Sequence<[UInt8]>) throws(Directory.Failure) -> Int64 {
    var chunks = chunks.makeIterator()
    return try write { () throws(Directory.Failure) in chunks.next() }
  }

  /// The same with what gives the next bytes, nil at the end.
  @discardableResult
  func write(
    from next: () throws(Directory.Failure) -> [UInt8]?
  ) throws(Directory.Failure) -> Int64 {
    let part = folder + "/.\(UUID().uuidString)"
    let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Directory.Failure(code: errno) }
    var count: Int64 = 0
    do throws(Directory.Failure) {
      while let bytes = try next() {
        let code = WriteCalls.write(bytes, to: descriptor)
        if code != 0 { throw Directory.Failure(code: code) }
        count += Int64(bytes.count)
      }
      if fsync(descriptor) != 0 { throw Directory.Failure(code: errno) }
      if rename(part, folder + "/" + name) != 0 { throw Directory.Failure(code: errno) }
    } catch {
      close(descriptor)
      unlink(part)
      throw error
    }
    close(descriptor)
    try DurableFile.syncFolder(ByteName(folder))
    return count
  }
}
