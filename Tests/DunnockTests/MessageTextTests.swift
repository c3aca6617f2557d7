import CDunnockGtk
import GtkBridge
import GtkTestSupport
import MailText
import XCTest

@testable import Dunnock
@testable import MailReading

final class MessageTextTests: XCTestCase {
  func testALineThatIsWrittenWideIsNotBrokenWithinAPrice() throws {
    try onGtk {
      let content = marked { maker in
        for width in 20..<44 {
          maker.add(
            "Tea" + String(repeating: " ", count: width) + "\(width),140.99 EUR\n", .preformatted)
        }
      }
      let stand = try ReadingStand(content, width: 320)
      for width in 20..<44 {
        let price = "\(width),140.99"
        let start = try XCTUnwrap(stand.place(of: price))
        XCTAssertEqual(stand.room(at: start).y, stand.room(at: start + price.count - 1).y, price)
      }
    }
  }

  func testMarginsStandWhereTheLineBegins() throws {
    try onGtk {
      let content = marked {
        $0.add("•\tAn item\n", .item(depth: 1))
        $0.add("–\tbelow\n", .item(depth: 2))
        $0.add("A quotation\n", .quotation)
        $0.add("•\tפריט\n", .item(depth: 2))
        $0.add("ציטוט\n", .quotation)
      }
      let stand = try ReadingStand(content)
      let width = gtk_widget_get_width(stand.view)
      let first = try stand.room(of: "An item")
      let below = try stand.room(of: "below")
      XCTAssertGreaterThan(first.x, 10)
      XCTAssertEqual(Double(below.x), 2 * Double(first.x), accuracy: 2)
      XCTAssertLessThan(try stand.room(of: "•").x, 3)
      XCTAssertGreaterThan(try stand.room(of: "A quotation").x, 8)
      let item = try stand.room(of: "פריט")
      XCTAssertEqual(Double(width - item.x), Double(below.x), accuracy: 4)
      XCTAssertLessThan(try stand.room(of: "ציטוט").x, width - 8)
    }
  }

  func testZoomMakesTextAndMeasureLarger() throws {
    try onGtk {
      let stand = try ReadingStand(marked { $0.add("Some text\n") })
      var measures: [Double] = []
      stand.text.onEvent { if case .measured(let width) = $0 { measures.append(width) } }
      let before = try stand.room(of: "text")
      stand.text.setZoom(2)
      stand.waitForFrames(4)
      let after = try stand.room(of: "text")
      XCTAssertEqual(Double(after.height), 2 * Double(before.height), accuracy: 3)
      XCTAssertEqual(measures.last ?? 0, 2 * (measures.first ?? 0), accuracy: 1)
      // What is shown next is as large.
      stand.show(marked { $0.add("Other text\n") })
      XCTAssertEqual(try stand.room(of: "text").height, after.height)
    }
  }

  func testAnEmptyLineIsLessThanALine() throws {
    try onGtk {
      let stand = try ReadingStand(marked { $0.add("One\n\nTwo\nThree\n") })
      let rows = try ["One", "Two", "Three"].map { try stand.room(of: $0).y }
      XCTAssertGreaterThan(rows[1] - rows[0], rows[2] - rows[1])
      XCTAssertLessThan(rows[1] - rows[0], 2 * (rows[2] - rows[1]))
    }
  }

  func testMoreOfATextKeepsWhatIsOpen() throws {
    try onGtk {
      let quoted = String(repeating: "Quoted.\n", count: 9)
      let short = marked {
        $0.add("Ada wrote:\n")
        $0.add(quoted, .quotation)
      }
      let long = marked {
        $0.add("Ada wrote:\n")
        $0.add(quoted + quoted, .quotation)
        $0.add("Two.\n")
      }
      let stand = try ReadingStand(short)
      XCTAssertEqual(stand.shown, "Ada wrote:\n \n" + quoted)
      stand.show(long)
      XCTAssertEqual(stand.shown, "Ada wrote:\n \n" + quoted + quoted + "Two.\n")
      Signal.emit(try XCTUnwrap(stand.folds.first), "clicked")
      stand.waitForFrames(3)
      XCTAssertEqual(stand.shown, "Ada wrote:\n \nTwo.\n")
    }
  }

  func testAHundredThousandMarksAreTakenInPieces() throws {
    try onGtk {
      let content = marked { maker in
        for number in 0..<50_000 {
          maker.link("a", to: "https://example.org/\(number)")
          maker.add("b\n", .bold)
        }
      }
      let stand = try ReadingStand()
      stand.text.show(content)
      pump("all of it") {
        Int(gtk_text_buffer_get_char_count(stand.buffer)) == content.text.utf8.count
      }
      stand.waitForFrames(3)
      XCTAssertEqual(stand.links.count, 200)
    }
  }

  func testAWideTableFitsANarrowPane() throws {
    try onGtk {
      let content = marked { $0.add("One\tTwo\tThree\n", .table(columns: [40, 80])) }
      let stand = try ReadingStand(content, width: 360)
      let width = gtk_widget_get_width(stand.view)
      stand.waitForFrames(3)
      let last = try stand.room(of: "Three")
      XCTAssertEqual(last.y, try stand.room(of: "One").y, "on one line")
      XCTAssertLessThan(last.x, width - 20)
    }
  }

