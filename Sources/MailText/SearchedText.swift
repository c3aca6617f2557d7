internal import CDunnockGMime

/// What is searched of a message beside what its row shows.
package struct SearchedText: Equatable, Sendable {
  /// The beginning of its text, as it is shown.
  package var text: String
  /// The names of what is attached to it, a line for each.
  package var attachments: String
  package var hasAttachment: Bool

  /// How much of a text is searched.
  package static let budget = TextBudget(bytes: 64 << 10, lines: 64 << 10)

  package init(text: String = "", attachments: String = "", hasAttachment: Bool = false) {
    self.text = text
    self.attachments = attachments
    self.hasAttachment = hasAttachment
  }

  /// Of a message that was opened.
  package init(_ body: MessageBody) {
    let listed = body.attachments.filter { !$0.isShown }
    self.init(
      text: body.text, attachments: listed.map(\.name).joined(separator: "\n"),
      hasAttachment: !listed.isEmpty)
  }
}

extension BodyReader {
  /// Nil when the file cannot be read, or the reading is cancelled.
  package func searchedText() -> SearchedText? { searchedText(within: MimeParts.maximumMails) }

  /// - Parameter mails: How deep mails are read that are encoded, which are no part of the text; the others are.
  private func searchedText(within mails: Int) -> SearchedText? {
    let opened = open()
    let (text, parts) = text(of: opened, within: SearchedText.budget)
    var searched = SearchedText(text: text.content.text)
    withExtendedLifetime(opened.message) {
      guard let parts else { return }
      let listed = attachments(of: parts, beside: text, parts.invitation).filter { !$0.isShown }
      var names = listed.map(\.name)
      for one in listed where one.isMessage && mails > 0 {
        let left = SearchedText.budget.bytes - searched.text.utf8.count
        guard left > 0, case .part(let part) = parts.leaves[one.number] else { continue }
        let bytes = part.decoded(limit: HeaderBlock.maximumLength + 4 * left).bytes
        let inner = BodyReader(message: bytes, isCancelled: reader.isCancelled)
          .searchedText(within: mails - 1)
        guard let inner else { continue }
        searched.text += "\n" + String(inner.text.unicodeScalars.prefix(left))
        names.append(inner.attachments)
      }
      searched.attachments = names.joined(separator: "\n")
      searched.hasAttachment = !listed.isEmpty
    }
    return reader.hasFailed ? nil : searched
  }
}
