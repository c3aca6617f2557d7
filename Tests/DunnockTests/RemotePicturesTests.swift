import CDunnockAdwaita
import GtkBridge
import GtkTestSupport
import MailModel
import MailText
import Texts
import XCTest

@testable import Dunnock
@testable import MailReading

/// The pictures of the internet in a mail on show.
final class RemotePicturesTests: XCTestCase {
  func testTheyAreLoadedWhenThatIsAskedFor() throws {
    try onGtk {
      let stand = try RemoteStand(["one": (80, 40), "spy": (1, 30)])
      stand.show([
        .init(address: "one", description: "A cat"), .init(address: "one"), .init(address: "spy"),
        .init(address: "none", description: "A dog"),
      ])
      XCTAssertEqual(stand.words, "4 pictures from the internet are not loaded.")
      XCTAssertEqual(stand.boxes.count, 4)
      XCTAssertEqual(stand.host.asked, [])
      XCTAssertTrue(stand.view.text.widget.texts.contains("A cat"))
      stand.view.perform(.loadPictures)
      pump("the pictures") { stand.pictures.count == 2 }
      pump("what could not be loaded") { stand.words == "1 picture could not be loaded." }
      XCTAssertEqual(stand.host.asked, ["one", "spy", "none"])
      pump("their sizes") { stand.pictures.map { gtk_widget_get_width($0) } == [80, 80] }
      // What is not to be seen is not, and what is not there has its words.
      pump("no place for what is not to be seen") { stand.boxes.count == 3 }
      XCTAssertTrue(stand.view.text.widget.texts.contains("A dog"))
      stand.host.internet?["none"] = try pngOfOneColour(20, 20)
      stand.view.perform(.loadPictures)
      pump("the last") { stand.pictures.count == 3 }
      pump("no more to load") { !stand.view.canPerform(.loadPictures) }
      XCTAssertEqual(stand.host.asked, ["one", "spy", "none", "none"])
      pump("no line") { stand.words == nil }
      stand.end()
    }
  }

  func testTheyAreAsLargeAsThePageSays() throws {
    try onGtk {
      let stand = try RemoteStand(["a": (80, 40), "b": (300, 30), "c": (5_000, 10)])
      stand.show([
        .init(address: "a", width: 40), .init(address: "a", height: 80),
        .init(address: "b", width: 30, height: 60),
        .init(address: "b", width: 9_000, height: 9_000), .init(address: "c"),
      ])
      let before = stand.boxes.map { gtk_widget_get_width($0) }
      stand.view.perform(.loadPictures)
      pump("the pictures") { stand.pictures.count == 5 }
      stand.waitForFrames(4)
      let room = gtk_widget_get_width(stand.boxes[3])
      let sizes = stand.boxes.map { [gtk_widget_get_width($0), gtk_widget_get_height($0)] }
      XCTAssertEqual(Array(sizes.prefix(3)), [[40, 20], [160, 80], [30, 60]])
      XCTAssertEqual(before[0], 40)
      XCTAssertEqual(before[2], 30)
      XCTAssertLessThanOrEqual(room, 700)
      // Nothing goes on beside the text.
      XCTAssertEqual(before[3], room, accuracy: 2)
      stand.end()
    }
  }

  func testNothingIsForgottenByAnotherWayToRead() throws {
    try onGtk {
      let stand = try RemoteStand(["one": (80, 40), "two": (20, 20)])
      let first = [MarkedText.RemotePicture(address: "one")]
      stand.show(first)
      stand.view.perform(.loadPictures)
      pump("the picture") { stand.pictures.count == 1 }
      stand.read([])
      XCTAssertNil(stand.words)
      XCTAssertFalse(stand.view.canPerform(.loadPictures))
      stand.read(first)
      pump("the picture again") { stand.pictures.count == 1 }
      XCTAssertEqual(stand.host.asked, ["one"])
      // Who has asked for them has asked for those further down.
      stand.read(first + [.init(address: "two")])
      pump("both") { stand.pictures.count == 2 }
      XCTAssertEqual(stand.host.asked, ["one", "two"])
      stand.end()
    }
  }

  func testTheNextMessageIsAskedForByItself() throws {
    try onGtk {
      let stand = try RemoteStand(["one": (80, 40)])
      stand.host.isHeld = true
      stand.show([.init(address: "one")])
      stand.view.perform(.loadPictures)
      XCTAssertEqual(stand.words, "Loading pictures…")
      stand.show([.init(address: "one")])
      XCTAssertEqual(stand.words, "1 picture from the internet is not loaded.")
      pump("the end of the first") { stand.host.ended.load(ordering: .relaxed) == 1 }
      stand.host.isHeld = false
      XCTAssertEqual(stand.host.asked, ["one"])
      stand.view.perform(.loadPictures)
      pump("the picture") { stand.pictures.count == 1 }
      // Nothing waits for what nobody sees any more.
      stand.host.isHeld = true
      stand.show([.init(address: "one")])
      stand.view.perform(.loadPictures)
      stand.end()
      pump("the end of the last") { stand.host.ended.load(ordering: .relaxed) == 2 }
      stand.host.isHeld = false
    }
  }

