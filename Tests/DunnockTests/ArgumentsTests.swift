import Testing

@testable import Dunnock

@MainActor
struct ArgumentsTests {
  @Test func readsWhatTheManPagePromises() throws {
    #expect(try Arguments.parse([]).mailbox == nil)
    let asked = try Arguments.parse(["--allow-changes", "/mail"])
    #expect(asked.allowChanges && asked.mailbox == "/mail" && !asked.list)
    #expect(try Arguments.parse(["--list", "/mail"]).list)
  }

  @Test(arguments: [
    ["--nonsense"], ["a", "b"], ["--list"], ["--list", "--allow-changes", "a"],
  ])
  func mistakesAreUsageErrors(arguments: [String]) {
    #expect(Dunnock.run(arguments) == 2)
  }

  @Test func aListOfNoMailboxIsAnError() {
    #expect(Dunnock.run(["--list", "/nonexistent/mail"]) == 2)
  }

  @Test(arguments: ["--help", "--version"]) func questionsAreAnswered(argument: String) {
    #expect(Dunnock.run([argument]) == 0)
  }
}
