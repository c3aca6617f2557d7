import MailText

/// What stands in the place of pictures.
extension TextFilling {
  /// A stretch but for its pictures: no line is under these.
  func withoutPictures(_ range: Range<Int>) -> [Range<Int>] {
    var (parts, start): ([Range<Int>], Int) = ([], range.lowerBound)
    for number in runs.marks(in: range) where content.marks[number].kind.pictureName != nil {
      let picture = content.marks[number].range
      if start < picture.lowerBound { parts.append(start..<picture.lowerBound) }
      start = max(start, picture.upperBound)
    }
    return start < range.upperBound ? parts + [start..<range.upperBound] : parts
  }

  func isInTable(_ range: Range<Int>) -> Bool {
    runs.marks(in: range).contains { number in
      if case .table = content.marks[number].kind { true } else { false }
    }
  }

  /// What is said of the pictures of the internet, by their places in the text, in bytes.
  var descriptions: [Int: String] {
    var said: [Int: String] = [:]
    for mark in content.marks {
      if let picture = mark.kind.remotePicture { said[mark.range.lowerBound] = picture.description }
    }
    return said
  }

  /// A stretch of the text, in bytes, with what is said of pictures in their places.
  func text(of range: Range<Int>) -> String {
    var (said, start) = ("", range.lowerBound)
    func add(upTo end: Int) {
      said += String(decoding: folded.offsets.bytes[start..<max(start, end)], as: UTF8.self)
    }
    for number in runs.marks(in: range) {
      let mark = content.marks[number]
      guard mark.kind.pictureName != nil, mark.range.lowerBound >= start else { continue }
      add(upTo: mark.range.lowerBound)
      said += mark.kind.pictureDescription
      start = mark.range.upperBound
    }
    add(upTo: range.upperBound)
    return said
  }
}
