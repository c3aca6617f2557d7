internal import Glibc

/// The attributes of a tag, as the parser gives them.
struct HTMLAttributes {
  /// Names and values in turn, ended by a name that is none.
  private let list: UnsafeMutablePointer<UnsafePointer<UInt8>?>?

  init(_ list: UnsafeMutablePointer<UnsafePointer<UInt8>?>?) { self.list = list }

  /// The value; nil when the attribute is not there or has none.
  subscript(name: String) -> UnsafePointer<UInt8>? { entry(name)?[1] }

  func has(_ name: String) -> Bool { entry(name) != nil }

  func value(_ name: String, is text: String) -> Bool {
    self[name].map { strcasecmp($0, text) == 0 } ?? false
  }

  /// The number that the value begins with, if it is one that anybody writes.
  func number(_ name: String) -> Int? {
    guard let value = self[name] else { return nil }
    let text = String(cString: value).prefix(12).drop { $0 == " " }
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "-") }
    return Int(digits).flatMap { abs($0) < 1_000_000 ? $0 : nil }
  }

  private func entry(_ name: String) -> UnsafeMutablePointer<UnsafePointer<UInt8>?>? {
    guard var entry = list else { return nil }
    while let key = entry[0] {
      if strcmp(key, name) == 0 { return entry }
      entry += 2
    }
    return nil
  }
}
