import Foundation
import MailModel

/// A Maildir in a folder of its own, gone with this object.
final class TestMailbox {
  let path: String

  /// - Parameter folders: Its folders beside the inbox: an archive and a trash, as most have.
  init(folders: [String] = [".Archive", ".Trash"]) throws {
    path = NSTemporaryDirectory() + "dunnock-" + UUID().uuidString
    for folder in [""] + folders { try add(folder: folder) }
  }

  func add(folder: String) throws {
    for part in ["cur", "new", "tmp"] {
      try FileManager.default.createDirectory(
        atPath: "\(path)/\(folder)/\(part)", withIntermediateDirectories: true)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A mailbox with messages "Subject 0", "Subject 1", …, the first the newest.
  convenience init(
    count: Int, flags: String = "", folders: [String] = [".Archive", ".Trash"]
  ) throws {
    try self.init(folders: folders)
    for number in 0..<count { try add("Subject \(number)", age: number * 60, flags: flags) }
  }

  /// Adds a message, as another program would.
  ///
  /// - Parameters:
  ///   - age: Seconds before the newest.
  ///   - arrivalAge: The same of its arrival, where that is another.
  ///   - folder: The path of its folder, which is made where it is missing; "" for the inbox.
  ///   - answered: The subjects of the messages that it answers.
  ///   - list: What its mailing list is known by; none where that is empty.
  func add(
    _ subject: String, age: Int, arrivalAge: Int? = nil, flags: String = "", folder: String = "",
    from: String = "Ada Lovelace <ada@example.org>", to: String = "You <you@example.org>",
    answering answered: [String] = [], list: String = "", text: String? = nil
  ) throws {
    try add(folder: folder)
    let date = Self.newest - age
    let identifier = { (subject: String) in "<\(subject.replacing(" ", with: "-"))@example.org>" }
    let content = """
      From: \(from)
      To: \(to)
      Subject: \(subject)
      Date: \(Self.dateText(date))
      Message-ID: \(identifier(subject))
      References: \(answered.map(identifier).joined(separator: " "))
      List-Id: \(list.isEmpty ? "" : "<\(list)>")

      \(text ?? "The text of \(subject).")

      """
    let arrival = Self.newest - (arrivalAge ?? age)
    let name = "\(arrival).\(UUID().uuidString).host:2,\(flags)"
    let directory = "\(path)/\(folder)"
    try content.write(toFile: "\(directory)/tmp/\(name)", atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: TimeInterval(arrival))],
      ofItemAtPath: "\(directory)/tmp/\(name)")
    try FileManager.default.moveItem(
      atPath: "\(directory)/tmp/\(name)", toPath: "\(directory)/cur/\(name)")
  }

  /// Has a message wait among what is snoozed as this program left it, until a time in seconds since 1970.
  func add(_ subject: String, waking: Int) throws {
    try add(subject, age: 60, flags: "S", folder: ".Snoozed")
    let cur = path + "/.Snoozed/cur/"
    for name in try FileManager.default.contentsOfDirectory(atPath: cur) where !name.contains("W") {
      try FileManager.default.moveItem(
        atPath: cur + name, toPath: cur + "1700000000.R0123456789abcdefW\(waking).h:2,S")
    }
  }

  /// The subjects and flags of the messages on the disk in one folder, "" being the inbox, sorted.
  func onDisk(_ folder: String = "") throws -> [String] {
    let directory = path + "/" + folder + "/cur/"
    guard FileManager.default.fileExists(atPath: directory) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: directory).map { name in
      let text = try String(contentsOfFile: directory + name, encoding: .utf8)
      let subject = text.split(separator: "\n").first { $0.hasPrefix("Subject: ") }?.dropFirst(9)
      let flags = name.split(separator: ",", omittingEmptySubsequences: false).last ?? ""
      return (subject ?? "?") + (flags.isEmpty ? "" : " " + flags)
    }.sorted()
  }

  /// Removes the message of a subject, as another program would.
  func remove(_ subject: String, folder: String = "") throws {
    let directory = "\(path)/\(folder)/cur/"
    for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
      let file = directory + name
      if try String(contentsOfFile: file, encoding: .utf8).contains("Subject: \(subject)\n") {
        try FileManager.default.removeItem(atPath: file)
      }
    }
  }

  /// The age of what comes now.
  static var ageOfNow: Int { newest - Int(Date().timeIntervalSince1970) }

  /// A noon in 2026, UTC.
  private static let newest = 1_790_000_000

  private static func dateText(_ seconds: Int) -> String {
    dateFormat.string(from: Date(timeIntervalSince1970: TimeInterval(seconds)))
  }

  private static let dateFormat: DateFormatter = {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "UTC")
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss Z"
    return format
  }()
}

/// Runs `body` with a folder under `place` that holds files of these names, gone afterwards.
@MainActor
func withFolder(
  of names: [String], in place: String = NSTemporaryDirectory(), _ body: (String) throws -> Void
) throws {
  let folder = place + "dunnock-" + UUID().uuidString
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  for name in names {
    try name.write(toFile: folder + "/" + name, atomically: false, encoding: .utf8)
  }
  try body(folder)
}
