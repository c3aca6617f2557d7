import Foundation
import GtkBridge
import GtkTestSupport
import MailModel
import MaildirStore
import XCTest

@testable import Dunnock
@testable import MailReading

/// The mail of a folder of `Tests/Corpus` in a mailbox of its own, gone with this object.
@MainActor
final class ReadingMail {
  private let path: String
  private let store: Maildir
  private var messages: [String: Message] = [:]

  init(of folder: String = "reading") throws {
    MainLoop.adoptMainActor()
    path = NSTemporaryDirectory() + "dunnock-" + UUID().uuidString
    for part in ["cur", "new", "tmp"] {
      try FileManager.default.createDirectory(
        atPath: "\(path)/\(part)", withIntermediateDirectories: true)
    }
    let corpus = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Corpus/\(folder)").path()
    for file in try FileManager.default.contentsOfDirectory(atPath: corpus) {
      let kind = file.replacing(".eml", with: "")
      try FileManager.default.copyItem(
        atPath: "\(corpus)/\(file)", toPath: "\(path)/cur/\(kind):2,S")
      // As if it had arrived when it was written.
      try FileManager.default.setAttributes(
        [.modificationDate: try Self.date(in: "\(corpus)/\(file)")],
        ofItemAtPath: "\(path)/cur/\(kind):2,S")
    }
    store = try Maildir(path: path)
    let listed = try wait("the list of the mail") { [store] in try await store.messages(in: .inbox)
    }
    for message in listed { messages[message.id.key.description] = message }
  }

  isolated deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A kind of mail: what is known of it, what is read of it, and where from.
  func content(of kind: String) throws -> (ShownMessage, ShownContent, StoredMessage) {
    let message = try XCTUnwrap(messages[kind], kind)
    let source = StoredMessage(id: message.id, store: store)
    let content = try wait(kind) {
      await ShownContent(of: source, isFile: false, within: .portion)
    }
    return (ShownMessage(of: message), content, source)
  }

  private static func date(in file: String) throws -> Date {
    let lines = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
      .split(separator: "\n")
    let field = try XCTUnwrap(lines.first { $0.hasPrefix("Date: ") }, file)
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss Z"
    return try XCTUnwrap(format.date(from: String(field.dropFirst(6))), String(field))
  }

  private func wait<Answer: Sendable>(
    _ what: String, for work: @escaping @MainActor () async throws -> Answer
  ) throws -> Answer {
    var result: Result<Answer, any Error>?
    Task {
      do { result = .success(try await work()) } catch { result = .failure(error) }
    }
    pump(what) { result != nil }
    return try XCTUnwrap(result).get()
  }
}
