import GtkBridge
import MailModel
import MailText

extension ShownMessage {
  /// What is known of a message without its text.
  init(of message: Message) {
    subject = message.isFile ? message.shownSender : message.shownSubject
    sender = message.isFile ? message.shownSubject : message.shownSender
    address = message.address
    (date, arrival) = message.fullDates
    note = message.warning ?? ""
  }
}

extension ShownContent {
  /// The text of a message, or the reason why that cannot be shown.
  init(of message: Message, in store: any MessageStore, within budget: TextBudget) async {
    do {
      let content = try await store.body(of: message.id, within: budget)
      body = content.text
      hasMore = content.hasMoreText
      recipients = content.headers.filter { ["To", "Cc"].contains($0.name) }
        .map { ($0.name == "To" ? tr("To: %1$s") : tr("Cc: %1$s")).filling($0.value) }
        .joined(separator: "\n")
      attachments = content.attachments.map { $0.name.isEmpty ? $0.type : $0.name }
      if content.moreAttachments > 0 {
        attachments.append(
          trn("%1$s more attachment", "%1$s more attachments", content.moreAttachments)
            .filling(String(content.moreAttachments)))
      }
      var omissions: [String] = []
      if content.isCut, !content.hasMoreText {
        omissions.append(
          message.isFile
            ? tr("This is very long; its end is not shown.")
            : tr("This message is very long; its end is not shown."))
      }
      if content.moreParts > 0 {
        omissions.append(
          trn(
            "%1$s more part of this message is not shown.",
            "%1$s more parts of this message are not shown.", content.moreParts
          ).filling(String(content.moreParts)))
      }
      omission = omissions.joined(separator: "\n")
    } catch {
      note = sentence(for: error)
      isVanished = error == .messageVanished
    }
  }
}
