import FileSystem
import Foundation
import Glibc
import MailServers
import TemporaryMailboxes
import Testing

@testable import Accounts
@testable import TriageJournal

/// Small files whose loss would have mail fetched again, sent again or removed: a power failure leaves the old content or the new.
@Suite struct DurableStateTests {
  /// Expects that work puts a file on the disk, and no other.
  private func expect(_ file: ByteName, by work: () throws -> Void) rethrows {
    let synced = SyncedFiles()
    try synced.during { try work() }
    #expect(synced.areThose(of: file.description), "\(synced.steps)")
  }

  @Test func anAccountIsOnTheDisk() throws {
    let folder = try TemporaryMaildir.makeDirectory()
    defer { TemporaryMaildir.remove(folder) }
    let places = AccountPlaces(
      accounts: "\(folder)/accounts", state: "\(folder)/state", mail: "\(folder)/mail")
    let account = Account(
      name: "Work", address: "u@x.org",
      imap: MailServer(host: "x.org", port: 993, security: .tls), user: "u", directory: "Work")
    let file = "\(places.accounts)/\(account.id.uuidString).json"
    try expect(ByteName(file)) { try AccountFiles(places).save(account) }
    #expect(AccountFiles(places).all().accounts == [account])
    var status = stat()
    #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func whatMbsyncKnowsIsOnTheDisk() throws {
    let folder = try TemporaryMaildir.makeDirectory()
    defer { TemporaryMaildir.remove(folder) }
    let path = ByteName(folder)
    let state = path.entry(MbsyncState.name)
    try Data("FarUidValidity 1\nNearUidValidity 2\nMaxPulledUid 2\n\n1 1 S\n2 2 \n".utf8).write(
      to: URL(filePath: state.description))
    try expect(state) { try MbsyncState.change(ofFolder: path) { $0.drop([2]) } }
    #expect(MbsyncState(ofFolder: path)?.pairs.map(\.far) == [1])
    let journal = path.entry(MbsyncState.journal)
    try Data("4\n".utf8).write(to: URL(filePath: journal.description))
    try expect(journal) { try MbsyncJournal.convert(ofFolder: path, to: "5") }
  }

  @Test func aFileOfAStoreIsOnTheDisk() throws {
    let folder = try TemporaryMaildir.makeDirectory()
    defer { TemporaryMaildir.remove(folder) }
    let file = StateFile(in: "\(folder)/new", of: "mail", holding: "rules")
    try expect(ByteName(file.path)) { try file.write([1, 2]) }
    #expect(try file.read() == [1, 2])
  }
}
