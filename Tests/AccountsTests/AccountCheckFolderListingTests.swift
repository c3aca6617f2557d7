import MailModel
import Testing

@testable import Accounts

struct AccountCheckFolderListingTests {
  private func folders(_ lines: String...) -> [ServerFolder] {
    FolderListing(lines.map { Array($0.utf8.dropFirst(2)) }).folders
  }

  private func names(_ lines: String...) -> [String] {
    FolderListing(lines.map { Array($0.utf8.dropFirst(2)) }).folders.map(\.name)
  }

  @Test func attributesSayWhatFoldersAreFor() {
    let found = folders(
      #"* LIST (\HasNoChildren) "/" INBOX"#, #"* LIST (\HasNoChildren \Archive) "/" Old"#,
      #"* list (\TRASH) "/" "Deleted Items""#,
      #"* LIST (\All \HasNoChildren) "/" "[Gmail]/All Mail""#,
      #"* LIST (\Flagged) "/" "[Gmail]/Starred""#, #"* LIST (\Snoozed) "/" Later"#,
      #"* LIST (\HasChildren \Noselect) "/" "[Gmail]""#)
    #expect(
      found == [
        ServerFolder(name: "INBOX", role: .inbox), ServerFolder(name: "Old", role: .archive),
        ServerFolder(name: "Deleted Items", role: .trash),
        ServerFolder(name: "[Gmail]/All Mail", isAllMail: true),
        ServerFolder(name: "[Gmail]/Starred", isAllMail: true),
        ServerFolder(name: "Later", role: .snoozed),
      ])
  }

  @Test func aSecondAnswerAddsToTheFirst() {
    let found = folders(
      #"* LIST () "/" Sent"#, #"* LIST () "/" INBOX"#, #"* LIST (\Sent) "/" Sent"#)
    #expect(found.map(\.role) == [.sent, .inbox])
  }

  @Test func namesAreReadInEveryForm() {
    #expect(
      names(
        #"* LIST () "/" Plain"#, #"* LIST () "/" "a \"b\" \\c""#,
        "* LIST () \"/\" {9}\r\nin braces",
        #"* LIST () "/" Entw&APw-rfe"#, #"* LIST () NIL Flat"#, #"* LIST () "/" Last ("X" ("y"))"#)
        == ["Plain", #"a "b" \c"#, "in braces", "Entw&APw-rfe", "Flat", "Last"])
  }

  @Test func whatIsCountedOutMayGoOverLines() {
    // A line end is no part of a name, but of what is counted.
    #expect(names("* LIST () \"/\" {6}\r\nab\r\ncd", #"* LIST () "/" Next"#) == ["Next"])
  }

  @Test(arguments: [".", "\\\\"])
  func otherDelimitersBecomeSlashes(delimiter: String) {
    let plain = delimiter == "." ? "." : "\\\\"
    #expect(
      names(
        "* LIST () \"\(delimiter)\" \"A\(plain)B\(plain)C\"", "* LIST () \"\(delimiter)\" \"X/Y\"")
        == ["A/B/C"])
  }

  @Test func thePrefixOfOnesOwnFoldersIsNoPartOfThem() {
    #expect(
      names(
        #"* LIST () "." INBOX"#, #"* LIST () "." INBOX.Sent.2024"#, #"* LIST () "." INBOX.INBOX"#,
        #"* LIST () "." shared.team"#, #"* NAMESPACE (("INBOX." ".")) NIL (("shared." "."))"#)
        == ["INBOX", "Sent/2024"])
  }

  @Test func theInboxIsInCapitals() {
    #expect(names(#"* LIST () "/" Inbox"#, #"* LIST () "/" inbox/Sub"#) == ["INBOX", "INBOX/Sub"])
  }

  @Test(arguments: [
    "* LIST", "* LIST (", "* LIST ()", #"* LIST () "/""#, #"* LIST () "/" "open"#,
    #"* LIST () "//" Name"#, #"* LIST (\A "/" Name"#, "* LIST () \"/\" \"a\u{1}b\"",
    "* LIST () \"/\" \"\u{FC}\"", #"* LIST () "/" ""#, #"* LIST () "/" "a//b""#,
    #"* LIST () "/" "../up""#, #"* LIST () "/" {99999999999999999999}"#, #"* LIST () "/" {5}"#,
    #"* LIST () "/" {-1}"#, #"* LIST () "/" Name(x"#, "* NAMESPACE", #"* NAMESPACE (("x"#,
  ])
  func whatCannotBeUnderstoodIsLeftOut(line: String) {
    #expect(names(line, #"* LIST () "/" Good"#).filter { $0 != "Good" }.isEmpty)
    #expect(names(#"* LIST () "/" Good"#, line) == ["Good"])
  }

  @Test func aHostileServerIsBounded() {
    let many = (0..<100_000).map { Array(#"LIST () "/" F\#($0)"#.utf8) }
    #expect(FolderListing(many).folders.count == FolderListing.maximumCount)
    let long = Array((#"LIST () "/" "# + String(repeating: "x", count: 100_000)).utf8)
    #expect(FolderListing([long]).folders.isEmpty)
  }

  @Test func whatIsTooLongToBeKeptHereIsKnown() {
    let long = Array(repeating: "level", count: 60).joined(separator: "/")
    #expect(names(#"* LIST () "/" "\#(long)""#) == [long])
  }
}
