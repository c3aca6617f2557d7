import Foundation
import Testing

@testable import MailText

/// What is searched of a mail that holds others.
@Suite struct SearchedTextTests {
  private func mail(_ subject: String, _ parts: [String]) -> String {
    """
    From: ann@x.org
    Subject: \(subject)
    MIME-Version: 1.0
    Content-Type: multipart/mixed; boundary=\(subject)

    \(parts.map { "--\(subject)\n\($0)\n" }.joined())--\(subject)--

    """
  }

  private func text(_ content: String) -> String { "Content-Type: text/plain\n\n\(content)" }

  private func enclosed(_ mail: String, isEncoded: Bool) -> String {
    let header = "Content-Type: message/rfc822\nContent-Disposition: attachment\n"
    return isEncoded
      ? header + "Content-Transfer-Encoding: base64\n\n"
        + Data(mail.utf8).base64EncodedString(options: .lineLength76Characters)
      : header + "\n" + mail
  }

  private func searched(_ mail: String) throws -> SearchedText {
    try #require(BodyReader(message: Array(mail.utf8), isCancelled: { false }).searchedText())
  }

  @Test(arguments: [false, true], [false, true])
  func itGoesIntoEnclosedMail(isEncoded: Bool, isInnerEncoded: Bool) throws {
    let file = "Content-Type: application/pdf; name=plan.pdf\n\nabc"
    let inner = mail("innermost", [text("walnut"), file])
    let middle = mail("middle", [text("hazel"), enclosed(inner, isEncoded: isInnerEncoded)])
    let found = try searched(
      mail("outer", [text("oak"), enclosed(middle, isEncoded: isEncoded), text("elm")]))
    for word in ["oak", "hazel", "walnut", "elm"] {
      #expect(found.text.contains(word), "\(word): \(found.text)")
    }
    for name in ["middle", "innermost", "plan.pdf"] {
      #expect(found.attachments.contains(name), "\(name): \(found.attachments)")
    }
    #expect(found.hasAttachment)
  }

  @Test func itGoesIntoMailThatIsKnownByItsNameAlone() throws {
    let inner = Data(mail("Inner", [text("walnut")]).utf8).base64EncodedString()
    for (type, name, isMail) in [
      ("application/octet-stream", "Inner one.EML", true), ("application/pdf", "a.eml", false),
      ("application/octet-stream", "a.bin", false),
    ] {
      let whole = mail(
        "outer",
        [
          text("oak"),
          "Content-Type: \(type); name=\"\(name)\"\nContent-Transfer-Encoding: base64\n"
            + "Content-Disposition: attachment; filename=\"\(name)\"\n\n\(inner)",
        ])
      #expect(try read(whole).attachments.map(\.isMessage) == [isMail])
      #expect(try searched(whole).text.contains("walnut") == isMail)
    }
  }

  @Test func whatIsEncodedAgainAndAgainEnds() throws {
    var nested = mail("m", [text("kernel")])
    for number in 0..<12 {
      nested = mail("m\(number)", [text("shell\(number)"), enclosed(nested, isEncoded: true)])
    }
    let found = try searched(nested)
    #expect(found.text.contains("shell11") && found.text.contains("shell8"))
    #expect(!found.text.contains("kernel"))
    #expect(found.text.utf8.count <= 2 * SearchedText.budget.bytes)
  }
}
