import FileSystem
import Foundation
import Glibc
import MailModel

// Shows that no mail is lost, whatever happens to programs that triage it.
//
//   StoreTorture races SEEDS KILLS SHIM       several programs at once, some ended by kill -9
//   StoreTorture faults SHIM STRIDE [FIRST]   a fault at every STRIDEth system call from the FIRST
//   StoreTorture commands COUNT SEED          that many random commands, held against a ledger
//   StoreTorture full FOLDER                  on a small file system that it fills
//   StoreTorture archive FOLDER NAME          the latest message of a folder, for a measurement

let arguments = Array(CommandLine.arguments.dropFirst())
do {
  let number = { (index: Int) in arguments.indices.contains(index) ? Int(arguments[index]) : nil }
  switch arguments.first {
  case "races":
    for seed in 1...(number(1) ?? 1) {
      do {
        // Every third on a file system that knows no RENAME_NOREPLACE.
        let shim = seed % 3 == 0 && arguments.count > 3 ? arguments[3] : nil
        try await race(seed: UInt64(seed), kills: number(2) ?? 0, shim: shim)
      } catch {
        throw Failure("seed \(seed), \(number(2) ?? 0) kills: \(error)")
      }
    }
    print("Nothing lost in \(number(1) ?? 1) races with \(number(2) ?? 0) kills each.")
  case "faults":
    let stride = number(2) ?? 1
    let count = try await faults(
      shim: arguments.count > 1 ? arguments[1] : "", stride: stride, from: number(3) ?? 1)
    let first = number(3) ?? 1
    print("Nothing lost with faults at every \(stride). of system calls \(first) to \(count).")
  case "commands":
    let count = number(1) ?? 1
    try await commands(count, seed: UInt64(number(2) ?? 1))
    print("Nothing lost, and undone in order, in \(count) random commands.")
  case "full":
    try await fullDisk(arguments[1])
    print("Nothing lost on a full disk.")
  case "triage":
    try await triage(
      Mailbox(in: arguments[1]), seed: UInt64(number(2) ?? 0), steps: number(3) ?? 1)
  case "archive":
    let session = try Mailbox(in: arguments[1]).open()
    let latest = try await session.store.messages(in: FolderID(path: ByteName(arguments[2])))
      .prefix(1)
    _ = try await session.perform(.archive, on: latest.map(\.id))
  case "disturb": try disturb(Mailbox(in: arguments[1]), seed: UInt64(number(2) ?? 0))
  case "script": try await script(Mailbox(in: arguments[1]))
  default: throw Failure("usage: StoreTorture races SEEDS KILLS SHIM | faults SHIM STRIDE [FIRST]")
  }
} catch {
  complain("StoreTorture: \(error)")
  exit(1)
}