  func testOfSomeSendersTheyAreAlwaysLoaded() throws {
    try onGtk {
      let stand = try RemoteStand(["one": (80, 40)])
      let pictures = [MarkedText.RemotePicture(address: "one")]
      stand.show(pictures)
      XCTAssertTrue(stand.view.canPerform(.alwaysLoadPictures))
      stand.view.perform(.alwaysLoadPictures)
      pump("the choice") { stand.host.isRemembered == true }
      pump("the picture") { stand.pictures.count == 1 }
      stand.show(pictures)
      XCTAssertNil(stand.words)
      pump("the picture of the next") { stand.pictures.count == 1 }
      XCTAssertEqual(
        stand.view.title(of: .alwaysLoadPictures), "Ask Before Loading From This Sender")
      let asked = stand.host.asked.count
      // Nobody knows who sent these.
      stand.show(pictures, doubts: [.notConfirmed(host: "x.org")])
      XCTAssertFalse(stand.view.canPerform(.alwaysLoadPictures))
      stand.show(pictures, isConfirmed: false)
      XCTAssertFalse(stand.view.canPerform(.alwaysLoadPictures))
      XCTAssertTrue(stand.view.canPerform(.loadPictures))
      stand.show(pictures, in: nil)
      XCTAssertFalse(stand.view.canPerform(.alwaysLoadPictures))
      stand.host.isRemembered = nil
      stand.show(pictures)
      XCTAssertFalse(stand.view.canPerform(.alwaysLoadPictures))
      XCTAssertTrue(stand.view.canPerform(.loadPictures))
      XCTAssertEqual(stand.host.asked.count, asked)
      stand.host.isRemembered = true
      stand.show([])
      stand.view.perform(.alwaysLoadPictures)
      pump("the other choice") { stand.host.isRemembered == false }
      stand.end()
    }
  }

  func testWhereASenderIsChosenNoMoreTheyAreOfferedAgain() throws {
    try onGtk {
      let stand = try RemoteStand([:])
      stand.host.isRemembered = true
      stand.show([.init(address: "one", description: "A cat")])
      pump("what could not be loaded") { stand.words == "1 picture could not be loaded." }
      stand.host.isRemembered = false
      stand.view.settingsChanged()
      XCTAssertEqual(stand.words, "1 picture from the internet is not loaded.")
      XCTAssertTrue(stand.view.text.widget.texts.contains("A cat"))
      XCTAssertTrue(stand.view.canPerform(.loadPictures))
      // Who has asked for those of this message is told what became of them.
      stand.view.perform(.loadPictures)
      pump("what could not be loaded") { stand.words == "1 picture could not be loaded." }
      stand.view.settingsChanged()
      XCTAssertEqual(stand.words, "1 picture could not be loaded.")
      stand.end()
    }
  }

  func testOneThatIsLoadedCanBeSaved() throws {
    try onGtk {
      let stand = try RemoteStand(["one": (80, 40)])
      stand.show([.init(address: "one")])
      let box = try XCTUnwrap(stand.boxes.first)
      let view = try XCTUnwrap(stand.view.text.widget.below(gtk_text_view_get_type()).first)
      let name = {
        box.bounds(in: view).flatMap {
          stand.view.text.filling.pictures.id(at: Double($0.x + 4), Double($0.y + 4))
        }
      }
      XCTAssertNil(name(), "what is not there cannot be saved")
      stand.view.perform(.loadPictures)
      pump("the picture") { stand.pictures.count == 1 && name() != nil }
      stand.end()
    }
  }

  func testWhereNothingIsFetchedNothingIsOffered() throws {
    try onGtk {
      let stand = try RemoteStand([:])
      stand.host.internet = nil
      stand.show([.init(address: "one")])
      XCTAssertNil(stand.words)
      XCTAssertFalse(stand.view.canPerform(.loadPictures))
      stand.end()
    }
  }

