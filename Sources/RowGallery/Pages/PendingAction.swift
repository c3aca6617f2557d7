import SwipeRows

extension Page {
  static let pendingAction = Page(
    "Waiting and Failing", keywords: ["async", "pending", "spinner", "failure", "server", "error"],
    text: """
      An action may take its time: its row waits with a spinner, shows a tick, and then closes, stays or leaves; or it says why nothing was done. \
      Run Upload or Delete, then let the server refuse and run them again.
      """
  ) { show in
    show.items = Item.list([
      ("Holiday pictures", "214 files", "folder-pictures-symbolic"),
      ("Tax return", "3 files", "folder-documents-symbolic"),
      ("Choir recordings", "18 files", "folder-music-symbolic"),
      ("Plans of the shed", "2 files", "folder-documents-symbolic"),
      ("A film about moss", "1 file", "folder-videos-symbolic"),
      ("Bookmarks", "1 file", "user-bookmarks-symbolic"),
    ])
    let server = Server()
    show.addChoice("The server answers", ["after 1.5 s", "at once", "after 4 s"]) {
      server.delay = [1.5, 0, 4][$0]
    }
    show.addSwitch("Refuse") { server.refuses = $0 }
    show.content = { [unowned show] item in
      SwipeContent(
        label: item.label,
        leading: SwipeSide(
          [
            show.action("upload", "Upload", "document-send-symbolic", .accent, on: item) {
              await server.answer { .restore }
            }
          ], allowsFullSwipe: true),
        trailing: SwipeSide(
          [
            show.action("delete", "Delete", "edit-delete-symbolic", .destructive, on: item) {
              [weak show] in await server.answer { show?.removal(of: item) ?? .restore }
            },
            show.action("check", "Check", "view-refresh-symbolic", on: item) {
              await server.answer { .keepOpen }
            },
          ], allowsFullSwipe: true))
    }
  }
}

/// What takes its time.
private final class Server {
  /// Seconds.
  var delay = 1.5
  var refuses = false

  /// Answers after a while: what was asked for, or that it cannot be done.
  func answer(_ outcome: () -> SwipeOutcome) async -> SwipeOutcome {
    if delay > 0 { try? await Task.sleep(for: .seconds(delay)) }
    return refuses ? .failure("The server refused: it is being repaired.") : outcome()
  }
}
