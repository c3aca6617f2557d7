import Accounts
import FileSystem
import Foundation
import Glibc
import MailModel
import MailServers
import Synchronization
import TemporaryMailboxes
import TestPrograms
import Testing
import TriageJournal

/// An account with a server, and what Dunnock would do with its mail.
final class Desk {
  let directory: String
  let places: AccountPlaces
  let server: Dovecot
  var account: Account
  var path: String
  var pace = Synchroniser.Pace()
  var profiles = "/no/profiles"
  /// Whether what was done to mail cannot be asked.
  var hasNoRecord = false
  /// How often it can be asked before that is so, as for a program that is killed then.
  let asksLeft = Counter()
  /// What Dunnock knows of where messages went.
  private(set) var journal: Journal

  final class Counter: Sendable {
    private let count = Mutex(Int.max)

    func set(_ value: Int) { count.withLock { $0 = value } }

    func take() -> Bool {
      count.withLock { count in
        count -= 1
        return count >= 0
      }
    }
  }

  /// - Parameters:
  ///   - disk: What all that is kept here is on, where that is a disk of its own.
  ///   - serversDisk: The same of the server's mail.
  ///   - settings: What the server's configuration says beside.
  init(disk: SmallDisk? = nil, serversDisk: SmallDisk? = nil, settings: String = "") throws {
    directory = try TemporaryMaildir.makeDirectory()
    chmod(directory, 0o755)
    let here = disk?.path ?? directory
    places = AccountPlaces(
      accounts: "\(here)/accounts", state: "\(here)/state", mail: "\(here)/mail")
    journal = try Journal.open(in: "\(directory)/journal", of: "mail").journal
    mkdir("\(directory)/bin", 0o755)
    // The mbsync that comes first there is the one that is tested.
    let programs = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    path = "\(directory)/bin:\(programs)"
    server = try Dovecot(in: "\(directory)/server", mail: serversDisk?.path, settings: settings)
    account = Account(
      name: "Work", address: "u",
      imap: MailServer(host: "127.0.0.1", port: server.port, security: .none), directory: "Work")
    pace.lockPause = .milliseconds(100)
    // What is not tested must not run out, however slow the machine is.
    (pace.lockPatience, pace.timeout) = (.seconds(3_600), .seconds(3_600))
    pace.settling = .zero
    program("secret-tool", "[ \"$1\" = lookup ] && printf secret")
  }

  deinit {
    server.stop()
    TemporaryMaildir.remove(directory)
  }

  /// Puts a program in front of all others of its name.
  func program(_ name: String, _ text: String) {
    let file = "\(directory)/bin/\(name)"
    // Written by another process: one that is started meanwhile would have the file open for writing, and
    // it could not be run.
    unlink(file)
    guard let pipe = popen("cat > '\(file)' && chmod 755 '\(file)'", "w") else { return }
    fputs("#!/bin/sh\n\(text)\n", pipe)
    pclose(pipe)
  }

  var synchroniser: Synchroniser {
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = path
    environment["HOME"] = directory
    let (journal, asksLeft) = (hasNoRecord ? nil : journal, asksLeft)
    var synchroniser = Synchroniser(
      places, Passwords(service: "org.example.Test", path: path),
      departures: Departures { asksLeft.take() ? journal : nil }, environment: environment,
      pace: pace)
    synchroniser.profiles = profiles
    synchroniser.trash = { [trash] path in
      mkdir(trash, 0o700)
      let target = "\(trash)/\(path.split(separator: "/").last ?? "")"
      try? FileManager.default.removeItem(atPath: target)
      try FileManager.default.moveItem(atPath: path, toPath: target)
    }
    return synchroniser
  }

