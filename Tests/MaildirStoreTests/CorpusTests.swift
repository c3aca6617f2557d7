import FileSystem
import Glibc
import MailModel
import MailText
import TemporaryMailboxes
import Testing

@testable import MaildirStore

/// Every file under `MAIL_CORPUS` as a message; without that variable, the project's own corpus of
/// mail as it should not be.
@Suite struct CorpusTests {
  static let corpus = getenv("MAIL_CORPUS").map { ByteName(String(cString: $0)) } ?? own

  static let own = ByteName(folder + "/mail")

  static let folder =
    #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/Corpus"

  @Test func everyFileHasASafeRowAndABody() async throws {
    let mail = try TemporaryMaildir()
    let files = Self.files(under: Self.corpus)
    for (number, file) in files.enumerated() {
      mail.add(bytes: Array("\(number).a".utf8), Self.bytes(of: file))
    }
    let before = mail.files(withInodes: true)
    let store = try Maildir(path: mail.path)
    let rows = try await store.messages(in: .inbox)
    #expect(rows.count == files.count && !files.isEmpty)
    for row in rows {
      expectSafe(row)
      #expect(row.problem == nil || row.problem == .empty || row.problem == .oversizedHeader)
      expectSafe(try await store.body(of: row.id))
    }
    #expect(mail.files(withInodes: true) == before)
  }

  @Test func aRowReadsNoMoreThanItsShareOfAFile() throws {
    for file in Self.files(under: Self.corpus) {
      let before = try bytesRead()
      let reader = MessageReader(folder: .inbox, now: 2_000_000_000)
      _ = reader.read(FileName(file), isRegular: true, in: AT_FDCWD)
      // A page more for the reading of the counter itself.
      #expect(
        try bytesRead() - before <= (4 << 10) + (16 << 10) + Preview.maximumRead + 4_096, "\(file)")
    }
  }

  @Test func subjectsAreThoseOfPython() throws {
    let python = try Self.subjectsByPython()
    #expect(!python.isEmpty)
    // Broken words are taken otherwise by every program.
    for (file, theirs) in python.sorted(by: { $0.key < $1.key })
    where file != ByteName("words-broken.eml") {
      let path = ByteName(Self.corpus.bytes + [UInt8(ascii: "/")] + file.bytes)
      let header = HeaderBlock(Self.bytes(of: path), isWhole: true)
      let raw = header.value("subject") ?? []
      let ours = EncodedWords.decoded(raw)
      #expect(Self.agrees(ours, with: theirs), "\(file): \(ours) is not \(theirs)")
    }
  }

  /// Whether two subjects are one but for white space, which Python keeps as folded, and but for
  /// what Python gives up: bytes that are no UTF-8, or in words of a charset that it does not know
  /// or of none, are U+FFFD to it. Ours takes them for windows-1252, as their writers mostly meant.
  private static func agrees(_ ours: String, with python: String) -> Bool {
    func words(_ text: String) -> [Substring] {
      DisplayText.safe(text).split { $0.unicodeScalars.allSatisfy(\.isSpace) }
    }
    let (left, right) = (words(ours).joined(separator: " "), words(python).joined(separator: " "))
    var rest = left[...]
    for (number, part) in right.split(separator: "\u{FFFD}", omittingEmptySubsequences: false)
      .enumerated()
    {
      if number == 0 {
        guard rest.hasPrefix(part) else { return false }
        rest = rest.dropFirst(part.count)
      } else {
        guard
          let found = part.isEmpty ? rest.startIndex..<rest.startIndex : rest.firstRange(of: part)
        else { return false }
        rest = rest[found.upperBound...]
      }
    }
    return right.hasSuffix("\u{FFFD}") || rest.isEmpty
  }

  private static func subjectsByPython() throws -> [ByteName: String] {
    var subjects: [ByteName: String] = [:]
    for columns in try python("python_subjects.py", on: corpus) {
      try #require(columns.count == 2)
      subjects[ByteName(columns[0])] = String(decoding: columns[1], as: UTF8.self)
    }
    return subjects
  }

  /// What a program of Python's says of a corpus: lines of columns, which it writes as hexadecimal digits.
  static func python(_ program: String, on corpus: ByteName) throws -> [[[UInt8]]] {
    let arguments = ["\(folder)/\(program)", corpus.description]
      .map { "'" + $0.replacing("'", with: "'\\''") + "'" }.joined(separator: " ")
    let output = try #require(popen("/usr/bin/python3 -B \(arguments)", "r"))
    var text: [UInt8] = []
    while true {
      let byte = getc(output)
      if byte == EOF { break }
      text.append(UInt8(truncatingIfNeeded: byte))
    }
    try #require(pclose(output) == 0, "python3 could not read the corpus")
    return text.split(separator: UInt8(ascii: "\n")).map { line in
      line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        .map(bytes(ofHex:))
    }
  }

  private static func bytes(ofHex digits: ArraySlice<UInt8>) -> [UInt8] {
    let values = digits.compactMap(hexValue)
    return stride(from: 0, to: values.count - 1, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }

  static func bytes(of file: ByteName) -> [UInt8] {
    let descriptor = file.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    defer { close(descriptor) }
    var status = stat()
    fstat(descriptor, &status)
    return FileContent.prefix(of: descriptor, length: Int(status.st_size)) ?? []
  }

  private static func files(under root: ByteName) -> [ByteName] {
    var found: [ByteName] = []
    var queue = [root]
    while let path = queue.popLast() {
      guard let directory = try? Directory(path, follows: path == root) else { continue }
      try? directory.entries(withHidden: true) { name, kind in
        let child = ByteName(path.bytes + [UInt8(ascii: "/")] + name.bytes)
        if kind == .directory { queue.append(child) }
        if kind == .regular { found.append(child) }
      }
    }
    return found.sorted()
  }
}
