import Glibc
import SeededNumbers
import Synchronization
import Testing

@testable import MailStore

/// A folder that is watched is listed once, and after that looked at by the names that something
/// happened to. What is known of it then is what a listing would tell.
@Suite struct WatchedListingTests {
  private func lines(_ messages: [Message]) -> [String] {
    messages.map { "\($0.id.key.escaped) \($0.flags.letters) \($0.subject) \($0.date) \($0.size)" }
  }

  /// How often directories were listed meanwhile.
  private func listings(_ body: () async throws -> Void) async rethrows -> Int {
    let count = Mutex(0)
    try await Directory.$onAccess.withValue(
      { access in if access == .listed { count.withLock { $0 += 1 } } }, operation: body)
    return count.withLock { $0 }
  }

  @Test(arguments: 0..<40)
  func whatHappensIsFoundByItsNames(seed: Int) async throws {
    var numbers = SeededNumbers(seed: UInt64(seed))
    let mail = try TemporaryMaildir(folders: [".Archive", ".Trash"])
    for number in 0..<30 { mail.add("\(number).a:2,\(number % 3 == 0 ? "" : "S")") }
    let store = try Maildir(path: mail.path)
    let wakes = store.changes()
    _ = try await store.messages(in: .inbox)
    var next = 100
    var listed = 0
    for step in 0..<60 {
      for _ in 0..<Int.random(in: 1...4, using: &numbers) {
        try await change(mail, store, &next, &numbers)
      }
      var found: [Message] = []
      listed += try await listings { found = try await store.messages(in: .inbox) }
      let afresh = try await Maildir(path: mail.path).messages(in: .inbox)
      #expect(lines(found) == lines(afresh), "after step \(step)")
    }
    // Twins, and folders that were changed while they were listed, take a listing each.
    #expect(listed < 60); print("LISTED", seed, listed)
    withExtendedLifetime(wakes) {}
  }

  /// One thing that another program or the person does.
  private func change(
    _ mail: TemporaryMaildir, _ store: Maildir, _ next: inout Int, _ numbers: inout SeededNumbers
  ) async throws {
    let files = mail.files().filter { $0.hasPrefix("/cur/") || $0.hasPrefix("/new/") }
    let file = files.randomElement(using: &numbers) ?? "/cur/none"
    let base = file.dropFirst(5).prefix { $0 != ":" }
    let letters = ["", "S", "FS", "RS", "T"].randomElement(using: &numbers) ?? ""
    next += 1
    switch Int.random(in: 0..<24, using: &numbers) {
    case 0..<5:
      mail.add("\(next).a", "Subject: \(next)\n\nbody\n", in: "tmp")
      rename("\(mail.path)/tmp/\(next).a", "\(mail.path)/new/\(next).a")
    case 5..<11: rename("\(mail.path)\(file)", "\(mail.path)/cur/\(base):2,\(letters)")
    case 11..<13: rename("\(mail.path)\(file)", "\(mail.path)/.Archive/cur/\(base):2,S")
    case 13:
      if let back = mail.files().first(where: { $0.hasPrefix("/.Archive/cur/") }) {
        rename("\(mail.path)\(back)", "\(mail.path)/cur/\(back.split(separator: "/")[2])")
      }
    case 14: unlink("\(mail.path)\(file)")
    case 15: mail.add("\(next).b:2,S", "Subject: straight into cur\n\n", in: "cur")
    case 16: mail.add(".\(next)", in: "cur")
    case 17: mkdir("\(mail.path)/cur/\(next).directory", 0o700)
    case 18: symlink("elsewhere", "\(mail.path)/cur/\(next).link")
    // What is still being written is read again.
    case 19: mail.add("\(next).c", "Subject: now\n\n", in: "new", at: Int(time(nil)))
    case 20: mail.addFolder(".Folder\(next)")
    case 21 where next % 4 == 0:
      link("\(mail.path)\(file)", "\(mail.path)/new/\(base)")
    default:
      let known = try await store.messages(in: .inbox).filter(\.canChange)
      if let message = known.randomElement(using: &numbers) {
        let change = try await store.plan(.flags(adding: .flagged, removing: []), of: message.id)
        if let change { _ = await store.carryOut([change]) }
      }
    }
  }
}
