import GtkBridge
import MailText
import Texts

extension Unsubscribing {
  /// What is opened: a mail where there is one, since a page can do anything.
  var link: MarkedText.Link? { mail ?? page }

  /// What will happen, in a few words; nil when there is no way.
  var sentence: String? {
    if let mail {
      let address = mail.shown.drop(prefix: "mailto:").prefix { $0 != "?" }
      return tr("Unsubscribe: a mail to %1$s").filling(String(address).isolated)
    }
    guard let page else { return nil }
    let rest = page.shown.drop(prefix: "https://").drop(prefix: "http://")
    return tr("Unsubscribe: a page at %1$s").filling(
      String(rest.prefix { !"/?#".contains($0) }).isolated)
  }
}

extension StringProtocol {
  fileprivate func drop(prefix: String) -> Substring {
    lowercased().hasPrefix(prefix) ? Substring(dropFirst(prefix.count)) : Substring(self)
  }
}
