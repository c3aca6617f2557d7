import MailText

extension String {
  /// A subject that reads in the direction of its words: "Re:" and the names of lists before them may have the other.
  package var inDirectionOfWords: String {
    guard let words = SubjectMark.words(of: self).isRightToLeft, words != self[...].isRightToLeft
    else { return self }
    return (words ? "\u{200F}" : "\u{200E}") + self
  }
}

extension Substring {
  /// Whether the first letter is of a script that is written from right to left; nil without letters.
  fileprivate var isRightToLeft: Bool? {
    guard let letter = unicodeScalars.first(where: { $0.properties.isAlphabetic }) else {
      return nil
    }
    // The blocks that Unicode keeps for such scripts (DerivedBidiClass.txt).
    return switch letter.value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF:
      true
    default: false
    }
  }
}
