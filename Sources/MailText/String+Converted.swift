extension String {
  /// The text that a function of ICU makes of this one; nil where it makes none, or one of more than 64 bytes.
  ///
  /// - Parameter convert: Is given this text, its length, room for the other text, and how much room that is, in bytes, and returns the
  ///   other text's length.
  func converted(
    by convert: (UnsafePointer<CChar>?, Int32, UnsafeMutablePointer<CChar>?, Int32) -> Int32
  ) -> String? {
    let room = 64
    var text = self
    return text.withUTF8 { text in
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) { made in
        let count = text.withMemoryRebound(to: CChar.self) {
          convert($0.baseAddress, Int32(clamping: $0.count), made.baseAddress, Int32(room))
        }
        guard (1...Int32(room)).contains(count) else { return nil }
        return String(decoding: UnsafeRawBufferPointer(made)[..<Int(count)], as: UTF8.self)
      }
    }
  }
}
