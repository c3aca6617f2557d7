import Accounts
import CDunnockGtk
import Foundation
import Glibc
import GtkBridge
import MailComposing
import MailSpool
import MailWriting

/// All that becomes of drafts on the disk, the same every time, for faults at each of its system calls: one is kept twice, one is sent and
/// taken back with its attachment, which is FOLDER/file, and one is deleted.
///
/// Prints a line for each step: `did NAME`, or `refused NAME` and why. Exits with 10 when no fault was reached.
enum Life {
  static func run(in folder: String) -> Never {
    MainLoop.adoptMainActor()
    Task {
      await live(in: folder)
      let hit = dlsym(nil, "faults_hit").map {
        unsafeBitCast($0, to: (@convention(c) () -> Int32).self)
      }
      exit(hit?() == 0 ? 10 : 0)
    }
    while true { g_main_context_iteration(nil, 1) }
  }

  private static func mail(_ name: String, _ text: String) -> OutgoingMail {
    OutgoingMail(
      id: UUID(uuidString: String(repeating: name, count: 8) + "-0000-0000-0000-000000000000")
        ?? UUID(),
      account: UUID(), from: .init(address: "robin@example.org"),
      to: [.init(address: "ada@example.org")], text: text)
  }

  private static func live(in folder: String) async {
    let places = AccountPlaces(
      accounts: folder + "/accounts", state: folder + "/state", mail: folder + "/mail")
    let (spool, outbox) = (Spool(places), Outbox(places, Passwords(service: "dunnock.test")))
    let (first, second, third) = (mail("a", "one"), mail("a", "two"), mail("c", "three"))
    var sent = mail("b", "sent")
    sent.attachments = [
      .init(path: folder + "/file", name: "file", type: "text/plain", size: 100_000)
    ]
    let attached = sent
    function("faults_arm")?()
    await step("a1") { try spool.save(first) }
    await step("a2") { try spool.save(second) }
    await step("b1") { try await outbox.add(attached, until: .distantFuture) }
    await step("b2") { try await outbox.takeBack(attached.id) }
    await step("c1") { try spool.save(third) }
    await step("c2") { try spool.discard(third.id) }
    function("faults_disarm")?()
  }

  private static func step(_ name: String, _ body: () async throws -> Void) async {
    do {
      try await body()
      print("did \(name)")
    } catch {
      print("refused \(name): \(error)")
    }
    fflush(nil)
  }

  private static func function(_ name: String) -> (@convention(c) () -> Void)? {
    dlsym(nil, name).map { unsafeBitCast($0, to: (@convention(c) () -> Void).self) }
  }
}
