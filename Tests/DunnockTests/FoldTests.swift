import CDunnockGtk
import GtkBridge
import GtkTestSupport
import MailText
import XCTest

@testable import Dunnock
@testable import MailReading

final class FoldTests: XCTestCase {
  func testAQuotationThatEndsTheMessageIsFoldedAndOpens() throws {
    try onGtk {
      let stand = try ReadingStand(answer)
      let folded = answer.text.replacing(
        String(repeating: "What was é said.\n", count: 12), with: " \n")
      XCTAssertEqual(stand.shown, folded)
      let button = try XCTUnwrap(stand.folds.first)
      Signal.emit(button, "clicked")
      stand.waitForFrames(3)
      XCTAssertEqual(
        stand.shown,
        answer.text.replacing("Ada wrote:\n", with: "Ada wrote:\n \n"))
      Signal.emit(button, "clicked")
      stand.waitForFrames(3)
      XCTAssertEqual(stand.shown, folded)
    }
  }

  func testAShortQuotationIsFoldedWhereItStandsElsewhere() throws {
    try onGtk {
      let content = marked {
        $0.add("Yes?\nNo?\n", .quotation)
        $0.add("Perhaps.\nAda wrote:\n")
        $0.add("When?\nWhere?\n", .quotation)
      }
      let stand = try ReadingStand(content)
      XCTAssertEqual(stand.shown, content.text)
      stand.text.clear()
      stand.text.foldShortQuotations(true)
      stand.show(content)
      XCTAssertEqual(stand.shown, content.text.replacing("When?\nWhere?\n", with: " \n"))
    }
  }

  func testInlineAnswersStayOpen() throws {
    try onGtk {
      let content = marked {
        $0.add("One?\n", .quotation)
        $0.add("Yes.\n")
        $0.add("Two?\n3?\n4?\n5?\n6?\n7?\n8?\n9?\n", .quotation)
        $0.add("No.\n")
        $0.add(String(repeating: "More?\n", count: 9), .quotation)
        $0.add("Perhaps.\n")
      }
      let stand = try ReadingStand(content)
      XCTAssertEqual(stand.shown, content.text.replacing("No.\n", with: "No.\n \n"))
      XCTAssertEqual(stand.folds.count, 1)
    }
  }

  func testAMessageThatOnlyQuotesIsOpen() throws {
    let content = marked {
      $0.add("Ada wrote:\n")
      $0.add(String(repeating: "Said.\n", count: 12), .quotation)
    }
    try onGtk {
      XCTAssertTrue(try ReadingStand(content).shown.contains("Said."))
    }
  }

  func testAnEnclosureIsFolded() throws {
    try onGtk {
      let content = marked {
        $0.add("See below.\n")
        $0.add("Inside.\n", .enclosure(title: "What was returned"))
        $0.add("Behind.\n")
      }
      let stand = try ReadingStand(content)
      XCTAssertEqual(stand.shown, "See below.\n \nBehind.\n")
      Signal.emit(try XCTUnwrap(stand.folds.first), "clicked")
      stand.waitForFrames(3)
      XCTAssertEqual(stand.shown, "See below.\n \nInside.\nBehind.\n")
    }
  }

  func testPlacesAndBytesAgreeWhateverIsFolded() throws {
    var content = marked {
      for number in 0..<6 {
        $0.add("Größe \(number) 漢字 😀\n")
        $0.add(String(repeating: "Quoted é\n", count: 6 + number), .quotation)
        $0.add("x\n", .enclosure(title: ""))
      }
    }
    var folded = FoldedText()
    var buffer: [Unicode.Scalar] = []
    func feed(_ size: Int) {
      while let piece = folded.next(size) {
        switch piece {
        case .line(_, let place):
          buffer.insert(contentsOf: FoldedText.line.unicodeScalars, at: place)
        case .text(let range, let place):
          let text = String(decoding: folded.offsets.bytes[range], as: UTF8.self)
          buffer.insert(contentsOf: text.unicodeScalars, at: place)
        }
      }
    }
    func check(line: UInt = #line) {
      var byte = 0
      var seen = 0
      for scalar in content.text.unicodeScalars {
        if let place = folded.place(of: byte) {
          XCTAssertEqual(buffer[place], scalar, line: line)
          XCTAssertEqual(folded.byte(at: place), byte, line: line)
          seen += 1
        } else {
          XCTAssertNotNil(folded.closedFold(at: byte), line: line)
        }
        byte += String(scalar).utf8.count
      }
      XCTAssertEqual(seen + 2 * folded.folds.count, buffer.count, line: line)
    }
    folded.show(content, goesOn: false)
    feed(7)
    XCTAssertTrue(folded.isComplete)
    XCTAssertGreaterThan(folded.folds.count, 7)
    check()
    for round in 0..<3 {
      for fold in folded.folds.indices where (fold + round).isMultiple(of: 2) {
        if folded.folds[fold].isOpen {
          buffer.removeSubrange(folded.close(fold))
        } else {
          folded.open(fold)
          feed(11)
        }
        check()
      }
    }
    // The last one is longer with more of the text.
    let start = content.text.utf8.count
    content.text += "y\nEnd\n"
    let last = content.marks.count - 1
    content.marks[last] = .init(
      content.marks[last].range.lowerBound..<start + 2, content.marks[last].kind)
    folded.show(content, goesOn: true)
    feed(100)
    check()
  }

  func testAFoldIsAsHighAsAFingerNeedsAndNoHigher() throws {
    try onGtk {
      let stand = try ReadingStand(answer)
      for _ in 0..<2 {
        let button = try XCTUnwrap(stand.folds.first)
        XCTAssertTrue((24...30).contains(gtk_widget_get_height(button)))
        Signal.emit(button, "clicked")
        stand.waitForFrames(4)
      }
    }
  }

  func testAFoldCanBeReachedByKeyAndTellsWhetherItIsOpen() throws {
    try onGtk {
      let stand = try ReadingStand(answer)
      stand.text.grabFocus()
      XCTAssertNotEqual(gtk_widget_child_focus(stand.text.widget, GTK_DIR_TAB_FORWARD), 0)
      let button = try XCTUnwrap(stand.folds.first)
      XCTAssertTrue(button.holdsFocus)
    }
  }
}

private let answer = marked {
  $0.add("An answer of my own.\nOf two lines.\n\nAda wrote:\n")
  $0.add(String(repeating: "What was é said.\n", count: 12), .quotation)
  $0.add("\n")
  $0.add("-- \nBen\n", .signature)
}
