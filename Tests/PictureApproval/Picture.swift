import CDunnockGtk
import Glibc

/// An opaque picture in memory: four bytes a pixel, as cairo keeps them (blue, green, red, unused).
package struct Picture: Equatable {
  package let width: Int
  package let height: Int
  package private(set) var pixels: [UInt32]

  /// A part of a picture, px.
  package struct Area: Equatable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  /// A colour without transparency, 0 to 255 a channel.
  package struct Colour: Hashable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
      (self.red, self.green, self.blue) = (red, green, blue)
    }
  }

  /// A picture of one colour.
  package init(width: Int, height: Int, filledWith pixel: UInt32 = 0) {
    (self.width, self.height) = (width, height)
    pixels = Array(repeating: pixel & 0xff_ffff, count: width * height)
  }

  package subscript(x: Int, y: Int) -> UInt32 {
    get { pixels[y * width + x] }
    set { pixels[y * width + x] = newValue & 0xff_ffff }
  }

  /// The colours in an area, with the number of pixels that have them.
  package func colours(in area: Area) -> [Colour: Int] {
    var counts: [UInt32: Int] = [:]
    for y in max(0, area.y)..<min(height, area.y + area.height) {
      for x in max(0, area.x)..<min(width, area.x + area.width) {
        counts[self[x, y], default: 0] += 1
      }
    }
    return Dictionary(uniqueKeysWithValues: counts.map { (Colour($0), $1) })
  }
}

extension Picture.Colour {
  package init(_ pixel: UInt32) {
    red = UInt8(truncatingIfNeeded: pixel >> 16)
    green = UInt8(truncatingIfNeeded: pixel >> 8)
    blue = UInt8(truncatingIfNeeded: pixel)
  }

  /// The contrast of two colours, 1 to 21, as WCAG 2.2 defines it.
  package func contrast(with other: Self) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// The relative luminance, 0 to 1, as WCAG 2.2 defines it.
  private var luminance: Double {
    func linear(_ channel: UInt8) -> Double {
      let share = Double(channel) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}

// MARK: cairo

extension Picture {
  /// What `draw` draws on white.
  package init(width: Int, height: Int, draw: (OpaquePointer) -> Void) {
    self.init(width: width, height: height)
    let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
    defer { cairo_surface_destroy(surface) }
    guard let surface, let context = cairo_create(surface) else { return }
    cairo_set_source_rgb(context, 1, 1, 1)
    cairo_paint(context)
    draw(context)
    cairo_destroy(context)
    take(surface)
  }

  /// The picture in a PNG file, nil if there is none that can be read.
  package init?(contentsOf path: String) {
    guard let file = cairo_image_surface_create_from_png(path) else { return nil }
    defer { cairo_surface_destroy(file) }
    guard cairo_surface_status(file) == CAIRO_STATUS_SUCCESS else { return nil }
    self.init(
      width: Int(cairo_image_surface_get_width(file)),
      height: Int(cairo_image_surface_get_height(file))
    ) { context in
      cairo_set_source_surface(context, file, 0, 0)
      cairo_paint(context)
    }
  }

  /// Writes a PNG file.
  package func write(to path: String) throws {
    let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
    defer { cairo_surface_destroy(surface) }
    cairo_surface_flush(surface)
    let stride = Int(cairo_image_surface_get_stride(surface))
    if let data = cairo_image_surface_get_data(surface) {
      for y in 0..<height {
        pixels[y * width..<(y + 1) * width].withUnsafeBytes {
          UnsafeMutableRawBufferPointer(start: data + y * stride, count: stride).copyMemory(
            from: $0)
        }
      }
    }
    cairo_surface_mark_dirty(surface)
    let status = cairo_surface_write_to_png(surface, path)
    guard status == CAIRO_STATUS_SUCCESS else {
      throw PictureError.unwritten(path, String(cString: cairo_status_to_string(status)))
    }
  }

  private mutating func take(_ surface: OpaquePointer) {
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else { return }
    let stride = Int(cairo_image_surface_get_stride(surface))
    for y in 0..<height {
      UnsafeMutableRawPointer(data + y * stride).withMemoryRebound(to: UInt32.self, capacity: width)
      { line in
        for x in 0..<width { pixels[y * width + x] = line[x] & 0xff_ffff }
      }
    }
  }
}

enum PictureError: Error, CustomStringConvertible {
  case unwritten(String, String)

  var description: String {
    switch self {
    case .unwritten(let path, let why): "\(path) could not be written: \(why)"
    }
  }
}
