import Foundation
import Glibc
import Testing

@testable import MailText

@Suite struct PreviewTests {
  private func preview(_ message: String) -> String { preview(Array(message.utf8)) }

  private func preview(_ bytes: [UInt8]) -> String {
    Preview(bytes, header: HeaderBlock(bytes, isWhole: true), isWhole: true).text
  }

  /// As the reading does.
  @Test func whatOnlyStandsInForAPageYields() {
    let page = String(repeating: "The news of the week. ", count: 30)
    func preview(_ plain: String, _ html: String) -> String {
      let bytes = Array(
        ("Content-Type: multipart/alternative; boundary=b\n\n--b\n\n\(plain)\n"
          + "--b\nContent-Type: text/html\n\n<p>\(html)</p>\n--b--\n").utf8)
      return Preview(bytes, header: HeaderBlock(bytes, isWhole: true), isWhole: true).text
    }
    for plain in [
      "View in your browser: https://x.org/a", "Your client does not support HTML.", "",
      "https://x.org/abc", "Weekly news", "ブラウザで見る",
      "Diese E-Mail enthält HTML. Bitte öffnen Sie sie im Browser.",
    ] {
      #expect(preview(plain, page).hasPrefix("The news of the week."), "\(plain)")
    }
    #expect(
      preview("A letter with the news of the week.", "News")
        == "A letter with the news of the week.")
    #expect(preview("A short letter.", "<p>A short letter.</p>") == "A short letter.")
  }

  /// Not the link to see it elsewhere, which so many mails begin with.
  @Test func theStoryIsTold() {
    func page(_ html: String) -> String { preview("Content-Type: text/html\n\n\(html)\n") }
    let link = "<a href=\"https://x.org/v?1\">View this mail in your browser</a>"
    #expect(page("<div>\(link)</div><p>The bridge is open.</p>") == "The bridge is open.")
    #expect(
      page(
        "<p>Trouble reading this? \(link).</p><p><a href=\"https://x.org\"><img alt=X src=cid:p></a></p>"
          + "<p>Your <a href=\"https://x.org/o\">order</a> of Monday is on its way.</p>")
        == "Your order of Monday is on its way.")
    #expect(page("<p>\(link)</p>") == "View this mail in your browser")
    #expect(
      preview(
        "S: s\n\nView this mail in your browser:\n<https://x.org/view/0123456789>\n\nThe bridge.\n")
        == "The bridge.")
    #expect(
      preview("S: s\n\nOnline: https://x.org/view/0123456789\nhttps://x.org/a\nThe bridge.\n")
        == "The bridge.")
    #expect(preview("S: s\n\nhttps://x.org/a\n") == "https://x.org/a")
    #expect(preview("S: s\n\nLook at this:\nhttps://x.org/a\n") == "Look at this: https://x.org/a")
  }

  @Test func placesOfPicturesAreLeftOut() {
    #expect(preview("S: s\n\n\u{FFFC}\nHere \u{FFFC}she is.\n\u{FFFC}") == "Here she is.")
  }

  @Test func plainTextIsJoined() {
    #expect(preview("Subject: s\n\nHello\n  there,\r\n\r\nyou.\n") == "Hello there, you.")
    #expect(preview("Subject: s\n\n") == "")
    #expect(preview("Subject: s") == "")
    #expect(preview("no header at all") == "no header at all")
  }

  @Test func quotationsAndSignaturesAreLeftOut() {
    #expect(
      preview("S: s\n\nOn Monday, Ann wrote:\n> old\n> older\n\nNew.\n-- \nBob\n") == "New.")
    #expect(preview("S: s\n\n> only\n> quoted\n") == "> only > quoted")
  }

  @Test func encodingsAndCharsetsAreDecoded() {
    #expect(
      preview(
        "Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: "
          + "quoted-printable\n\ngr=FCn soft=\n wrapped\n") == "grün soft wrapped")
    #expect(
      preview(
        "Content-Type: text/plain; charset=\"UTF-8\"\nContent-Transfer-Encoding: base64\n\n"
          + "SGVsbG8g8J+Qpg==\n") == "Hello 🐦")
    #expect(preview(Array("Content-Type: text/plain\n\ngr".utf8) + [0xFC, 0x6E]) == "grün")
    #expect(
      preview(Array("Content-Type: text/plain; charset=nonsense\n\ngr".utf8) + [0xFC, 0x6E])
        == "grün")
    #expect(preview("Content-Transfer-Encoding: base64\n\nSGVsbG8=\n") == "Hello")
  }

  @Test func thePlainPartIsPreferred() {
    let message = """
      MIME-Version: 1.0
      Content-Type: multipart/alternative; boundary="b"

      preamble
      --b
      Content-Type: text/html

      <p>HTML</p>
      --b
      Content-Type: text/plain

      Plain
      --b--
      """
    #expect(preview(message) == "Plain")
    let empty = message.replacing("Plain", with: " ")
    #expect(preview(empty) == "HTML")
  }

  @Test func attachmentsAreNoPreview() {
    #expect(
      preview(
        """
        Content-Type: multipart/mixed; boundary=b

        --b
        Content-Type: text/plain
        Content-Disposition: attachment; filename=a.txt

        attached
        --b
        Content-Type: text/calendar

        BEGIN:VCALENDAR
        --b
        Content-Type: text/html

        <style>x</style>body
        --b--
        """) == "body")
  }

  @Test func aForwardedMessageSpeaksForAnEmptyOne() {
    #expect(
      preview(
        """
        Content-Type: multipart/mixed; boundary=b

        --b
        Content-Type: message/rfc822

        Subject: inner

        inside
        --b--
        """) == "inside")
  }

  @Test func aPartCutOffIsShownAsFarAsItGoes() {
    #expect(
      preview("Content-Type: multipart/mixed; boundary=b\n\n--b\n\nbegins") == "begins")
    #expect(preview("Content-Type: multipart/mixed\n\n--b\n\nno boundary") != "no boundary ")
  }

  @Test func deepNestingEnds() {
    var message = ""
    for level in 0..<500 {
      message += "Content-Type: multipart/mixed; boundary=b\(level)\n\n--b\(level)\n"
    }
    #expect(preview(message + "Content-Type: text/plain\n\ndeep\n") == "")
  }

  @Test func lengthIsCountedInScalars() {
    let ascii = preview("S: s\n\n" + String(repeating: "word ", count: 500))
    #expect(ascii.unicodeScalars.count == 200 && ascii.hasSuffix("…"))
    let birds = preview("S: s\n\n" + String(repeating: "👩‍👩‍👧‍👦", count: 500))
    #expect((190...200).contains(birds.unicodeScalars.count) && birds.hasSuffix("👩‍👩‍👧‍👦…"))
    let exact = preview("S: s\n\n" + String(repeating: "é", count: 200))
    #expect(exact == String(repeating: "é", count: 200))
  }

  @Test func controlsAndDirectionsAreHarmless() {
    #expect(preview("S: s\n\na\0b\u{202E}c\u{3000}\u{A0}d") == "a\u{FFFD}bc d")
  }

  @Test(arguments: [
    "text/plain", "TEXT/Plain;charset=utf-8", "text/plain; charset=\"UTF-8\"; format=flowed",
    "text/plain; charset = iso-8859-1 ; x=y", "text/plain; charset=us-ascii",
    "text/plain; charset=nonsense", "text/plain; charset=utf-7", "text/plain; x=charset=utf-8",
    "text/plain; charset=", "text/plain; charset=koi8-r; charset=utf-8", "text/plain;",
    "text/plain; charset*=us-ascii''utf-8", "text/plain; charset=\"utf-8",
  ])
  func plainTextIsReadAsGMimeReadsIt(type: String) {
    for body in [Array("grün +AGE- >x".utf8), Array("gr".utf8) + [0xFC, 0x6E, 0x0D, 0x0A]] {
      let header = Array("Content-Type: \(type)".utf8)
      // A part of a whole always takes the way through GMime.
      let wrapped =
        Array("Content-Type: multipart/mixed; boundary=b\n\n--b\n".utf8) + header + [0x0A, 0x0A]
        + body + Array("\n--b--\n".utf8)
      #expect(preview(header + [0x0A, 0x0A] + body) == preview(wrapped))
    }
  }

  @Test func aLongTextEndsBeforeItsQuotations() {
    let lines = String(repeating: "twelve words\n", count: 20)
    let joined = String(repeating: "twelve words ", count: 20)
    #expect(preview("S: s\n\n" + lines + "> old\n") == joined.prefix(199) + "…")
    let short = String(repeating: "x", count: 150)
    #expect(preview("S: s\n\n\(short)\n\(short):\n> old\nnew\n") == short + " new")
    let quoting = String(repeating: "y", count: 300) + ":"
    #expect(preview("S: s\n\n\(short)\n\(quoting)\n> old\nnew\n") == short + " new")
  }

  /// The parser gets no more lines than are worth its work, whatever they hold, and the text in
  /// front of them is found.
  @Test(arguments: [
    "--b\n\n\n", "--\n", "--b\nContent-Type: multipart/mixed; boundary=b\n\n", "a: b\n", "\n",
    "--b\r\n\r\n\r\n",
  ])
  func linesAreBounded(repeated: String) {
    let unit = Array(repeated.utf8)
    let many = Array([[UInt8]](repeating: unit, count: Preview.maximumRead / unit.count).joined())
    let body = Preview.bounded(many[...])
    #expect(many.starts(with: body) && body.count < many.count)
    #expect(body.count { $0 == 0x0A } == Preview.maximumLines - 1)
    let few = many.prefix(1_000)
    #expect(Preview.bounded(few) == few)
    let head = "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nHello you\n"
    #expect(preview(Array(head.utf8) + many).hasPrefix("Hello"))
  }

  /// Cut within a character, valid UTF-8 was taken for windows-1252 from its first character on.
  @Test(arguments: ["", "x"]) func aCutWithinACharacterChangesNoOther(start: String) {
    let text = start + String(repeating: "ü", count: 12_000)
    #expect(preview("Subject: s\n\n\(text)") == text.prefix(199) + "…")
    #expect(
      preview("Content-Type: multipart/mixed; boundary=b\n\n--b\n\n\(text)\n--b--\n")
        == text.prefix(199) + "…")
  }

  /// What is taken for enough must be: a row shows the same whichever length it was read at.
  @Test func whatIsCompleteIsWhatAllOfItSays() throws {
    let mail = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Corpus/mail")
    let files = try FileManager.default.contentsOfDirectory(
      at: mail, includingPropertiesForKeys: nil)
    var complete = 0
    for file in files {
      let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
      defer { close(descriptor) }
      guard
        let bytes = FileContent.prefix(of: descriptor, length: Preview.maximumRead)
      else { continue }
      let all = preview(bytes, isWhole: true)
      for cut in stride(from: 64, to: min(bytes.count, 20_000), by: 7) {
        let begun = preview(Array(bytes[..<cut]), isWhole: false)
        guard begun.isComplete else { continue }
        complete += 1
        #expect(begun.text == all.text, "\(file.lastPathComponent) at \(cut)")
      }
    }
    #expect(complete > 100)
  }

  private func preview(_ bytes: [UInt8], isWhole: Bool) -> Preview {
    Preview(bytes, header: HeaderBlock(bytes, isWhole: isWhole), isWhole: isWhole)
  }
}
