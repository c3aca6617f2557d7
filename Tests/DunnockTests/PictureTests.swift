import CDunnockGtk
import GtkBridge
import GtkTestSupport
import MailText
import XCTest

@testable import Dunnock
@testable import MailReading

final class PictureTests: XCTestCase {
  func testAPictureIsDecodedAndMadeSmaller() throws {
    try onGtk {
      for kind in ["png", "jpeg"] {
        let bytes = try picture(400, 200, kind)
        XCTAssertEqual(try size(decode(bytes, (1_000, 1_000)).get()), [400, 200], kind)
        XCTAssertEqual(try size(decode(bytes, (100, 1_000)).get()), [100, 50], kind)
      }
    }
  }

  func testTheFirstPictureOfAGif() throws {
    try onGtk { XCTAssertEqual(try size(decode(gif(2, 1), (10, 10)).get()), [2, 1]) }
  }

  func testABombIsASentence() throws {
    try onGtk {
      var png = try picture(8, 8, "png")
      // The header of one of 30,000 by 30,000.
      png.replaceSubrange(16..<24, with: [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30])
      png.replaceSubrange(29..<33, with: checksum(png[12..<29]))
      var jpeg = try picture(8, 8, "jpeg")
      let frame = try XCTUnwrap(
        jpeg.indices.first { jpeg[$0] == 0xFF && [0xC0, 0xC2].contains(jpeg[$0 + 1]) })
      jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0x75, 0x30, 0x75, 0x30])
      let webp =
        Array("RIFF\0\0\0\0WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0] + [
          0x2F, 0x75, 0, 0x2F, 0x75, 0,
        ]
      for bytes in [
        png, jpeg, gif(30_000, 30_000), webp, [UInt8](repeating: 0xFF, count: 17 << 20),
      ] {
        guard case .failure(let refusal) = decode(bytes, (100, 100)) else {
          return XCTFail("decoded")
        }
        XCTAssertEqual(refusal, .tooLarge)
      }
    }
  }

  func testWhatIsNoPictureIsNotRead() throws {
    try onGtk {
      let cut = Array(try picture(400, 200, "png").prefix(40))
      let svg = Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>".utf8)
      for bytes in [[], svg, cut, Array("GIF89a".utf8)] {
        guard case .failure(let refusal) = decode(bytes, (100, 100)) else {
          return XCTFail("decoded")
        }
        XCTAssertEqual(refusal, .unreadable)
      }
    }
  }

  func testPicturesAreAsLargeAsTheText() throws {
    try onGtk {
      let small = try picture(100, 50, "png")
      let stand = try ReadingStand()
      stand.text.usePictures { _ in small }
      stand.text.setZoom(1.5)
      stand.show(
        marked { $0.add("\u{FFFC}", .picture(contentID: "small", description: "")) })
      pump("the picture") { stand.widgets("is-awaited").isEmpty }
      stand.waitForFrames(4)
      let picture = try XCTUnwrap(stand.view.below(gtk_picture_get_type()).first)
      XCTAssertEqual(gtk_widget_get_width(picture), 150)
      stand.text.setZoom(1)
      stand.waitForFrames(4)
      XCTAssertEqual(gtk_widget_get_width(picture), 100)
    }
  }

  func testAPictureOfTheMessageIsAsLargeAsItsPageSays() throws {
    try onGtk {
      let bytes = try picture(80, 40, "png")
      let content = marked {
        for (width, height) in [(40, nil), (nil, 10), (nil, nil), (9_000, nil)] as [(Int?, Int?)] {
          $0.add(
            "\u{FFFC}", .picture(contentID: "one", description: "", width: width, height: height))
          $0.add("\n")
        }
      }
      let stand = try ReadingStand()
      stand.text.usePictures { _ in bytes }
      stand.show(content)
      pump("the pictures") { stand.widgets("is-awaited").isEmpty }
      stand.waitForFrames(4)
      let pictures = stand.view.below(gtk_picture_get_type())
      XCTAssertEqual(pictures.prefix(3).map { gtk_widget_get_width($0) }, [40, 20, 80])
      XCTAssertLessThanOrEqual(gtk_widget_get_width(pictures[3]), 600)
    }
  }

  func testWhatIsDrawnInDarkLinesStandsOnWhite() throws {
    try onGtk {
      let content = marked {
        for id in ["ink", "chalk", "photograph"] {
          $0.add("\u{FFFC}", .picture(contentID: id, description: ""))
          $0.add("\n")
        }
      }
      let pictures = [
        "ink": try lines(of: 0x2020_20FF), "chalk": try lines(of: 0xFFFF_FFFF),
        "photograph": try lines(of: 0x2020_20FF, on: 0x4040_40FF),
      ]
      let stand = try ReadingStand()
      stand.text.usePictures { pictures[$0] }
      stand.show(content)
      pump("the pictures") { stand.widgets("is-awaited").isEmpty }
      XCTAssertEqual(
        stand.widgets("message-picture").map { gtk_widget_has_css_class($0, "is-ink") }, [1, 0, 0])
    }
  }

  /// Down while the picture of the last message is being read: each is read from its own.
  func testPicturesComeFromTheMessageThatIsOnShow() throws {
    try onGtk {
      let large = try picture(80, 40, "png")
      let small = try picture(30, 10, "png")
      let content = marked {
        for id in ["one", "two"] {
          $0.add("\u{FFFC}", .picture(contentID: id, description: ""))
          $0.add("\n")
        }
      }
      let first = Awaited(large)
      let stand = try ReadingStand()
      stand.text.usePictures { await first.read($0) }
      stand.show(content)
      pump("the first reading") { first.reads == ["one"] }
      stand.text.clear()
      stand.text.usePictures { _ in small }
      stand.show(content)
      first.isHeld = false
      pump("the pictures") { stand.widgets("is-awaited").isEmpty }
      pump("the end of the first reading") { first.isRead }
      stand.waitForFrames(4)
      XCTAssertEqual(first.reads, ["one"])
      let pictures = stand.view.below(gtk_picture_get_type())
      XCTAssertEqual(pictures.map { gtk_widget_get_width($0) }, [30, 30])
    }
  }

  /// "Show More" while a picture is being read.
  func testAPictureIsReadAgainWhereMoreOfItsMessageIsShown() throws {
    try onGtk {
      let bytes = try picture(30, 10, "png")
      let content = marked { $0.add("\u{FFFC}", .picture(contentID: "one", description: "")) }
      let first = Awaited(bytes)
      let stand = try ReadingStand()
      stand.text.usePictures { await first.read($0) }
      stand.show(content)
      pump("the first reading") { first.reads == ["one"] }
      stand.text.usePictures { _ in bytes }
      pump("the picture") { stand.widgets("is-awaited").isEmpty }
      first.isHeld = false
      pump("the end of the first reading") { first.isRead }
      stand.waitForFrames(4)
      XCTAssertEqual(stand.view.below(gtk_picture_get_type()).count, 1)
    }
  }

  func testAPictureThatIsReadWhenItsTextIsGoneIsShownNowhere() throws {
    try onGtk {
      let slow = Awaited(try picture(30, 10, "png"))
      let stand = try ReadingStand()
      stand.text.usePictures { await slow.read($0) }
      stand.show(marked { $0.add("\u{FFFC}", .picture(contentID: "one", description: "")) })
      pump("the reading") { slow.reads == ["one"] }
      close(stand.window)
      slow.isHeld = false
      pump("its end") { slow.isRead }
      // One after it is decoded after it.
      XCTAssertNoThrow(try decode(picture(8, 8, "png"), (8, 8)).get())
      withExtendedLifetime(stand.text) {}
    }
  }

  func testPicturesStandInTheTextNoWiderThanIt() throws {
    try onGtk {
      let wide = try picture(1_500, 300, "png")
      let content = marked {
        $0.add("Before ")
        $0.add("\u{FFFC}", .picture(contentID: "wide", description: "A wide one"))
        $0.add(" between ")
        $0.add("\u{FFFC}", .picture(contentID: "broken", description: ""))
        $0.add(" behind.\n")
      }
      let stand = try ReadingStand()
      stand.text.usePictures { $0 == "wide" ? wide : Array("<svg/>".utf8) }
      stand.show(content)
      XCTAssertEqual(stand.shown, content.text)
      XCTAssertEqual(stand.widgets("message-picture").count, 2)
      pump("both") { stand.widgets("is-awaited").isEmpty }
      stand.waitForFrames(4)
      let picture = try XCTUnwrap(stand.view.below(gtk_picture_get_type()).first)
      XCTAssertLessThanOrEqual(gtk_widget_get_width(picture), 600)
      XCTAssertGreaterThan(gtk_widget_get_width(picture), 500)
      XCTAssertEqual(
        String(cString: gtk_picture_get_alternative_text(picture.opaque)), "A wide one")
      let labels = stand.view.below(gtk_label_get_type()).map {
        String(cString: gtk_label_get_text($0.opaque))
      }
      XCTAssertEqual(labels, ["This picture cannot be shown."])
    }
  }
}

