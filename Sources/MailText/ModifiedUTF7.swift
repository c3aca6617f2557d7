/// The encoding of folder names on disk (RFC 3501, section 5.1.3): printable ASCII stands for
/// itself, `&-` for an ampersand, and `&…-` holds UTF-16 in base 64 with a comma for the slash.
package enum ModifiedUTF7 {
  /// What a name says; nil for one that is not in the encoding.
  package static func decoded(_ name: some Collection<UInt8>) -> String? {
    let bytes = Array(name)
    var text = ""
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "&") else {
        guard (0x20...0x7E).contains(bytes[index]) else { return nil }
        text.unicodeScalars.append(Unicode.Scalar(bytes[index]))
        index += 1
        continue
      }
      guard let end = bytes[index...].firstIndex(of: UInt8(ascii: "-")) else { return nil }
      if end == index + 1 {
        text.append("&")
      } else {
        guard let run = utf16(bytes[(index + 1)..<end]) else { return nil }
        text.append(run)
      }
      index = end + 1
    }
    return text
  }

  package static func encoded(_ name: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var pending: [UInt16] = []
    func flush() {
      guard !pending.isEmpty else { return }
      bytes.append(UInt8(ascii: "&"))
      var bits: UInt32 = 0
      var count = 0
      for unit in pending.flatMap({ [UInt8($0 >> 8), UInt8($0 & 0xFF)] }) {
        bits = bits << 8 | UInt32(unit)
        count += 8
        while count >= 6 {
          bytes.append(alphabet[Int(bits >> UInt32(count - 6)) & 63])
          count -= 6
        }
      }
      if count > 0 { bytes.append(alphabet[Int(bits << UInt32(6 - count)) & 63]) }
      bytes.append(UInt8(ascii: "-"))
      pending = []
    }
    for scalar in name.unicodeScalars {
      if (0x20...0x7E).contains(scalar.value) {
        flush()
        bytes.append(UInt8(scalar.value))
        if scalar == "&" { bytes.append(UInt8(ascii: "-")) }
      } else {
        pending.append(contentsOf: String(scalar).utf16)
      }
    }
    flush()
    return bytes
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+,".utf8)

  private static func utf16(_ run: ArraySlice<UInt8>) -> String? {
    var units: [UInt16] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in run {
      guard let value = alphabet.firstIndex(of: byte) else { return nil }
      bits = (bits << 6 | UInt32(value)) & 0x3F_FFFF
      count += 6
      if count >= 16 {
        units.append(UInt16(truncatingIfNeeded: bits >> UInt32(count - 16)))
        count -= 16
      }
    }
    guard count < 6, bits & ((1 << UInt32(count)) - 1) == 0 else { return nil }
    return String(validating: units, as: UTF16.self)
  }
}
