extension MessageBody.Header {
  /// How many fields are shown, and how much of each, in characters.
  private static let maximumFields = 500
  private static let maximumLength = 4_000

  /// Every field of a message whose beginning is given, in its order, decoded and safe to show; at most
  /// 500, and of 4,000 characters each.
  package static func all(ofMessage bytes: [UInt8]) -> [MessageBody.Header] {
    HeaderBlock(bytes, isWhole: bytes.count <= HeaderBlock.maximumLength)
      .all(limit: maximumFields).map { field in
        .init(
          name: DisplayText.safe(field.name, limit: 200),
          value: DisplayText.safe(EncodedWords.decoded(field.value), limit: maximumLength))
      }
  }
}
