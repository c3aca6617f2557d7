import FileSystem
import MailModel

extension Settings {
  /// The mailboxes that were open, the last one first.
  var recentPlaces: [MailboxPlace] {
    self[Self.recentMailboxes].prefix(Self.mostRecent).map { .at(ByteName(escaped: $0)) }
  }

  /// What a window showed last; nil when there was none yet.
  var lastShown: (place: MailboxPlace, folder: FolderID?)? {
    recentPlaces.first.map { place in
      (place, self[Self.lastFolder].first.map { FolderID(path: ByteName(escaped: $0)) })
    }
  }

  /// Remembers what a window shows.
  ///
  /// - Parameter folder: Nil where it shows several.
  func remember(_ place: MailboxPlace, folder: FolderID?) {
    let path = place.path.escaped
    let others = self[Self.recentMailboxes].filter { $0 != path }
    self[Self.lastFolder] = folder.map { [$0.path.escaped] } ?? []
    self[Self.recentMailboxes] = Array(([path] + others).prefix(Self.mostRecent))
  }

  /// Forgets a mailbox that is no more.
  func forget(_ place: MailboxPlace) {
    let path = place.path.escaped
    let others = self[Self.recentMailboxes].filter { $0 != path }
    if self[Self.recentMailboxes].first == path { self[Self.lastFolder] = [] }
    self[Self.recentMailboxes] = others
  }

  /// More than anybody looks through in a menu.
  private static let mostRecent = 8
}
