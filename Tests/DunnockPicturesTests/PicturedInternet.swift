import CDunnockGtk
import GtkBridge
import MailModel
import MailText

@testable import MailReading

/// Where a mail's pictures are fetched from while it is drawn: each is of its own colours, with a hill before a sky.
@MainActor
final class PicturedInternet: ReadingHost {
  func follow(_ link: MarkedText.Link) {}
  func unsubscribe(_ way: Unsubscribing) {}
  func tell(_ text: String) {}

  var fetchesPictures: Bool { true }

  func fetchPictures(
    at addresses: [String]
  ) -> AsyncStream<(address: String, bytes: [UInt8]?)> {
    AsyncStream { continuation in
      for address in addresses { continuation.yield((address, Self.picture(of: address))) }
      continuation.finish()
    }
  }

  func loadsPictures(of sender: String, in folder: FolderID) -> Bool? { false }

  private static func picture(of address: String) -> [UInt8]? {
    let (width, height): (Int32, Int32) = (320, 220)
    let hue = address.utf8.reduce(UInt32(0)) { ($0 &* 31 &+ UInt32($1)) & 0x3F }
    guard let sky = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, width, height) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(sky)) }
    gdk_pixbuf_fill(sky, (0x70 + hue) << 24 | 0xA8_D8FF)
    for step in 0..<height / 2 {
      let inset = step * step / height
      guard
        let row = gdk_pixbuf_new_subpixbuf(
          sky, inset, height - 1 - step, max(1, width - 2 * inset), 1)
      else { continue }
      gdk_pixbuf_fill(row, 0x38_0060FF | (0x60 + hue) << 16)
      g_object_unref(UnsafeMutableRawPointer(row))
    }
    var (buffer, count): (UnsafeMutablePointer<gchar>?, gsize) = (nil, 0)
    guard gdk_pixbuf_save_to_bufferv(sky, &buffer, &count, "png", nil, nil, nil) != 0 else {
      return nil
    }
    defer { g_free(buffer) }
    return UnsafeRawBufferPointer(start: buffer, count: Int(count)).map { $0 }
  }
}
