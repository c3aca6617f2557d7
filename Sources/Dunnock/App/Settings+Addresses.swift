import GtkBridge
import MailModel
import Triage

extension Settings {
  /// The addresses that the person has named as their own; at most 100.
  var ownAddresses: [MailAddress] {
    get { self[Self.ownAddresses].prefix(Self.mostAddresses).compactMap { MailAddress($0) } }
    set { self[Self.ownAddresses] = newValue.prefix(Self.mostAddresses).map(\.text) }
  }

  private static let mostAddresses = 100
}
