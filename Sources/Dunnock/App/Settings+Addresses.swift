import GtkBridge
import MailModel
import Triage

extension Settings {
  /// The addresses that the person has named as their own; at most 100.
  var ownAddresses: [MailAddress] {
    get { ownAddressTexts.prefix(Self.mostAddresses).compactMap { MailAddress($0) } }
    set { use(ownAddresses: newValue.prefix(Self.mostAddresses).map(\.text)) }
  }

  private static let mostAddresses = 100
}
