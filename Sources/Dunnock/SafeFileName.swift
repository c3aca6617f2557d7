import MailText

/// Names from mail made safe for files: one that no shell, file manager or other system takes for anything but a name.
nonisolated enum SafeFileName {
  /// The name of a file for a part.
  ///
  /// - Parameters:
  ///   - name: As the mail gives it; what stands before a slash is left out.
  ///   - type: The content type, which tells the ending where there is no name.
  static func name(_ name: String, type: String) -> String {
    let last = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    var safe = ""
    for scalar in last.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: continue
      case .spaceSeparator: safe += " "
      default:
        // What other systems take for something else.
        if "<>:\"|?*\u{FFFD}".unicodeScalars.contains(scalar) {
          safe += "_"
        } else {
          safe.unicodeScalars.append(scalar)
        }
      }
    }
    // Hidden files, options of commands, and what Windows would drop.
    while let first = safe.first, first == "." || first == "-" || first == " " || first == "~" {
      safe.removeFirst()
    }
    while let last = safe.last, last == "." || last == " " { safe.removeLast() }
    guard !safe.isEmpty else { return "attachment" + (endings[type].map { "." + $0 } ?? "") }
    return shortened(safe)
  }

  /// The same name with a number in front of its ending, as "a (2).pdf".
  static func numbered(_ name: String, _ number: Int) -> String {
    let (stem, ending) = parts(of: name)
    return shortened("\(stem) (\(number))", ending: ending)
  }

  /// What stands in front of the last dot, and the rest with it.
  static func parts(of name: String) -> (stem: Substring, ending: Substring) {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex,
      name[dot...].utf8.count <= longestEnding
    else { return (name[...], "") }
    return (name[..<dot], name[dot...])
  }

  private static func shortened(_ name: String) -> String {
    let (stem, ending) = parts(of: name)
    return shortened(String(stem), ending: ending)
  }

  private static func shortened(_ stem: String, ending: Substring) -> String {
    var kept = ""
    var length = ending.utf8.count
    for character in stem {
      length += character.utf8.count
      if length > longest { break }
      kept.append(character)
    }
    return kept + ending
  }

  /// In bytes: file systems take 255, and a number and a mark may come on top.
  private static let longest = 200
  private static let longestEnding = 20

  private static let endings = [
    "text/plain": "txt", "text/html": "html", "text/calendar": "ics", "text/csv": "csv",
    "text/vcard": "vcf", "message/rfc822": "eml", "message/global": "eml",
    "application/pdf": "pdf", "application/zip": "zip", "application/json": "json",
    "application/pgp-signature": "asc", "image/png": "png", "image/jpeg": "jpg",
    "image/gif": "gif", "image/webp": "webp", "image/svg+xml": "svg", "audio/mpeg": "mp3",
    "video/mp4": "mp4",
  ]
}
