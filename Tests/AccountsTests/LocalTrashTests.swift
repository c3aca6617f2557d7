import FileSystem
import Foundation
import MailServers
import TemporaryMailboxes
import Testing

@testable import Accounts

struct LocalTrashTests {
  @Test func aMessageGoesToATrashOnAnotherFileSystem() throws {
    guard access("/dev/shm", W_OK | X_OK) == 0 else {
      return print("Skipped: there is no /dev/shm here.")
    }
    let home = try TemporaryMaildir.makeDirectory()
    let other = "/dev/shm/dunnock-\(UUID())"
    defer { for path in [home, other] { TemporaryMaildir.remove(path) } }
    let account = Account(
      id: UUID(), name: "Work", address: "a@example.com",
      imap: MailServer(host: "imap.example.com", port: 993, security: .tls), directory: "Work")
    let places = AccountPlaces(
      accounts: "\(home)/accounts", state: "\(home)/state", mail: "\(home)/mail")
    let inbox = "\(places.mail)/Work/INBOX"
    for folder in ["\(inbox)/cur", "\(inbox)/new", "\(places.mail)/Work/Trash/cur", other] {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    }
    let trash = LocalTrash(of: account, in: places)
    try FileManager.default.createSymbolicLink(
      atPath: trash.path.description, withDestinationPath: other)
    let text = String(repeating: "Subject: one\n", count: 10_000)
    let file = "\(inbox)/cur/1.a,U=1:2,S"
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_500_000_000)], ofItemAtPath: file)

    let folder = try #require(
      AccountFolder.all(of: account, in: places).first { $0.name == ByteName("INBOX") })
    let message = try #require(FolderFiles(folder.path)?.numbered[1])
    let arrival = LocalTrash.Arrival(message, from: folder, flags: message.letters)
    #expect(try trash.take(arrival))

    #expect(FolderFiles(folder.path)?.all.isEmpty == true)
    let kept = try #require(FolderFiles(trash.path)?.all)
    #expect(kept.map(\.name.name) == [arrival.name])
    #expect(kept.first?.time(in: trash.path) == 1_500_000_000)
    #expect(
      try String(contentsOfFile: "\(other)/cur/\(arrival.name)", encoding: .utf8) == text)
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(other)/tmp") == [])
    // It is not there any more.
    #expect(try !trash.take(LocalTrash.Arrival(message, from: folder, flags: [])))
  }
}
