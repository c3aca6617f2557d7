import MailText

extension PrintedMessage {
  /// The pictures of a text, decoded as far as they are printed; by their names.
  ///
  /// - Parameter read: Gives the bytes of one; nil where they cannot be had.
  static func pictures(
    in content: MarkedText, from read: (String) async -> [UInt8]?
  ) async -> [String: BoundedPicture] {
    var pictures: [String: BoundedPicture] = [:]
    var tried: Set<String> = []
    var pixels = 0
    for mark in content.marks {
      guard let id = mark.kind.pictureName, tried.count < most, tried.insert(id).inserted,
        let bytes = await read(id),
        let picture = try? await BoundedPicture.decode(bytes, fitting: largest).get(),
        mark.kind.remotePicture == nil || min(picture.size.width, picture.size.height) > speck,
        pixels + picture.size.width * picture.size.height <= mostPixels
      else { continue }
      pixels += picture.size.width * picture.size.height
      pictures[id] = picture
    }
    return pictures
  }

  private static let most = 200
  /// Px: what is as narrow, of the internet, is not to be seen.
  private static let speck = 2
  /// What all of them take together, in pixels: 128 MB.
  private static let mostPixels = 32_000_000
  /// Px: what a page shows at 200 dots an inch.
  private static let largest = (width: 1_600, height: 2_200)
}
