import Accounts
import MailModel
import MailServers
import Texts

/// An account that the command line asks for.
struct NewAccount {
  let name: String
  private let address: String
  private let user: String?
  private let imap: MailServer?
  private let smtp: MailServer?
  /// The fingerprint of the certificate that is accepted.
  private let certificate: String?

  init(_ asked: AccountArguments.Add) {
    name = asked.name
    address = asked.address
    user = asked.user
    certificate = asked.certificate
    imap = asked.imap.map { server in
      let isPlainPort = server.port == 143 || server.port == 1143
      let security = asked.security ?? (isPlainPort ? .starttls : .tls)
      return server.server(security, port: security == .tls ? 993 : 143)
    }
    smtp = asked.smtp.map { server in
      let usual: MailServer.Security = server.port ?? 465 == 465 ? .tls : .starttls
      let security = asked.security == MailServer.Security.none ? .none : usual
      return server.server(security, port: security == .none ? 25 : 465)
    }
  }

  /// The account as its servers are known, of which the person has named those that cannot be told for sure.
  func account(directory: String) async throws -> Account {
    let suggestion = await suggestion
    if let suggestion {
      if suggestion.needsOAuth, suggestion.client == nil { throw AccountCheck.Problem.onlyOAuth }
      if suggestion.foreign.contains(suggestion.imap) {
        throw AccountFailure(
          Sentence(
            msgid(
              "The mail server for %1$s seems to be %2$s. If that is right, add: --imap %2$s:%3$s"),
            domain, suggestion.imap.host, String(suggestion.imap.port)))
      }
      if smtp == nil, let server = suggestion.smtp, suggestion.foreign.contains(server) {
        throw AccountFailure(
          Sentence(
            msgid(
              "The outgoing mail server for %1$s seems to be %2$s. If that is right, add: --smtp %2$s:%3$s"
            ),
            domain, server.host, String(server.port)))
      }
    }
    guard let server = imap ?? suggestion?.imap else {
      throw AccountFailure(
        Sentence(msgid("Server settings for %1$s were not found. Add: --imap HOST:PORT"), domain))
    }
    return Account(
      name: name, address: address, imap: server, smtp: smtp ?? suggestion?.smtp, user: user,
      signIn: suggestion?.client.map { .browser($0, keyring: Product.id) }, directory: directory)
  }

  /// Nil where nobody knows, or the person has named the server.
  private var suggestion: ServerSuggestion? {
    get async {
      guard imap == nil else { return nil }
      return await ServerSuggestion.of(address, clients: Places.resources + "/oauth-clients")
    }
  }

  private var domain: String { address.split(separator: "@").last.map(String.init) ?? address }

  /// Tries an account, with a certificate that nobody vouches for only where that was accepted, and notes what the
  /// server says of its folders.
  func folders(
    of account: inout Account, password: String
  ) async throws -> [ServerFolder] {
    var folders: [ServerFolder]
    do throws(AccountCheck.Problem) {
      folders = try await AccountCheck.folders(of: account, password: password)
    } catch .certificate(let pem, let fingerprint) {
      guard isAccepted(fingerprint) else {
        throw AccountFailure(
          Sentence(
            msgid(
              "The server’s certificate is not trusted. If its fingerprint is right, add: --certificate %1$s"
            ),
            fingerprint))
      }
      account.certificate = pem
      folders = try await AccountCheck.folders(of: account, password: password)
    } catch .unreachable(let host) {
      // A program that has to run here does not.
      if let suggestion = await suggestion, suggestion.imap.isLoopback,
        let advice = suggestion.advice
      {
        throw AccountFailure(advice)
      }
      throw AccountCheck.Problem.unreachable(host)
    }
    account.take(folders)
    return folders
  }

  private func isAccepted(_ fingerprint: String) -> Bool {
    certificate.map { Self.digits($0) == Self.digits(fingerprint) } ?? false
  }

  private static func digits(_ fingerprint: String) -> String {
    fingerprint.uppercased().filter(\.isHexDigit)
  }
}
