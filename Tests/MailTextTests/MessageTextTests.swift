import Glibc
import Testing

@testable import MailText

@Suite struct MessageTextTests {
  private func body(_ text: String, within budget: TextBudget = .portion) throws -> MessageBody {
    let file = try #require(tmpfile())
    defer { fclose(file) }
    fwrite(text, 1, text.utf8.count, file)
    fflush(file)
    let reader = BodyReader(descriptor: fileno(file), size: text.utf8.count)
    return try #require(reader.read(within: budget))
  }

  private func alternative(_ plain: String) -> String {
    let words = String(repeating: "<p>A letter of many words. ", count: 30)
    return """
      Content-Type: multipart/alternative; boundary=b

      --b

      \(plain)
      --b
      Content-Type: text/html

      \(words)<a href="https://x.org/">www.y.org</a>
      --b--
      """
  }

  @Test func aStubYieldsToThePage() throws {
    let stub = try body(alternative("View this mail in your browser: https://x.org/"))
    #expect(stub.isFromHTML && stub.text.contains("many words"))
    #expect(stub.content.links.map(\.pretended) == ["www.y.org"])
    let words = String(repeating: "A letter of many words.\n", count: 30)
    let letter = try body(alternative(words + "https://x.org/\n"))
    #expect(!letter.isFromHTML && !letter.text.contains("www"))
  }

  @Test(arguments: [
    ("", "a \nb"), ("; format=flowed", "a b"), ("; format=\"Flowed\"; delsp=YES", "ab"),
    ("; format=fixed", "a \nb"),
  ])
  func parametersSayHowATextFlows(parameters: String, text: String) throws {
    #expect(try body("Content-Type: text/plain\(parameters)\n\na \nb").text == text)
  }

  @Test func textsFollowOneAnother() throws {
    let parts = ["see http://x.org", "> quoted", "and http://y.org"].map { "--b\n\n\($0)\n" }
      .joined()
    let mail = "Content-Type: multipart/mixed; boundary=b\n\n\(parts)--b--\n"
    let all = try body(mail)
    #expect(all.text == "see http://x.org\n\nquoted\n\nand http://y.org" && !all.hasMoreText)
    #expect(all.content.links.map(\.target) == ["http://x.org", "http://y.org"])
    #expect(all.content.marks.map(\.range) == [4..<16, 18..<24, 30..<42])
    for lines in 0...5 {
      let some = try body(mail, within: TextBudget(bytes: 100, lines: lines))
      #expect(some.hasMoreText == (lines < 5) && all.text.hasPrefix(some.text))
      #expect(TextBudget(of: some.text).lines <= lines)
    }
  }
}
