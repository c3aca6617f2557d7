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
    abstract: tr("Go through your mail by dragging rows sideways"),
    discussion: [
      tr(
        "Without a folder, opens what was open last, or ways to begin the first time. Other folders are opened read-only until you allow changes."
      ),
      tr(
        "See “dunnock account --help” for accounts, “dunnock sync --help” for fetching their mail, and “dunnock send --help” for sending. To open a folder with one of these names, type ./account."
      ),
      tr(
        "An email link such as mailto:ada@example.org takes the place of a folder, as with --compose."
      ),
    ].joined(separator: "\n\n"),
    version: Product.version)

  @Flag(help: .init(tr("Allow changes to this mailbox, now and later.")))
  var allowChanges = false

  @Flag(help: .init(tr("Open another window, even if Dunnock is running.")))
  var newWindow = false

  @Flag(
    help: .init(
      tr("Print what Dunnock does to standard error. Goes before “account”, “send” and “sync”.")))
  var debug = false

  @Flag(help: .init(tr("Open the sample mailbox.")))
  var sample = false

  @Option(
    help: ArgumentHelp(
      tr("Begin a mail, as mailto:ada@example.org asks."), valueName: "mailto"))
  var compose: String?

  @Flag(help: .init(tr("Print each message as a line of JSON instead of opening a window.")))
  var list = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      tr("Print the messages that a search finds, like --list."), valueName: "query"))
  var search: String?

  @Argument(
    // As `ByteName.escaped`, since a path need not be UTF-8.
    help: ArgumentHelp(tr("A Maildir, or any folder of files."), valueName: "folder"),
    completion: .directory)
  var mailbox: String?

  /// What they ask of the program that shows windows, with a whole path, for another may be running in another folder.
  var window: [ByteName] {
    let debugging = debug ? [ByteName("--debug")] : []
    if let mailLink { return debugging + [ByteName("--compose"), mailLink] }
    return debugging
      + [
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
        throw ValidationError(tr("--compose begins a mail. Leave out everything else."))
      }
      guard let uri = String(validating: mailLink.bytes, as: UTF8.self),
        Draft(mailto: uri) != nil
      else {
        throw ValidationError(
          tr("--compose takes an address of at most 100,000 bytes, such as mailto:ada@example.org.")
        )
      }
    }
    if sample, mailbox != nil {
      throw ValidationError(tr("--sample opens the sample mailbox. Leave out --sample or FOLDER."))
    }
    if list, mailbox == nil {
      throw ValidationError(tr("--list needs a mailbox: dunnock --list FOLDER"))
    }
    if search != nil, mailbox == nil {
      throw ValidationError(tr("--search needs a mailbox: dunnock --search QUERY FOLDER"))
    }
    if let query = search.map({ SearchQuery(ByteName(escaped: $0).description) }) {
      if let other = query.misunderstood.first {
        throw ValidationError(
          tr(
            "--search does not understand “%1$s”. Write it like before:2024-05, older:3w or larger:5M."
          ).filling(other)
        )
      }
      if query.isEmpty {
        throw ValidationError(tr("--search needs words to search for, such as --search dinner."))
      }
    }
    if list, search != nil {
      throw ValidationError(tr("--list prints everything. Leave out --list or --search."))
    }
    if list || search != nil, allowChanges {
      throw ValidationError(
        tr("%1$s changes nothing. Leave out --allow-changes.").filling(list ? "--list" : "--search")
      )
    }
  }
}
