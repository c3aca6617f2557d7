internal import FileSystem
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
  /// By what the person may sign in in the browser, where this program has a name at the provider.
  public var client: OAuthClient?
  /// The servers outside the address's domain that only the domain's name server names. They are shown before the password is sent
  /// to them.
  public var foreign: [MailServer]

  public init(
    imap: MailServer, smtp: MailServer? = nil, advice: Sentence? = nil, link: String? = nil,
    needsOAuth: Bool = false, client: OAuthClient? = nil, foreign: [MailServer] = []
  ) {
    self.client = client
    self.imap = imap
    self.smtp = smtp
    self.advice = advice
    self.link = link
    self.needsOAuth = needsOAuth
    self.foreign = foreign
  }

  /// Looks in the table of large providers, and else asks the name servers (RFC 6186); nil where
  /// nobody knows.
  ///
  /// - Parameter clients: The file of what providers call this program.
  public static func of(_ address: String, clients: String = "") async -> ServerSuggestion? {
    await of(address, clients: clients, asking: ServiceRecord.lookUp(_:in:))
  }

  /// - Parameter lookUp: Gives the records of a service, such as `imaps`, in a domain.
  static func of(
    _ address: String, clients: String = "",
    asking lookUp: @escaping @Sendable (String, String) async -> [ServiceRecord]
  ) async -> ServerSuggestion? {
    guard let at = address.lastIndex(of: "@"), at != address.startIndex else { return nil }
    let domain = address[address.index(after: at)...].lowercased()
    func client(of provider: Provider) async -> OAuthClient? {
      await onOwnThread("clients") { _ in provider.oauth?.named(by: provider.name, in: clients) }
    }
    if let provider = Provider.of(domain: domain) {
      return provider.suggestion(await client(of: provider))
    }
    guard domain.contains("."), !domain.contains(where: \.isWhitespace) else { return nil }
    async let encrypted = ServiceRecord.server(lookUp("imaps", domain), .tls)
    async let upgraded = ServiceRecord.server(lookUp("imap", domain), .starttls)
    async let sendEncrypted = ServiceRecord.server(lookUp("submissions", domain), .tls)
    async let sendUpgraded = ServiceRecord.server(lookUp("submission", domain), .starttls)
    let servers = await (encrypted, upgraded, sendEncrypted, sendUpgraded)
    guard let imap = servers.0 ?? servers.1 else { return nil }
    let smtp = servers.2 ?? servers.3
    let provider = Provider.serving(imap.host)
    if let provider, let client = await client(of: provider) {
      // What is asked for there goes to nobody else.
      return provider.suggestion(client)
    }
    let foreign = [imap, smtp].compactMap { $0 }.filter {
      $0.host != domain && !$0.host.hasSuffix("." + domain)
    }
    return ServerSuggestion(
      imap: imap, smtp: smtp, advice: provider?.advice, link: provider?.link,
      needsOAuth: provider?.needsOAuth ?? false, foreign: foreign)
  }
}
