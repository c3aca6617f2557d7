internal import Glibc

enum HostName {
  /// The name of this machine as it may stand in a file name: at most 32 bytes, without the
  /// characters that mean something there.
  static let escaped: String = {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "localhost" }
    let name = escaped(buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
    return name.isEmpty ? "localhost" : name
  }()

  static func escaped(_ name: [UInt8]) -> String {
    var result = ""
    for byte in name {
      let piece: String
      switch byte {
      case UInt8(ascii: "/"): piece = "\\057"
      case UInt8(ascii: ":"): piece = "\\072"
      case UInt8(ascii: ","), UInt8(ascii: "!"), UInt8(ascii: ";"): piece = "-"
      case 0x21...0x7E: piece = String(Unicode.Scalar(byte))
      default: piece = "-"
      }
      guard result.utf8.count + piece.utf8.count <= 32 else { break }
      result += piece
    }
    return result
  }
}
