import Accounts
import Foundation
import Glibc
import TemporaryMailboxes
import Testing

// Disks that are full, on either side.
extension BadDayTests {
  @Test func aFullDiskHereLosesNothing() async throws {
    guard let disk = try SmallDisk(kilobytes: 2_048) else { return }
    let desk = try Desk(disk: disk)
    let names = (0..<20).map { "m\($0)" }.sorted()
    try desk.server.deliver(names, size: 20_000)
    // From no room for anything to room for some of the mail.
    for kilobytes in [0, 40, 200] {
      disk.fill(leaving: kilobytes)
      let problem = await desk.problem()
      #expect(problem == .diskFull, "\(kilobytes)")
      disk.empty()
    }
    #expect(!desk.mail().isEmpty)
    var result = try await desk.sync()
    #expect(result == SyncResult())
    #expect(desk.mail() == names)
    #expect(desk.server.mail() == names)
    // What was moved meanwhile, as can be done on a full disk too.
    for name in names.prefix(5) { try desk.move(name) }
    try desk.server.deliver(["new"], size: 100_000)
    disk.fill(leaving: 40)
    #expect(await desk.problem() == .diskFull)
    disk.empty()
    result = try await desk.sync()
    #expect(result == SyncResult())
    for mail in [desk.mail, desk.server.mail] {
      #expect(mail("INBOX") == (names.dropFirst(5) + ["new"]).sorted())
      #expect(mail("Archive") == names.prefix(5).sorted())
    }
  }

  @Test func aFullDiskOfTheServerLosesNothing() async throws {
    guard let disk = try SmallDisk(kilobytes: 2_048) else { return }
    let desk = try Desk(serversDisk: disk)
    try await noRoomOnTheServer(desk) {
      disk.fill(leaving: 60)
    } after: {
      disk.empty()
    }
  }

  @Test func aQuotaLosesNothing() async throws {
    let desk = try Desk(
      settings: Dovecot.isNew
        ? """
        mail_plugins {
          quota = yes
        }
        quota "User quota" {
          driver = maildir
          storage_size = 380K
          storage_grace = 0
        }
        """
        : """
        mail_plugins = $mail_plugins quota
        plugin {
          quota = maildir:User quota
          quota_rule = *:storage=380K
          quota_grace = 0
        }
        """)
    let filler = (0..<10).map { "f\($0)" }
    try await noRoomOnTheServer(desk) {
      try desk.server.deliver(filler, to: "Archive", size: 15_000)
    } after: {
      // As by emptying the trash, which goes to the server though it does not take mail.
      for name in filler { try desk.delete(name, in: "Archive") }
      try await isRefused(desk)
    }
  }

  /// The server does not take something, and mbsync says why or, from 1.5 on, does not.
  private func isRefused(_ desk: Desk) async throws {
    let problem = await desk.problem()
    let log = desk.synchroniser.log(of: desk.account)
    #expect(problem == (log.contains("[OVERQUOTA]") ? .quota : .refused), "\(log)")
  }

  /// Archives more than there is room for.
  private func noRoomOnTheServer(
    _ desk: Desk, before: () throws -> Void,
    after: () async throws -> Void
  ) async throws {
    let names = (0..<10).map { "m\($0)" }.sorted()
    try desk.server.deliver(names, size: 20_000)
    try await desk.sync()
    try before()
    for name in names.prefix(5) { try desk.move(name) }
    try await isRefused(desk)
    for _ in 0..<2 {
      // What went makes room for more.
      if let problem = await desk.problem() { #expect([.quota, .refused].contains(problem)) }
      #expect(Set(desk.server.mail() + desk.server.mail("Archive")).isSuperset(of: names))
      #expect(Set(desk.mail("Archive")).isSuperset(of: names.prefix(5)))
    }
    try await after()
    #expect(try await desk.sync() == SyncResult())
    for mail in [desk.mail, desk.server.mail] {
      #expect(mail("INBOX") == names.dropFirst(5).sorted())
      #expect(mail("Archive") == names.prefix(5).sorted())
    }
  }
}