  /// Goes on days later, in another run of the program.
  func letPass(days: Int64) throws {
    let file = try #require(
      FileManager.default.contentsOfDirectory(atPath: "\(directory)/journal").first {
        $0.hasSuffix(".sqlite")
      })
    let (status, _, errors) = try TestProgram.run(
      "/usr/bin/python3", "-c",
      """
      import sqlite3, sys
      with sqlite3.connect(sys.argv[1]) as journal:
        journal.execute('UPDATE step SET time = time - ?', [86400 * int(sys.argv[2])])
      """, "\(directory)/journal/\(file)", "\(days)")
    #expect(status == 0, "\(errors)")
    journal = try Journal.open(in: "\(directory)/journal", of: "mail").journal
  }

  /// Where folders go that are not needed any more.
  var trash: String { "\(directory)/trash" }

  /// Runs once the server has ended with what came before: it goes on for a while with what a run sent that was cut short.
  @discardableResult
  func sync(_ decision: MissingDecision = .ask) async throws(SyncProblem) -> SyncResult {
    await server.settle()
    return try await synchroniser.run(account, deciding: decision)
  }

  /// What went wrong; nil where nothing did.
  func problem() async -> SyncProblem? {
    do {
      try await sync()
      return nil
    } catch {
      return error
    }
  }

  /// Where a folder lies here.
  func here(_ folder: String = "INBOX") -> String { "\(places.mail)/Work/\(folder)" }

  /// The names of the messages of a folder here.
  func mail(_ folder: String = "INBOX") -> [String] { Mail.names(in: here(folder)) }

  /// Expects that nothing was lost or doubled, and nothing deleted that nobody deleted: these folders have these messages, here and on
  /// the server, none of them marked as deleted, and no other folder has any.
  func expect(
    _ mail: [String: [String]], _ comment: Comment? = nil,
    at place: SourceLocation = #_sourceLocation
  ) {
    let mail = mail.mapValues { $0.sorted() }.filter { !$0.value.isEmpty }
    let sides = [("here", Mail.files(below: here(""))), ("on the server", server.files)]
    for (side, files) in sides {
      let found = files.mapValues { $0.compactMap(Mail.name).sorted() }
      #expect(found == mail, comment ?? "\(side)", sourceLocation: place)
      let marked = files.values.joined().filter { file in
        file.split(separator: ":").last?.contains("T") == true
      }
      #expect(marked == [], comment ?? "\(side)", sourceLocation: place)
    }
  }

  func id(_ folder: String) -> FolderID { FolderID(path: ByteName("Work/\(folder)")) }

  /// Moves a message as Dunnock does: to a name that none ever had, and notes it.
  func move(_ name: String, from: String = "INBOX", to: String = "Archive") throws {
    let file = try Mail.file(name, in: here(from))
    let key = "\(time(nil)).R\(UInt64.random(in: .min ... .max)).h"
    for part in ["", "/cur", "/new", "/tmp"] { mkdir(here(to) + part, 0o700) }
    let target = MessageRef(folder: id(to), key: ByteName(key))
    try note(file, in: from, target) {
      try FileManager.default.moveItem(atPath: file, toPath: "\(here(to))/cur/\(key):2,S")
    }
  }

  /// Fetches what is new as a run does that is killed then.
  func fetchByHand() throws {
    try TestProgram.run(
      "/usr/bin/env", "PATH=\(path)", "mbsync", "-qc",
      "\(places.state)/\(account.id.uuidString)/mbsyncrc", "--pull", "-a")
  }

  /// Deletes a message for ever as Dunnock does.
  func delete(_ name: String, in folder: String) throws {
    let file = try Mail.file(name, in: here(folder))
    try note(file, in: folder, nil) { unlink(file) }
  }

  /// Takes files away behind Dunnock's back.
  func lose(_ names: [String], in folder: String = "INBOX") throws {
    for name in names { unlink(try Mail.file(name, in: here(folder))) }
  }

  private func note(
    _ file: String, in folder: String, _ after: MessageRef?, _ make: () throws -> Void
  ) throws {
    var key = Substring(file.split(separator: "/").last ?? "")
    let token = Array(key.utf8) + [0] + (after?.key.bytes ?? [])
    if let colon = key.firstIndex(of: ":") { key = key[..<colon] }
    if let number = key.range(of: ",U=") { key = key[..<number.lowerBound] }
    let before = MessageRef(folder: id(folder), key: ByteName(String(key)))
    let change = Change.message(MessageChange(before: before, after: after, token: token))
    let noted = try journal.note([(.newStep(of: "move"), [.init(change: change)])]).joined()
    try make()
    try journal.finish(noted.map { ($0, .made(change, isDurable: true)) })
  }
}

/// The processes in whose command line some words are.
func processes(with words: String...) -> [pid_t] {
  let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
  return all.compactMap { pid_t($0) }.filter { process in
    guard let data = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") else {
      return false
    }
    let line = String(decoding: data, as: UTF8.self)
    return words.allSatisfy { line.contains($0) }
  }
}
