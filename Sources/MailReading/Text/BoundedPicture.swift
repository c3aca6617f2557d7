import CDunnockGtk
import GtkBridge
import Texts

/// A picture out of a mail, decoded within bounds.
final class BoundedPicture {
  /// Why a picture is not shown.
  nonisolated enum Refusal: Error, Sendable {
    /// It has more than ``maximumPixels`` pixels or ``maximumBytes`` bytes.
    case tooLarge
    /// It is no PNG, JPEG, GIF or WebP that can be read here.
    case unreadable

    var sentence: String {
      switch self {
      case .tooLarge: tr("This picture is too large to be shown.")
      case .unreadable: tr("This picture cannot be shown.")
      }
    }
  }

  /// A GdkTexture.
  let texture: Ref
  /// What it is decoded to, in px.
  let size: (width: Int, height: Int)
  /// Whether what is behind it is seen through it, and it is dark: it is made to stand on white.
  let isInk: Bool

  private init(_ texture: Ref, _ size: (width: Int, height: Int), isInk: Bool) {
    (self.texture, self.size, self.isInk) = (texture, size, isInk)
  }

  /// Decodes a PNG, JPEG, GIF (its first picture) or WebP, away from the main thread and one at a time.
  ///
  /// - Parameter box: The room for it, px; a larger one is made smaller to fit, a smaller one stays.
  static func decode(
    _ bytes: [UInt8], fitting box: (width: Int, height: Int)
  ) async -> Result<BoundedPicture, Refusal> {
    let decoded = await PictureDecoder.shared.decode(bytes, width: box.width, height: box.height)
    switch decoded {
    case .failure(let refusal): return .failure(refusal)
    case .success(let pixels):
      let texture = pixels.bytes.withUnsafeBytes { raw -> OpaquePointer? in
        guard let bytes = g_bytes_new(raw.baseAddress, gsize(raw.count)) else { return nil }
        defer { g_bytes_unref(bytes) }
        return gdk_memory_texture_new(
          Int32(pixels.width), Int32(pixels.height),
          pixels.hasAlpha ? GDK_MEMORY_R8G8B8A8 : GDK_MEMORY_R8G8B8, bytes, gsize(pixels.stride))
      }
      guard let texture else { return .failure(.unreadable) }
      return .success(
        BoundedPicture(
          .adopting(full: UnsafeMutableRawPointer(texture)), (pixels.width, pixels.height),
          isInk: pixels.isInk))
    }
  }

  /// Draws it, in units of the canvas.
  func draw(on cairo: OpaquePointer, x: Double, y: Double, width: Double, height: Double) {
    guard
      let surface = cairo_image_surface_create(
        CAIRO_FORMAT_ARGB32, Int32(size.width), Int32(size.height)),
      let pixels = cairo_image_surface_get_data(surface)
    else { return }
    defer { cairo_surface_destroy(surface) }
    gdk_texture_download(
      texture.opaque, pixels, gsize(cairo_image_surface_get_stride(surface)))
    cairo_surface_mark_dirty(surface)
    cairo_save(cairo)
    cairo_translate(cairo, x, y)
    cairo_scale(cairo, width / Double(size.width), height / Double(size.height))
    cairo_set_source_surface(cairo, surface, 0, 0)
    cairo_paint(cairo)
    cairo_restore(cairo)
  }

  /// 64 MB when it is decoded.
  nonisolated static let maximumPixels = 16_000_000
  nonisolated static let maximumBytes = 16 << 20
}

