internal import Glibc

/// The attributes of a tag, as the parser gives them.
struct HTMLAttributes {
  /// Names and values in turn, ended by a name that is none.
  private let list: UnsafeMutablePointer<UnsafePointer<UInt8>?>?

  init(_ list: UnsafeMutablePointer<UnsafePointer<UInt8>?>?) { self.list = list }

  /// The value; nil when the attribute is not there or has none.
  subscript(name: StaticString) -> UnsafePointer<UInt8>? { entry(name)?[1] }

  func has(_ name: StaticString) -> Bool { entry(name) != nil }

  func value(_ name: StaticString, is text: String) -> Bool {
    self[name].map { strcasecmp($0, text) == 0 } ?? false
  }

  /// The number that the value begins with, if it is one that anybody writes.
  func number(_ name: StaticString) -> Int? {
    guard let value = self[name].map({ UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) })
    else { return nil }
    let number = strtol(value, nil, 10)
    guard (-1_000_000...1_000_000).contains(number), number != 0 || strchr(value, 0x30) != nil
    else { return nil }
    return number
  }

  /// The number, if it is one of pixels that a side can have.
  func length(_ name: StaticString) -> Int? {
    guard let number = number(name), (0...HTMLPicture.widest).contains(number),
      let value = self[name],
      strchr(UnsafeRawPointer(value).assumingMemoryBound(to: CChar.self), 0x25) == nil
    else { return nil }
    return number
  }

  private func entry(_ name: StaticString) -> UnsafeMutablePointer<UnsafePointer<UInt8>?>? {
    guard var entry = list else { return nil }
    while let key = entry[0] {
      if key[0] == name.utf8Start[0], Self.isEqual(key, name) { return entry }
      entry += 2
    }
    return nil
  }

  private static func isEqual(_ key: UnsafePointer<UInt8>, _ name: StaticString) -> Bool {
    let count = name.utf8CodeUnitCount
    return strncmp(
      UnsafeRawPointer(key).assumingMemoryBound(to: CChar.self),
      UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self), count + 1) == 0
  }
}
