internal import CDunnockGio

/// What bytes are told by.
package enum Digest {
  /// The SHA-256 of bytes, in pairs of hexadecimal digits between colons.
  package static func sha256(_ bytes: [UInt8]) -> String? {
    guard let text = g_compute_checksum_for_data(G_CHECKSUM_SHA256, bytes, gsize(bytes.count))
    else { return nil }
    defer { g_free(text) }
    let digits = Array(String(cString: text).uppercased())
    return stride(from: 0, to: digits.count, by: 2).map { String(digits[$0..<($0 + 2)]) }
      .joined(separator: ":")
  }
}
