import Accounts
import ArgumentParser
import MailServers

/// What the command line may say of accounts.
struct AccountArguments: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dunnock account",
    abstract: "Adds, lists, tries and removes accounts, whose mail comes from a server.",
    subcommands: [Add.self, Online.self, List.self, Test.self, Remove.self])

  /// A new account.
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Adds an account, with the first line of standard input for its password.",
      discussion: """
        The server is asked before anything is kept, and the password is kept by the
        desktop's keyring alone. From then on mail that is archived or deleted here is
        archived or deleted on the server by the next dunnock sync.

        Where the provider takes no password and knows Dunnock, a page to sign in on is
        printed instead, for a browser on this computer.
        """)

    @Option(help: "What to call it.")
    var name: String

    @Option(help: "The address that it receives mail at.")
    var address: String

    @Option(
      help: ArgumentHelp(
        "The server that mail comes from, where Dunnock does not know it.",
        valueName: "host:port"))
    var imap: ServerName?

    @Option(
      help: ArgumentHelp("The server that mail goes out by.", valueName: "host:port"))
    var smtp: ServerName?

    @Option(help: "The name to log in with, if it is not the address.")
    var user: String?

    @Option(
      help: ArgumentHelp(
        "tls, starttls, or none, which is for this computer only.", valueName: "security"))
    var security: MailServer.Security?

    @Option(
      help: ArgumentHelp(
        "Accept the server's certificate though nobody vouches for it, if it has this SHA-256.",
        valueName: "fingerprint"))
    var certificate: String?

    func validate() throws {
      if name.allSatisfy(\.isWhitespace) { throw ValidationError("--name is empty.") }
      guard let at = address.lastIndex(of: "@"), at != address.startIndex,
        address.index(after: at) != address.endIndex
      else { throw ValidationError("--address is no address: \(address)") }
      if security != nil, imap == nil {
        throw ValidationError("--security needs --imap HOST:PORT.")
      }
      for server in [imap, smtp].compactMap({ $0 })
      where security == MailServer.Security.none && !server.isLoopback {
        throw ValidationError("--security none is for this computer only, not for \(server.host).")
      }
    }
  }

  /// What GNOME knows already.
  struct Online: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Prints a line of JSON for each mail account of GNOME Online Accounts, or adds one."
    )

    @Argument(help: "What GNOME knows it by, as it is printed.")
    var id: String?

    @Option(help: "What to call it here, if it is not the address.")
    var name: String?

    func validate() throws {
      if name != nil, id == nil {
        throw ValidationError(
          "--name is of one that is added: dunnock account online ID --name NAME")
      }
    }
  }

  /// Which accounts there are.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Prints a line of JSON for each account.")
  }

  /// Whether an account works.
  struct Test: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Logs in at an account's server and prints its folders as a line of JSON.")

    @Argument(help: "What the account is called.")
    var name: String
  }

  /// An account that is not wanted any more.
  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Forgets an account and its password.",
      discussion:
        "Nothing changes on the server. The mail that is here stays, unless it is asked away.")

    @Argument(help: "What the account is called.")
    var name: String

    @Flag(help: "Move its mail on this computer to the desktop's trash.")
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
