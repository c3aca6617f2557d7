import FileSystem
import Glibc
import MailModel
import MailText
import SeededRandom
import Synchronization
import TemporaryMailboxes
import Testing

@testable import MaildirStore

/// Several files of one base name.
@Suite struct SharedKeyTests {
  private func text(_ subject: String) -> String { "Subject: \(subject)\n\nbody\n" }

  /// The subjects with the letters of the flags, in order.
  private func shown(_ store: Maildir, in folder: FolderID = .inbox) async throws -> [String] {
    try await store.messages(in: folder).map { "\($0.subject) \($0.flags.letters)" }.sorted()
  }

  private func row(_ subject: String, in store: Maildir) async throws -> Message {
    try #require(try await store.messages(in: .inbox).first { $0.subject == subject })
  }

  @Test(arguments: [
    [("new", "1.a"), ("cur", "1.a")],
    [("new", "1.a"), ("cur", "1.a:2,")],
    [("new", "1.a:2,S"), ("cur", "1.a:2,S")],
    [
      ("cur", "1.a:2,"), ("cur", "1.a:2,S"), ("cur", "1.a"), ("cur", "1.a!2,F"), ("cur", "1.a:1,x"),
    ],
    [("cur", "1.a,U=1:2,S"), ("cur", "1.a,U=2:2,S"), ("new", "1.a,U=3"), ("cur", "1.a:2,S")],
    [("cur", ":2,"), ("cur", ":2,S")],
  ])
  func everyFileIsARow(files: [(part: String, name: String)]) async throws {
    let mail = try TemporaryMaildir(folders: [".Archive"])
    for (number, file) in files.enumerated() {
      mail.add(file.name, text("\(number)"), in: file.part)
    }
    let store = try Maildir(path: mail.path)
    for _ in 0..<2 {
      let rows = try await store.messages(in: .inbox)
      #expect(Set(rows.map(\.subject)).count == files.count && rows.count == files.count)
      #expect(Set(rows.map(\.id)).count == files.count)
      for row in rows {
        let number = try #require(Int(row.subject))
        #expect(row.flags == FileName(ByteName(files[number].name)).flags)
      }
    }
    // Each moves on its own, and comes back.
    for number in files.indices {
      let there = try await store.move(row("\(number)", in: store).id, to: FolderID(".Archive"))
      #expect(try await store.message(there).subject == "\(number)")
      #expect(try await store.messages(in: .inbox).count == files.count - number - 1)
    }
    #expect(try await store.messages(in: FolderID(".Archive")).count == files.count)
  }

