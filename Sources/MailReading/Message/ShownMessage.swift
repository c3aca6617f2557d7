import GtkBridge
import MailModel
import MailText
import Texts

/// What the reading pane shows of a message before it is read.
package struct ShownMessage {
  package var subject = ""
  package var sender = ""
  /// Whether the message names nobody who sent it; `sender` says so.
  package var isAnonymous = false
  package var address = ""
  package var date = ""
  /// The date where there is little room, with the time of the day.
  package var shortDate = ""
  /// Empty unless it is more than a day from the date.
  package var arrival = ""
  /// What is wrong with the message; empty as a rule.
  package var note = ""
  /// Whether it is a file and no mail: nobody sent it.
  package var isFile = false
  /// Where it lies; nil for what lies in no mailbox.
  package var folder: FolderID?
  /// How its text is read.
  package var choice: TextChoice = []
}

/// What the reading pane shows of a message that was read.
package struct ShownContent {
  /// Nil when it could not be read.
  package var body: MessageBody?
  /// What is not shown for any budget; empty as a rule.
  package var omission = ""
  /// Why there is no text; empty as a rule.
  package var note = ""

  /// Whether the message was not there any more.
  package var isVanished = false

  package var isFailed: Bool { !note.isEmpty }

  /// Whether it is there and could not be read.
  package var canBeReadLater: Bool { isFailed && !isVanished }
}

extension ShownMessage {
  /// What is known of a message without its text.
  package init(of message: Message) {
    subject = message.isFile ? message.shownSender : message.shownSubject
    sender = message.isFile ? message.shownSubject : message.shownSender
    isAnonymous = message.from.isEmpty && message.address.isEmpty
    address = message.address
    folder = message.id.folder
    (date, arrival) = message.fullDates
    shortDate = message.date == 0 ? "" : ShortDate.until(Int(message.date))
    note = message.warning ?? ""
    isFile = message.isFile
  }

  /// What a header says of a message that no list knows.
  package init(of body: MessageBody) {
    let who = body.addressing.from.first
    subject = body.addressing.subject.isEmpty ? tr("No subject") : body.addressing.subject
    sender = who.map(\.title) ?? tr("Unknown sender")
    isAnonymous = who == nil
    address = who?.address ?? ""
    let moment = Int(body.addressing.date)
    if moment != 0 { (date, shortDate) = (ShortDate.full(moment), ShortDate.until(moment)) }
  }
}

extension ShownContent {
  /// The text of a message, or the reason why that cannot be shown.
  package init(
    of source: any MessageSource, isFile: Bool, as choice: TextChoice = [],
    within budget: TextBudget
  ) async {
    do {
      let body = try await source.body(as: choice, within: budget)
      self.body = body
      var omissions: [String] = []
      if let protection = body.protection {
        omissions.append(protection.sentence)
      } else if !isFile, body.content.text.isEmpty, body.attachments.isEmpty, body.invitation == nil
      {
        omissions.append(tr("This message has no text."))
      }
      if body.isCut, !body.hasMoreText {
        omissions.append(
          isFile
            ? tr("This is very long. Its end is not shown.")
            : tr("This message is very long. Its end is not shown."))
      }
      if body.content.picturesLeftOut > 0 {
        omissions.append(
          trn(
            "%1$s picture from the internet is not loaded.",
            "%1$s pictures from the internet are not loaded.", body.content.picturesLeftOut
          ).filling(String(body.content.picturesLeftOut)))
      }
      if body.moreParts > 0 {
        omissions.append(
          trn(
            "%1$s more part of this message is not shown.",
            "%1$s more parts of this message are not shown.", body.moreParts
          ).filling(String(body.moreParts)))
      }
      omission = omissions.joined(separator: "\n")
    } catch {
      note = sentence(for: error)
      isVanished = error == .messageVanished
    }
  }
}
