import Foundation
import Glibc
import TestPrograms
import TestWaiting

/// A mail server of a test's own on this computer, whose mail lies in folders that tests look into and
/// change as another client would. Any name gets in with the password "secret".
final class Dovecot {
  let port: UInt16
  private let directory: String
  private let mail: String
  private var program: TestProgram?

  static let program = "/usr/sbin/dovecot"

  /// Whether there is one to start; says so where there is none.
  static let isInstalled: Bool = {
    let isThere = [program, "/usr/bin/mbsync"].allSatisfy { (path: String) in
      access(path, X_OK) == 0
    }
    if !isThere { print("Without dovecot-imapd and isync, tests of synchronising are skipped.") }
    return isThere
  }()

  /// Whether it is 2.4 or newer, whose configuration is another.
  static let isNew: Bool = {
    guard let pipe = popen("\(program) --version", "r") else { return false }
    defer { pclose(pipe) }
    var line = [CChar](repeating: 0, count: 64)
    guard fgets(&line, Int32(line.count), pipe) != nil else { return false }
    let version = String(decoding: line.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let numbers = version.split(separator: ".").prefix(2).compactMap { Int($0) }
    return !numbers.lexicographicallyPrecedes([2, 4])
  }()

  /// - Parameters:
  ///   - mail: The folder of all mail, where it is not to be in the directory.
  ///   - settings: What its configuration says beside.
  init(in directory: String, mail: String? = nil, settings: String = "") throws {
    self.directory = directory
    self.mail = mail ?? "\(directory)/mail"
    port = try Sockets.freePort()
    // Its mail must not belong to root.
    let isRoot = getuid() == 0
    let (user, group) = isRoot ? (65_534, 65_534) : (getuid(), getgid())
    for folder in ["", "/mail", "/home"] {
      mkdir(directory + folder, 0o755)
      if isRoot { chown(directory + folder, user, group) }
    }
    let name = isRoot ? "nobody" : NSUserName()
    let groupName =
      isRoot ? "nogroup" : getgrgid(group).map { String(cString: $0.pointee.gr_name) } ?? ""
    let version =
      Self.isNew ? "dovecot_config_version = 2.4.0\ndovecot_storage_version = 2.4.0" : ""
    let location =
      Self.isNew
      ? """
      mail_driver = maildir
      mail_path = \(self.mail)/%{user}
      """
      : "mail_location = maildir:\(self.mail)/%u"
    let users =
      Self.isNew
      ? """
      passdb static {
        password = secret
      }
      userdb static {
        fields {
          uid = \(user)
          gid = \(group)
          home = \(directory)/home/%{user}
        }
      }
      """
      : """
      passdb {
        driver = static
        args = password=secret
      }
      userdb {
        driver = static
        args = uid=\(user) gid=\(group) home=\(directory)/home/%u
      }
      """
    let text = """
      \(version)
      base_dir = \(directory)/run
      log_path = \(directory)/log
      ssl = no
      \(Self.isNew ? "auth_allow_cleartext = yes" : "disable_plaintext_auth = no")
      protocols = imap
      listen = 127.0.0.1
      default_internal_user = \(name)
      default_internal_group = \(groupName)
      default_login_user = \(name)
      first_valid_uid = 1
      first_valid_gid = 1
      auth_mechanisms = plain login
      auth_failure_delay = 0
      mail_fsync = never
      mail_max_userip_connections = 100
      \(location)
      namespace inbox {
        inbox = yes
        separator = /
        mailbox Archive {
          auto = create
        }
      }
      \(users)
      service imap-login {
        chroot =
        inet_listener imap {
          \(Self.isNew ? "listen" : "address") = 127.0.0.1
          port = \(port)
        }
        inet_listener imaps {
          port = 0
        }
      }
      service anvil {
        chroot =
      }
      service stats {
        chroot =
      }
      \(settings)

      """
    let file = "\(directory)/dovecot.conf"
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    program = try TestProgram([Self.program, "-F", "-c", file])
    try block(until: "the mail server") { Sockets.isListening(port) }
  }

  deinit { stop() }

  func stop() {
    program?.kill(SIGTERM)
    program?.ending()
  }

  /// Where a folder's mail lies; "INBOX", or a name with `/` between levels.
  func path(_ folder: String) -> String {
    let inbox = "\(mail)/u"
    return folder == "INBOX"
      ? inbox : "\(inbox)/.\(folder.replacing("/", with: "."))"
  }

  /// Makes a folder, as another client would.
  func make(_ folder: String) {
    if folder != "INBOX", access(path("INBOX"), F_OK) != 0 { make("INBOX") }
    for part in ["", "/cur", "/new", "/tmp"] {
      mkdir(path(folder) + part, 0o700)
      if getuid() == 0 { chown(path(folder) + part, 65_534, 65_534) }
    }
  }

  /// Waits for the next second: a folder that is made then has other numbers than one of its name that was there before.
  static func waitForOtherNumbers() {
    let second = time(nil)
    while time(nil) == second { usleep(10_000) }
  }

  /// Waits until it has ended all connections and done what was said there.
  func settle() async {
    try? await until("the connections to end") {
      let id = program?.id ?? 0
      let tasks = "/proc/\(id)/task/\(id)/children"
      let children = (try? String(contentsOfFile: tasks, encoding: .utf8)) ?? ""
      return !children.split(separator: " ").contains { child in
        (try? String(contentsOfFile: "/proc/\(child)/comm", encoding: .utf8)) == "imap\n"
      }
    }
  }

  /// Delivers messages, each of which says its name in its subject.
  func deliver(_ names: [String], to folder: String = "INBOX", size: Int = 10) throws {
    make(folder)
    try Self.deliver(names, in: path(folder), size: size)
  }

  /// The same to a folder that is there, by where its mail lies.
  static func deliver(_ names: [String], in path: String, size: Int = 10) throws {
    for name in names {
      let file = "\(path)/new/\(time(nil)).\(UInt32.random(in: .min ... .max)).host"
      try Mail.text(name, size: size).write(toFile: file, atomically: false, encoding: .utf8)
      if getuid() == 0 { chown(file, 65_534, 65_534) }
    }
  }

  /// Gives a message of the inbox another body under the UID that it has.
  func replace(_ name: String, size: Int) throws {
    try Mail.text(name, size: size).write(
      toFile: try file(name), atomically: false, encoding: .utf8)
    // It has noted the size there.
    for note in try FileManager.default.contentsOfDirectory(atPath: path("INBOX"))
    where note.hasPrefix("dovecot.index") { unlink("\(path("INBOX"))/\(note)") }
  }

  /// Has it do something in the inbox, as another client would by its protocol.
  func command(_ words: String) throws {
    let run = try TestProgram.run(
      "/usr/bin/curl", "-sS", "-o", "/dev/null", "-u", "u:secret", "-X", words,
      "imap://127.0.0.1:\(port)/INBOX")
    guard run.status == 0 else { throw Sockets.Failure(code: run.status) }
  }

  /// Gives a message other flags, as another client would.
  func mark(_ name: String, _ letters: String, in folder: String = "INBOX") throws {
    let file = try file(name, in: folder)
    let base = file.split(separator: "/").last?.split(separator: ":").first ?? ""
    rename(file, "\(path(folder))/cur/\(base):2,\(letters)")
  }

  /// Moves a message, as another client would.
  func move(_ name: String, to folder: String) throws {
    let file = try file(name)
    let info = file.split(separator: ":").dropFirst().first ?? "2,"
    rename(
      file, "\(path(folder))/cur/\(time(nil)).\(UInt32.random(in: .min ... .max)).host:\(info)")
  }

  /// Has it show an inbox without mail and under the same numbers, as one does whose disk is not there, and what it had
  /// again.
  func hideInbox(_ isHidden: Bool) throws {
    let (inbox, away) = (path("INBOX"), "\(mail)/away")
    let file = "\(inbox)/dovecot-uidlist"
    let header = try String(contentsOfFile: file, encoding: .utf8).prefix { $0 != "\n" } + "\n"
    mkdir(away, 0o700)
    let (from, to) = isHidden ? (inbox, away) : (away, inbox)
    // The other folders lie beside it, behind a dot.
    for name in try FileManager.default.contentsOfDirectory(atPath: from) where name.first != "." {
      try? FileManager.default.removeItem(atPath: "\(to)/\(name)")
      rename("\(from)/\(name)", "\(to)/\(name)")
    }
    guard isHidden else { return }
    make("INBOX")
    try header.write(toFile: file, atomically: false, encoding: .utf8)
    if getuid() == 0 { chown(file, 65_534, 65_534) }
  }

  /// Keeps a backup of all mail and its numbers.
  func backUp() async throws { try await copy("\(mail)/u", to: "\(mail)/backup") }

  /// Has all mail and its numbers be as they were in the backup.
  func restore() async throws { try await copy("\(mail)/backup", to: "\(mail)/u") }

  private func copy(_ source: String, to target: String) async throws {
    await settle()
    try? FileManager.default.removeItem(atPath: target)
    let run = try TestProgram.run("/usr/bin/cp", "-a", source, target)
    guard run.status == 0 else { throw Sockets.Failure(code: run.status) }
  }

  /// The files of all messages by their folders, of which none is empty.
  var files: [String: [String]] {
    // The other folders lie in the inbox, behind a dot.
    var found = Mail.files(below: path("INBOX"))
    found["INBOX"] = found.removeValue(forKey: "")
    return Dictionary(
      uniqueKeysWithValues: found.map { folder, files in
        (String(folder.drop { $0 == "." }).replacing(".", with: "/"), files)
      })
  }

  /// The names of the messages in a folder.
  func mail(_ folder: String = "INBOX") -> [String] { Mail.names(in: path(folder)) }

  /// The file of a message.
  func file(_ name: String, in folder: String = "INBOX") throws -> String {
    try Mail.file(name, in: path(folder))
  }
}

/// Messages as files.
enum Mail {
  struct Missing: Error { let name: String }

