import MailText

extension PrintedMessage {
  /// The pictures of a text, decoded as far as they are printed; by their Content-IDs.
  ///
  /// - Parameter read: Gives the bytes of one; nil where the message does not hold it.
  static func pictures(
    in content: MarkedText, from read: (String) async -> [UInt8]?
  ) async -> [String: BoundedPicture] {
    var pictures: [String: BoundedPicture] = [:]
    var tried: Set<String> = []
    var pixels = 0
    for mark in content.marks {
      guard case .picture(let id, _) = mark.kind, tried.count < most, tried.insert(id).inserted,
        let bytes = await read(id),
        let picture = try? await BoundedPicture.decode(bytes, fitting: largest).get(),
        pixels + picture.size.width * picture.size.height <= mostPixels
      else { continue }
      pixels += picture.size.width * picture.size.height
      pictures[id] = picture
    }
    return pictures
  }

  private static let most = 100
  /// What all of them take together, in pixels: 128 MB.
  private static let mostPixels = 32_000_000
  /// Px: what a page shows at 200 dots an inch.
  private static let largest = (width: 1_600, height: 2_200)
}