/// Decodes one picture at a time, so that the memory of one is all that is taken.
private actor PictureDecoder {
  static let shared = PictureDecoder()

  nonisolated struct Pixels: Sendable {
    let bytes: [UInt8]
    let width: Int
    let height: Int
    let stride: Int
    let hasAlpha: Bool
    let isInk: Bool
  }

  func decode(
    _ bytes: [UInt8], width: Int, height: Int
  ) -> Result<Pixels, BoundedPicture.Refusal> {
    guard bytes.count <= BoundedPicture.maximumBytes else { return .failure(.tooLarge) }
    guard let kind = Self.kind(of: bytes) else { return .failure(.unreadable) }
    if let size = Self.size(of: bytes, kind), Self.isTooLarge(size.0, size.1) {
      return .failure(.tooLarge)
    }
    guard let loader = gdk_pixbuf_loader_new_with_type(kind, nil) else {
      return .failure(.unreadable)
    }
    defer { g_object_unref(UnsafeMutableRawPointer(loader)) }
    let limits = Limits(width: max(1, width), height: max(1, height))
    load(bytes, with: loader, limits)
    withExtendedLifetime(limits) {}
    if limits.isTooLarge { return .failure(.tooLarge) }
    guard let decoded = gdk_pixbuf_loader_get_pixbuf(loader),
      let pixbuf = gdk_pixbuf_apply_embedded_orientation(decoded)
    else { return .failure(.unreadable) }
    defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    return Self.pixels(of: pixbuf)
  }

  private nonisolated final class Limits {
    let width: Int
    let height: Int
    var isTooLarge = false

    init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  private func load(
    _ bytes: [UInt8], with loader: UnsafeMutablePointer<GdkPixbufLoader>, _ limits: Limits
  ) {
    let prepared:
      @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>?, gint, gint, gpointer?) -> Void = {
        loader, width, height, data in
        guard let loader, let data else { return }
        let limits = Unmanaged<Limits>.fromOpaque(data).takeUnretainedValue()
        if PictureDecoder.isTooLarge(Int(width), Int(height)) {
          limits.isTooLarge = true
          // What reads PNG and JPEG ends here, before it takes memory.
          return gdk_pixbuf_loader_set_size(loader, 0, 0)
        }
        let scale = min(
          1, Double(limits.width) / Double(width), Double(limits.height) / Double(height))
        guard scale < 1 else { return }
        gdk_pixbuf_loader_set_size(
          loader, max(1, Int32(Double(width) * scale)), max(1, Int32(Double(height) * scale)))
      }
    g_signal_connect_data(
      UnsafeMutableRawPointer(loader), "size-prepared", unsafeBitCast(prepared, to: GCallback.self),
      Unmanaged.passUnretained(limits).toOpaque(), nil, GConnectFlags(rawValue: 0))
    bytes.withUnsafeBufferPointer { buffer in
      var start = 0
      while start < buffer.count, !limits.isTooLarge {
        let count = min(Self.chunk, buffer.count - start)
        guard
          gdk_pixbuf_loader_write(loader, buffer.baseAddress.map { $0 + start }, gsize(count), nil)
            != 0
        else { break }
        start += count
      }
    }
    gdk_pixbuf_loader_close(loader, nil)
  }

  /// How GdkPixbuf names the kind that the first bytes tell; nil for any other, and for text such as SVG.
  private nonisolated static func kind(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "png" }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpeg" }
    if bytes.starts(with: "GIF8".utf8) { return "gif" }
    if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      return "webp"
    }
    return nil
  }

  /// The size that the header gives, of the kinds whose readers take memory before they tell it; nil where it gives none.
  private nonisolated static func size(of bytes: [UInt8], _ kind: String) -> (Int, Int)? {
    func number(_ start: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
    }
    guard bytes.count >= 30 else { return nil }
    switch kind {
    case "gif": return (number(6, 2), number(8, 2))
    case "webp":
      switch String(decoding: bytes[12..<16], as: UTF8.self) {
      case "VP8X": return (number(24, 3) + 1, number(27, 3) + 1)
      case "VP8L": return ((number(21, 4) & 0x3FFF) + 1, (number(21, 4) >> 14 & 0x3FFF) + 1)
      case "VP8 ": return (number(26, 2) & 0x3FFF, number(28, 2) & 0x3FFF)
      // Nothing that libwebp reads.
      default: return (Int.max, Int.max)
      }
    default: return nil
    }
  }

  private nonisolated static func isTooLarge(_ width: Int, _ height: Int) -> Bool {
    let (pixels, overflows) = max(0, width).multipliedReportingOverflow(by: max(0, height))
    return overflows || pixels > BoundedPicture.maximumPixels
  }

  private nonisolated static func pixels(
    of pixbuf: OpaquePointer
  ) -> Result<Pixels, BoundedPicture.Refusal> {
    let (width, height) = (Int(gdk_pixbuf_get_width(pixbuf)), Int(gdk_pixbuf_get_height(pixbuf)))
    // A reader may leave the bound of its header.
    guard !isTooLarge(width, height) else { return .failure(.tooLarge) }
    guard gdk_pixbuf_get_bits_per_sample(pixbuf) == 8,
      let start = gdk_pixbuf_read_pixels(pixbuf)
    else { return .failure(.unreadable) }
    let count = Int(gdk_pixbuf_get_byte_length(pixbuf))
    let (stride, hasAlpha) = (
      Int(gdk_pixbuf_get_rowstride(pixbuf)), gdk_pixbuf_get_has_alpha(pixbuf) != 0
    )
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    return .success(
      Pixels(
        bytes: bytes, width: width, height: height, stride: stride, hasAlpha: hasAlpha,
        isInk: hasAlpha && isInk(bytes, width, height, stride)))
  }

  /// Whether much of a picture with transparency is not there, and what is there is dark as a rule, by some of its pixels.
  private nonisolated static func isInk(
    _ bytes: [UInt8], _ width: Int, _ height: Int, _ stride: Int
  ) -> Bool {
    let step = max(1, Int(Double(width * height / 10_000).squareRoot()))
    var (seen, clear, dark) = (0, 0, 0)
    for y in Swift.stride(from: 0, to: height, by: step) {
      for x in Swift.stride(from: 0, to: width, by: step) {
        let pixel = bytes[(y * stride + 4 * x)...].prefix(4).map(Int.init)
        seen += 1
        if pixel[3] < 128 {
          clear += 1
        } else if 2 * pixel[0] + 5 * pixel[1] + pixel[2] < 8 * 80 {
          dark += 1
        }
      }
    }
    return clear * 20 > seen && dark * 2 > seen - clear
  }

  /// How much a reader is given at a time, in bytes.
  private nonisolated static let chunk = 16 << 10
}