  static func text(_ name: String, size: Int = 10) -> String {
    "From: a@example.com\nTo: b@example.com\nSubject: \(name)\nMessage-ID: <\(name)@example.com>\n\n"
      + String(repeating: "0123456789 text\n", count: max(size / 16, 1))
  }

  static func files(in folder: String) -> [String] {
    ["new", "cur"].flatMap { part in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(part)")) ?? []
      return names.filter { !$0.hasPrefix(".") }.map { "\(folder)/\(part)/\($0)" }
    }
  }

  /// The files of each folder below one that has any, by their paths from there.
  static func files(below root: String) -> [String: [String]] {
    var found: [String: [String]] = [:]
    let places = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    for place in places + [""] {
      let files = files(in: "\(root)/\(place)")
      if !files.isEmpty { found[place] = files }
    }
    return found
  }

  static func names(in folder: String) -> [String] { files(in: folder).compactMap(name).sorted() }

  static func file(_ name: String, in folder: String) throws -> String {
    guard let file = files(in: folder).first(where: { Self.name(of: $0) == name }) else {
      throw Missing(name: name)
    }
    return file
  }

  static func name(of file: String) -> String? {
    guard let data = FileManager.default.contents(atPath: file) else { return nil }
    let lines = String(decoding: data.prefix(400), as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.first { $0.hasPrefix("Subject: ") }.map { String($0.dropFirst(9)) }
  }
}
