import Testing

@testable import MailText

@Suite struct StubTests {
  private let page = MarkedText(String(repeating: "A long letter with many words. ", count: 40))

  @Test(arguments: [
    "View this email in your browser: https://x.org/a", "Your client does not support HTML.",
    "https://x.org/abc", "",
    "Diese E-Mail enthält HTML. Bitte öffnen Sie sie im Browser.", "Weekly news\n", "ブラウザで見る",
  ])
  func whatOnlyStandsInYields(plain: String) {
    #expect(MarkedText.isStub(plain: plain, html: page))
    #expect(!MarkedText.isStub(plain: plain, html: MarkedText("Yes.")))
  }

  @Test func aLetterDoesNot() {
    #expect(!MarkedText.isStub(plain: page.text, html: page))
    #expect(!MarkedText.isStub(plain: "View in browser\n" + page.text, html: page))
    #expect(
      !MarkedText.isStub(
        plain: "A letter of which the page adds much that nobody reads, such as a notice.",
        html: page))
  }

  @Test func textsAreJoined() {
    var text = MarkedText(
      "é\n", marks: [.init(0..<3, .bold)], links: [.init(target: "a", shown: "a")])
    let other = MarkedText(
      "b", marks: [.init(0..<1, .link(0))], links: [.init(target: "b", shown: "b")])
    text.append(other)
    #expect(
      text.text == "é\nb" && text.marks.last == .init(3..<4, .link(1))
        && text.links.map(\.target) == ["a", "b"])
  }
}
