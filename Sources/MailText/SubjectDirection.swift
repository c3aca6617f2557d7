internal import CDunnockIcu

extension String {
  /// A subject that reads in the direction of its words: "Re:" and the names of lists before them may have the other.
  package var inDirectionOfWords: String {
    guard let words = String(SubjectMark.words(of: self)).isRightToLeft, words != isRightToLeft
    else { return self }
    return (words ? "\u{200F}" : "\u{200E}") + self
  }

  /// Whether the first letter is of a script that is written from right to left; nil without letters.
  private var isRightToLeft: Bool? {
    let text = Array(utf16)
    switch dnk_icu_base_direction(text, Int32(clamping: text.count)) {
    case 0: return false
    case 1: return true
    default: return nil
    }
  }
}
