public import MailModel

/// Where the mail of an address is, as far as it can be told without asking the person.
public struct ServerSuggestion: Hashable, Sendable {
  public var imap: MailServer
  public var smtp: MailServer?
  /// What the person must know before entering a password, such as where one is made for programs.
  public var advice: Sentence?
  /// Where advice leads to.
  public var link: String?
  /// Whether the server lets nobody in by password.
  public var needsOAuth: Bool
  /// Whether the host is outside the address's domain and only the domain's name server says that it
  /// is right: it is shown before the password goes there.
  public var isForeign: Bool

  public init(
    imap: MailServer, smtp: MailServer? = nil, advice: Sentence? = nil, link: String? = nil,
    needsOAuth: Bool = false, isForeign: Bool = false
  ) {
    self.imap = imap
    self.smtp = smtp
    self.advice = advice
    self.link = link
    self.needsOAuth = needsOAuth
    self.isForeign = isForeign
  }

  /// Looks in the table of large providers, and else asks the name servers (RFC 6186); nil where
  /// nobody knows.
  public static func of(_ address: String) async -> ServerSuggestion? { nil }
}
