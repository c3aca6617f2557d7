import CAdwaita
import GtkBridge
import MailStore
import Triage

extension MailWindow {
  /// Opens a mailbox in this window in place of the one on show.
  ///
  /// - Parameter allowingChanges: The person has allowed changes to it already, which is remembered.
  func open(_ place: MailboxPlace, allowingChanges: Bool = false) {
    leaveMailbox()
    list.clear()
    reader.clear()
    toasts.dismiss()
    notice.hide()
    showTitle(place.name)
    showAvailability()
    show(.loading)
    showList()
    following = Task { [weak self] in
      do {
        let opened = try await OpenMailbox.open(place)
        guard !Task.isCancelled else { return }
        if allowingChanges { self?.settings.allowChanges(to: opened.identity) }
        self?.adopt(opened)
        await self?.finishInterrupted(in: opened)
        // Listening begins before the first look, so that nothing falls in between.
        let changes = opened.store.changes()
        try await self?.showAll(of: opened)
        for await _ in changes {
          guard let look = self?.beginLook() else { return }
          let messages = try await opened.store.messages(in: opened.folder)
          guard !Task.isCancelled, let self else { return }
          showListing(messages, look)
        }
      } catch {
        if !Task.isCancelled { self?.showFailure(error) }
      }
    }
  }

  /// Brings the list up to date with the directory.
  ///
  /// - Returns: False when the window has left the mailbox meanwhile.
  func refresh(_ opened: OpenMailbox) async -> Bool {
    let look = beginLook()
    let messages = try? await opened.store.messages(in: opened.folder)
    guard opened === mailbox else { return false }
    if let messages { showListing(messages, look) }
    return true
  }

  /// Numbers a look at the directory that begins now.
  private func beginLook() -> Int {
    looks.begun += 1
    return looks.begun
  }

  /// Has the looks under way count no more: they may have seen the directory before a change.
  func forgetLooks() { looks.oldest = looks.begun + 1 }

  private func adopt(_ opened: OpenMailbox) {
    mailbox = opened
    showPermission()
  }

  /// Finishes what a crash interrupted, where changes are allowed, and tells what is wrong with the record of changes.
  private func finishInterrupted(in opened: OpenMailbox) async {
    if let problem = opened.problem { toasts.show(problem.sentence.translated) }
    guard opened.session.allowsChanges, let lost = try? await opened.session.recover(),
      !lost.isEmpty
    else { return }
    toasts.show(
      trn(
        "%1$s message was being changed when Dunnock ended, and another program has moved it since.",
        "%1$s messages were being changed when Dunnock ended, and another program has moved them since.",
        lost.count
      ).filling(String(lost.count)))
  }

  /// Shows all messages; of a long list the newest as soon as they are read, and more at a time whenever four times as many are known.
  private func showAll(of opened: OpenMailbox) async throws {
    let (batches, continuation) = AsyncStream<(read: [Message], total: Int)>.makeStream()
    let look = beginLook()
    defer { progress = nil }
    let early = Task { [weak self] in
      var known: [Message] = []
      var shown = 0
      for await batch in batches where !Task.isCancelled {
        known += batch.read
        self?.progress = (known.count, batch.total)
        guard known.count > 4 * shown else { continue }
        shown = known.count
        self?.showListing(known.sortedNewestFirst(), look)
      }
    }
    defer { early.cancel() }
    let messages = try await opened.store.messages(in: opened.folder) {
      continuation.yield(($0, $1))
    }
    early.cancel()
    guard !Task.isCancelled else { return }
    progress = nil
    showListing(messages, look)
  }

  /// Shows the messages that a look found, less those that are leaving.
  private func showListing(_ found: [Message], _ look: Int) {
    guard look >= looks.oldest else { return }
    looks.oldest = look
    let messages = found.filter { !leaving.contains($0.id) }
    let wasEmpty = list.count == 0
    list.show(messages)
    showCount()
    if wasEmpty, let first = messages.first { list.focus(first.id) }
  }

  /// Shows how many messages are unread, and the list, or that it is empty.
  func showCount() {
    if progress == nil { showTitle(mailbox?.place.name ?? "", unread: list.unreadCount) }
    if list.count > 0 {
      show(.list)
      hint.offer()
    } else if page != .other {
      showPage(
        statusPage(
          icon: "dnk-archive-symbolic", title: tr("All done"),
          description: tr("There is no mail here. New messages appear by themselves.")))
    }
  }

  private func showFailure(_ error: any Error) {
    leaveMailbox()
    list.clear()
    notice.hide()
    showTitle(Product.name)
    toasts.dismiss()
    showAvailability()
    showPage(
      statusPage(
        icon: "dialog-warning-symbolic", title: tr("This mailbox cannot be opened"),
        description: sentence(for: error),
        button: (tr("Open another mailbox"), WindowCommand.open.action)))
  }

  /// Shows how far the reading of a long list has come.
  func showProgress() {
    guard let progress, progress.read < progress.total else { return }
    adw_window_title_set_subtitle(
      title.opaque,
      trn("%2$s of %1$s message read", "%2$s of %1$s messages read", progress.total)
        .filling(String(progress.total), String(progress.read)))
  }

  private func showTitle(_ name: String, unread: Int? = nil) {
    let shown = name.isEmpty ? Product.name : name
    adw_window_title_set_title(title.opaque, shown)
    let count = unread.map { trn("%1$s unread", "%1$s unread", $0).filling(String($0)) }
    adw_window_title_set_subtitle(title.opaque, unread == 0 ? "" : count ?? "")
    gtk_window_set_title(window.cast(), shown)
  }
}
