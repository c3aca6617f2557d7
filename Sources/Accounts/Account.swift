internal import FileSystem
public import Foundation
public import MailModel
public import MailServers

/// A mailbox on a server, and what is needed to bring its mail here: all but the password.
public struct Account: Codable, Hashable, Identifiable, Sendable {
  /// Stands for it in the names of files and in the store of passwords; never changes.
  public let id: UUID
  /// What the person calls it.
  public var name: String
  /// The address that it receives mail at.
  public var address: String
  /// Where its mail comes from.
  public var imap: MailServer
  /// Where its answers go out; nil where none is known.
  public var smtp: MailServer?
  /// The name to log in with at both servers.
  public var user: String
  /// The certificate, as PEM, that the person has accepted though nobody vouches for it.
  public var certificate: String?
  /// The folders of the server, by their names there, that are not brought here.
  public var leftOut: Set<String>
  /// The person's name in the mail that is sent from it; nil: as the computer knows it, empty: none.
  public var fullName: String?
  /// What stands below the mail that is sent from it, in lines ended by `\n`; nil for nothing.
  public var signature: String?
  /// Who signs in at the servers, where that is no password of the keyring's.
  public var signIn: SignIn?
  /// What the server says that its folders are for, by their names there.
  public var roles: [Role: String]
  /// The folder of its mail below ``AccountPlaces/mail``: in modified UTF-7 the name that it was
  /// given first; never changes.
  public let directory: String

  public init(
    id: UUID = UUID(), name: String, address: String, imap: MailServer, smtp: MailServer? = nil,
    user: String? = nil, certificate: String? = nil, signIn: SignIn? = nil,
    leftOut: Set<String> = [],
    roles: [Role: String] = [:], directory: String
  ) {
    self.id = id
    self.name = name
    self.address = address
    self.imap = imap
    self.smtp = smtp
    self.user = user ?? address
    self.certificate = certificate
    self.signIn = signIn
    self.leftOut = leftOut
    self.roles = roles
    self.directory = directory
  }

  /// Where a folder of the server is in the mailbox of all accounts.
  public func folder(_ name: String) -> FolderID {
    FolderID(path: ByteName("\(directory)/\(name)"))
  }
}