  func testColumnsAreAsWideAsTheirCells() throws {
    try onGtk {
      // Where they begin by their characters would be too near.
      let content = marked {
        $0.add(.table(columns: [8, 16])) {
          $0.add("WWWWWW", .bold)
          $0.add("\t")
          $0.add("WWMWWW", .bold)
          $0.add("\tThird\niiiiii\tiiiiii\tiiiii\nOver the two of them\t\tjjj\n")
        }
      }
      let stand = try ReadingStand(content)
      let columns = try [
        ["WWWWWW", "iiiiii", "Over"], ["WWMWWW", "iiiiii \tiiiii\n"],
        ["Third", "iiiii\n", "jjj\n"],
      ]
      .map { try $0.map { try stand.room(of: $0).x } }
      XCTAssertEqual(Set(columns[0]).count, 1)
      XCTAssertEqual(Set(columns[1]).count, 1)
      XCTAssertEqual(Set(columns[2]).count, 1)
      XCTAssertEqual(try stand.room(of: "jjj\n").y, try stand.room(of: "Over").y)
      XCTAssertGreaterThan(columns[1][0], try stand.right(of: "WWWWWW"))
      XCTAssertGreaterThan(columns[2][0], try stand.right(of: "WWMWWW"))
      stand.text.setZoom(1.5)
      stand.waitForFrames(4)
      XCTAssertGreaterThan(try stand.room(of: "WWMWWW").x, try stand.right(of: "WWWWWW"))
    }
  }

  func testCellsNeverTouchWhereTheyHaveLittleRoom() throws {
    try onGtk {
      let lengths = 1..<40
      let content = marked { maker in
        maker.add(.table(columns: [20, 30])) { table in
          for length in lengths {
            table.add(String(repeating: "i", count: length) + "<\t")
            table.add("[\(length)]\t\(length);\n")
          }
        }
      }
      let stand = try ReadingStand(content, width: 360)
      stand.text.setZoom(2)
      stand.waitForFrames(4)
      for length in lengths {
        let number = "[\(length)]"
        for (cell, next) in [("<\t\(number)", number), ("\(number)\t\(length);", "\(length);")] {
          // With what stands between them or without.
          let begin = try XCTUnwrap(
            stand.place(of: cell) ?? stand.place(of: cell.replacing("\t", with: " \t")))
          let width = cell.unicodeScalars.prefix { $0 != "\t" }.count
          let (end, start) = (stand.room(at: begin + width), try stand.room(of: next))
          if end.y == start.y { XCTAssertGreaterThan(start.x - end.x, 3, cell) }
        }
      }
    }
  }

  func testATableHasAllTheRoomThatThereIs() throws {
    try onGtk {
      let content = marked {
        $0.add(
          "Item\tNumber\tEach\tSum\nOak shelf, 80 cm\t2!\t45.00 €\t90.00 €\nDelivery\t1!\t6.90 €\t6.95 €\n",
          .table(columns: [18, 26, 35]))
      }
      // As wide as it is with the least gaps, whatever the font is: there is room left of each step in which the looks follow the width.
      let wide = try ReadingStand(content, width: 600)
      let cells = ["Oak shelf, 80 cm", "Number", "45.00 €", "90.00 €"]
      let text = try cells.reduce(0) { try $0 + wide.right(of: $1) - wide.room(of: $1).x }
      for more in stride(from: Int32(28), through: 68, by: 8) {
        let stand = try ReadingStand(content, width: text + more)
        let rows = try ["Oak shelf", "2!", "45.00", "90.00"].map { try stand.room(of: $0).y }
        XCTAssertEqual(Set(rows).count, 1, "\(more)")
        XCTAssertEqual(try stand.room(of: "2!").x, try stand.room(of: "1!").x, "\(more)")
      }
    }
  }

  func testCodeThatIsBrokenGoesOnSetIn() throws {
    try onGtk {
      let content = marked {
        $0.add("begin" + String(repeating: "=", count: 200) + "end;\nnext\n", .preformatted)
      }
      let stand = try ReadingStand(content, width: 360)
      let (first, next) = (try stand.room(of: "begin"), try stand.room(of: "next"))
      XCTAssertEqual(first.x, next.x)
      let start = try XCTUnwrap(stand.place(of: "begin"))
      let places = (start..<start + 200).map { stand.room(at: $0) }
      let second = try XCTUnwrap(places.first { $0.y > first.y })
      XCTAssertGreaterThan(second.x, first.x + 8)
    }
  }

  func testALineBehindOnesWithLinksLooksAsItIs() throws {
    try onGtk {
      let content = marked {
        $0.add("A heading\n", .heading(1))
        $0.link("One")
        $0.add(" link.\nThe second\n\n")
        $0.link("Another")
        $0.add(":\nThe last\n\nBehind.\n")
      }
      let stand = try ReadingStand(content)
      let height = try stand.room(of: "Behind").height
      XCTAssertGreaterThan(try stand.room(of: "A heading").height, height)
      for text in ["One", "The second", "Another", "The last"] {
        XCTAssertEqual(try stand.room(of: text).height, height, text)
      }
    }
  }

  func testEightyColumnsFitWhereTheyCanBeRead() throws {
    try onGtk {
      let line = String(repeating: "=", count: 79)
      let content = marked { $0.add("first\n\(line);\n", .preformatted) }
      for width in stride(from: Int32(540), through: 600, by: 20) {
        let stand = try ReadingStand(content, width: width)
        XCTAssertEqual(try stand.room(of: ";").y, try stand.room(of: line).y, "\(width) px")
      }
      let stand = try ReadingStand(content, width: 540)
      let small = try stand.right(of: "first")
      stand.show(marked { $0.add("first\nshort\n", .preformatted) })
      XCTAssertGreaterThan(try stand.right(of: "first"), small)
    }
  }
}
