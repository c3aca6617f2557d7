import FileSystem
import Foundation
import MailModel
import MailServers
import Synchronization
import TemporaryMailboxes
import Testing

@testable import Accounts

struct SyncPartsTests {
  private func account() -> Account {
    Account(
      id: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)), name: "Work",
      address: "a@example.com",
      imap: MailServer(host: "imap.example.com", port: 993, security: .tls), directory: "Work")
  }

  @Test func foldersThatWereListedWhenTheClockWasAheadAreListedAgain() throws {
    let folder = try TemporaryMaildir.makeDirectory()
    defer { TemporaryMaildir.remove(folder) }
    let listed = ListedFolders(folder)
    try listed.write(["INBOX"])
    #expect(try #require(listed.age) < .seconds(3_600))
    let later = Date.now + 10 * 86_400
    try FileManager.default.setAttributes(
      [.modificationDate: later], ofItemAtPath: "\(folder)/folders")
    #expect(listed.age == nil && listed.names == ["INBOX"])
  }

  private func text(_ version: String, _ account: Account) -> String {
    SyncConfiguration(
      account: account, isync: Isync(version: version),
      tunnel: "'/usr/bin/dunnock' imap-tunnel '/s'", mail: "/m/Work"
    ).text
  }

  /// What can be no folder of a tree of Maildirs.
  private static let parts = ["cur", "new", "tmp", "Lost on Server"].flatMap {
    ["!\($0)", "!\($0)/*", "!*/\($0)", "!*/\($0)/*"]
  }.map { "Pattern \"\($0)\"" }.joined(separator: "\n")

  @Test func theConfigurationIsThatOfTheVersion() {
    var account = account()
    account.leftOut = ["[Gmail]/All Mail", "a\"b\\c\nPass x"]
    let id = "00010203-0405-0607-0809-0A0B0C0D0E0F"
    let expected = """
      # Written by Dunnock before each run; what you change here is lost.
      SyncState *
      FSync yes
      CopyArrivalDate yes

      IMAPAccount \(id)
      Tunnel "'/usr/bin/dunnock' imap-tunnel '/s'"
      Timeout 60
      PipelineDepth 50
      # Dunnock reads what the two say to each other.
      DisableExtension COMPRESS=DEFLATE

      IMAPStore \(id)-far
      Account \(id)

      MaildirStore \(id)-near
      Path "/m/Work/"
      Inbox "/m/Work/INBOX"
      SubFolders Verbatim

      Channel \(id)
      Far :\(id)-far:
      Near :\(id)-near:
      Pattern "*"
      \(Self.parts)
      Pattern "![Gmail]/All Mail"
      Pattern "!a\\"b\\\\cPass x"
      Create Both
      Remove None
      Expunge None
      Sync PullNew PullDelete PullFlags PushNew PushFlags

      """
    #expect(text("1.4.4", account) == expected)
    #expect(
      text("1.5.0", account)
        == expected.replacing("PullDelete", with: "PullGone"))
  }

  @Test func anEncodedNameIsJoinedWithWhatItSaysFromOneDotFiveOn() {
    var account = account()
    account.leftOut = ["&ANw-ber"]
    func told(_ version: String) -> SyncConfiguration {
      SyncConfiguration(
        account: account, isync: Isync(version: version), tunnel: "", mail: "/m",
        leftOut: ["R&-D"], encoded: ["&ANw-ber", "Entw&APw-rfe", "R&-D"])
    }
    let id = account.id.uuidString
    let old = told("1.4.4")
    #expect(old.channels == [id])
    #expect(old.text.contains("\nPattern \"!&ANw-ber\"\nPattern \"!R&-D\"\nCreate Both\n"))
    #expect(old.folder(saidToBe: "Entw&APw-rfe") == "Entw&APw-rfe")
    let new = told("1.5.1")
    #expect(new.channels == [id, "\(id)-0"])
    #expect(
      new.text.contains(
        """

        Pattern "!&ANw-ber"
        Pattern "!Entw&APw-rfe"
        Pattern "!Entwürfe"
        Pattern "!R&-D"
        Pattern "!R&D"
        Pattern "!Über"
        Create Both
        """))
    #expect(
      new.text.hasSuffix(
        """

        Channel \(id)-0
        Far ":\(id)-far:Entwürfe"
        Near ":\(id)-near:Entw&APw-rfe"
        Create Both
        Remove None
        Expunge None
        Sync PullNew PullGone PullFlags PushNew PushFlags

        """))
    #expect(new.folder(saidToBe: "Entwürfe") == "Entw&APw-rfe")
    #expect(new.folder(saidToBe: "Entw&APw-rfe") == "Entw&APw-rfe")
    #expect(new.folder(saidToBe: "R&D") == "R&-D")
  }

  @Test func theTunnelIsALineOfAShells() {
    #expect(
      Tunnel(in: "/a b/it's").line(for: "/usr/bin/dunnock")
        == #"'/usr/bin/dunnock' 'imap-tunnel' '/a b/it'\''s'"#)
  }

  @Test(arguments: [
    ("1.3.6", false, false), ("1.4", false, false), ("1.4.3", false, false), ("1.4.4", true, false),
    ("1.4.10", true, false), ("1.5.0", true, true), ("1.5", true, true), ("1.10", true, true),
    ("2.0", true, true), ("", false, false),
  ])
  func versionsAreCompared(version: String, isNewEnough: Bool, hasNewWords: Bool) {
    #expect(Isync(version: version).isNewEnough == isNewEnough)
    #expect(Isync(version: version).hasNewWords == hasNewWords)
  }

  @Test func theStateIsReadAndForgets() throws {
    let text = """
      FarUidValidity 1
      NearUidValidity 2
      MaxPulledUid 30
      MaxPushedUid 12

      7 1 FS
      8 2 
      9 0 
      20 3 S

      """
    var state = try #require(MbsyncState(Array(text.utf8)))
    #expect(state.text == text)
    #expect(state.pairs.map(\.near) == [1, 2, 0, 3])
    state.restore([1: .init(far: 99, near: 1, flags: "")])
    state.forget([2, 3])
    #expect(
      state.text == """
        FarUidValidity 1
        NearUidValidity 2
        MaxPulledUid 7
        MaxPushedUid 12

        7 1 FS
        9 0 

        """)
    for broken in ["", "\n", "nonsense", "FarUidValidity 1\n\nx y\n"] {
      #expect(MbsyncState(Array(broken.utf8)) == nil)
    }
  }

  @Test func ofNumbersNotTooManyAreAskedForAtOnce() {
    #expect(ServerMessages.sets([]) == [])
    #expect(ServerMessages.sets([7, 3, 4, 5]) == [[3, 4, 5, 7]])
    let sets = ServerMessages.sets(1...500)
    #expect(sets.map(\.count) == [200, 200, 100])
  }

  @Test(arguments: [
    ("Socket error on x: timeout.", SyncProblem.offline("imap.example.com")),
    ("IMAP error: unexpected EOF from x", .offline("imap.example.com")),
    (
      "IMAP error: malformed FETCH response from x (::1): unexpected EOF",
      .offline("imap.example.com")
    ),
    (
      "IMAP command 'SELECT \"x\"' returned an error: NO [UNAVAILABLE] later",
      .offline("imap.example.com")
    ),
    ("Maildir notice: sleeping due to recent directory modification.", .hanging),
    ("Warning: lost track of 37 pushed message(s)", .hanging), ("", .hanging),
    (
      "Fatal: buffer too small. Please report a bug.",
      .other("Fatal: buffer too small. Please report a bug.")
    ),
    ("Error: channel :a:INBOX-:b:INBOX is locked", .locked),
    ("Maildir error: cannot write x. Disk full?", .diskFull),
    ("Error: cannot create journal /m/x: No space left on device", .diskFull),
    ("IMAP command 'APPEND \"a\" ' returned an error: NO [OVERQUOTA] Quota exceeded", .quota),
    // As 1.5 says it.
    ("IMAP command 'APPEND \"a\" ' returned an error: [OVERQUOTA] Quota exceeded", .quota),
    (
      "IMAP command 'SELECT \"x\"' returned an error: [UNAVAILABLE] x",
      .offline("imap.example.com")
    ),
    (
      "Error: channel a, far side box Lists/a b: UIDVALIDITY genuinely changed (at UID 1).",
      .renumbered("Lists/a b")
    ),
    (
      "Error: channel a, far side box Lists: Unable to recover from UIDVALIDITY change.",
      .renumbered("Lists")
    ),
    ("Maildir error: duplicate UID 2.", .other("Maildir error: duplicate UID 2.")),
  ])
  func wordsAreUnderstood(line: String, problem: SyncProblem) {
    #expect(SyncProblem(["Maildir notice: sleeping.", line], of: account()) == problem)
  }

  // Whoever names folders, or answers, may say any of this.
  @Test(arguments: [
    "Error: channel a: far side box certificates cannot be opened.",
    "Error: channel a: far side box Cannot connect to cannot be opened.",
    "Error: channel a: far side box x is locked cannot be opened.",
    "Error: channel a, near side box x: No space left on device: File exists",
    "Maildir error: cannot list /m/PassCmd: Permission denied",
    "Maildir error: cannot list /m/Disk full?: Permission denied",
    "Maildir error: cannot list /m/SSL error connecting x: Permission denied",
    "IMAP command 'SELECT \"AUTHENTICATIONFAILED\"' returned an error: NO no such folder",
    "IMAP command 'SELECT \"x' returned an error: NO [OVERQUOTA]\"' returned an error: NO no",
    "IMAP command 'SELECT \"x\\\"' returned an error: NO [OVERQUOTA]\"' returned an error: NO no",
    "IMAP command 'UID FETCH 1:2 (UID)' returned an error: NO Socket error, no password is locked",
    "IMAP command 'CREATE \"x\"' returned an error: BAD certificate: Quota exceeded [UNAVAILABLE]",
    "*** IMAP ALERT *** error: Your certificate. Cannot connect to x. [AUTHENTICATIONFAILED] is locked",
    "Warning from IMAP server: Disk full? an error: No space left on device",
    "Error from IMAP server: x: UIDVALIDITY genuinely changed (at UID 1).",
    "IMAP warning: ignoring mailbox IMAP command 'LOGIN returned an error due to '.' component",
  ])
  func wordsOfNamesAndServersMeanNothing(line: String) {
    #expect(SyncProblem([line], of: account()) == .other(line))
    #expect(line.renumberedFolder == nil)
    #expect(!line.tellsOfLongPath && !line.tellsOfRefusal)
    #expect(line.refusedName == nil)
    #expect(MbsyncJournal.wanted(line) == nil)
  }

  @Test func linksThatLeadBackAreWalkedOnce() throws {
    let home = try TemporaryMaildir.makeDirectory()
    defer { TemporaryMaildir.remove(home) }
    let places = AccountPlaces(accounts: "", state: "", mail: home)
    let files = FileManager.default
    for folder in ["INBOX", "Lists", "Lists/gtk"] {
      try files.createDirectory(
        atPath: "\(home)/Work/\(folder)/cur", withIntermediateDirectories: true)
    }
    // It would be walked again below itself, as deep as one goes.
    for link in ["again"] {
      try files.createSymbolicLink(
        atPath: "\(home)/Work/\(link)", withDestinationPath: "\(home)/Work")
    }
    // One that leads elsewhere is a folder of its own.
    try files.createSymbolicLink(atPath: "\(home)/Work/other", withDestinationPath: "Lists/gtk")
    let names = AccountFolder.all(of: account(), in: places).map(\.name.description)
    #expect(names.sorted() == ["INBOX", "Lists", "Lists/gtk", "other"])
  }

  /// As a run leaves a folder with one message that is on the server.
  private func makeFolder(_ path: String, _ text: String, flags: String = "S") throws {
    for part in ["cur", "new", "tmp"] {
      try FileManager.default.createDirectory(
        atPath: "\(path)/\(part)", withIntermediateDirectories: true)
    }
    try Data(text.utf8).write(to: URL(filePath: "\(path)/cur/1.a,U=1:2,\(flags)"))
    let state = "FarUidValidity 1\nNearUidValidity 1\nMaxPulledUid 1\nMaxPushedUid 0\n\n1 1 S\n"
    try Data(state.utf8).write(to: URL(filePath: "\(path)/.mbsyncstate"))
  }

  @Test func ofFoldersThatTheServerHasNoMoreOnlyDoublesGo() throws {
    let home = try TemporaryMaildir.makeDirectory()
    defer { TemporaryMaildir.remove(home) }
    let places = AccountPlaces(accounts: "", state: "\(home)/state", mail: "\(home)/mail")
    let mail = "\(home)/mail/Work"
    try PrivateFolder.create(account().state(in: places))
    let text = "Subject: a\r\n\r\nX-TUID: 1\r\n"
    try makeFolder("\(mail)/INBOX", text.replacing("\r\n\r\n", with: "\nX-TUID: 123456789012\n\n"))
    try makeFolder("\(mail)/Double", text)
    try makeFolder("\(mail)/Above", text)
    try makeFolder("\(mail)/Above/below", text)
    try makeFolder("\(mail)/Flagged", text, flags: "FS")
    try makeFolder("\(mail)/Other", text.replacing("X-TUID: 1", with: "X-TUID: 2"))
    try makeFolder("\(mail)/Journal", text)
    try Data().write(to: URL(filePath: "\(mail)/Journal/.mbsyncstate.journal"))
    try makeFolder("\(mail)/Listed", text)
    let trashed = Mutex<[String]>([])
    let vanished = VanishedFolders(account: account(), places: places) { path in
      trashed.withLock { $0.append(path) }
    }
    let names: Set<String> = [
      "INBOX", "Double", "Above", "Flagged", "Other", "Journal", "Listed", "x",
    ]
    #expect(vanished.synchronised(among: names) == names.subtracting(["INBOX", "x"]))
    // Without a word of the server, or with one that leaves out the inbox, all stay.
    for listed in [nil, ["Listed"]] {
      let finding = try vanished.look(among: names, listed: listed)
      #expect(finding.kept == [] && finding.trashed == [])
    }
    let finding = try vanished.look(
      among: names.subtracting(["INBOX"]), listed: ["INBOX", "Listed", "Above/below"])
    #expect(finding.trashed == ["Double"])
    #expect(finding.kept == ["Above", "Flagged", "Journal", "Other"])
    #expect(trashed.withLock { $0 } == ["\(mail)/Double"])
    #expect(vanished.areKnown(["Above", "Other"]))
    #expect(!vanished.areKnown(["Listed"]))
  }

  @Test func anAccountFollowsItsFolders() {
    var account = account()
    account.leftOut = ["Lists/gtk", "Lists", "Listsx", "a"]
    account.roles = [.archive: "Lists/Done", .trash: "Trash"]
    account.follow(.rename("Lists", to: "Mailing lists"))
    #expect(account.leftOut == ["Mailing lists/gtk", "Mailing lists", "Listsx", "a"])
    #expect(account.roles == [.archive: "Mailing lists/Done", .trash: "Trash"])
    account.follow(.rename("Mailing lists/Done", to: "Bücher"))
    #expect(account.roles[.archive] == "Mailing lists/B&APw-cher")
    account.follow(.remove("Trash"))
    account.follow(.remove("a"))
    #expect(account.roles == [.archive: "Mailing lists/B&APw-cher"])
    #expect(account.leftOut == ["Mailing lists/gtk", "Mailing lists", "Listsx"])
  }

  @Test func aServersLineStaysOne() {
    var text = ProgramText()
    _ = text.add(
      Array("*** IMAP ALERT *** a\rIMAP error: SSL support not available\r\nb\r\n".utf8)[...])
    #expect(
      text.finish().lines == ["*** IMAP ALERT *** a IMAP error: SSL support not available", "b"])
  }

  @Test(arguments: [
    ("Error: channel a: far side box Lists/a b cannot be opened.", "Lists/a b"),
    (
      "Error: channel a: far side box a: UIDVALIDITY genuinely changed cannot be opened.",
      "a: UIDVALIDITY genuinely changed"
    ),
    ("Error: channel a: far side box near side x box y cannot be opened.", "near side x box y"),
    ("Error from IMAP server: channel a: far side box x cannot be opened.", nil),
    ("Error: channel a: both far side x and near side x cannot be opened.", "x"),
    ("Error: channel a, far side box x: UIDVALIDITY genuinely changed (at UID 1).", "x"),
    ("Error: channel a: far side box a b cannot be opened anymore.", "a b"),
    ("Error: channel a, far side box a (b) (at UID 1): UIDVALIDITY genuinely changed.", "a (b)"),
    (
      "Error: channel a, near side box x (at UID 1): Unable to recover from both-sided UIDVALIDITY "
        + "change, as it is genuine on at least one side.", "x"
    ),
    ("Error: channel a, far side box x y (at UID 17): UIDVALIDITY genuinely changed.", "x y"),
    ("Maildir error: cannot open x", nil),
  ])
  func foldersThatCannotBeUsedAreNamed(line: String, folder: String?) {
    #expect(line.unusableFolder == folder)
  }

  @Test func ofMuchTextTheLastIsKept() {
    var text = ProgramText()
    for end in ["", "\n"] {
      let piece = Array((String(repeating: "x", count: 9_999) + end).utf8)
      for _ in 0..<200 { _ = text.add(piece[...]) }
    }
    _ = text.add(Array("the end".utf8)[...])
    let output = text.finish()
    #expect(output.tail.count == 64 << 10)
    #expect(output.lines.count <= 200)
    #expect(output.lines.allSatisfy { $0.utf8.count <= 1_000 })
    #expect(output.lines.last == "the end")
  }

  @Test func aJournalOfAnotherVersionIsMadeThisOnes() {
    let line = "Error: incompatible journal version (got 4, expected 5)"
    #expect(MbsyncJournal.wanted(line) == "5")
    #expect(MbsyncJournal.wanted("Error: incompatible journal version (got 3, expected 5)") == nil)
    let journal = "4\n| 1 2\n+ 5 0\n^ 1 2 3 4\n# 5 0 abcdefghijkl\n~ 1 2 3\n> 5 0 5\n"
    #expect(
      MbsyncJournal.converted(journal, to: "5")
        == "5\n| 1 2\n+ 5 0\n# 5 0 abcdefghijkl\n> 5 0 5\n")
    #expect(MbsyncJournal.converted("4\n", to: "5") == "5\n")
  }

  @Test func wordsBehindCountersAreHeard() {
    var text = ProgramText()
    let counters = "C: 0/1  B: 0/0  F: +0/0 *0/0 #0/0  N: +1/2 *0/0 #0/0"
    #expect(text.add(Array("\(counters)\r\(counters)sh: 1: x: not found\n".utf8)[...]).count == 1)
    // Of the letters that stand in counters, too.
    for words in ["Fatal: buffer too small.", "Cannot connect to x", "/bin/sh: 1: x", "No y"] {
      _ = text.add(Array("\(counters)\(words)\r\n".utf8)[...])
    }
    #expect(
      text.finish().lines == [
        "sh: 1: x: not found", "Fatal: buffer too small.", "Cannot connect to x", "/bin/sh: 1: x",
        "No y",
      ])
  }

  @Test func wordsBeforeCountersAreHeardWithoutThem() {
    var text = ProgramText()
    let counters = (0...1).map { "C: \($0)/1  B: 9/9  F: +0/0 *0/0 #0/0  N: +1/1 *0/0 #0/0" }
    _ = text.add(Array("Did you mean INBOX?\(counters[0])\r\(counters[1])\r\n".utf8)[...])
    _ = text.add(Array("No C: but D\n".utf8)[...])
    #expect(text.finish().lines == ["Did you mean INBOX?", "No C: but D"])
  }

  @Test func countersAreToldBeforeTheirLineEnds() {
    var text = ProgramText()
    func fetched(_ said: String) -> [Int] { text.add(Array(said.utf8)[...]).map(\.fetched) }
    #expect(fetched("\rC: 0/1  B: 0/6  F: +0/0 *0/0 #0/0  N: +1") == [])
    #expect(fetched("4/30 *0/0 #0/0") == [14])
    #expect(fetched("\r") == [])
    #expect(fetched("C: 0/1  B: 0/6  F: +0/0 *0/0 #0/0  N: +15/30 *0/0 #0/0\r") == [15])
  }

  // As 1.5.1 and 1.4.4 say it.
  @Test(arguments: [
    (
      """
      Maildir notice: sleeping due to recent directory modification.
      Error: far side refuses to store message 20 from near side.
      Channels: 1    Boxes: 1    Far: +1 *0 #0 -0    Near: +0 *0 #0 -0

      """, SyncProblem.refused
    ),
    (
      """
      \rC: 0/1  B: 0/0  F: +0/0 *0/0 #0/0  N: +0/0 *0/0 #0/0\r          \r\
      IMAP command 'APPEND "Archive" ' returned an error: NO [OVERQUOTA] Quota exceeded
      Warning: far side refuses to store message 20 from near side.
      \rC: 1/1  B: 1/1  F: +1/1 *0/0 #0/0  N: +0/0 *0/0 #0/0

      """, .quota
    ),
  ])
  func aRefusedMessageIsAllThatIsHeard(said: String, problem: SyncProblem) {
    var text = ProgramText()
    _ = text.add(Array(said.utf8)[...])
    let output = text.finish()
    #expect(SyncProblem.refusal(output.lines, of: account()) == problem)
    // Nothing else went wrong.
    let others = output.lines.filter { !$0.tellsOfRefusal }
    #expect(SyncProblem(others, of: account()) == .hanging, "\(others)")
  }

  @Test func countersAreRead() throws {
    let progress = try #require(
      SyncProgress(counters: "C: 0/1  B: 2/6  F: +3/4 *0/0 #2/2  N: +40/50 *0/0 #0/0"))
    #expect((progress.sent, progress.toSend) == (3, 4))
    #expect((progress.fetched, progress.toFetch) == (40, 50))
    let end = try #require(
      SyncProgress(counters: "Channels: 2    Boxes: 4    Far: +3 *0 #0 -0    Near: +40 *1 #0 -0"))
    #expect((end.sent, end.toSend, end.fetched, end.toFetch) == (3, 3, 40, 40))
    #expect(SyncProgress(counters: "Maildir notice: C: 0/1") == nil)
    #expect(SyncProgress(counters: "C: F: +x/y +1 N: +/")?.fetched == 0)
  }
}
