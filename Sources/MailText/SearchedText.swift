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
  package func searchedText() -> SearchedText? {
    let opened = open()
    let (text, parts) = text(of: opened, within: SearchedText.budget)
    let names = withExtendedLifetime(opened.message) {
      parts.map { attachments(of: $0, beside: text, $0.invitation) }?.filter { !$0.isShown }
        .map(\.name)
    }
    if reader.hasFailed { return nil }
    return SearchedText(
      text: text.content.text, attachments: (names ?? []).joined(separator: "\n"),
      hasAttachment: names?.isEmpty == false)
  }
}
