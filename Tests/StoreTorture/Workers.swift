import FileSystem
import Foundation
import Glibc
import MailModel
import SeededRandom
import Triage

/// Random triage: one line on standard output after each operation.
func triage(_ mailbox: Mailbox, seed: UInt64, steps: Int) async throws {
  var numbers = SeededNumbers(seed: seed)
  let session = try mailbox.open()
  // Half of them look at folders by the names that something happened to.
  let wakes = seed % 2 == 0 ? session.store.changes() : nil
  defer { withExtendedLifetime(wakes) {} }
  // Those that move mail, which are undone out of their order too.
  var moves: [Int64] = []
  for _ in 0..<steps {
    do {
      switch Int.random(in: 0..<9, using: &numbers) {
      case 0, 1: try await session.undo()
      case 2: try await session.redo()
      case 3:
        if let step = moves.suffix(4).randomElement(using: &numbers) {
          try await session.undo(step: step)
        }
      default:
        let folders = try await session.store.folders()
        let folder = folders.randomElement(using: &numbers) ?? .inbox
        let ids = try await session.store.messages(in: folder).map(\.id)
          .shuffled(using: &numbers).prefix(Int.random(in: 1...6, using: &numbers))
        // R is what the other program sets.
        let commands =
          Command.allCases.filter { $0 != .delete && $0 != .markReplied } + [
            .move(
              to: folders.filter { !session.roles.isLocalTrash($0) }.randomElement(using: &numbers)
                ?? .inbox),
            .snooze(until: Int64.random(in: 0...4_000_000_000, using: &numbers)),
          ]
        let command = commands.randomElement(using: &numbers) ?? .archive
        if ids.isEmpty { break }
        let outcome = try await session.perform(command, on: Array(ids))
        if let step = outcome.step, command.removesRow { moves.append(step) }
      }
    } catch let error as TriageError {
      switch error {
      case .notOffered, .store(.messageVanished), .store(.movedOn), .store(.contended), .busy,
        .store(.noFolder):
        break
      default: throw error
      }
    }
    FileHandle.standardOutput.write(Data("\n".utf8))
  }
}

/// Another program: delivers, gives messages a synchroniser's numbers, moves them from `new` to
/// `cur` and marks them as replied to, until standard input ends. Then it says which numbers it
/// delivered, and which have the flag R now, on one line each.
func disturb(_ mailbox: Mailbox, seed: UInt64) throws {
  var numbers = SeededNumbers(seed: seed)
  var delivered = 0
  var replied: Set<Int> = []
  var uid = 0
  var end = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
  while poll(&end, 1, 0) == 0 {
    if delivered < 30, Int.random(in: 0..<20, using: &numbers) == 0 {
      let number = Mailbox.firstDelivered + delivered
      let name = "16000\(10_000 + delivered).D\(number).host"
      try mailbox.write(number, to: "tmp/\(name)")
      guard rename("\(mailbox.path)/tmp/\(name)", "\(mailbox.path)/new/\(name)") == 0 else {
        throw Failure("cannot deliver")
      }
      delivered += 1
    }
    for folder in ["", "/.Archive", "/.Junk", "/.Trash", "/.Lists", "/.Snoozed"] {
      let part = Bool.random(using: &numbers) ? "cur" : "new"
      let directory = "\(mailbox.path)\(folder)/\(part)"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
      guard let name = names.randomElement(using: &numbers),
        let text = try? String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8),
        let number = Int(text.prefix { $0 != "\n" }.dropFirst("Subject: ".count))
      else { continue }
      let pieces = name.split(separator: ":", maxSplits: 1)
      let base = pieces[0].prefix { $0 != "," }
      var flags = pieces.count > 1 ? Set(pieces[1].dropFirst(2)) : []
      uid += 1
      let marks = Bool.random(using: &numbers)
      if marks { flags.formSymmetricDifference(["R"]) }
      let target = "\(base)\(marks ? "" : ",U=\(uid)"):2,\(String(flags.sorted()))"
      // Who was faster has renamed it, and it is left alone.
      guard
        rename("\(directory)/\(name)", "\(mailbox.path)\(folder)/cur/\(target)") == 0, marks
      else { continue }
      if flags.contains("R") { replied.insert(number) } else { replied.remove(number) }
    }
  }
  for line in [(0..<delivered).map { Mailbox.firstDelivered + $0 }, replied.sorted()] {
    print(line.map(String.init).joined(separator: " "))
  }
}

/// The same triage every time, for faults at each of its system calls: all operations, the last of
/// which deletes a message for ever. Exits with 10 when the fault was never reached.
func script(_ mailbox: Mailbox) async throws {
  function("faults_arm")?()
  do {
    let session = try mailbox.open()
    let inbox = try await session.store.messages(in: .inbox).map(\.id).sorted { $0.key < $1.key }
    let attempts: [() async throws -> Void] = [
      { try await session.perform(.archive, on: Array(inbox[0..<2])) },
      { try await session.create(FolderID(path: ByteName(".Snoozed"))) },
      { try await session.perform(.snooze(until: 1_900_000_000), on: [inbox[4]]) },
      { try await session.undo() },
      { try await session.perform(.toggleStar, on: [inbox[2]]) },
      { try await session.perform(.trash, on: [inbox[0], inbox[3]]) },
      { try await session.undo() }, { try await session.undo() }, { try await session.redo() },
      // Those behind the first wait for it, and are done together.
      {
        try await together([
          { try await session.perform(.markRead, on: [inbox[4]]) },
          { try await session.perform(.archive, on: [inbox[1]]) },
          { try await session.perform(.toggleRead, on: [inbox[3]]) },
        ])
      },
      { try await together(Array(repeating: { try await session.undo() }, count: 3)) },
      { try await together(Array(repeating: { try await session.redo() }, count: 3)) },
      { try await session.undo() },
      { try await session.perform(.trash, on: [inbox[Mailbox.deleted]]) },
      { try await session.perform(.delete, on: [inbox[Mailbox.deleted]]) },
    ]
    for attempt in attempts {
      do { try await attempt() } catch { complain("\(error)") }
    }
  } catch {
    complain("\(error)")
  }
  function("faults_disarm")?()
  let hit = dlsym(nil, "faults_hit").map {
    unsafeBitCast($0, to: (@convention(c) () -> Int32).self)
  }
  exit(hit?() == 0 ? 10 : 0)
}

private func together(_ attempts: [@Sendable () async throws -> Void]) async throws {
  try await withThrowingTaskGroup { group in
    for attempt in attempts { group.addTask { try await attempt() } }
    try await group.waitForAll()
  }
}

private func function(_ name: String) -> (@convention(c) () -> Void)? {
  dlsym(nil, name).map { unsafeBitCast($0, to: (@convention(c) () -> Void).self) }
}
