import Foundation
import Glibc
import SeededRandom
import TestPrograms
import Triage

/// A folder of a trial's own, removed with it.
final class Ground {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "store-torture-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// Three programs triage at random beside another that delivers, renames and marks. With `kills`
/// they are ended by kill -9 that many times and begin again. With a shim they find that the file
/// system cannot promise not to replace.
func race(seed: UInt64, kills: Int, shim: String?) async throws {
  let ground = try Ground()
  let count = 40
  let mailbox = try Mailbox.make(
    in: ground.path, count: count, folders: [".Lists", ".Snoozed"])
  var numbers = SeededNumbers(seed: seed)
  let other = try startPart(["disturb", ground.path, "\(seed)"])
  var workers: [TestProgram] = []
  func begin() throws -> TestProgram {
    let steps = kills > 0 ? 1_000_000 : 40
    let number = UInt64.random(in: 0...UInt64(Int64.max), using: &numbers)
    var environment: [String: String] = [:]
    if let shim { environment = ["LD_PRELOAD": shim, "FAULT_NO_REPLACE": "\(EINVAL)"] }
    return try startPart(
      ["triage", ground.path, "\(number)", "\(steps)"], environment: environment)
  }
  for _ in 0..<3 { workers.append(try begin()) }
  for _ in 0..<kills {
    let index = Int.random(in: 0..<workers.count, using: &numbers)
    // Somewhere within the operation after these.
    for _ in 0..<Int.random(in: 0..<6, using: &numbers) {
      _ = try workers[index].output.read(upToCount: 1)
    }
    workers[index].kill()
    workers[index].ending()
    workers[index] = try begin()
  }
  for worker in workers {
    if kills > 0 { worker.kill() }
    _ = try worker.output.readToEnd()
    let ending = worker.ending()
    guard kills > 0 || ending == .exit(0) else { throw Failure("triage failed") }
  }
  try other.input.close()
  let text = String(decoding: try other.output.readToEnd() ?? Data(), as: UTF8.self)
  guard other.ending() == .exit(0) else { throw Failure("the other program failed") }
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    .map { Set($0.split(separator: " ").compactMap { Int($0) }) }
  let all = Set(0..<count).union(lines[0])
  try mailbox.expectEverythingOnce(all)
  try await mailbox.expectUndoneEverything(replied: lines[1])
  try mailbox.expectEverythingOnce(all)
}

/// What a system call is made to do.
private struct Fault {
  /// 0 ends the program.
  var code: Int32 = 0
  /// Whether every later call is refused too, as on a full disk.
  var isSticky = false
  /// Whether the file system cannot promise not to replace.
  var replaces = false

  static let all = [
    Fault(), Fault(code: ENOSPC, isSticky: true), Fault(code: EROFS, isSticky: true),
    Fault(code: EACCES), Fault(code: EIO), Fault(replaces: true),
  ]

  func environment(shim: String, at call: Int) -> [String: String] {
    var environment = ["LD_PRELOAD": shim, "FAULT_AT": "\(call)", "FAULT_ERRNO": "\(code)"]
    if isSticky { environment["FAULT_STICKY"] = "1" }
    if replaces { environment["FAULT_NO_REPLACE"] = "\(call % 2 == 0 ? EINVAL : ENOSYS)" }
    return environment
  }
}

/// Lets one system call after another of the same triage fail, or end the program; every
/// `stride`th of them.
///
/// - Returns: How many calls there are.
func faults(shim: String, stride: Int, from first: Int) async throws -> Int {
  var at = first
  let all = Set(0..<Mailbox.deleted)
  while true {
    var isReached = false
    for fault in Fault.all {
      let ground = try Ground()
      let mailbox = try Mailbox.make(in: ground.path, count: Mailbox.scripted)
      let ending = try startPart(
        ["script", ground.path], environment: fault.environment(shim: shim, at: at), isQuiet: true
      ).ending()
      if ending == .exit(10) { continue }
      isReached = true
      let isKilled = fault.code == 0 && ending == .signal(SIGKILL)
      guard isKilled || ending == .exit(0) else {
        throw Failure("ended with \(ending) at call \(at), \(fault)")
      }
      do {
        try mailbox.expectEverythingOnce(all, deleted: [Mailbox.deleted])
        if isKilled {
          try await mailbox.expectUndoneEverything()
        } else {
          _ = try await mailbox.open().recover()
        }
        try mailbox.expectEverythingOnce(all, deleted: [Mailbox.deleted])
      } catch {
        throw Failure("call \(at), \(fault): \(error)")
      }
    }
    if !isReached { return at }
    at += stride
  }
}

/// Triages on a file system without room for a byte, mailbox and journal both on it.
func fullDisk(_ folder: String) async throws {
  let mailbox = try Mailbox.make(in: folder, count: Mailbox.scripted)
  _ = try mailbox.open()
  let descriptor = open("\(folder)/filler", O_WRONLY | O_CREAT, 0o600)
  let block = [UInt8](repeating: 0, count: 4_096)
  while write(descriptor, block, block.count) > 0 {}
  guard errno == ENOSPC else { throw Failure("the disk is not full: errno \(errno)") }
  close(descriptor)
  let ending = try startPart(["script", folder], isQuiet: true).ending()
  guard case .exit = ending else { throw Failure("crashed on a full disk") }
  let all = Set(0..<Mailbox.deleted)
  try mailbox.expectEverythingOnce(all, deleted: [Mailbox.deleted])
  unlink("\(folder)/filler")
  _ = try await mailbox.open().recover()
  try mailbox.expectEverythingOnce(all, deleted: [Mailbox.deleted])
}
