import CDunnockGtk
import GtkBridge
import MailModel
import MailText
import Texts

/// Who wrote the messages of a row, as the row says it.
struct RowNames {
  let text: String
  /// The names of those who wrote what is unread, in the text; nil where it is one name, which is as the row is.
  let unread: [Range<String.Index>]?
  /// Whose initials the row shows, and by what address these have their colour.
  var face: (name: String, address: String) = ("", "")

  /// Without the marks for the direction of each name, which is not heard.
  var spoken: String {
    let marks: Set<Unicode.Scalar> = ["\u{200E}", "\u{200F}", "\u{2068}", "\u{2069}"]
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { !marks.contains($0) }))
  }
}

extension MailItem {
  /// How many messages the whole conversation has, as far as that is known.
  var count: Int { max(summary?.count ?? 0, conversation.count) }

  /// Who wrote the messages: of one its sender, of several a short name of each, of many those of the first and the last.
  ///
  /// - Parameters:
  ///   - isOwn: Whether an address is the person's own.
  ///   - saysRecipients: Whether it is whom the newest went to that counts.
  func names(isOwn: (_ address: String) -> Bool, saysRecipients: Bool = false) -> RowNames {
    if saysRecipients, let addressing {
      let first = (addressing.to + addressing.cc).first { !$0.title.isEmpty }
      return RowNames(
        text: addressing.recipients(isOwn: isOwn), unread: nil,
        face: (first?.title ?? "", first?.address ?? ""))
    }
    let face = (message.from, message.address)
    let all = count > 1 ? summary?.participants ?? conversation.participants : []
    guard all.count > 1 else { return RowNames(text: message.shownSender, unread: nil, face: face) }
    // The names follow each other as the row is read, whatever their own directions.
    var text =
      gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL ? "\u{200F}" : "\u{200E}"
    var unread: [Range<String.Index>] = []
    let isUnread = conversation.isUnread
    let areAll = all.count <= Self.mostNames
    for (place, one) in (areAll ? all : all[...0] + all.suffix(Self.mostNames - 1)).enumerated() {
      if place > 0 { text += place == 1 && !areAll ? " … " : ", " }
      // Translators: the person who reads this, among those who wrote: “Ada, Ben, me”.
      let name = isOwn(one.address) ? tr("me") : one.shortName
      let start = text.utf8.count
      // In isolates, so that no name turns the direction of the others.
      text += "\u{2068}" + (name.isEmpty ? tr("Unknown sender") : name) + "\u{2069}"
      if isUnread, one.isUnread {
        unread.append(text.utf8.index(text.startIndex, offsetBy: start)..<text.endIndex)
      }
    }
    return RowNames(text: text, unread: unread, face: face)
  }

  /// What a screen reader says for the row.
  ///
  /// - Parameter folder: What its folder is called, where that is to be said.
  func spoken(
    _ names: RowNames, by order: MessageOrder, now: Int, in folder: String? = nil
  ) -> String {
    let dates = message.shownDates(by: order, now: now)
    var parts = [names.spoken]
    if count > 1 {
      parts.append(trn("%1$s message", "%1$s messages", count).filling(count.grouped))
    }
    parts += [message.shownSubject, folder ?? "", dates.main, dates.other]
    let unread = conversation.messages.count(where: \.isUnread)
    if unread > 0 {
      parts.append(
        conversation.count == 1
          ? tr("unread") : trn("%1$s unread", "%1$s unread", unread).filling(unread.grouped))
    }
    if conversation.isStarred { parts.append(tr("starred")) }
    if isReplied { parts.append(tr("replied")) }
    if isPassedOn { parts.append(tr("forwarded")) }
    if message.hasAttachment { parts.append(tr("with attachment")) }
    if let warning = message.warning { parts.append(warning) }
    // As much as a row of some width shows.
    parts.append(String(message.shownPreview.unicodeScalars.prefix(Self.mostOfPreview)))
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// Whether one of its messages was replied to.
  var isReplied: Bool { conversation.messages.contains { $0.flags.contains(.replied) } }

  /// Whether one of them was passed on.
  var isPassedOn: Bool { conversation.messages.contains { $0.flags.contains(.passed) } }

  /// In scalars.
  private static let mostOfPreview = 120
  /// More names than a row has room for.
  private static let mostNames = 3
}

extension Addressing {
  /// Whom it went to, as a row says it; of many the first.
  fileprivate func recipients(isOwn: (_ address: String) -> Bool) -> String {
    let all = (to + cc).filter { !$0.title.isEmpty }
    guard !all.isEmpty else { return tr("No recipients") }
    let names = all.prefix(Self.mostNamed).map {
      isOwn($0.address) ? trc("recipient", "me") : $0.inShort
    }
    return tr("To: %1$s").filling(
      names.listed + (all.count > Self.mostNamed ? ", …" : ""))
  }

  private static let mostNamed = 3
}
