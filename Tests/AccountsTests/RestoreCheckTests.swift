import Foundation
import Testing

@testable import Accounts

/// What is taken for the restore of a folder, of what mbsync and a server say.
@Suite struct RestoreCheckTests {
  /// The folder that is found after a selection of `name`, where six UIDs of each of `folders` are known.
  private func restored(
    of folders: [String], selecting name: String, next: Int, namespace: String? = nil
  ) throws -> String? {
    let known = try folders.map { folder in
      try JSONDecoder().decode(
        RestoreCheck.KnownFolder.self,
        from: JSONSerialization.data(
          withJSONObject: ["name": folder, "validity": 1, "highest": 6] as [String: Any]))
    }
    var check = RestoreCheck(known)
    if let namespace {
      #expect(
        check.take(answer: Array(#"* NAMESPACE (("\#(namespace)" ".")) NIL NIL"#.utf8)) == nil)
    }
    check.take(command: Array("3 SELECT \(name)".utf8))
    #expect(check.take(answer: Array("* OK [UIDVALIDITY 1] UIDs valid".utf8)) == nil)
    return check.take(answer: Array("* OK [UIDNEXT \(next)] Predicted".utf8))?.name
  }

  @Test func aNextUIDThatWasGivenBeforeIsFound() throws {
    #expect(try restored(of: ["Zed"], selecting: "Zed", next: 6) == "Zed")
    #expect(try restored(of: ["Zed"], selecting: "Zed", next: 7) == nil)
    #expect(try restored(of: ["INBOX"], selecting: #""inbox""#, next: 1) == "INBOX")
    #expect(try restored(of: ["a \"b"], selecting: #""a \"b""#, next: 1) == "a \"b")
    #expect(try restored(of: ["a\\b"], selecting: #""a\\b""#, next: 1) == "a\\b")
  }

  @Test func aFolderOfTheSameNameBelowAnotherIsAnother() throws {
    #expect(try restored(of: ["Zed"], selecting: "A/Zed", next: 2) == nil)
    #expect(try restored(of: ["Zed", "A/Zed"], selecting: #""A/Zed""#, next: 2) == "A/Zed")
  }

  @Test func whatTheServerPutsBeforeNamesIsLeftOut() throws {
    #expect(
      try restored(of: ["A/Zed"], selecting: "INBOX.A.Zed", next: 2, namespace: "INBOX.")
        == "A/Zed")
    #expect(
      try restored(of: ["INBOX"], selecting: "INBOX", next: 2, namespace: "INBOX.") == "INBOX")
    #expect(
      try restored(of: ["Zed"], selecting: "INBOX.A.Zed", next: 2, namespace: "INBOX.") == nil)
  }
}
