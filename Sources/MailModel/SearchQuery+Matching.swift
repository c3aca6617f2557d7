package import MailText

extension SearchQuery {
  /// Whether a message meets the conditions that its row can tell, its folder included.
  ///
  /// - Parameter now: In seconds since 1970.
  package func admits(_ message: Message, now: Int64) -> Bool {
    isMet { condition in
      switch condition {
      case .says, .hasAttachment, .isIn: nil
      case .isUnread: message.isUnread
      case .isStarred: message.isStarred
      case .isSnoozed: message.waking.map { $0 > now } ?? false
      case .before(let time): message.delivery < time
      case .after(let time): message.delivery >= time
      case .larger(let size): message.size > size
      }
    }
  }

  /// Whether messages of a folder may be found.
  package func admits(_ folder: FolderID) -> Bool {
    isMet { condition in
      if case .isIn(let phrase) = condition { phrase.isFound(in: folder.description) } else { nil }
    }
  }

  /// Whether the words are found that are looked for, and the others are not.
  package func finds(_ message: Message, _ recipients: String, _ searched: SearchedText) -> Bool {
    let texts: [Place: String] = [
      .sender: message.searchedSender, .recipients: recipients, .subject: message.subject,
      .attachments: searched.attachments, .text: searched.text,
    ]
    return isMet { condition in
      switch condition {
      case .says(let phrase, let place):
        texts.contains { (place ?? $0.key) == $0.key && phrase.isFound(in: $0.value) }
      case .hasAttachment: searched.hasAttachment
      default: nil
      }
    }
  }

  /// - Parameter judge: Whether a condition is met; nil when others judge that.
  private func isMet(_ judge: (Condition) -> Bool?) -> Bool {
    clauses.allSatisfy { clause in judge(clause.condition).map { $0 != clause.isExcluded } ?? true }
  }
}

extension Message {
  /// What is searched as its sender.
  package var searchedSender: String { "\(from)\n\(address)" }
}

extension SearchQuery.Phrase {
  package func isFound(in text: String) -> Bool { !places(in: text, limit: 1).isEmpty }

  /// Where it stands in a text, in bytes of UTF-8, in any spelling of its own; in one of the text's if it is a single word.
  package func places(in text: String, limit: Int = .max) -> [Range<Int>] {
    let wanted = [words, spelling ?? []].map { $0.map { Array($0.utf8) } }
    var found: [Range<Int>] = []
    // As many words of the text as are looked for.
    var last: [(word: [UInt8], start: Int)] = []
    func isFound(_ found: [[UInt8]]) -> Bool {
      wanted.contains { wanted in
        wanted.count == found.count
          && zip(found, wanted).enumerated().allSatisfy { index, pair in
            index == wanted.count - 1 && isBegun ? pair.0.starts(with: pair.1) : pair.0 == pair.1
          }
      }
    }
    SearchWords.forEachSpelled(in: text) { word, spelling, range in
      if last.count == words.count { last.removeFirst() }
      last.append((word, range.lowerBound))
      guard last.count == words.count else { return true }
      let isSpelt = words.count == 1 && spelling.map { isFound([$0]) } == true
      if isSpelt || isFound(last.map(\.word)) { found.append(last[0].start..<range.upperBound) }
      return found.count < limit
    }
    return found
  }
}
