import CDunnockGtk
import FileSystem
import MailModel

extension Settings {
  static let recentKeys = ["recent-mailboxes", "last-folder"]

  /// The mailboxes that were open, the last one first.
  var recentPlaces: [MailboxPlace] {
    recentTexts.prefix(Self.mostRecent).map { .at(ByteName(escaped: $0)) }
  }

  /// What a window showed last; nil when there was none yet.
  var lastShown: (place: MailboxPlace, folder: FolderID?)? {
    recentPlaces.first.map { ($0, lastFolder.map { FolderID(path: ByteName(escaped: $0)) }) }
  }

  /// Remembers what a window shows.
  ///
  /// - Parameter folder: Nil where it shows several.
  func remember(_ place: MailboxPlace, folder: FolderID?) {
    let path = place.path.escaped
    let others = recentTexts.filter { $0 != path }
    use(recent: Array(([path] + others).prefix(Self.mostRecent)), folder?.path.escaped)
  }

  /// More than anybody looks through in a menu.
  private static let mostRecent = 8
}
