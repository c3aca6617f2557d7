import FileSystem
import Glibc
import MailModel
import MailText
import TemporaryMailboxes
import Testing

@testable import MaildirStore

/// What is read of every mail of the project's own, and of those under `MAIL_CORPUS` when that is set, beside what Python's
/// parsers find in it.
@Suite struct CorpusTextTests {
  private static let corpora =
    [
      CorpusTests.own, ByteName(CorpusTests.folder + "/reading"),
    ] + (CorpusTests.corpus == CorpusTests.own ? [] : [CorpusTests.corpus])

  /// What a part of a mail says.
  private struct Found {
    var plain: String
    var shown: String
    var hidden: String
  }

  @Test(arguments: corpora) func everyWordIsReadAndNoneThatIsHidden(in corpus: ByteName)
    async throws
  {
    let python = try Self.textsByPython(of: corpus)
    #expect(!python.isEmpty)
    let mail = try TemporaryMaildir()
    let files = python.keys.sorted()
    for (number, file) in files.enumerated() {
      let path = ByteName(corpus.bytes + [UInt8(ascii: "/")] + file.bytes)
      mail.add(bytes: Array("\(number).a".utf8), CorpusTests.bytes(of: path))
    }
    let store = try Maildir(path: mail.path)
    for row in try await store.messages(in: .inbox) where row.problem != .empty {
      let number = try #require(Int(row.id.key.description.prefix { $0 != "." }))
      let file = files[number]
      let theirs = try #require(python[file])
      let body = try await store.body(
        of: row.id, within: TextBudget(bytes: 16 << 20, lines: 1_000_000))
      expectSafe(try await store.body(of: row.id))
      let ours = Letters(of: body.text)
      let lost = ours.missing(Self.words(of: body.isFromHTML ? theirs.shown : theirs.plain))
      #expect(lost.isEmpty, "\(file) lacks \(lost.prefix(5)), \(lost.count) in all")
      let wanted = Letters(of: theirs.shown + " " + theirs.plain)
      let shown = Self.words(of: theirs.hidden)
        .filter { $0.unicodeScalars.count > 5 && !wanted.has($0) && ours.has($0) }
      #expect(!body.isFromHTML || shown.isEmpty, "\(file) shows \(shown.prefix(5))")
    }
  }

  /// The runs of letters and digits of a text.
  private static func words(of text: String) -> [String] {
    text.unicodeScalars.split { !Letters.has($0) }.map { String($0).lowercased() }
  }

  private static func textsByPython(of corpus: ByteName) throws -> [ByteName: Found] {
    var texts: [ByteName: Found] = [:]
    for columns in try CorpusTests.python("python_text.py", on: corpus) {
      try #require(columns.count == 4)
      let parts = columns.map { String(decoding: $0, as: UTF8.self) }
      texts[ByteName(columns[0])] = Found(plain: parts[1], shown: parts[2], hidden: parts[3])
    }
    return texts
  }
}

/// The letters and digits of a text without what stands between them: where one word ends is seen otherwise by every program.
private struct Letters {
  private let text: ContiguousArray<CChar>

  init(of string: String) {
    var letters = String.UnicodeScalarView()
    letters.append(contentsOf: string.lowercased().unicodeScalars.filter(Self.has))
    text = String(letters).utf8CString
  }

  static func has(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  func has(_ word: String) -> Bool { place(of: word, from: 0) != nil }

  /// Those of the words that do not follow where the one before was found.
  func missing(_ words: [String]) -> [String] {
    var from = 0
    return words.filter { word in
      guard let place = place(of: word, from: from) else { return true }
      from = place + word.utf8.count
      return false
    }
  }

  private func place(of word: String, from: Int) -> Int? {
    text.withUnsafeBufferPointer { all in
      guard let start = all.baseAddress, let found = strstr(start + from, word) else { return nil }
      return UnsafePointer(found) - start
    }
  }
}
