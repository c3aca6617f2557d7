import CDunnockGio
import MailModel

extension Message {
  /// The sender, or words in its place; of a file its name. A name that may deceive stands behind the address, where a
  /// narrow row cuts it first; each is isolated, so that neither turns the direction of the other.
  package var shownSender: String {
    if isFile { return subject }
    if hasDoubtfulName { return "\u{2068}\(address)\u{2069} (\u{2068}\(from)\u{2069})" }
    if !from.isEmpty { return from }
    return address.isEmpty ? tr("Unknown sender") : address
  }

  /// The subject, or words in its place; of a file its size and kind.
  package var shownSubject: String {
    if isFile { return fileFacts }
    return subject.isEmpty ? tr("No subject") : subject
  }

  private var fileFacts: String {
    guard let description = g_content_type_get_description(fileType),
      let formatted = g_format_size(guint64(max(0, size)))
    else { return fileType }
    defer {
      g_free(description)
      g_free(formatted)
    }
    let kind = String(cString: description)
    return fileType.hasPrefix("inode/")
      ? kind : "\(String(cString: formatted)) · \(kind)"
  }

  /// The beginning of the text, or why there is none.
  package var shownPreview: String { warning ?? preview }

  /// What is wrong with the message, or what another program is about to do to it; nil as a rule.
  package var warning: String? {
    problem?.sentence
      ?? (isMarkedForDeletion
        ? tr("Marked for deletion by another program.") : nil)
  }

  /// What a notice calls the message.
  package var name: String { isFile ? subject : shownSubject }

  /// The same in a few words, for a sentence among others: long subjects are cut.
  package var shortName: String {
    name.count <= Self.shortLength ? name : name.prefix(Self.shortLength) + "…"
  }

  /// Whether so much lies between its date and its arrival that both are shown: more than a day.
  package var hasTwoDates: Bool { abs(arrival - date) > 86_400 }

  /// What a list shows of its dates: that of the order, and the other where both are shown, else an empty text.
  package func shownDates(by order: MessageOrder, now: Int) -> (main: String, other: String) {
    let text = { (date: Int64) in ShortDate.text(for: Int(date), now: now) }
    if order == .waking, let waking {
      return (arrival(back: ShortDate.until(Int(waking), now: now)), "")
    }
    let main = text(order == .date ? date : arrival)
    if woken != nil, isUnread { return (main, tr("Back from snooze")) }
    guard hasTwoDates else { return (main, "") }
    return (main, order == .date ? arrived(text(arrival)) : dated(text(date)))
  }

  /// The date in full, and the arrival if both are shown, otherwise an empty text.
  package var fullDates: (date: String, arrival: String) {
    (ShortDate.full(Int(date)), hasTwoDates ? arrived(ShortDate.full(Int(arrival))) : "")
  }

  /// The date may be that of a Received field or a file, so the text does not say that the message was sent then.
  private func dated(_ date: String) -> String { tr("Dated %1$s").filling(date) }

  private func arrived(_ date: String) -> String {
    woken == nil ? tr("Arrived %1$s").filling(date) : arrival(back: date)
  }

  // Translators: of mail that was put off until then, as "Back Mon".
  private func arrival(back date: String) -> String { tr("Back %1$s").filling(date) }

  /// Leaves room for the verb in a notice on a 360 px wide window.
  private static let shortLength = 40
}

extension MessageProblem {
  /// What is wrong with the message, in one sentence.
  package var sentence: String {
    switch self {
    case .unreadable: tr("This message cannot be read. Check its permissions.")
    case .notARegularFile: tr("This is not a regular file and was not touched.")
    case .empty: tr("This message is empty.")
    case .oversizedHeader: tr("The header of this message is too large to show in full.")
    }
  }
}
