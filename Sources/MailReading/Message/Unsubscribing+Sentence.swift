import GtkBridge
import MailText
import Texts

extension Unsubscribing {
  /// What will happen, in a few words; nil when there is no way.
  var sentence: String? {
    if isOneClick, let page {
      return tr("Unsubscribe with a request to %1$s").filling(Self.host(of: page))
    }
    if let mail {
      let address = mail.shown.drop(prefix: "mailto:").prefix { $0 != "?" }
      return tr("Unsubscribe by email to %1$s").filling(String(address).isolated)
    }
    guard let page else { return nil }
    return tr("Unsubscribe on a page at %1$s").filling(Self.host(of: page))
  }

  private static func host(of page: MarkedText.Link) -> String {
    let rest = page.shown.drop(prefix: "https://").drop(prefix: "http://")
    return String(rest.prefix { !"/?#".contains($0) }).isolated
  }
}

extension StringProtocol {
  fileprivate func drop(prefix: String) -> Substring {
    lowercased().hasPrefix(prefix) ? Substring(dropFirst(prefix.count)) : Substring(self)
  }
}