  @Test func eachIsFlaggedAndTakenBackOnItsOwn() async throws {
    let mail = try TemporaryMaildir(folders: [".Archive"])
    mail.add("1.a", text("new"), in: "new")
    mail.add("1.a:2,S", text("seen"))
    mail.add("1.a,U=4:2,RS", text("synchronised"))
    let before = mail.files(withInodes: true)
    let store = try Maildir(path: mail.path)
    for subject in ["new", "seen", "synchronised"] {
      let id = try await row(subject, in: store).id
      let others = try await shown(store).filter { !$0.hasPrefix(subject) }
      let flag = try #require(
        try await store.plan(.flags(adding: .flagged, removing: []), of: id))
      let flagged = try #require(await store.carryOut([flag]).results.first).get()
      #expect(flagged.message?.id == id && flagged.message?.subject == subject)
      #expect(try await row(subject, in: store).isStarred)
      #expect(try await shown(store).filter { !$0.hasPrefix(subject) } == others)
      let unflag = try await store.plan(undoing: flagged.change, of: id)
      #expect(try await store.carryOut([unflag]).results.first?.get().message?.isStarred == false)
      #expect(try await row(subject, in: store).id == id)
    }
    let move = try #require(
      try await store.plan(.move(to: FolderID(".Archive")), of: row("seen", in: store).id))
    let moved = try #require(await store.carryOut([move]).results.first).get()
    #expect(try await shown(store) == ["new ", "synchronised RS"])
    let back = try await store.plan(
      undoing: moved.change, of: try #require(moved.message?.id))
    _ = try await store.carryOut([back]).results.first?.get()
    #expect(try await shown(store) == ["new ", "seen S", "synchronised RS"])
    #expect(mail.files().count == before.count)
  }

  /// Flags that would make two names one are refused, and nothing is replaced.
  @Test func aNameThatAnotherFileHasIsNotTaken() async throws {
    let mail = try TemporaryMaildir()
    mail.add("1.a:2,", text("unread"))
    mail.add("1.a:2,S", text("read"))
    let store = try Maildir(path: mail.path)
    for (subject, adding, removing) in [
      ("unread", MessageFlags.seen, MessageFlags()), ("read", [], .seen),
    ] {
      let id = try await row(subject, in: store).id
      await #expect(throws: StoreError.nameTaken) {
        try await store.setFlags(id, adding: adding, removing: removing)
      }
      #expect(try await shown(store) == ["read S", "unread "])
    }
  }

  @Test func whatIsNoFileHidesNoMessage() async throws {
    let mail = try TemporaryMaildir()
    mail.addDirectory("cur/1.a")
    mkfifo(mail.path + "/cur/1.a:2,F", 0o600)
    symlink("/etc/passwd", mail.path + "/new/1.a:2,S")
    mail.add("1.a", text("message"), in: "new")
    let store = try Maildir(path: mail.path)
    let rows = try await store.messages(in: .inbox)
    #expect(rows.count == 4 && rows.count { $0.problem == .notARegularFile } == 3)
    let message = try await row("message", in: store)
    #expect(message.id.key == ByteName("1.a") && message.problem == nil)
    try await store.setFlags(message.id, adding: .seen)
    #expect(try await row("message", in: store).flags == .seen)
    for row in rows where row.id != message.id {
      await #expect(throws: StoreError.notAMessage) {
        try await store.setFlags(row.id, adding: .replied)
      }
    }
    rmdir(mail.path + "/cur/1.a")
  }

  /// A file that is linked to its new name before the old one goes is still one message.
  @Test func oneFileUnderTwoNamesIsOneRow() async throws {
    let mail = try TemporaryMaildir()
    mail.add("1.a", text("one"), in: "new")
    for isKnown in [false, true] {
      let store = try Maildir(path: mail.path)
      if isKnown { #expect(try await shown(store) == ["one "]) }
      link(mail.path + "/new/1.a", mail.path + "/cur/1.a:2,F")
      #expect(try await store.messages(in: .inbox).count == 1)
      #expect(try await store.messages(in: .inbox).count == 1)
      unlink(mail.path + (isKnown ? "/new/1.a" : "/cur/1.a:2,F"))
      #expect(try await shown(store) == [isKnown ? "one F" : "one "])
    }
  }

  @Test func unchangedOnesAreNotReadAgain() async throws {
    let mail = try TemporaryMaildir()
    for name in ["1.a", "1.a:2,S", "1.a,U=9:2,F"] { mail.add(name, text(name)) }
    let store = try Maildir(path: mail.path)
    let before = try await store.messages(in: .inbox)
    mail.add("2.b", text("more"))
    rename(mail.path + "/cur/1.a:2,S", mail.path + "/cur/1.a:2,RS")
    let batches = Mutex<[[String]]>([])
    let after = try await store.messages(in: .inbox) { batch, _ in
      batches.withLock { $0.append(batch.map(\.subject)) }
    }
    #expect(Set(before.map(\.id)).isSubset(of: after.map(\.id)) && after.count == 4)
    // The one that has the plain key may have to be looked at again.
    // The first batch is what is known.
    let read = batches.withLock { $0.dropFirst().flatMap { $0 } }
    #expect(read.contains("more") && Set(read).isSubset(of: ["more", "1.a:2,S"]))
  }

  /// Whichever other program takes away, the others stay known as what they are.
  @Test(arguments: [false, true], 0..<3)
  func identitiesStay(withIndex: Bool, gone: Int) async throws {
    let mail = try TemporaryMaildir(folders: [".Archive"])
    let indexFolder = try TemporaryMaildir.makeDirectory()
    defer { TemporaryMaildir.remove(indexFolder) }
    let names = ["1.a:2,", "1.a:2,S", "1.a:2,F"]
    for name in names { mail.add(name, text(name)) }
    var store = try Maildir(path: mail.path, indexFolder: indexFolder)
    let before = try await store.messages(in: .inbox)
    await store.settle()
    if withIndex { store = try Maildir(path: mail.path, indexFolder: indexFolder) }
    rename("\(mail.path)/cur/\(names[gone])", "\(mail.path)/.Archive/cur/x:2,")
    for (number, name) in names.enumerated() where number != gone {
      rename("\(mail.path)/cur/\(name)", "\(mail.path)/cur/1.a,U=\(number):2,R")
    }
    let after = try await store.messages(in: .inbox)
    #expect(after.count == 2)
    for message in after {
      #expect(before.first { $0.subject == message.subject }?.id == message.id)
      #expect(message.flags == .replied)
    }
    let missing = try #require(before.first { $0.subject == names[gone] }?.id)
    await #expect(throws: StoreError.messageVanished) {
      try await store.setFlags(missing, adding: .draft)
    }
  }

  /// What a journal names is found by a program that never saw the file that it shared its key with.
  @Test func aSharedKeyIsFoundWhenItIsAlone() async throws {
    let mail = try TemporaryMaildir(folders: [".Archive"])
    mail.add("1.a:2,", text("first"))
    mail.add("1.a:2,S", text("second"))
    let shared = try #require(
      try await Maildir(path: mail.path).messages(in: .inbox).first { SharedKey($0.id.key) != nil })
    let other = shared.subject == "first" ? "1.a:2,S" : "1.a:2,"
    rename("\(mail.path)/cur/\(other)", "\(mail.path)/.Archive/cur/x:2,")
    for isListed in [false, true] {
      let store = try Maildir(path: mail.path)
      if isListed { #expect(try await store.messages(in: .inbox).count == 1) }
      let flagged = try await store.setFlags(shared.id, adding: .flagged)
      #expect(flagged.id == shared.id && flagged.subject == shared.subject)
      #expect(try await store.message(shared.id).isStarred)
      let rows = try await store.messages(in: .inbox)
      #expect(rows.map(\.id) == [shared.id] && rows.map(\.isStarred) == [true])
      try await store.setFlags(shared.id, removing: .flagged)
    }
    let store = try Maildir(path: mail.path)
    let absent = SharedKey(ByteName("1.a"), inode: 1).key
    await #expect(throws: StoreError.messageVanished) {
      try await store.setFlags(MessageRef(folder: .inbox, key: absent), adding: .flagged)
    }
  }

  /// Another program and the store flag, move and copy under names that are often the same. After
  /// each step every file is one row with its own subject and flags.
  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func everyFileStaysOneRow(seed: UInt64) async throws {
    var numbers = SeededNumbers(seed: seed)
    let mail = try TemporaryMaildir(folders: [".Archive"])
    let indexFolder = try TemporaryMaildir.makeDirectory()
    defer { TemporaryMaildir.remove(indexFolder) }
    let withIndex = Bool.random(using: &numbers)
    var store = try Maildir(path: mail.path, indexFolder: withIndex ? indexFolder : nil)
    var count = 0
    func name() -> (part: String, name: String) {
      let base = ["1.a", "2.b"].randomElement(using: &numbers) ?? ""
      let uid = Bool.random(using: &numbers) ? ",U=\(Int.random(in: 1...2, using: &numbers))" : ""
      let info = ["", ":2,", ":2,S", ":2,F", ":2,SF"].randomElement(using: &numbers) ?? ""
      return (["cur", "new"].randomElement(using: &numbers) ?? "", base + uid + info)
    }
    func path(_ file: (part: String, name: String)) -> String {
      "\(mail.path)/\(file.part)/\(file.name)"
    }
    for _ in 0..<40 {
      let rows = try await store.messages(in: .inbox)
      let chosen = rows.randomElement(using: &numbers)
      switch Int.random(in: 0..<8, using: &numbers) {
      case 0, 1, 2:
        let file = name()
        if access(path(file), F_OK) != 0 {
          count += 1
          mail.add(file.name, text("\(count)"), in: file.part)
        }
      case 3:
        let (from, to) = (name(), name())
        if access(path(to), F_OK) != 0 { rename(path(from), path(to)) }
      case 4: unlink(path(name()))
      case 5:
        await store.settle()
        store = try Maildir(path: mail.path, indexFolder: withIndex ? indexFolder : nil)
      case 6:
        guard let chosen else { break }
        let flag: MessageFlags = Bool.random(using: &numbers) ? .seen : .replied
        do throws(StoreError) {
          let made = try await store.setFlags(chosen.id, adding: flag)
          #expect(made.subject == chosen.subject && made.flags.contains(flag))
        } catch {
          #expect(error == .nameTaken)
        }
      default:
        guard let chosen else { break }
        let id = try await store.move(chosen.id, to: FolderID(".Archive"))
        #expect(try await store.message(id).subject == chosen.subject)
      }
      var files: [String] = []
      for part in ["cur", "new"] {
        for file in mail.files() where file.hasPrefix("\(part)/") {
          let name = FileName(ByteName(String(file.dropFirst(4))))
          let bytes = try #require(FileContent.prefix(path: "\(mail.path)/\(file)"))
          let subject = bytes.dropFirst("Subject: ".utf8.count).prefix { $0 != 0x0A }
          files.append(
            "\(String(decoding: subject, as: UTF8.self)) \(name.flags.letters)")
        }
      }
      #expect(try await shown(store) == files.sorted())
      #expect(Set(try await store.messages(in: .inbox).map(\.id)).count == files.count)
    }
  }
}

extension FileContent {
  fileprivate static func prefix(path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    return prefix(of: descriptor, length: 100)
  }
}
