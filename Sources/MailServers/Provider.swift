internal import MailModel

/// A large provider of mail, whose servers are known by the domain of an address.
package struct Provider {
  /// What a person must do before a password is of use.
  enum Preparation {
    case none
    /// A password for programs has to be made at the page.
    case appPassword
    /// Programs have to be let in at the page, and some people need a password for them.
    case permission
    /// The provider's own program has to run on this computer.
    case bridge
    /// Nothing helps: there is no way in by password.
    case oauth
  }

  package let name: String
  let imap: MailServer
  let smtp: MailServer
  let preparation: Preparation
  /// The page where that is done.
  package let link: String?
  let domains: Set<String>
  /// How a person signs in in the browser, for a program that the provider has given a name.
  var oauth: OAuthClient?
  /// Whether its server keeps each mail that goes out by it.
  let keepsSent: Bool

  init(
    _ name: String, _ imap: String, _ smtp: String, _ preparation: Preparation = .none,
    link: String? = nil, oauth: OAuthClient? = nil, keepsSent: Bool = false, of domains: String
  ) {
    self.keepsSent = keepsSent
    self.oauth = oauth
    self.name = name
    self.imap = Self.server(imap, encrypted: 993)
    self.smtp = Self.server(smtp, encrypted: 465)
    self.preparation = preparation
    self.link = link
    self.domains = Set(domains.split(separator: " ").map(String.init))
  }

  /// From the first byte on at the port that is meant for that, else from the server's word on.
  private static func server(_ text: String, encrypted port: UInt16) -> MailServer {
    let parts = text.split(separator: ":")
    let given = parts.count > 1 ? UInt16(parts[1]) ?? port : port
    return MailServer(
      host: parts.first.map(String.init) ?? text, port: given,
      security: given == port ? .tls : .starttls)
  }

  package var needsOAuth: Bool { preparation == .oauth }
  package var hasAppPasswords: Bool { preparation == .appPassword }

  /// What the person must know before entering a password.
  var advice: Sentence? {
    switch preparation {
    case .none: nil
    case .appPassword:
      Sentence(
        msgid("%1$s needs an app password instead of the password for its website."), name
      )
    case .permission:
      Sentence(msgid("Allow IMAP in the settings of %1$s on its website first."), name)
    case .bridge:
      Sentence(
        msgid("%1$s must be running on this computer. Enter the password that it shows."),
        "Proton Mail Bridge")
    case .oauth:
      Sentence(
        msgid("Dunnock cannot log in to %1$s yet: it does not accept passwords."),
        name)
    }
  }

  /// - Parameter client: What the provider calls this program, where it has a name there.
  func suggestion(_ client: OAuthClient? = nil) -> ServerSuggestion {
    let isOpen = client != nil
    return ServerSuggestion(
      imap: imap, smtp: smtp,
      advice: isOpen
        ? Sentence(
          msgid("%1$s asks you to sign in with your web browser. Continue without a password."),
          name)
        : advice,
      link: isOpen ? nil : link, needsOAuth: needsOAuth, client: client)
  }

  /// The provider of the addresses of a domain.
  static func of(domain: String) -> Provider? { all.first { $0.domains.contains(domain) } }

  /// Whether a server that mail goes out by keeps each in the folder for sent mail, so that no copy has to be put there.
  package static func keepsSent(_ server: MailServer) -> Bool {
    let host = server.host.lowercased()
    return otherHosts.contains(host) || all.contains { $0.keepsSent && $0.smtp.host == host }
  }

  /// Further servers of those that keep what is sent.
  private static let otherHosts: Set<String> = ["smtp.googlemail.com", "smtp.office365.com"]

  /// The provider that a host serves, also for domains of other people.
  package static func serving(_ host: String) -> Provider? {
    let name = host.lowercased()
    return all.first { !$0.imap.isLoopback && $0.imap.host == name }
  }
}
