internal import CDunnockGMime

/// A walk over the leaves of a parsed message, in order, bounded in depth and number.
enum MimeWalk {
  /// How deep parts may nest and still be looked at.
  static let maximumDepth = 64
  /// How many leaves are looked at; a message that may be opened has hardly more.
  static let maximumLeaves = 200_000

  enum Leaf {
    case part(UnsafeMutablePointer<GMimePart>)
    /// A message inside the message, which is walked as well only when asked for.
    case message(UnsafeMutablePointer<GMimeMessagePart>)
  }

  /// Calls `visit` with each leaf until it returns false.
  static func leaves(
    of root: UnsafeMutablePointer<GMimeObject>, visit: (Leaf) -> Bool
  ) {
    var stack = [(object: root, depth: 0)]
    var seen = 0
    while let (object, depth) = stack.popLast(), seen < maximumLeaves {
      let raw = UnsafeMutableRawPointer(object)
      if isA(raw, g_mime_multipart_get_type()) {
        guard depth < maximumDepth else { continue }
        let multipart = raw.assumingMemoryBound(to: GMimeMultipart.self)
        let count = min(Int(g_mime_multipart_get_count(multipart)), maximumLeaves)
        for index in (0..<count).reversed() {
          if let child = g_mime_multipart_get_part(multipart, Int32(index)) {
            stack.append((child, depth + 1))
          }
        }
      } else if isA(raw, g_mime_message_part_get_type()) {
        seen += 1
        if !visit(.message(raw.assumingMemoryBound(to: GMimeMessagePart.self))) { return }
      } else if isA(raw, g_mime_part_get_type()) {
        seen += 1
        if !visit(.part(raw.assumingMemoryBound(to: GMimePart.self))) { return }
      }
    }
  }

  static func isA(_ object: UnsafeMutableRawPointer, _ type: GType) -> Bool {
    g_type_check_instance_is_a(object.assumingMemoryBound(to: GTypeInstance.self), type) != 0
  }
}

/// What the text of a part is written in.
enum TextKind {
  case plain
  case html
}

extension UnsafeMutablePointer<GMimePart> {
  private var object: UnsafeMutablePointer<GMimeObject> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: GMimeObject.self)
  }

  /// Nil for an attachment and for what is no text that can be shown.
  var textKind: TextKind? {
    guard g_mime_part_is_attachment(self) == 0,
      let type = g_mime_object_get_content_type(object)
    else { return nil }
    if g_mime_content_type_is_type(type, "text", "html") != 0 { return .html }
    if g_mime_content_type_is_type(type, "text", "calendar") != 0
      || g_mime_content_type_is_type(type, "text", "x-vcard") != 0
      || g_mime_content_type_is_type(type, "text", "vcard") != 0
    {
      return nil
    }
    return g_mime_content_type_is_type(type, "text", "*") != 0 ? .plain : nil
  }

  /// Whether what is no text is more than a picture that a page shows, or a signature that programs
  /// check.
  var isForPeople: Bool {
    guard let type = g_mime_object_get_content_type(object) else { return true }
    if object.isForProgramsAlone { return false }
    return g_mime_part_is_attachment(self) != 0
      || g_mime_content_type_is_type(type, "image", "*") == 0
      || g_mime_object_get_content_id(object) == nil
  }

  /// The decoded text, from at most `limit` bytes of content.
  ///
  /// - Parameter isBegun: Whether the message may go on behind what was read of it.
  func text(limit: Int, isBegun: Bool = false) -> (text: String, isCut: Bool) {
    let (bytes, isCut) = decoded(limit: limit)
    let charset = g_mime_object_get_content_type_parameter(object, "charset")
      .map { String(cString: $0) }
    return (Charset.text(ofPart: bytes, charset: charset, isCut: isCut || isBegun), isCut)
  }
}
