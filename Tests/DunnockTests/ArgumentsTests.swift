import FileSystem
import MailModel
import Testing

@testable import Dunnock
@testable import DunnockCommand

@MainActor
struct ArgumentsTests {
  @Test func readsWhatTheManPagePromises() throws {
    #expect(try Arguments.parse([]).mailbox == nil)
    let asked = try Arguments.parse(["--allow-changes", "/mail"])
    #expect(asked.allowChanges && asked.mailbox == "/mail" && !asked.list)
    #expect(try Arguments.parse(["--list", "/mail"]).list)
    // A query may begin with a minus.
    let search = try Arguments.parse(["--search", "-is:unread", "/mail"])
    #expect(search.search == "-is:unread" && search.mailbox == "/mail")
  }

  @Test(arguments: [
    ["--nonsense"], ["a", "b"], ["--list"], ["--list", "--allow-changes", "a"],
    ["--search"], ["--search", "a"], ["--search", "", "b"], ["--search", "((", "b"],
    ["--search", "a", "--list", "b"],
    ["--search", "a", "--allow-changes", "b"], ["--sample", "a"],
    ["--compose"], ["--compose", "ada@example.org"], ["--compose", "https://example.org"],
    ["--compose", ""], ["--compose", "mailto:a@x.org", "/mail"],
    ["--compose", "mailto:a@x.org", "--sample"], ["--allow-changes", "mailto:a@x.org"],
    ["--list", "mailto:a@x.org"], ["mailto:" + String(repeating: "a", count: 1_000_000)],
    // Bytes that are no text.
    ["mailto:a@x.org?subject=%FF"],
  ])
  func mistakesAreUsageErrors(arguments: [String]) {
    #expect(DunnockCommand.Program.run(arguments) == 2)
  }

  @Test func aListOfNoMailboxIsAnError() {
    #expect(DunnockCommand.Program.run(["--list", "/nonexistent/mail"]) == 2)
    #expect(DunnockCommand.Program.run(["--search", "a", "/nonexistent/mail"]) == 2)
  }

  @Test func aPathIsFromTheFolderOfTheStartAndOfAnyBytes() throws {
    func asked(_ arguments: [String]) throws -> WindowRequest {
      WindowRequest(words: try Arguments.parse(arguments).window)
    }
    #expect(try asked([]) == WindowRequest())
    #expect(try asked(["--sample"]).place == .sample)
    #expect(try asked([""]).place == .path(""))
    let named = ByteName(Array("/caf".utf8) + [0xE9] + Array("%41".utf8))
    #expect(
      try asked(["--new-window", named.escaped, "--allow-changes"])
        == WindowRequest(place: .folder(named), allowsChanges: true, isNew: true))
    let odd = ByteName(Array("/--allow-changes".utf8) + [0xE9])
    #expect(try asked([odd.escaped]) == WindowRequest(place: .folder(odd)))
    let path = try #require(try asked(["mail"]).place).path.description
    #expect(path.hasPrefix("/") && path.hasSuffix("/mail"))
  }

  @Test func theDebugLogIsTurnedOnBesideAllElse() throws {
    func asked(_ arguments: String...) throws -> WindowRequest {
      let words = arguments.map { ByteName($0).escaped }
      return WindowRequest(words: try Arguments.parse(words).window)
    }
    let alone = try asked("--debug")
    #expect(alone == WindowRequest(isDebugging: true) && alone.isContent)
    #expect(
      try asked("/mail", "--debug", "--new-window")
        == WindowRequest(place: .path("/mail"), isNew: true, isDebugging: true))
    let link = "mailto:a@x.org"
    #expect(try asked(link, "--debug") == WindowRequest(mailLink: link, isDebugging: true))
    #expect(try Arguments.parse(["--list", "/mail", "--debug"]).debug)
  }

  @Test func aMailIsBegunByItsLink() throws {
    func asked(_ arguments: String...) throws -> WindowRequest {
      let words = arguments.map { ByteName($0).escaped }
      return WindowRequest(words: try Arguments.parse(words).window)
    }
    for link in [
      "mailto:", "mailto:ada@example.org", "MAILTO:a%2Bb@x.org?subject=100%25%20é&body=%0D%0Ax",
      "mailto:a@x.org?subject=%zz%&=&&?",
    ] {
      #expect(try asked("--compose", link) == WindowRequest(mailLink: link))
      #expect(try asked(link) == WindowRequest(mailLink: link))
      #expect(try asked(link).isContent)
    }
    #expect(try asked("./mailto:a").place?.path.description.hasSuffix("/./mailto:a") == true)
    // As the desktop names a folder.
    #expect(try asked("file:///a%20b").place == .path("/a b"))
  }

  @Test(arguments: ["--help", "--version"]) func questionsAreAnswered(argument: String) {
    #expect(DunnockCommand.Program.run([argument]) == 0)
  }
}
