import CDunnockGtk
import Foundation
import GtkBridge
import GtkTestSupport
import MailText
import Texts
import XCTest

@testable import Dunnock
@testable import MailReading

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
    XCTAssertEqual(paragraphs[0].look.heading, 1)
    XCTAssertEqual(paragraphs[1].look.quotations, 2)
    XCTAssertEqual(paragraphs[2].look.item, 2)
    XCTAssertEqual(paragraphs[3].look.quotations, 0)
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

  func testWithoutADateNothingSaysWhenItWasSent() throws {
    try onGtk {
      @MainActor func lines(_ date: Int64) -> [String] {
        PrintedMessage(
          ShownMessage(subject: "Re: [oud] درس", sender: "Ada", date: "today"),
          MessageBody(addressing: Addressing(date: date), content: MarkedText("Text.\n"))
        ).paragraphs.map(\.text)
      }
      XCTAssertTrue(lines(0).contains("Date: today"), "\(lines(0))")
      let sent = "Sent: " + ShortDate.full(1_790_000_000)
      XCTAssertTrue(lines(1_790_000_000).contains(sent), "\(lines(1_790_000_000))")
      XCTAssertEqual(lines(0).first, "\u{200F}Re: [oud] درس")
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

  func testEditsMoveTheMarks() {
    let text = MarkedText(
      "one two three\n",
      marks: [.init(0..<14, .quotation), .init(4..<7, .bold), .init(7..<8, .italic)])
    let edited = text.edited(by: [.init(7..<7, "!!"), .init(0..<3, ""), .init(14..<14, "end")])
    XCTAssertEqual(edited.text, " two!! three\nend")
    XCTAssertEqual(
      edited.marks, [.init(0..<13, .quotation), .init(1..<4, .bold), .init(6..<7, .italic)])
  }

  func testLinksSayWhereTheyLead() {
    let content = marked {
      $0.add("See ")
      $0.link("the page", to: "https://x.org/page")
      $0.add(" and ")
      $0.link("www.y.org", to: "https://www.y.org/")
      $0.add(" or ")
      $0.link("z.org", to: "https://evil.org/")
      $0.add(", ")
      $0.link("+1 555 0100", to: "tel:+15550100")
      $0.add(".\n")
    }
    let printed = PrintedText(content)
    XCTAssertEqual(
      printed.paragraphs.map(\.text),
      ["See the page\u{A0}[1] and www.y.org or z.org\u{A0}[2], +1 555 0100."])
    XCTAssertEqual(printed.targets, ["https://x.org/page", "https://evil.org/"])
  }

  func testAPictureThatThereIsNotIsItsDescription() {
    let content = marked {
      $0.add("\u{FFFC}", .picture(contentID: "a", description: "A dog"))
      $0.add(" ")
      $0.add("\u{FFFC}", .picture(contentID: "b", description: ""))
      $0.add("\u{FFFC}", .picture(contentID: "c", description: "A cat"))
      $0.add("\n")
    }
    let printed = PrintedText(content, pictures: ["c"])
    XCTAssertEqual(printed.paragraphs.map(\.text), ["[A dog] \u{FFFC}"])
    XCTAssertEqual(
      printed.paragraphs[0].marks.map(\.kind).last, .picture(contentID: "c", description: "A cat"))
  }

  func testAMailWithinIsSetOff() {
    let content = marked {
      $0.add("Outside.\n")
      $0.add("Inside.\n", .enclosure(title: "Inside"))
    }
    XCTAssertEqual(PrintedText(content).paragraphs.map(\.look.isRule), [false, true, false])
  }

  func testPicturesAndTablesAreOnThePaper() throws {
    try onGtk {
      let content = marked {
        $0.add(.table(columns: [5])) {
          $0.add("Tea\t1\n")
          $0.add("A far longer thing than tea\t2\n")
        }
        $0.add("\u{FFFC}", .picture(contentID: "a", description: ""))
        $0.add("\n")
      }
      MainLoop.adoptMainActor()
      let wide = try pngOfOneColour(2_000, 500)
      var decoded: [String: BoundedPicture]?
      Task { decoded = await PrintedMessage.pictures(in: content) { _ in wide } }
      pump("the picture") { decoded != nil }
      let message = PrintedMessage(
        ShownMessage(subject: "One"), MessageBody(content: content), try XCTUnwrap(decoded))
      let surface = try XCTUnwrap(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 400, 600))
      let cairo = try XCTUnwrap(cairo_create(surface))
      message.begin(width: 400, height: 600)
      while !message.layOut({ pango_cairo_create_layout(cairo) }) {}
      message.draw(0, on: cairo) { pango_cairo_create_layout(cairo) }
      cairo_surface_flush(surface)
      // The picture is as wide as the paper, and a fourth as high.
      let piece = try XCTUnwrap(message.pages.first?.last)
      XCTAssertEqual(piece.height, 100, accuracy: 3)
      let pixels = try XCTUnwrap(cairo_image_surface_get_data(surface))
      let stride = Int(cairo_image_surface_get_stride(surface))
      func isBlue(_ x: Int, _ y: Int) -> Bool {
        let pixel = UnsafeBufferPointer(start: pixels + y * stride + x * 4, count: 4)
        return Array(pixel) == [0xA0, 0x70, 0x30, 0xFF]
      }
      for (x, y) in [(5, piece.top + 10), (395, piece.top + 90), (200, piece.top + 50)] {
        XCTAssertTrue(isBlue(x, Int(y)))
      }
      XCTAssertFalse(isBlue(200, Int(piece.top) - 10))
      // What stands in the second column does so behind the widest of the first.
      let rows = message.pages[0].suffix(3).prefix(2)
      let layouts = try rows.map { row in
        try XCTUnwrap(message.laidOut(row.paragraph, pango_cairo_create_layout(cairo)))
      }
      let places = layouts.map { layout in
        let text = String(cString: pango_layout_get_text(layout))
        var place = PangoRectangle()
        pango_layout_index_to_pos(layout, Int32(text.utf8.count - 1), &place)
        return place.x
      }
      XCTAssertEqual(places[0], places[1])
      XCTAssertEqual(rows.map(\.lines.count), [1, 1])
      for layout in layouts { g_object_unref(UnsafeMutableRawPointer(layout)) }
      cairo_destroy(cairo)
      cairo_surface_destroy(surface)
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
  // Newer ones keep the list of pages in a stream that is compressed.
  let texts = [pdf] + streams(of: pdf).compactMap(inflated)
  for text in texts.map({ String(decoding: $0, as: UTF8.self) }) {
    if let count = text.firstMatch(of: /\/Type \/Pages[^>]*?\/Count (\d+)/)
      ?? text.firstMatch(of: /\/Count (\d+)/)
    {
      return Int(count.1)
    }
  }
  return nil
}

/// What stands between "stream" and "endstream" of a PDF's objects.
private func streams(of pdf: Data) -> [Data] {
  var found: [Data] = []
  var start = pdf.startIndex
  while let begin = pdf.range(of: Data(">>\nstream\n".utf8), in: start..<pdf.endIndex),
    let end = pdf.range(of: Data("endstream".utf8), in: begin.upperBound..<pdf.endIndex)
  {
    found.append(pdf[begin.upperBound..<end.lowerBound])
    start = end.upperBound
  }
  return found
}

/// What zlib has compressed; nil when it is none of that.
private func inflated(_ data: Data) -> Data? {
  guard let inflater = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB) else { return nil }
  defer { g_object_unref(UnsafeMutableRawPointer(inflater)) }
  var output = [UInt8](repeating: 0, count: 1 << 20)
  var (read, written): (gsize, gsize) = (0, 0)
  let result = Array(data).withUnsafeBytes { input in
    output.withUnsafeMutableBytes {
      g_converter_convert(
        inflater, input.baseAddress, gsize(input.count), $0.baseAddress,
        gsize($0.count), G_CONVERTER_INPUT_AT_END, &read, &written, nil)
    }
  }
  return result == G_CONVERTER_ERROR ? nil : Data(output.prefix(Int(written)))
}

/// A PNG of one colour.
func pngOfOneColour(_ width: Int32, _ height: Int32) throws -> [UInt8] {
  let pixbuf = try XCTUnwrap(gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, width, height))
  defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
  gdk_pixbuf_fill(pixbuf, 0x3070_A0FF)
  var (buffer, count): (UnsafeMutablePointer<gchar>?, gsize) = (nil, 0)
  XCTAssertNotEqual(gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &count, "png", nil, nil, nil), 0)
  defer { g_free(buffer) }
  return UnsafeRawBufferPointer(start: buffer, count: Int(count)).map { $0 }
}
