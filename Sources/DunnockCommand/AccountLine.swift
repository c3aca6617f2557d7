import Accounts
import Foundation
import MailModel
import MailServers
import MailText

/// What other programs are told of an account: a line of JSON.
struct AccountLine: Encodable {
  let account: String
  let address: String
  let user: String
  let imap: String
  let security: String
  let smtp: String?
  /// The folder that its mail is in.
  let mail: String
  /// Those on the server, where it was asked.
  var folders: [Folder]?

  struct Folder: Encodable {
    let name: String
    let role: String?
    /// Whether it is brought here.
    let fetched: Bool
  }

  init(_ account: Account, in places: AccountPlaces, _ folders: [ServerFolder]? = nil) {
    self.account = account.name
    address = account.address
    user = account.user
    imap = "\(account.imap.host):\(account.imap.port)"
    security = account.imap.security.rawValue
    smtp = account.smtp.map { "\($0.host):\($0.port)" }
    mail = "\(places.mail)/\(account.directory)"
    self.folders = folders?.map {
      Folder(
        name: ModifiedUTF7.decoded($0.name.utf8) ?? $0.name, role: $0.role?.rawValue,
        fetched: !account.leftOut.contains($0.name))
    }
  }
}

/// What they are told of one that GNOME knows.
struct OnlineLine: Encodable {
  let id: String
  let provider: String
  let address: String

  init(_ account: OnlineAccount) {
    (id, provider, address) = (account.id, account.provider, account.address)
  }
}

/// Prints what other programs read, in one line.
func printLine(_ value: some Encodable) {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  guard let data = try? encoder.encode(value) else { return }
  // JSON lets pass what some terminals take for a command.
  let escaped = String(decoding: data, as: UTF8.self).unicodeScalars.map { scalar in
    (0x7F...0x9F).contains(scalar.value)
      ? "\\u00" + String(scalar.value, radix: 16) : String(scalar)
  }
  print(escaped.joined())
}
