internal import CDunnockGMime

extension MimeParts {
  /// The first that are listed.
  ///
  /// - Parameters:
  ///   - pictures: The Content-IDs of those that the text shows.
  ///   - invitation: The number of the part that is shown as an invitation.
  func attachments(
    limit: Int, pictures: Set<String>, invitation: Int?
  ) -> [MessageBody.Attachment] {
    listed.prefix(limit).map { entry in
      switch leaves[entry.number] {
      case .message(let part):
        let message = g_mime_message_part_get_message(part)
        return MessageBody.Attachment(
          number: entry.number, name: message.map { $0.header.subject } ?? "",
          type: "message/rfc822",
          size: message.map { Self.size(of: $0) } ?? 0)
      case .part(let part):
        let object = UnsafeMutableRawPointer(part).assumingMemoryBound(to: GMimeObject.self)
        let contentID = object.isOfType("image", "*") ? object.pictureName : object.contentID
        // A part for calendars that is no file of its own is shown as what it says.
        let isInvitation =
          entry.number == invitation && g_mime_part_is_attachment(part) == 0
          && g_mime_part_get_filename(part) == nil
        let type = object.typeName
        var name = part.fileName
        // GMime leaves a mail that is encoded to whoever decodes it.
        if name.isEmpty, type == "message/rfc822" || type == "message/global" {
          let start = part.decoded(limit: HeaderBlock.maximumLength).bytes
          name = HeaderBlock(start, isWhole: false).subject
        }
        return MessageBody.Attachment(
          number: entry.number, name: name, type: type,
          size: part.decodedSize, contentID: contentID,
          isShown: entry.use == .shown || isInvitation
            || contentID.map { pictures.contains($0) } == true)
      }
    }
  }

  /// About how long a mail is, in bytes: its parts as they are encoded, and their headers.
  private static func size(of message: UnsafeMutablePointer<GMimeMessage>) -> Int {
    let object = UnsafeMutableRawPointer(message).assumingMemoryBound(to: GMimeObject.self)
    var size = headerSize(of: object)
    guard let root = g_mime_message_get_mime_part(message) else { return size }
    MimeWalk.leaves(of: root) { leaf in
      switch leaf {
      case .part(let part):
        let object = UnsafeMutableRawPointer(part).assumingMemoryBound(to: GMimeObject.self)
        size += headerSize(of: object) + part.extent.length
      case .message(let part): size += g_mime_message_part_get_message(part).map(Self.size) ?? 0
      }
      return true
    }
    return size
  }

  private static func headerSize(of object: Object) -> Int {
    guard let fields = g_mime_object_get_headers(object, nil) else { return 0 }
    defer { g_free(fields) }
    return strlen(fields)
  }

  /// Whether a part is at the very end of what was read of the file.
  static func reaches(_ end: Int, _ leaf: MimeWalk.Leaf) -> Bool {
    switch leaf {
    case .part(let part): return part.extent.end >= end
    case .message(let part):
      guard let message = g_mime_message_part_get_message(part),
        let root = g_mime_message_get_mime_part(message)
      else { return false }
      var last: MimeWalk.Leaf?
      MimeWalk.leaves(of: root) {
        last = $0
        return true
      }
      return last.map { reaches(end, $0) } ?? false
    }
  }
}

extension UnsafeMutablePointer<GMimePart> {
  /// Without any path, safe to show; empty when there is none.
  fileprivate var fileName: String {
    let raw = g_mime_part_get_filename(self).map { Array(String(cString: $0).utf8) } ?? []
    // Encoded words may hold a path as well.
    let path = Array(EncodedWords.decoded(raw).utf8)
    let name = path.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }.last ?? []
    return DisplayText.safe(String(decoding: name, as: UTF8.self)).trimmingSpace
  }
}

extension String {
  /// Without white space around it.
  var trimmingSpace: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.isSpace }),
      let last = scalars.lastIndex(where: { !$0.isSpace })
    else { return "" }
    return String(scalars[first...last])
  }
}
