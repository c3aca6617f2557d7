import ArgumentParser
import CDunnockGio
import FileSystem
import MailModel
import Texts
import Triage

/// What the command line may say.
struct Arguments: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dunnock",
    abstract: "Reads the mail in a Maildir and files it by dragging rows aside.",
    discussion: """
      Without a folder it opens what was open last, and the first time offers
      ways to begin, a sample among them. Any other folder is looked at only, until you
      allow changes.

      dunnock account --help tells of accounts on servers, dunnock sync --help of how
      their mail is fetched, and dunnock send --help of how mail is sent; ./account
      opens a folder of that name. A mailto: address in the place of a folder is what
      --compose takes.
      """,
    version: Product.version)

  @Flag(help: "Let mail be moved and marked, and remember it for this mailbox.")
  var allowChanges = false

  @Flag(help: "Open one more window, also where Dunnock runs already.")
  var newWindow = false

  @Flag(help: "Open the sample mailbox.")
  var sample = false

  @Option(
    help: ArgumentHelp("Begin a mail, as mailto:ada@example.org asks.", valueName: "mailto"))
  var compose: String?

  @Flag(help: "Print every message as a line of JSON instead of opening a window.")
  var list = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Print the messages that a search finds, as --list does.", valueName: "query"))
  var search: String?

  @Argument(
    // As `ByteName.escaped`, since a path need not be UTF-8.
    help: ArgumentHelp("A Maildir, or any folder of files.", valueName: "folder"),
    completion: .directory)
  var mailbox: String?

  /// What they ask of the program that shows windows, with a whole path, for another may be running in another folder.
  var window: [ByteName] {
    if let mailLink { return [ByteName("--compose"), mailLink] }
    return [
      allowChanges ? ByteName("--allow-changes") : nil,
      newWindow ? ByteName("--new-window") : nil,
      sample ? ByteName("--sample") : mailbox.map { Self.whole(ByteName(escaped: $0)) },
    ].compactMap { $0 }
  }

  /// The link to write a mail by, where the desktop's own way to name it is taken too.
  private var mailLink: ByteName? {
    (compose ?? mailbox.flatMap { $0.lowercased().hasPrefix("mailto:") ? $0 : nil })
      .map { ByteName(escaped: $0) }
  }

  /// A path from the root, as what the desktop names by a URI has one; an empty one, which leads nowhere, as it is.
  private static func whole(_ path: ByteName) -> ByteName {
    if path.description.hasPrefix("file:"),
      let named = g_filename_from_uri(path.description, nil, nil)
    {
      defer { g_free(named) }
      return ByteName(cString: named)
    }
    guard !path.isEmpty, path.bytes.first != UInt8(ascii: "/"), let here = g_get_current_dir()
    else { return path }
    defer { g_free(here) }
    return ByteName(cString: here).entry(path)
  }

  func validate() throws {
    if let mailLink {
      if compose != nil && mailbox != nil || sample || list || search != nil || allowChanges
        || newWindow
      {
        throw ValidationError("--compose begins a mail: leave out everything else.")
      }
      guard let uri = String(validating: mailLink.bytes, as: UTF8.self),
        Draft(mailto: uri) != nil
      else {
        throw ValidationError(
          "--compose takes an address of at most 100,000 bytes, such as mailto:ada@example.org.")
      }
    }
    if sample, mailbox != nil {
      throw ValidationError("--sample opens the sample mailbox: leave out --sample or FOLDER.")
    }
    if list, mailbox == nil {
      throw ValidationError("--list needs a mailbox: dunnock --list FOLDER")
    }
    if search != nil, mailbox == nil {
      throw ValidationError("--search needs a mailbox: dunnock --search QUERY FOLDER")
    }
    if let query = search.map({ SearchQuery(ByteName(escaped: $0).description) }) {
      if let other = query.misunderstood.first {
        throw ValidationError(
          "--search does not understand '\(other)': give it such as before:2024-05, older:3w or larger:5M."
        )
      }
      if query.isEmpty {
        throw ValidationError("--search looks for nothing: give words, such as --search 'dinner'.")
      }
    }
    if list, search != nil {
      throw ValidationError("--list prints everything: leave out --list or --search.")
    }
    if list || search != nil, allowChanges {
      throw ValidationError(
        "\(list ? "--list" : "--search") changes nothing: leave out --allow-changes.")
    }
  }
}