/// The picture of a message that takes its time to be read.
@MainActor private final class Awaited {
  var isHeld = true
  private(set) var reads: [String] = []
  private(set) var isRead = false
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func read(_ id: String) async -> [UInt8]? {
    reads.append(id)
    while isHeld { try? await Task.sleep(for: .milliseconds(5)) }
    isRead = true
    return bytes
  }
}

@MainActor private func decode(
  _ bytes: [UInt8], _ box: (width: Int, height: Int)
) -> Result<BoundedPicture, BoundedPicture.Refusal> {
  MainLoop.adoptMainActor()
  var result: Result<BoundedPicture, BoundedPicture.Refusal>?
  Task { result = await BoundedPicture.decode(bytes, fitting: box) }
  pump("the picture") { result != nil }
  return result ?? .failure(.unreadable)
}

@MainActor private func size(_ picture: BoundedPicture) -> [Int] {
  [picture.size.width, picture.size.height]
}

private func picture(_ width: Int32, _ height: Int32, _ kind: String) throws -> [UInt8] {
  let pixbuf = try XCTUnwrap(gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, width, height))
  defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
  gdk_pixbuf_fill(pixbuf, 0x3070_A0FF)
  var (buffer, count): (UnsafeMutablePointer<gchar>?, gsize) = (nil, 0)
  XCTAssertNotEqual(gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &count, kind, nil, nil, nil), 0)
  defer { g_free(buffer) }
  return UnsafeRawBufferPointer(start: buffer, count: Int(count)).map { $0 }
}