  func testWhatIsNoPictureIsSaid() throws {
    try onGtk {
      let stand = try RemoteStand([:])
      stand.host.internet = ["one": Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)]
      stand.show([.init(address: "one", description: "A cat")])
      stand.view.perform(.loadPictures)
      pump("why not") {
        stand.view.text.widget.texts.contains("A cat\nThis picture cannot be shown.")
      }
      stand.end()
    }
  }

  func testItsWordsAreThoseOfTheText() throws {
    try onGtk {
      let content = marked {
        $0.add("See ")
        $0.add(.link(0)) {
          $0.add("\u{FFFC}", .remotePicture(.init(address: "one", description: "Die Möwe")))
        }
        $0.add(" there.\n")
        $0.add("\u{FFFC}", .remotePicture(.init(address: "two", description: "a mowe")))
      }
      var linked = content
      linked.links = [.init(target: "https://x.org/", shown: "https://x.org/")]
      let stand = try ReadingStand(linked)
      XCTAssertEqual(stand.text.find("mowe").count, 2)
      XCTAssertEqual(stand.text.find("die mowe there").count, 1)
      XCTAssertEqual(stand.text.find("mowex").count, 0)
      XCTAssertEqual(stand.text.find("there").count, 1)
      XCTAssertEqual(stand.selected, "there")
    }
  }

  func testInTablesTheyHaveTheirColumn() throws {
    try onGtk {
      let content = marked {
        $0.add(.table(columns: [8, 20])) {
          $0.add("\u{FFFC}", .remotePicture(.init(address: "one", width: 100)))
          $0.add("\tTea\t1\n")
          $0.add("\tHoney and more\t2\n")
        }
      }
      let stand = try ReadingStand(content)
      stand.waitForFrames(4)
      XCTAssertGreaterThan(try stand.room(of: "Tea").x, 100)
      XCTAssertEqual(try stand.room(of: "Tea").x, try stand.room(of: "Honey").x)
    }
  }

  func testOnPaperIsWhatIsShown() throws {
    try onGtk {
      let pictures = [
        MarkedText.RemotePicture(address: "one", description: "A cat", width: 100),
        .init(address: "none", description: "A dog"), .init(address: "spy"),
      ]
      let content = marked {
        for picture in pictures {
          $0.add("\u{FFFC}", .remotePicture(picture))
          $0.add("\n")
        }
      }
      let bytes = [
        pictures[0].name: try pngOfOneColour(400, 400), pictures[2].name: try pngOfOneColour(1, 1),
      ]
      MainLoop.adoptMainActor()
      var decoded: [String: BoundedPicture]?
      Task { decoded = await PrintedMessage.pictures(in: content) { bytes[$0] } }
      pump("the pictures") { decoded != nil }
      let there = try XCTUnwrap(decoded)
      XCTAssertEqual(Array(there.keys), [pictures[0].name])
      XCTAssertEqual(
        PrintedText(content, pictures: Set(there.keys)).paragraphs.map(\.text),
        ["\u{FFFC}", "[A dog]", ""])
      // A link has a number where something of it is left.
      var linked = content
      for number in 0..<3 {
        let address = "https://\(number).x.org/"
        linked.links.append(.init(target: address, shown: address))
        linked.marks.insert(.init(4 * number..<4 * number + 3, .link(number)), at: 2 * number)
      }
      XCTAssertEqual(
        PrintedText(linked, pictures: Set(there.keys)).paragraphs.map(\.text),
        ["\u{FFFC}\u{A0}[1]", "[A dog]\u{A0}[2]", ""])
      let size = PictureBox.size(
        of: (400, 400), as: .remotePicture(pictures[0]), isInTable: false)
      XCTAssertEqual([size.width, size.height], [100, 100])
    }
  }
}

/// A message on the screen whose host has an internet of its own.
@MainActor private struct RemoteStand {
  let host = StandingHost()
  let view: MessageView
  let context: ReadingContext
  private let window: Widget
  private let source = StandingSource()

  init(_ pictures: [String: (Int32, Int32)]) throws {
    MainLoop.adoptMainActor()
    adw_init()
    _ = registerResources()
    host.internet = try pictures.mapValues { try pngOfOneColour($0.0, $0.1) }
    context = ReadingContext(asking: host)
    view = MessageView(context)
    window = present(view.widget, width: 700, height: 800)
  }

  func show(
    _ pictures: [MarkedText.RemotePicture], doubts: [SenderDoubt] = [], isConfirmed: Bool = true,
    in folder: FolderID? = .inbox
  ) {
    view.show(ShownMessage(subject: "One", address: "ada@x.org", folder: folder))
    read(pictures, doubts, isConfirmed: isConfirmed)
  }

  func read(
    _ pictures: [MarkedText.RemotePicture], _ doubts: [SenderDoubt] = [], isConfirmed: Bool = true
  ) {
    let content = marked { maker in
      maker.add("Hello.\n")
      for picture in pictures {
        maker.add("\u{FFFC}", .remotePicture(picture))
        maker.add("\n")
      }
    }
    let body = MessageBody(doubts: doubts, isSenderConfirmed: isConfirmed, content: content)
    view.show(ShownContent(body: body), of: source)
    waitForFrames(4)
  }

  /// What the line says; nil where there is none.
  var words: String? {
    let line = view.remotePictures.widget
    guard gtk_widget_get_mapped(line) != 0, gtk_revealer_get_reveal_child(line.opaque) != 0 else {
      return nil
    }
    return line.texts.first
  }

  var boxes: [Widget] {
    view.text.widget.shown(gtk_box_get_type()).filter {
      gtk_widget_has_css_class($0, "message-picture") != 0
    }
  }

  var pictures: [Widget] { view.text.widget.shown(gtk_picture_get_type()) }

  func waitForFrames(_ count: Int) {
    var left = count
    onEachFrame(of: view.widget) { _ in
      left -= 1
      return left > 0
    }
    pump("frames") { left <= 0 }
  }

  func end() { close(window) }
}
