import FileSystem
import Foundation
import Glibc
import MailModel
import SeededRandom
import Triage

/// Random commands of every kind by two windows on one mailbox, one after the other, among what the program does by itself and what other
/// programs do. After each the mailbox must be as a ledger says, and undo and redo must go back and forth in order.
///
/// Now and then a third window is ended by kill -9 amid its own; then everything is undone, and nothing may be lost or doubled.
func commands(_ count: Int, seed: UInt64) async throws {
  let ground = try Ground()
  let mailbox = try Mailbox.make(in: ground.path, count: 30, folders: [".Lists", ".Snoozed"])
  var use = try Use(of: mailbox, SeededNumbers(seed: seed))
  for number in 1...count {
    do {
      try await use.act()
      try use.ledger.expect(mailbox)
      if number % 500 == 0 { try await use.beKilled(in: ground.path) }
    } catch {
      throw Failure("command \(number) of seed \(seed), \(use.last): \(error)")
    }
  }
}

private struct Use {
  let mailbox: Mailbox
  var numbers: SeededNumbers
  var ledger: Ledger
  var windows: [TriageSession]
  var delivered = 0
  /// What was done last, for who has to find what went wrong.
  private(set) var last = ""

  init(of mailbox: Mailbox, _ numbers: SeededNumbers) throws {
    (self.mailbox, self.numbers) = (mailbox, numbers)
    ledger = try Ledger(mailbox)
    windows = []
    try openWindows()
  }

  private mutating func openWindows() throws {
    windows = try (0..<2).map { _ in try mailbox.open() }
    for window in windows { window.filesAsRead = Bool.random(using: &numbers) }
  }

  mutating func act() async throws {
    guard let window = windows.randomElement(using: &numbers) else { return }
    switch Int.random(in: 0..<20, using: &numbers) {
    case 0...8: try await command(in: window)
    case 9...11:
      last = "undo"
      try ledger.noteUndo(try await answer { try await window.undo() })
    case 12, 13:
      last = "redo"
      try ledger.noteRedo(try await answer { try await window.redo() })
    case 14, 15:
      guard let index = ledger.done.indices.randomElement(using: &numbers) else { return }
      let step = ledger.done[index].number
      last = "undo of step \(step)"
      try ledger.noteUndo(ofStepAt: index, try await answer { try await window.undo(step: step) })
    case 16: try await programActs(in: window)
    case 17:
      last = "a window that is closed and opened again"
      try openWindows()
    default: try otherProgramActs()
    }
  }

  /// What was done; nil where all of it has been moved on or taken out.
  private func answer(_ body: () async throws -> Outcome?) async throws -> Outcome? {
    do { return try await body() } catch TriageError.store(let error) {
      guard error == .movedOn || error == .messageVanished else { throw error }
      return nil
    }
  }

  private mutating func command(in window: TriageSession) async throws {
    let folders = try await window.folders()
    let folder = folders.randomElement(using: &numbers) ?? .inbox
    let ids = try await window.store.messages(in: folder).map(\.id).sorted { $0.key < $1.key }
      .shuffled(using: &numbers).prefix(Int.random(in: 1...6, using: &numbers))
    // R is what other programs set.
    let kinds =
      Command.allCases.filter { $0 != .delete && $0 != .markReplied }
      + [
        .move(to: folders.randomElement(using: &numbers) ?? .inbox),
        .snooze(until: Int64.random(in: 0...4_000_000_000, using: &numbers)),
      ]
    guard !ids.isEmpty, let command = kinds.randomElement(using: &numbers) else { return }
    last = "\(command) in \(folder)"
    do {
      try ledger.note(try await window.perform(command, on: Array(ids)), byPerson: true)
    } catch TriageError.notOffered {
    }
  }

  /// Brings back what was put off, or marks as read what was read.
  private mutating func programActs(in window: TriageSession) async throws {
    let wakes = Bool.random(using: &numbers)
    let folder = wakes ? FolderID(path: ByteName(".Snoozed")) : .inbox
    guard
      let id = try await window.store.messages(in: folder).map(\.id)
        .sorted(by: { $0.key < $1.key }).randomElement(using: &numbers)
    else { return }
    last = wakes ? "waking" : "reading"
    let outcome =
      try await wakes
      ? window.perform(.move(to: .inbox), on: [id], by: .waking)
      : window.perform(.markRead, on: [id], by: .reading)
    try ledger.note(outcome, byPerson: false)
  }

  /// Delivers, marks as replied to, numbers, or moves a message under its own name.
  private mutating func otherProgramActs() throws {
    if Int.random(in: 0..<6, using: &numbers) == 0 {
      let number = Mailbox.firstDelivered + delivered
      delivered += 1
      let name = "16000\(10_000 + delivered).D\(number).host"
      last = "another program delivers \(number)"
      try mailbox.write(number, to: "tmp/\(name)")
      try mailbox.rename("tmp/\(name)", to: "new/\(name)")
      ledger.mail[number] = .init(folder: "", flags: [])
      return
    }
    let files = try mailbox.files().sorted { $0.number < $1.number }
    guard let file = files.randomElement(using: &numbers) else { return }
    let pieces = file.name.split(separator: ":", maxSplits: 1)
    let base = pieces[0].prefix { $0 != "," }
    var flags = MessageFlags(pieces.count > 1 ? String(pieces[1].dropFirst(2)) : "")
    var (folder, number) = (file.folder, "")
    switch Int.random(in: 0..<3, using: &numbers) {
    case 0:
      flags.formSymmetricDifference(.replied)
      ledger.mail[file.number]?.flags = flags
    case 1: number = ",U=\(Int.random(in: 1...9_999_999, using: &numbers))"
    default:
      if folder == ".Lists" { return }
      folder = ".Lists"
      ledger.noteForeignMove(of: file.number, to: folder)
    }
    last = "another program on \(file.number)"
    let target = "\(folder)/cur/\(base)\(number):2,\(flags.letters)"
    try mailbox.rename("\(file.folder)/\(file.part)/\(file.name)", to: target)
  }

  /// Has a third window be ended amid its commands, and everything be undone.
  mutating func beKilled(in folder: String) async throws {
    last = "a kill"
    let known = Set(ledger.mail.keys)
    let seed = UInt64.random(in: 0...UInt64(Int64.max), using: &numbers)
    let child = try startPart(["triage", folder, "\(seed)", "1000000"])
    for _ in 0..<Int.random(in: 0..<12, using: &numbers) {
      _ = try child.output.read(upToCount: 1)
    }
    child.kill()
    child.ending()
    try openWindows()
    _ = try await windows[0].recover()
    try mailbox.expectEverythingOnce(known)
    while await windows[0].canUndo { _ = try await answer { try await windows[0].undo() } }
    try mailbox.expectEverythingOnce(known)
    ledger = try Ledger(mailbox)
    // What was undone can be redone until something else is done.
    while ledger.done.isEmpty { try await command(in: windows[0]) }
  }
}
