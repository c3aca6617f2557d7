import AppWidgets
import CDunnockGtk
import FileSystem
import Foundation
import Glibc
import MailSpool
import MailText
import MailWriting
import Texts

/// A part of another mail that is sent along with this one.
package struct EnclosedPart {
  package let name: String
  /// Its media type.
  package let type: String
  /// Gives its bytes; nil where they cannot be read.
  package let read: () async -> [UInt8]?

  package init(name: String, type: String, read: @escaping () async -> [UInt8]?) {
    (self.name, self.type, self.read) = (name, type, read)
  }
}

/// Why something cannot be attached.
nonisolated enum AttachingFailure: Error, Equatable {
  case gone, isFolder, notAllowed, noSpace
  /// Any other reason, in the system's words.
  case other(String)

  init(errno code: Int32) {
    self =
      switch code {
      case ENOENT: .gone
      case ENOSPC, EDQUOT: .noSpace
      case EACCES, EPERM: .notAllowed
      default: .other(String(cString: strerror(code)))
      }
  }

  init(_ error: UnsafeMutablePointer<GError>?) {
    self =
      switch FileFailure(error) {
      case .noFolder: .gone
      case .noSpace: .noSpace
      case .notAllowed: .notAllowed
      case .exists: .other("")
      case .other(let reason): .other(reason)
      }
  }

  var sentence: String {
    switch self {
    case .gone: tr("This file no longer exists.")
    case .isFolder: tr("A folder cannot be attached.")
    case .notAllowed: tr("You do not have permission to read this file.")
    case .noSpace: tr("The disk is full.")
    case .other(let reason):
      reason.isEmpty
        ? tr("It could not be read.") : tr("It could not be read: %1$s.").filling(reason)
    }
  }
}

/// Copies what is attached into the folder of its draft, on a thread of its own: what it was copied from may change or go afterwards.
nonisolated enum AttachmentCopy {
  typealias Copied = Result<OutgoingMail.Attachment, AttachingFailure>

  /// Copies a file from any place that GIO reaches. Where the task is cancelled nothing stays of it.
  static func file(_ uri: String, for id: UUID, in spool: Spool) async -> Copied {
    await onOwnThread("attaching") { isCancelled in
      copy(uri, for: id, in: spool, isCancelled)
    }
  }

  /// Writes bytes.
  static func bytes(
    _ bytes: [UInt8], named name: String, type: String, for id: UUID, in spool: Spool
  ) async -> Copied {
    await onOwnThread("attaching") { _ in
      var rest = [bytes]
      return write(named: name, type: type, for: id, in: spool) { rest.popLast() }
    }
  }

  /// Whether the file of an attachment is there.
  static func isThere(_ attachment: OutgoingMail.Attachment) async -> Bool {
    await onOwnThread("attaching") { _ in access(attachment.path, R_OK) == 0 }
  }

  private static func copy(
    _ uri: String, for id: UUID, in spool: Spool, _ isCancelled: () -> Bool
  ) -> Copied {
    guard let file = g_file_new_for_uri(uri) else { return .failure(.gone) }
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    var error: UnsafeMutablePointer<GError>?
    guard
      let info = g_file_query_info(
        file, "standard::type,standard::display-name,standard::content-type",
        G_FILE_QUERY_INFO_NONE, nil, &error)
    else { return .failure(AttachingFailure(error)) }
    defer { g_object_unref(UnsafeMutableRawPointer(info)) }
    switch g_file_info_get_file_type(info) {
    case G_FILE_TYPE_DIRECTORY: return .failure(.isFolder)
    // Others may never end, or be a device.
    case G_FILE_TYPE_REGULAR: break
    default: return .failure(.other(""))
    }
    guard let opened = g_file_read(file, nil, &error) else {
      return .failure(AttachingFailure(error))
    }
    defer { g_object_unref(UnsafeMutableRawPointer(opened)) }
    let stream = UnsafeMutableRawPointer(opened).assumingMemoryBound(to: GInputStream.self)
    let name = g_file_info_get_display_name(info).map { String(cString: $0) } ?? "?"
    let type = g_file_info_get_content_type(info).flatMap { g_content_type_get_mime_type($0) }
    defer { g_free(type) }
    return write(
      named: name, type: type.map { String(cString: $0) } ?? "application/octet-stream", for: id,
      in: spool
    ) { () throws(AttachingFailure) in
      if isCancelled() { throw .other("") }
      var (chunk, error) = (
        [UInt8](repeating: 0, count: chunkSize), nil as UnsafeMutablePointer<GError>?
      )
      let count = g_input_stream_read(stream, &chunk, gsize(chunkSize), nil, &error)
      if count < 0 { throw AttachingFailure(error) }
      return count == 0 ? nil : Array(chunk[..<count])
    }
  }

  private static func write(
    named name: String, type: String, for id: UUID, in spool: Spool,
    from next: () throws(AttachingFailure) -> [UInt8]?
  ) -> Copied {
    var failure: AttachingFailure?
    let folder: String
    do throws(SendingProblem) { folder = try spool.makeFolder(of: id) } catch {
      if case .writing(.unwritable(let code)) = error { return .failure(.init(errno: code)) }
      return .failure(.other(error.sentence.translated))
    }
    do throws(Directory.Failure) {
      let file = UUID().uuidString
      let size = try NewFile(in: folder, named: file).write { () throws(Directory.Failure) in
        do throws(AttachingFailure) { return try next() } catch {
          failure = error
          throw Directory.Failure(code: EIO)
        }
      }
      return .success(
        .init(path: folder + "/" + file, name: name, type: type, size: size))
    } catch {
      return .failure(failure ?? AttachingFailure(errno: error.code))
    }
  }

  /// In bytes.
  private static let chunkSize = 1 << 20
}
