import FileSystem
import MailModel
import MaildirStore
import StoreInMemory
import Testing
import TriageJournal

@testable import Triage

@Suite struct MoveTargetsTests {
  private func folder(_ path: String) -> FolderID { FolderID(path: ByteName(path)) }

  private func targets(
    _ names: [String], ofSender: String? = nil, recent: [String] = []
  ) -> MoveTargets {
    MoveTargets(
      names.map { (folder($0), folder($0).description) },
      taken: Set(names.map { folder($0).description }), ofSender: ofSender.map(folder),
      recent: recent.map(folder))
  }

  private func found(_ targets: MoveTargets, _ text: String = "") -> [String] {
    targets.matching(text).map(\.name)
  }

  @Test func theLastOfTheSenderComesFirstAndThenTheLastOnes() {
    let all = targets(
      ["", "A", "B", "C", "D", "E", "F", "G"], ofSender: "E",
      recent: ["G", "Gone", "E", "C", "A", "B", "D", "F"])
    #expect(found(all) == ["E", "G", "C", "A", "B", "D", "Inbox", "F"])
    #expect(
      all.matching("").map(\.reason)
        == [.lastOfSender] + Array(repeating: .recent, count: 5) + [nil, nil])
    #expect(found(targets(["A", "B"], ofSender: "Gone")) == ["A", "B"])
  }

  @Test func theFolderThatTheMailIsInIsKnownByItsName() {
    let targets = MoveTargets([], taken: [], ofSender: nil, recent: [], here: "Lists/Größe")
    for name in ["lists/grosse", "Größe", "lists größe"] { #expect(targets.isHere(name)) }
    for name in ["", "Lists", "Größ"] { #expect(!targets.isHere(name)) }
    for name in ["gro", "Größ", "lists/g"] { #expect(targets.isHere(name, begun: true)) }
    for name in ["", "*", "rö", "Größer"] { #expect(!targets.isHere(name, begun: true)) }
    #expect(!self.targets(["A"]).isHere("A"))
  }

  @Test(arguments: [
    ("", ["Lists/gtk", "Entwürfe", "Lists", "lists/Straße/Café"]),
    ("  ", ["Lists/gtk", "Entwürfe", "Lists", "lists/Straße/Café"]),
    ("entwurfe", ["Entwürfe"]),
    ("ENTWÜ", ["Entwürfe"]),
    ("strasse caf", ["lists/Straße/Café"]),
    ("caf list", ["lists/Straße/Café"]),
    ("wurf", ["Entwürfe"]),
    ("lists gtk", ["Lists/gtk"]),
    ("lists/gtk", ["Lists/gtk"]),
    // What is called just so comes before what was used lately.
    ("lists", ["Lists", "Lists/gtk", "lists/Straße/Café"]),
    ("café", ["lists/Straße/Café"]),
    ("nothing", []),
    ("lists nothing", []),
    ("lists / gtk", ["Lists/gtk"]),
    // Piece by piece it would be found.
    ("l.g", []),
    ("s/g", ["Lists/gtk"]),
  ])
  func wordsAreFoundAnywhereInThePath(text: String, expected: [String]) {
    let all = targets(
      ["Entwürfe", "Lists", "Lists/gtk", "lists/Straße/Café"], recent: ["Lists/gtk"])
    #expect(found(all, text) == expected)
  }

  @Test func whatBeginsSoComesBeforeWhatWasUsedLately() {
    let all = targets(["Projects", "Old projects", "Vproj"], recent: ["Vproj", "Old projects"])
    #expect(found(all, "proj") == ["Old projects", "Projects", "Vproj"])
  }

  @Test func whatHasNoLetterIsFoundByItsSigns() {
    let all = targets(["★", "A"])
    #expect(found(all, "★") == ["★"])
    #expect(found(all, "☆") == [])
    #expect(all.newName(for: "☆") == "☆")
  }

  @Test(arguments: [
    ("", nil), ("  ", nil), ("Bills", "Bills"), ("  Old   bills ", "Old bills"),
    ("lists/gtk", nil), ("LISTS / GTK", nil), ("inbox", nil), ("Lists/qt", "Lists/qt"),
    ("Lists / qt", "Lists/qt"), ("lists", "lists"), ("/", "/"),
  ])
  func aNewFolderIsOfferedWhereNoneIsCalledSo(text: String, expected: String?) {
    #expect(targets(["", "Lists/gtk"]).newName(for: text) == expected)
  }

  @Test func theLastTargetsAreRememberedAfterARestart() async throws {
    let mail = SampleMaildir(folders: [".A", ".B", ".C", ".Snoozed", ".Trash"])
    let record = SampleMaildir()
    func open() throws -> TriageSession {
      let store = try Maildir(path: mail.path)
      let (journal, problem) = try Journal.open(in: record.path, of: store.identity)
      #expect(problem == nil)
      return TriageSession(store: store, journal: journal, allowsChanges: true)
    }
    for number in 0..<4 { mail.add("\(number).a:2,", subject: "\(number)") }
    let ids = (0..<4).map { MessageRef(folder: .inbox, key: ByteName("\($0).a")) }
    func message(_ id: MessageRef, by address: String) -> Message {
      Message(
        id: id, flags: [], from: "", address: address, subject: "", date: 0, preview: "", size: 0)
    }
    let first = try await open().targets(for: [message(ids[0], by: "ann@x.org")])
    #expect(found(first) == ["A", "B", "C", "Trash"])

    try await open().perform(.move(to: folder(".C")), on: [ids[0]])
    try await open().perform(.move(to: folder(".B")), on: [ids[1], ids[2]])
    // What the program does by itself is nobody's choice.
    try await open().perform(.move(to: folder(".A")), on: [ids[3]], by: .waking)
    // What failed neither.
    await #expect(throws: TriageError.self) {
      try await open().perform(.move(to: folder(".Gone")), on: [ids[0]])
    }
    let ann = try await open().targets(for: [message(ids[0], by: "Ann@X.org")])
    #expect(found(ann) == ["B", "C", "A", "Trash"])
    #expect(ann.matching("").map(\.reason) == [.lastOfSender, .recent, nil, nil])
    let other = try await open().targets(for: [message(ids[0], by: "ben@x.org")])
    #expect(other.matching("").map(\.reason) == [.recent, .recent, nil, nil])
    let both = try await open().targets(for: [
      message(ids[0], by: "ann@x.org"), message(ids[1], by: "ben@x.org"),
    ])
    #expect(both.matching("").map(\.reason) == [.recent, .recent, nil, nil])
    // From there nothing is moved to there.
    let inB = MessageRef(folder: folder(".B"), key: ByteName("1"))
    #expect(
      found(try await open().targets(for: [message(inB, by: "ann@x.org")]))
        == ["C", "Inbox", "A", "Trash"])
  }

  private func message(in path: String) -> Message {
    Message(
      id: MessageRef(folder: folder(path), key: ByteName("1")), flags: [], from: "", address: "",
      subject: "", date: 0, preview: "", size: 0)
  }

  @Test func theFolderForWhatTheServerLostIsNoTarget() async throws {
    let store = MemoryStore(
      folders: ["INBOX", "Trash", "Trash/Lost on Server", "Lost on Server"].map(folder))
    let session = TriageSession(store: store, allowsChanges: true)
    let message = message(in: "INBOX")
    #expect(
      found(try await session.targets(for: [message])).sorted() == ["Lost on Server", "Trash"])
  }

  @Test func theNameOfAnotherAccountsFolderIsFree() async throws {
    let store = MemoryStore(
      folders: ["home/INBOX", "home/Tea", "work/INBOX", "work/B"].map(folder))
    let session = TriageSession(store: store, allowsChanges: true)
    let message = message(in: "work/INBOX")
    let names = [folder("home/Tea"): "Tea", folder("work/B"): "B"]
    let targets = try await session.targets(for: [message], called: names)
    #expect(targets.newName(for: "Tea") == "Tea")
    #expect(targets.newName(for: "B") == nil)
    #expect(targets.newName(for: "home/Tea") == nil)
  }

  @Test func whatMayNotBeChangedIsNoTarget() async throws {
    let store = MemoryStore(
      folders: ["home/INBOX", "home/A", "work/INBOX", "work/B"].map(folder))
    let session = TriageSession(store: store, allowsChanges: true)
    let message = message(in: "work/INBOX")
    #expect(
      found(try await session.targets(for: [message])) == ["work/B", "home/A", "home/INBOX"])
    session.permission = .accounts([folder("work/INBOX")])
    #expect(found(try await session.targets(for: [message])) == ["work/B"])
  }
}
