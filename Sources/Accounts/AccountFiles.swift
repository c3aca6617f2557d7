internal import FileSystem
internal import Foundation
public import MailModel
internal import MailText

/// The accounts that the person has, a file of JSON each.
public struct AccountFiles: Sendable {
  let places: AccountPlaces

  public init(_ places: AccountPlaces) { self.places = places }

  /// Why an account could not be read or kept.
  public enum Problem: ExplainedError, Hashable {
    /// A file that says nothing of an account, perhaps edited by hand; its path is in the text.
    case unreadable(String)
    /// The path, and what the system says.
    case unwritable(String, String)

    public var sentence: Sentence {
      switch self {
      case .unreadable(let path):
        Sentence(
          msgid(
            "The account file “%1$s” cannot be read. Correct it, or delete it and add the account again."
          ), path
        )
      case .unwritable(let path, let reason):
        Sentence(msgid("The account could not be saved in “%1$s”: %2$s"), path, reason)
      }
    }
  }

  /// All that can be read, by their names, and what is wrong with the others.
  public func all() -> (accounts: [Account], problems: [Problem]) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: places.accounts)) ?? []
    var accounts: [Account] = []
    var problems: [Problem] = []
    for name in names.sorted() where name.hasSuffix(".json") {
      let path = "\(places.accounts)/\(name)"
      guard let data = FileManager.default.contents(atPath: path),
        let account = try? JSONDecoder().decode(Account.self, from: data),
        name == Self.name(of: account), account.isSound
      else {
        problems.append(.unreadable(path))
        continue
      }
      accounts.append(account)
    }
    accounts.sort { ($0.name, $0.id.uuidString) < ($1.name, $1.id.uuidString) }
    return (accounts, problems)
  }

  /// Keeps an account, in place of what was known of it.
  public func save(_ account: Account) throws(Problem) {
    let path = "\(places.accounts)/\(Self.name(of: account))"
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data: Data
    do { data = try encoder.encode(account) } catch {
      throw .unwritable(path, error.localizedDescription)
    }
    do throws(Directory.Failure) {
      try PrivateFolder.create(places.accounts)
      try DurableFile.write(Array(data), to: ByteName(path))
    } catch { throw .unwritable(path, String(cString: strerror(error.code))) }
    PrivateFolder.keepPrivate(path)
  }

  /// Has the next run ask anew which folders the server of an account has.
  public func forgetFolders(of account: Account) {
    ListedFolders(account.state(in: places)).forget()
  }

  /// Makes the folder that an account's mail comes to, by which it is known as a mailbox.
  public func makeInbox(of account: Account) throws(Problem) {
    let path = "\(places.mail)/\(account.directory)/INBOX"
    for part in ["cur", "new", "tmp"] {
      do { try PrivateFolder.create("\(path)/\(part)") } catch {
        throw .unwritable(path, error.localizedDescription)
      }
    }
  }

  /// Forgets an account and what synchronising needed of it; its mail stays where it is, and so does its
  /// password.
  public func remove(_ account: Account) throws(Problem) {
    let path = "\(places.accounts)/\(Self.name(of: account))"
    do { try FileManager.default.removeItem(atPath: path) } catch {
      throw .unwritable(path, error.localizedDescription)
    }
    try? FileManager.default.removeItem(atPath: "\(places.state)/\(account.id.uuidString)")
  }

  /// A folder for the mail of a new account of that name, other than those that are there.
  public func directory(for name: String) -> String {
    let words = name.split { $0.isWhitespace || $0.isNewline || $0 == "/" }.joined(separator: " ")
    // A dot in front would hide it, and servers' separators are no part of a name.
    let shown = String(words.drop { $0 == "." }.prefix(Self.longestName))
    let first = shown.isEmpty ? "Mail" : shown
    for number in 1... {
      let name = number == 1 ? first : "\(first) \(number)"
      let directory = String(decoding: ModifiedUTF7.encoded(name), as: UTF8.self)
      if !FileManager.default.fileExists(atPath: "\(places.mail)/\(directory)") { return directory }
    }
    return first
  }

  private static func name(of account: Account) -> String { "\(account.id.uuidString).json" }

  /// A whole path may have 255 bytes, and folders and messages need the most of them.
  private static let longestName = 24
}
