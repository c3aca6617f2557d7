import Foundation
import Glibc
import MaildirStore
import Triage
import TriageJournal

/// A mailbox whose every message has a number, in its subject, and flags that follow from it.
struct Mailbox {
  let path: String
  let records: String

  init(in folder: String) {
    path = folder + "/mail"
    records = folder + "/journal"
  }

  /// - Parameter folders: Its folders beside the inbox, the archive and the trash.
  static func make(in folder: String, count: Int, folders: [String] = []) throws -> Mailbox {
    let mailbox = Mailbox(in: folder)
    for part in (["", ".Archive", ".Junk", ".Trash"] + folders).flatMap({ folder in
      ["cur", "new", "tmp"].map { "\(folder)/\($0)" }
    }) {
      try FileManager.default.createDirectory(
        atPath: "\(mailbox.path)/\(part)", withIntermediateDirectories: true)
    }
    for number in 0..<count {
      try mailbox.write(
        number, to: "cur/15000\(10_000 + number).N\(number).host:2,\(flags(of: number))")
    }
    return mailbox
  }

  func write(_ number: Int, to file: String) throws {
    try "Subject: \(number)\n\nThe text of \(number).\n".write(
      toFile: "\(path)/\(file)", atomically: false, encoding: .utf8)
  }

  /// The flags that a message begins with: some that commands change, and a letter that nobody
  /// does.
  static func flags(of number: Int) -> String {
    (number % 3 == 0 ? "F" : "") + (number % 2 == 0 ? "S" : "") + keyword(of: number)
  }

  static func keyword(of number: Int) -> String {
    String(UnicodeScalar(UInt8(97 + number % 26)))
  }

  func open() throws -> TriageSession {
    let store = try Maildir(path: path)
    let (journal, problem) = try Journal.open(in: records, of: store.identity)
    if let problem { complain("\(problem)") }
    return TriageSession(store: store, journal: journal, allowsChanges: true)
  }

  /// Gives a file another name, which must be free.
  func rename(_ file: String, to target: String) throws {
    guard Glibc.rename("\(path)/\(file)", "\(path)/\(target)") == 0 else {
      throw Failure("another program cannot rename \(file): \(String(cString: strerror(errno)))")
    }
  }

  /// Every message, read without the store: the folder, the number in its text, and its flags.
  func survey() throws -> [(folder: String, number: Int, flags: String)] {
    try files().map { ($0.folder, $0.number, Self.flags(in: $0.name)) }
  }

  static func flags(in name: String) -> String {
    name.range(of: ":2,").map { String(name[$0.upperBound...]) } ?? ""
  }

  /// Every file of every folder.
  func files() throws -> [(folder: String, part: String, name: String, number: Int)] {
    var found: [(String, String, String, Int)] = []
    let files = FileManager.default
    for folder in [""] + (try files.contentsOfDirectory(atPath: path).filter { $0.hasPrefix(".") })
    {
      for part in ["cur", "new"] {
        let directory = folder.isEmpty ? "\(path)/\(part)" : "\(path)/\(folder)/\(part)"
        for name in (try? files.contentsOfDirectory(atPath: directory)) ?? [] {
          let text = try String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8)
          let line = text.prefix { $0 != "\n" }
          let number = Int(line.dropFirst("Subject: ".count)) ?? -1
          guard text.hasSuffix("\n\nThe text of \(number).\n") else {
            throw Failure("\(directory)/\(name) was changed")
          }
          found.append((folder, part, name, number))
        }
      }
    }
    return found
  }

  /// Throws unless every message is there once, each with the letter that nobody changes; those that
  /// were deleted for ever may be.
  func expectEverythingOnce(_ numbers: Set<Int>, deleted: Set<Int> = []) throws {
    var seen: Set<Int> = []
    for (folder, number, flags) in try survey() {
      guard seen.insert(number).inserted else { throw Failure("message \(number) is there twice") }
      let isOriginal = number < Mailbox.firstDelivered
      guard !isOriginal || flags.contains(Mailbox.keyword(of: number)) else {
        throw Failure("message \(number) in “\(folder)” lost a flag: \(flags)")
      }
    }
    let missing = numbers.subtracting(seen)
    guard missing.isEmpty else { throw Failure("lost: \(missing.sorted())") }
    let unknown = seen.subtracting(numbers).subtracting(deleted)
    guard unknown.isEmpty else { throw Failure("unknown: \(unknown.sorted())") }
  }

  /// Undoes all that is noted, then throws unless every message is in the inbox with the flags that
  /// it began with, and those of `replied` with R.
  func expectUndoneEverything(replied: Set<Int> = []) async throws {
    let session = try open()
    let lost = try await session.recover()
    guard lost.isEmpty else { throw Failure("interrupted and lost: \(lost)") }
    while let outcome = try await session.undo() {
      guard outcome.failures.isEmpty else { throw Failure("undo: \(outcome.failures)") }
    }
    for (folder, number, flags) in try survey() {
      let began = number < Mailbox.firstDelivered ? Mailbox.flags(of: number) : ""
      let expected = Set(began + (replied.contains(number) ? "R" : ""))
      guard folder.isEmpty, Set(flags) == expected, flags.count == expected.count else {
        throw Failure("message \(number) is in “\(folder)” with \(flags), not \(expected)")
      }
    }
  }

  /// The numbers of messages that the other program delivers begin here.
  static let firstDelivered = 100_000

  /// How many messages the script has, the last of which it deletes.
  static let scripted = 6
  static let deleted = scripted - 1
}

struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

func complain(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
