import Foundation
import Testing

@testable import Accounts

/// What is taken for the restore of a folder, of what mbsync and a server say.
@Suite struct RestoreCheckTests {
  /// A folder of which six UIDs are known.
  private func known(_ name: String) throws -> RestoreCheck.KnownFolder {
    let quoted = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
    let text = #"{"name": \#(quoted), "validity": 1, "highest": 6, "messages": 4, "path": []}"#
    return try JSONDecoder().decode(RestoreCheck.KnownFolder.self, from: Data(text.utf8))
  }

  /// The folder that is found after a selection of `name`, where six UIDs of each of `folders` are known.
  private func restored(
    of folders: [String], selecting name: String, next: Int, namespace: String? = nil
  ) throws -> String? {
    let found = try finding(of: folders, selecting: name, next: next, namespace: namespace)
    guard case .restored(let folder) = found else { return nil }
    return folder.name
  }

  private func finding(
    of folders: [String], selecting name: String, next: Int, messages: Int = 0,
    namespace: String? = nil
  ) throws -> RestoreCheck.Finding? {
    var check = RestoreCheck(try folders.map(known))
    if let namespace {
      #expect(
        check.take(answer: Array(#"* NAMESPACE (("\#(namespace)" ".")) NIL NIL"#.utf8)) == nil)
    }
    check.take(command: Array("3 SELECT \(name)".utf8))
    #expect(check.take(answer: Array("* \(messages) EXISTS".utf8)) == nil)
    #expect(check.take(answer: Array("* OK [UIDVALIDITY 1] UIDs valid".utf8)) == nil)
    #expect(check.take(answer: Array("* OK [UIDNEXT \(next)] Predicted".utf8)) == nil)
    return check.take(answer: Array("3 OK [READ-WRITE] Selected".utf8))
  }

  /// Of 4 messages that are known.
  @Test func aFolderThatHasMoreMessagesThanAreKnownIsLookedAt() throws {
    let known = try known("Zed")
    #expect(try finding(of: ["Zed"], selecting: "Zed", next: 7, messages: 4) == nil)
    for messages in [3, 4, 5] {
      #expect(
        try finding(of: ["Zed"], selecting: "Zed", next: 8, messages: messages)
          == .grown(known, more: false))
    }
    for (next, messages) in [(7, 5), (8, 6)] {
      #expect(
        try finding(of: ["Zed"], selecting: "Zed", next: next, messages: messages)
          == .grown(known, more: true))
    }
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
