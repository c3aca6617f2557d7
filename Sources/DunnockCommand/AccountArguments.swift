import Accounts
import ArgumentParser
import MailServers
import Texts

/// What the command line may say of accounts.
struct AccountArguments: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dunnock account",
    abstract: tr("Add, list, test and remove accounts on mail servers."),
    subcommands: [Add.self, Online.self, List.self, Test.self, Remove.self])

  /// A new account.
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: tr("Add an account, with the first line of standard input as its password."),
      discussion: [
        tr(
          "The server is asked before anything is saved, and the password is only stored in your keyring. From then on, messages that are archived or deleted here are also archived or deleted on the server by the next “dunnock sync”."
        ),
        tr(
          "If the provider accepts no passwords and knows Dunnock, a page to sign in on is printed instead, for a web browser on this computer."
        ),
      ].joined(separator: "\n\n"))

    @Option(help: .init(tr("The name of the account.")))
    var name: String

    @Option(help: .init(tr("The email address of the account.")))
    var address: String

    @Option(
      help: ArgumentHelp(
        tr("The incoming mail server, if it is not found automatically."),
        valueName: "host:port"))
    var imap: ServerName?

    @Option(
      help: ArgumentHelp(tr("The outgoing mail server."), valueName: "host:port"))
    var smtp: ServerName?

    @Option(help: .init(tr("The username, if it is not the address.")))
    var user: String?

    @Option(
      help: ArgumentHelp(
        tr("tls, starttls, or none, which only works on this computer."), valueName: "security"))
    var security: MailServer.Security?

    @Option(
      help: ArgumentHelp(
        tr("Accept an untrusted certificate of the server if it has this SHA-256 fingerprint."),
        valueName: "fingerprint"))
    var certificate: String?

    func validate() throws {
      if name.allSatisfy(\.isWhitespace) { throw ValidationError(tr("--name is empty.")) }
      guard let at = address.lastIndex(of: "@"), at != address.startIndex,
        address.index(after: at) != address.endIndex
      else {
        throw ValidationError(tr("--address is not a valid email address: %1$s").filling(address))
      }
      if security != nil, imap == nil {
        throw ValidationError(tr("--security needs --imap HOST:PORT."))
      }
      for server in [imap, smtp].compactMap({ $0 })
      where security == MailServer.Security.none && !server.isLoopback {
        throw ValidationError(
          tr("--security none only works on this computer, not for %1$s.").filling(server.host))
      }
    }
  }

  /// What GNOME knows already.
  struct Online: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: tr(
        "Print a line of JSON for each mail account in GNOME Online Accounts, or add one.")
    )

    @Argument(help: .init(tr("The identifier of the account, as printed.")))
    var id: String?

    @Option(help: .init(tr("The name of the account, if it is not the address.")))
    var name: String?

    func validate() throws {
      if name != nil, id == nil {
        throw ValidationError(
          tr("--name needs an account to add: dunnock account online ID --name NAME"))
      }
    }
  }

  /// Which accounts there are.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: tr("Print a line of JSON for each account."))
  }

  /// Whether an account works.
  struct Test: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: tr("Log in to the server of an account and print its folders as a line of JSON."))

    @Argument(help: .init(tr("The name of the account.")))
    var name: String
  }

  /// An account that is not wanted any more.
  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: tr("Remove an account and its password."),
      discussion:
        tr(
          "Nothing changes on the server. Messages on this computer are kept, unless you ask to delete them."
        ))

    @Argument(help: .init(tr("The name of the account.")))
    var name: String

    @Flag(help: .init(tr("Move its messages on this computer to the trash.")))
    var deleteMail = false
  }
}

/// A host with or without a port, as people write it.
struct ServerName: ExpressibleByArgument {
  let host: String
  let port: UInt16?

  init?(argument: String) {
    let text = argument[...]
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      host = String(text[text.index(after: text.startIndex)..<end])
      let rest = text[text.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
      port = rest.isEmpty ? nil : UInt16(rest.dropFirst())
      if !rest.isEmpty, port == nil { return nil }
    } else if let colon = text.firstIndex(of: ":") {
      guard let number = UInt16(text[text.index(after: colon)...]) else { return nil }
      host = String(text[..<colon])
      port = number
    } else {
      host = argument
      port = nil
    }
    if host.isEmpty || port == 0 { return nil }
  }

  var isLoopback: Bool { server(.tls, port: 1).isLoopback }

  /// The server, at a port that is usual where none is given.
  func server(_ security: MailServer.Security, port usual: UInt16) -> MailServer {
    MailServer(host: host, port: port ?? usual, security: security)
  }
}

extension MailServer.Security: ExpressibleByArgument {}
