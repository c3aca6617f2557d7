import FileStore
import FileSystem
import Foundation
import MailModel
import MaildirStore
import SeededRandom
import StoreInMemory
import Testing

@testable import Triage

@Suite struct SweepTests {
  private let mail = SampleMaildir()

  private func add(_ number: Int, from: String, list: String?, in folder: String = "") throws {
    let text = """
      From: \(from)
      Subject: \(number)
      Date: Mon, 01 Jan 2018 12:00:00 +0000
      \(list.map { "List-ID: \($0)\n" } ?? "")
      body

      """
    try text.write(
      toFile: "\(mail.path)/\(folder)/cur/\(number).a:2,", atomically: false, encoding: .utf8)
  }

  /// What a look into every file says.
  private func scan(_ isSo: (String) -> Bool) throws -> Set<String> {
    Set(
      try mail.names().filter { name in
        isSo(try String(contentsOfFile: "\(mail.path)/cur/\(name)", encoding: .utf8))
      })
  }

  private func names(_ messages: [Message]) -> Set<String> {
    Set(messages.map { $0.id.key.description + ":2," })
  }

  @Test(arguments: [false, true]) func countsAreThoseOfAScan(isIndexed: Bool) async throws {
    let senders = [
      "Ann <ann@x.org>", "ANN@X.ORG", "Ben <ben@x.org>", "\"Ann\" <ann@x.org.example.com>",
    ]
    let lists = [
      nil, "<gtk.example.org>", "The list <GTK.example.org>", "gtk.example.org", "<qt.example.org>",
      "<not-gtk.example.org>", "gtk (a list)\n <gtk.example.org>",
    ]
    var numbers = SeededNumbers(seed: 7)
    for number in 0..<300 {
      try add(
        number, from: senders[Int(numbers.next() % 4)], list: lists[Int(numbers.next() % 7)])
    }
    try add(1_000, from: senders[0], list: lists[1], in: ".Archive")
    let state = SampleMaildir()
    let store = try Maildir(path: mail.path, indexFolder: isIndexed ? state.path : nil)
    let session = TriageSession(store: store, allowsChanges: true)
    let ann = try scan { text in
      text.lowercased().contains("ann@x.org>") || text.contains("ANN@X.ORG")
    }
    let gtk = try scan { text in
      text.split(separator: "\n").contains { line in
        (line.hasPrefix("List-ID: ") || line.hasPrefix(" <"))
          && ["<gtk.example.org>", " gtk.example.org"].contains {
            line.lowercased().hasSuffix($0)
          }
      }
    }
    #expect(ann.count > 50 && gtk.count > 50)
    let messages = try await store.messages(in: .inbox)
    let first = try #require(
      messages.first { names([$0]).isSubset(of: ann) && names([$0]).isSubset(of: gtk) })
    for round in 0..<2 {
      // The second time the index has it all.
      let sweeps = try await session.sweeps(like: first)
      #expect(sweeps.map(\.likeness) == [.sender(first.address), .list("gtk.example.org")])
      #expect(sweeps.map { names($0.messages) } == [ann, gtk], "round \(round)")
      await store.settle()
    }
    let none = try #require(try scan { !$0.contains("List-ID") }.first)
    let other = try #require(messages.first { names([$0]) == [none] })
    #expect(try await session.sweeps(like: other).count == 1)
    // What has come since and what has gone.
    try add(2_000, from: "Cyd <cyd@x.org>", list: "<gtk.example.org>")
    let gone = try #require(gtk.first { $0 != names([first]).first })
    try FileManager.default.removeItem(atPath: "\(mail.path)/cur/\(gone)")
    let list = try #require(try await session.sweeps(like: first).last)
    #expect(names(list.messages) == gtk.subtracting([gone]).union(["2000.a:2,"]))
  }

  @Test func oneStepTakesItAllBack() async throws {
    for number in 0..<30 {
      try add(number, from: number % 3 == 0 ? "ben@x.org" : "ann@x.org", list: nil)
    }
    let session = TriageSession(store: try Maildir(path: mail.path), allowsChanges: true)
    let id = MessageRef(folder: .inbox, key: ByteName("1.a"))
    let message = try await session.store.message(id)
    let sweep = try #require(try await session.sweeps(like: message).first)
    #expect(sweep.messages.count == 20)
    try await session.perform(.archive, on: sweep.messages.map(\.id))
    #expect(mail.names().count == 10 && mail.names(".Archive").count == 20)
    try await session.undo()
    #expect(mail.names().count == 30)
    #expect(try await session.undo() == nil)
  }

  @Test func storesWithoutListsKnowTheSender() async throws {
    let store = MemoryStore()
    let id = MessageRef(folder: .inbox, key: ByteName("1"))
    let message = Message(
      id: id, flags: [], from: "Ann", address: "ann@x.org", subject: "", date: 0, preview: "",
      size: 0)
    await store.deliver(message)
    let session = TriageSession(store: store, allowsChanges: true)
    #expect(try await session.sweeps(like: message).map(\.likeness) == [.sender("ann@x.org")])
  }

  @Test func allFoldersAreSweptWhereThatIsAskedFor() async throws {
    let mail = SampleMaildir(
      folders: [
        ".Archive", ".Trash", ".Junk", ".Sent", ".Drafts", ".Snoozed", ".Bills", ".Bills.2024",
        ".Trash.old",
      ])
    let swept = ["", ".Archive", ".Bills", ".Bills.2024"]
    let all = swept + [".Trash", ".Junk", ".Sent", ".Drafts", ".Snoozed", ".Trash.old"]
    for (number, folder) in all.enumerated() {
      mail.add("\(number).a:2,", subject: "one", in: folder)
    }
    let session = TriageSession(store: try Maildir(path: mail.path), allowsChanges: true)
    let message = try await session.store.message(
      MessageRef(folder: FolderID(path: ByteName(".Bills")), key: ByteName("2.a")))
    let here = try #require(try await session.sweeps(like: message).first)
    #expect(here.messages.map(\.id) == [message.id])
    let sweep = try #require(try await session.sweeps(like: message, everywhere: true).first)
    // What is where the message is comes first: a command is as it is there.
    #expect(sweep.messages.first?.id == message.id)
    #expect(Set(sweep.messages.map(\.id.folder.path.description)) == Set(swept))
    // Another takes one away, and marks one, before it is done.
    try FileManager.default.removeItem(atPath: "\(mail.path)/.Bills.2024/cur/3.a:2,")
    try FileManager.default.moveItem(
      atPath: "\(mail.path)/cur/0.a:2,", toPath: "\(mail.path)/cur/0.a:2,FS")
    let outcome = try await session.perform(.archive, on: sweep.messages.map(\.id))
    #expect(outcome.refusals.isEmpty && outcome.failures.count == 1)
    #expect(mail.names(".Archive").count == 3 && mail.names(".Bills").isEmpty)
    for folder in all.dropFirst(4) { #expect(mail.names(folder).count == 1, "\(folder)") }
    try await session.undo()
    #expect(mail.names().map { $0.suffix(5) } == [":2,FS"])
    #expect(mail.names(".Bills").count == 1 && mail.names(".Archive").count == 1)
    #expect(try await session.undo() == nil)
  }
}
