extension MessageBody.Attachment {
  /// How long the name of a file may be, in bytes, whatever the file system.
  private static let maximumLength = 255
  /// What no file may be called on some systems that a disk may be carried to.
  private static let reserved: Set<String> = [
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8",
    "com9", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
  ]

  /// The name to save it by: one that any file system takes and that says what it is, at most 255 bytes,
  /// beginning with no dot and no dash. Empty when the message gives none that is of use.
  package var safeFileName: String {
    var safe = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "/", "\\", ":", "*", "?", "\"", "<", ">", "|", "\u{FFFD}": safe += "_"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: safe += "_"
      case _ where scalar.isSpace: safe += " "
      // Nobody sees what it does to the letters beside it.
      case _ where scalar.properties.generalCategory == .format: break
      default: safe.unicodeScalars.append(scalar)
      }
    }
    // A program may take what begins with one of these for an option or for the home of somebody.
    var rest = safe[...].drop { ".-~ ".contains($0) }
    while let last = rest.last, ". ".contains(last) { rest.removeLast() }
    guard rest.contains(where: { $0 != "_" }) else { return "" }
    var stem = String(rest)
    var ending = ""
    if let own = Self.ending(of: stem), !isMessage || own.lowercased() == ".eml" {
      ending = own
      stem.removeLast(own.count)
    } else {
      ending = fileExtension
    }
    let device = stem.prefix { $0 != "." }
    if Self.reserved.contains(device.lowercased()) { stem = "_" + stem }
    return String(stem.prefix(bytes: Self.maximumLength - ending.utf8.count)) + ending
  }

  /// The end of a file's name by which its kind is known, for one that has no name: `.png`; empty for a
  /// type that says nothing.
  package var fileExtension: String { Self.endings[type].map { "." + $0 } ?? "" }

  /// What stands behind the last dot, with it, where it may be an ending.
  static func ending(of name: String) -> String? {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    let ending = name[dot...].dropFirst()
    guard (1...10).contains(ending.count),
      ending.unicodeScalars.allSatisfy({
        $0.properties.isAlphabetic || $0.properties.numericType != nil
      })
    else { return nil }
    return String(name[dot...])
  }

  private static let endings = [
    "message/rfc822": "eml", "message/global": "eml", "text/plain": "txt", "text/html": "html",
    "text/csv": "csv", "text/calendar": "ics", "application/ics": "ics", "text/vcard": "vcf",
    "text/x-vcard": "vcf", "text/x-patch": "patch", "text/x-diff": "diff", "text/xml": "xml",
    "text/markdown": "md", "text/rtf": "rtf", "application/rtf": "rtf", "application/pdf": "pdf",
    "application/json": "json", "application/xml": "xml", "application/zip": "zip",
    "application/gzip": "gz", "application/x-gzip": "gz", "application/x-tar": "tar",
    "application/x-7z-compressed": "7z", "application/msword": "doc",
    "application/vnd.ms-excel": "xls", "application/vnd.ms-powerpoint": "ppt",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
    "application/vnd.oasis.opendocument.text": "odt",
    "application/vnd.oasis.opendocument.spreadsheet": "ods",
    "application/vnd.oasis.opendocument.presentation": "odp", "application/epub+zip": "epub",
    "application/pgp-signature": "asc", "application/pgp-keys": "asc",
    "application/pkcs7-signature": "p7s", "application/pkcs7-mime": "p7m", "image/png": "png",
    "image/jpeg": "jpg", "image/jpg": "jpg", "image/gif": "gif", "image/webp": "webp",
    "image/svg+xml": "svg", "image/tiff": "tiff", "image/bmp": "bmp", "image/heic": "heic",
    "image/avif": "avif", "audio/mpeg": "mp3", "audio/ogg": "ogg", "audio/wav": "wav",
    "audio/x-wav": "wav", "audio/mp4": "m4a", "audio/flac": "flac", "video/mp4": "mp4",
    "video/mpeg": "mpg", "video/quicktime": "mov", "video/webm": "webm",
  ]
}
