import GtkBridge
import MailReading
import MailText
import Texts
import Triage

extension Answer {
  /// What stands above the text of a mail that is answered or passed on: who wrote it and when.
  ///
  /// - Parameter invitation: What a mail invites to, which has no place in the text.
  func heading(of mail: Addressing, inviting invitation: Invitation? = nil) -> String {
    let names = { (people: [Correspondent]) in people.map(\.written).joined(separator: ", ") }
    let date = mail.date == 0 ? "" : ShortDate.full(Int(mail.date))
    guard self == .forward else {
      let name = mail.from.first?.title ?? tr("Unknown sender")
      return date.isEmpty
        ? tr("%1$s wrote:").filling(name) : tr("On %1$s, %2$s wrote:").filling(date, name)
    }
    let fields = [
      (tr("From: %1$s"), names(mail.from)), (tr("Date: %1$s"), date),
      (tr("Subject: %1$s"), mail.subject), (tr("To: %1$s"), names(mail.to)),
      (tr("Cc: %1$s"), names(mail.cc)),
      (
        tr("When: %1$s"),
        [invitation?.when, invitation?.whenThere].compactMap { $0 }.filter { !$0.isEmpty }
          .joined(separator: ". ")
      ), (tr("Where: %1$s"), invitation?.location ?? ""),
    ]
    let title = tr("Forwarded message")
    return "---------- \(title) ----------\n"
      + fields.filter { !$0.1.isEmpty }.map { $0.filling($1) + "\n" }.joined()
  }
}

extension Correspondent {
  /// The name and the address as a header has them.
  fileprivate var written: String {
    name.isEmpty ? address : address.isEmpty ? name : "\(name) <\(address)>"
  }
}
