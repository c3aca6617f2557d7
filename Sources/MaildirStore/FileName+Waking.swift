internal import FileSystem
internal import MailModel
internal import MailText

extension FileName {
  /// The part of a base name that no message ever had: 64 random bits, and the second at which the
  /// message is to come back, if it was put off, or at which it came back. So no lost database loses
  /// that.
  package static func uniquePart(waking: Int64?, woken: Int64?) -> String {
    let random = String(UInt64.random(in: .min ... .max), radix: 16)
    let padding = String(repeating: "0", count: 16 - random.count)
    return "R\(padding)\(random)" + (waking.map { "W\($0)" } ?? woken.map { "B\($0)" } ?? "")
  }

  /// The second that a base name of this program says its message is to come back at; nil when it
  /// says none. Names of other programs are not looked into.
  static func waking(in key: ByteName) -> Int64? { second(behind: UInt8(ascii: "W"), in: key) }

  /// The same of when it came back.
  static func woken(in key: ByteName) -> Int64? { second(behind: UInt8(ascii: "B"), in: key) }

  private static func second(behind letter: UInt8, in key: ByteName) -> Int64? {
    guard let rest = ownPart(of: key), rest.first == letter else { return nil }
    return Int64(String(decoding: rest.dropFirst(), as: UTF8.self))
  }

  /// What follows the random bits of a base name of this program; nil for names of other programs.
  static func ownPart(of key: ByteName) -> ArraySlice<UInt8>? {
    let parts = key.bytes.split(
      separator: UInt8(ascii: "."), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].first == UInt8(ascii: "R"), (17...30).contains(parts[1].count)
    else { return nil }
    let random = parts[1].dropFirst().prefix(16)
    return random.allSatisfy { hexValue($0) != nil } ? parts[1].dropFirst(17) : nil
  }
}
