import Glibc
import Testing

@testable import MailStore

/// Real mail, where the machine has some: every file under `MAIL_CORPUS` as a message.
@Suite struct CorpusTests {
  private static let corpus = getenv("MAIL_CORPUS").map { String(cString: $0) }

  @Test(.enabled(if: corpus != nil, "set MAIL_CORPUS to a folder of mail to run this"))
  func everyFileHasASafeRowAndABody() async throws {
    let mail = try TemporaryMaildir()
    let files = Self.files(under: try #require(Self.corpus))
    for (number, file) in files.enumerated() {
      let descriptor = open(file, O_RDONLY | O_CLOEXEC)
      defer { close(descriptor) }
      var status = stat()
      fstat(descriptor, &status)
      let bytes = FileContent.prefix(of: descriptor, length: Int(status.st_size)) ?? []
      mail.add(bytes: Array("\(number).a".utf8), bytes)
    }
    let before = mail.files(withInodes: true)
    let store = try Maildir(path: mail.path)
    let rows = try await store.messages(in: .inbox)
    #expect(rows.count == files.count && !files.isEmpty)
    for row in rows {
      expectSafe(row)
      #expect(row.problem == nil || row.problem == .empty || row.problem == .oversizedHeader)
      _ = try await store.body(of: row.id)
    }
    #expect(mail.files(withInodes: true) == before)
  }

  private static func files(under root: String) -> [String] {
    var found: [String] = []
    var queue = [root]
    while let path = queue.popLast() {
      guard let directory = try? Directory(ByteName(path)) else { continue }
      try? directory.entries(withHidden: true) { name, kind in
        if kind == .directory { queue.append("\(path)/\(name)") }
        if kind == .regular { found.append("\(path)/\(name)") }
      }
    }
    return found.sorted()
  }
}
