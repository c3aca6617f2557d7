internal import Glibc
internal import MailText

extension String {
  /// What may stand in a field of a header: one line, without what would end the field or have a terminal do more than show it.
  var oneLine: String {
    var result = ""
    var isBlank = false
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: isBlank = true
      default:
        if isBlank, !result.isEmpty { result.unicodeScalars.append(" ") }
        isBlank = false
        result.unicodeScalars.append(scalar)
      }
    }
    return String(result.trimmed)
  }

  var trimmed: Substring {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}

/// A text of others in a sentence.
func shown(_ text: String) -> String { DisplayText.safe(text, limit: 200) }

/// What the system says of an errno.
func words(of code: Int32) -> String { String(cString: strerror(code)) }
