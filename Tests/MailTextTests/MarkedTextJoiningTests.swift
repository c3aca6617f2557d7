import Testing

@testable import MailText

@Suite struct MarkedTextJoiningTests {
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
