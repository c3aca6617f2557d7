import CGtk
import Foundation
import GtkBridge
import GtkTestSupport
import MailText
import XCTest

@testable import Dunnock

final class PrintTests: XCTestCase {
  func testParagraphsKnowWhatTheyAre() {
    let text = "Title\n> quoted\n• item\nplain bold\n"
    let marks: [MarkedText.Mark] = [
      .init(0..<6, .heading(1)), .init(6..<15, .quotation), .init(6..<15, .quotation),
      .init(15..<24, .item(depth: 2)),
      .init(30..<34, .bold),
    ]
    let paragraphs = PrintedText(MarkedText(text, marks: marks)).paragraphs
    XCTAssertEqual(paragraphs.map(\.text), ["Title", "> quoted", "• item", "plain bold"])
    XCTAssertEqual(paragraphs[0].style, .heading(1))
    XCTAssertEqual(paragraphs[1].quotation, 2)
    XCTAssertEqual(paragraphs[2].depth, 2)
    XCTAssertEqual(paragraphs[3].quotation, 0)
    XCTAssertEqual(paragraphs[3].marks, [.init(6..<10, .bold)])
  }

  func testALongLineIsCutIntoPiecesThatLoseNothing() {
    let text =
      String(repeating: "漢字", count: 10_000) + "\n" + String(repeating: "word ", count: 5_000)
    let marks = [MarkedText.Mark(0..<text.utf8.count, .italic)]
    let paragraphs = PrintedText(MarkedText(text, marks: marks)).paragraphs
    XCTAssertEqual(paragraphs.map(\.text).joined(), text.replacing("\n", with: ""))
    for paragraph in paragraphs {
      XCTAssertLessThanOrEqual(paragraph.text.utf8.count, 8 << 10)
      XCTAssertEqual(paragraph.marks, [.init(0..<paragraph.text.utf8.count, .italic)])
    }
  }

  func testAPDFHasEveryLineOnItsPages() throws {
    try onGtk {
      try withFolder(of: []) { folder in
        let text = (0..<400).map {
          "> Line \($0) of a mail that is long enough to be broken on the paper once at least, as such lines are.\n"
        }.joined()
        let message = PrintedMessage(
          ShownMessage(subject: "Report", sender: "Ada", date: "today"),
          MessageBody(
            content: MarkedText(
              text, marks: [.init(0..<text.utf8.count, .quotation), .init(2..<10, .link(0))]),
            attachments: [.init(number: 1, name: "a.pdf", type: "application/pdf", size: 100)]))
        let printing = Printing(message)
        var failure: String?
        var isDone = false
        printing.onFailure { failure = $0 }
        printing.onFinish { isDone = true }
        printing.export(to: folder + "/out.pdf")
        pump("the file") { isDone }
        XCTAssertNil(failure)
        let pdf = try Data(contentsOf: URL(fileURLWithPath: folder + "/out.pdf"))
        XCTAssertTrue(pdf.starts(with: Array("%PDF".utf8)))
        XCTAssertGreaterThan(message.pages.count, 5)
        // Every line of every paragraph is on exactly one page, in order, and none below the end of one.
        let pieces = message.pages.flatMap { $0 }
        for (before, after) in zip(pieces, pieces.dropFirst()) {
          if before.paragraph == after.paragraph {
            XCTAssertEqual(before.lines.upperBound, after.lines.lowerBound)
          } else {
            XCTAssertEqual(after.paragraph, before.paragraph + 1)
            XCTAssertEqual(after.lines.lowerBound, 0)
          }
        }
        XCTAssertGreaterThanOrEqual(pieces.last?.paragraph ?? 0, 400)
        for page in message.pages {
          for (above, below) in zip(page, page.dropFirst()) {
            XCTAssertGreaterThanOrEqual(below.top, above.top + above.height - 0.01)
          }
          XCTAssertLessThanOrEqual(page.last.map { $0.top + $0.height } ?? 0, message.pageHeight)
        }
        XCTAssertEqual(pagesOf(pdf), message.pages.count)
      }
    }
  }

  func testWhatCannotBeWrittenIsSaid() throws {
    try onGtk {
      let printing = Printing(
        PrintedMessage(ShownMessage(subject: "One"), MessageBody(content: MarkedText("Text.\n"))))
      var failures: [String] = []
      var isDone = false
      printing.onFailure { failures.append($0) }
      printing.onFinish { isDone = true }
      printing.export(to: "/nonexistent/out.pdf")
      pump("an end") { isDone }
      XCTAssertEqual(failures.count, 1)
    }
  }
}

/// How many pages a PDF of cairo has, by its own count.
private func pagesOf(_ pdf: Data) -> Int? {
  let text = String(decoding: pdf, as: UTF8.self)
  return text.firstMatch(of: /\/Type \/Pages[^>]*?\/Count (\d+)/).flatMap { Int($0.1) }
    ?? text.firstMatch(of: /\/Count (\d+)/).flatMap { Int($0.1) }
}