/// One with a line across.
@MainActor private func lines(of color: guint32, on ground: guint32 = 0) throws -> [UInt8] {
  let pixbuf = try XCTUnwrap(gdk_pixbuf_new(GDK_COLORSPACE_RGB, 1, 8, 40, 40))
  defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
  gdk_pixbuf_fill(pixbuf, ground)
  let line = try XCTUnwrap(gdk_pixbuf_new_subpixbuf(pixbuf, 0, 10, 40, 10))
  gdk_pixbuf_fill(line, color)
  g_object_unref(UnsafeMutableRawPointer(line))
  var (buffer, count): (UnsafeMutablePointer<gchar>?, gsize) = (nil, 0)
  XCTAssertNotEqual(gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &count, "png", nil, nil, nil), 0)
  defer { g_free(buffer) }
  return UnsafeRawBufferPointer(start: buffer, count: Int(count)).map { $0 }
}

/// One of these sizes, of one colour.
private func gif(_ width: Int, _ height: Int) -> [UInt8] {
  let size = [UInt8(width & 0xFF), UInt8(width >> 8), UInt8(height & 0xFF), UInt8(height >> 8)]
  return Array("GIF89a".utf8) + size + [0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x2C, 0, 0, 0, 0]
    + [2, 0, 1, 0, 0, 2, 2, 4, 10, 0, 0x3B]
}

private func checksum(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
  var sum = ~UInt32(0)
  for byte in bytes {
    sum ^= UInt32(byte)
    for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
  }
  return (0..<4).map { UInt8(truncatingIfNeeded: ~sum >> (24 - 8 * $0)) }
}
