import Testing

@testable import MailServers

/// What a server may send to a program that uses a connection.
@Suite struct RelayedSessionTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// What a session says of a stream that comes in pieces of about 60 kB, as from a socket; nil if all of it is allowed.
  private func excess(
    _ session: inout RelayedSession, _ count: Int, _ line: (Int) -> String
  ) -> ResponseBounds.Excess? {
    var piece: [UInt8] = []
    do throws(ResponseBounds.Excess) {
      for number in 0..<count {
        piece += line(number).utf8
        guard piece.count > 60_000 || number == count - 1 else { continue }
        try session.receive(piece)
        piece = []
      }
      return nil
    } catch { return error }
  }

  private func selected(_ messages: Int) throws -> RelayedSession {
    var session = RelayedSession()
    try session.send(bytes("1 SELECT \"INBOX\"\r\n"))
    try session.receive(
      bytes("* \(messages) EXISTS\r\n* OK [UIDVALIDITY 3]\r\n1 OK [READ-WRITE] Done\r\n"))
    try session.send(bytes("2 UID FETCH 1:* (UID FLAGS)\r\n"))
    return session
  }

  // MARK: What a real mailbox needs

  @Test func tenThousandFoldersAreListedTwice() throws {
    var session = RelayedSession()
    for tag in 1...2 {
      try session.send(bytes("\(tag) LIST \"\" \"*\"\r\n"))
      let name = String(repeating: "level/", count: 40)
      #expect(
        excess(&session, 10_000) { "* LIST (\\HasNoChildren) \"/\" \"\(name)\($0)\"\r\n" } == nil)
      try session.receive(bytes("\(tag) OK\r\n"))
    }
  }

  @Test func allMessagesOfAFolderAreListedWhileTheirFlagsChange() throws {
    #expect(ResponseBounds.mostMessages >= 500_000)
    var session = try selected(50_000)
    #expect(
      excess(&session, 100_000) {
        "* \($0) FETCH (UID 4294967295 FLAGS (\\Answered \\Flagged \\Seen $Forwarded NonJunk))\r\n"
      } == nil)
  }

  @Test func messagesComeByTheGigabyte() throws {
    var session = try selected(100)
    for tag in 3..<60 {
      try session.send(bytes("\(tag) UID FETCH \(tag) (BODY.PEEK[])\r\n"))
      try session.receive(bytes("* \(tag) FETCH (UID \(tag) BODY[] {50000000}\r\n"))
      let piece = [UInt8](repeating: UInt8(ascii: "\n"), count: 1_000_000)
      for _ in 0..<50 { try session.receive(piece) }
      try session.receive(bytes(")\r\n\(tag) OK\r\n"))
    }
  }

  // MARK: What no mailbox needs

  @Test func foldersWithoutEndAreTooMany() throws {
    var session = RelayedSession()
    try session.send(bytes("1 LIST \"\" \"*\"\r\n"))
    #expect(excess(&session, 100_000) { "* LIST () \"/\" \"F\($0)\"\r\n" } == .folders)
  }

  @Test func moreCommandsAllowNoMoreFolders() throws {
    var session = RelayedSession()
    var found: ResponseBounds.Excess?
    for tag in 1...100 where found == nil {
      try session.send(bytes("\(tag) SELECT F\(tag)\r\n"))
      found = excess(&session, 1_000) { "*\t\"LIST\" () \"/\" \"F\($0)\"\r\n" }
      if found == nil { try session.receive(bytes("\(tag) OK\r\n")) }
    }
    #expect(found == .folders)
  }

  @Test func messagesBeyondThoseThatAreThereAreTooMany() throws {
    var session = try selected(1_000)
    #expect(excess(&session, 30_000) { "* \($0) FETCH (UID 1 FLAGS ())\r\n" } == .data)
  }

  @Test func aNumberThatNoFolderHasIsNotBelieved() throws {
    var session = try selected(4_294_967_295)
    let flags = String(repeating: "x", count: 90_000)
    #expect(excess(&session, 3_000) { "* \($0) FETCH (UID 1 FLAGS (\(flags)))\r\n" } == .data)
  }

  @Test func fieldsWithoutEndAreTooMuch() throws {
    var session = try selected(1_000)
    let field = String(repeating: "x", count: 60_000)
    #expect(
      excess(&session, 1_000) {
        "* \($0) FETCH (UID 1 BODY[HEADER.FIELDS (Message-ID)] {60000}\r\n\(field))\r\n"
      } == .data)
  }

  @Test(arguments: ["* OK Still here\r\n", "x9 OK Done\r\n", "+ go on\r\n", "\r\n"])
  func chatWithoutEndIsTooMuch(line: String) throws {
    var session = try selected(10)
    #expect(excess(&session, 30_000) { _ in line } == .data)
  }

  @Test func aLineWithoutEndIsTooMuch() throws {
    var session = RelayedSession()
    #expect(excess(&session, 200) { _ in String(repeating: "x", count: 1_000) } == .data)
  }

  @Test func aMessageThatNoServerTakesIsTooMuchBeforeItComes() throws {
    var session = try selected(10)
    #expect(throws: ResponseBounds.Excess.data) {
      try session.receive(bytes("* 1 FETCH (UID 1 BODY[] {999999999}\r\n"))
    }
  }

  @Test func messagesThatNobodyHasAskedForAreTooMuch() throws {
    var session = try selected(10)
    let body = [UInt8](repeating: 0, count: 50_000_000)
    #expect(throws: ResponseBounds.Excess.data) {
      for _ in 0..<4 {
        try session.receive(bytes("* 1 FETCH (UID 1 BODY[] {50000000}\r\n"))
        try session.receive(body)
        try session.receive(bytes(")\r\n"))
      }
    }
  }

  // mbsync reads what follows as lines.
  @Test(arguments: [
    "* OK {100000000}", "* 1 FETCH (UID 1) BODY[] {100000000}",
    "* 1 FETCH (UID 1 a(b) BODY[] {100000000}", "* 1 FETCH \"(BODY[] {100000000}",
    "* 1 FETCH (FLAGS (\\Seen)) BODY[] {100000000}", "* 1 EXISTS BODY[] {100000000}",
  ])
  func linesAreNotHiddenInWhatIsNoLiteral(line: String) throws {
    var session = try selected(10)
    try session.receive(bytes("\(line)\r\n"))
    #expect(excess(&session, 100_000) { "* LIST () \"/\" \"F\($0)\"\r\n" } == .folders)
  }

  // MARK: Both directions

  @Test func linesAreToldInTheirOrderWithoutLiterals() throws {
    var session = RelayedSession()
    var told: [RelayedSession.Line] = []
    try session.send(bytes("1 SEL")) { told.append($0) }
    try session.send(bytes("ECT \"INBOX\"\r\n")) { told.append($0) }
    try session.receive(bytes("* OK [UIDNEXT 7] Next\r\n1 OK\r\n")) { told.append($0) }
    try session.receive(bytes("* 1 FETCH (BODY[] {3}\r\na\r\n")) { told.append($0) }
    try session.receive(bytes(" UID 4)\r\n")) { told.append($0) }
    #expect(
      told == [
        .command(bytes("1 SELECT \"INBOX\"")), .response(bytes("* OK [UIDNEXT 7] Next")),
        .response(bytes("1 OK")), .response(bytes("* 1 FETCH (BODY[] {3} UID 4)")),
      ])
    var longest = 0
    try session.receive(bytes("* OK " + String(repeating: "x", count: 5_000) + "\r\n")) {
      if case .response(let text) = $0 { longest = text.count }
    }
    #expect(longest == RelayedSession.longestLine)
  }

  @Test func aLogoutIsCompleteWithItsOwnTagAlone() throws {
    var session = RelayedSession()
    try session.send(bytes("8 NOOP\r\n9 LOGOUT\r\n"))
    #expect(session.logoutTag == "9" && session.isAnswering)
    try session.receive(bytes("8 OK\r\n* BYE\r\n9 O"))
    #expect(!session.isLoggedOut)
    try session.receive(bytes("K\r\n"))
    #expect(session.isLoggedOut && !session.isAnswering)
  }

  @Test(arguments: [false, true])
  func aMessageThatIsSentIsNoCommand(isRefused: Bool) throws {
    var session = RelayedSession()
    try session.send(bytes("3 APPEND \"INBOX\" {18}\r\n"))
    if isRefused {
      try session.receive(bytes("3 NO Full\r\n"))
    } else {
      try session.receive(bytes("+ go on\r\n"))
      try session.send(bytes("x LOGOUT\r\nx NOOP"))
      #expect(session.logoutTag == nil)
      try session.send(bytes("\r\n\r\n"))
    }
    try session.send(bytes("4 LOGOUT\r\n"))
    #expect(session.logoutTag == "4")
    session = RelayedSession()
    try session.send(bytes("3 APPEND \"INBOX\" {10+}\r\nx LOGOUT\r\n\r\n5 LOGOUT\r\n"))
    #expect(session.logoutTag == "5")
  }
}
