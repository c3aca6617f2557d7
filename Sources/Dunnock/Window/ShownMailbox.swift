import CDunnockGtkShim
import CDunnockShim
import GtkBridge
import MailModel
import StoreOpening
import Triage

/// The mailbox that a window shows: opened, listed, and followed until the window turns to another.
///
/// It stores more than 15 properties, for what is known of the source on show goes together when the window turns to another.
final class ShownMailbox {
  /// What there is to show of it.
  enum Event {
    /// It is to be opened in place of what was shown.
    case opening(MailboxPlace)
    /// It is open, and its mail comes next.
    case opened(OpenMailbox)
    /// What a crash interrupted is finished, but for these, which another program has moved since.
    case recovered(without: [MessageRef])
    /// These are its messages, or as many as are known while they are read for the first time; whether they are the first of the source.
    case listed([Message], isNew: Bool)
    /// So much of a long list has been read; nil when all has.
    case progressed
    /// What is listed is what is on the disk.
    case lookedAt
    /// Whether the file system lets it be changed is other than it was.
    case permitted
    /// It cannot be reached now.
    case troubled(StoreError, isNew: Bool)
    /// It can be reached again.
    case recoveredFromTrouble
    /// It cannot be opened.
    case failed(any Error)
  }

  /// Nil while none is open.
  private(set) var mailbox: OpenMailbox?
  /// What the list shows of it.
  private(set) var source = Source.folder(.inbox)
  /// Why its mail cannot be reached; nil as a rule.
  private(set) var trouble: StoreError?
  /// How much of the mail was read for what is looked for; nil where no words are.
  private(set) var searched: SearchProgress?
  /// How many messages have been read, while they are read for the first time.
  private(set) var progress: (read: Int, total: Int)?
  /// Whether nothing was listed of the source yet.
  private(set) var isNew = true
  /// How often the window has turned to something else: by this, what comes late knows whether what it is meant for is still on show.
  private(set) var turns = 0

  private let mailboxes: Mailboxes
  private let settings: Settings
  private let mostRowsInSight: () -> Int
  private let frameIsDrawn: @MainActor () async -> Void
  private let isChangingMany: () -> Bool
  private var tell: (Event) -> Void = { _ in }
  private var order = MessageOrder.arrival
  /// What was asked for when it could not be opened.
  private var failed: (place: MailboxPlace, folder: FolderID?, allowingChanges: Bool)?
  /// Opens it, lists it and follows what other programs do to it.
  private(set) var following: Task<Void, Never>?
  /// Lists the source that was chosen last.
  private var showing: Task<Void, Never>?
  /// The number of the last look at the disk, of the oldest whose answer may still be shown, and of the last that asked for another
  /// order than the list now has.
  private var looks = (begun: 0, oldest: 0, unordered: 0)
  private var isToLookAgain = false
  private var isToCatchUp = false
  /// What the person has done something to that is looked for: it stays, though it may be found no more.
  private var kept: Set<MessageRef> = []
  /// What the person has sent elsewhere: it does not come back for being found there.
  private var sentAway: Set<MessageRef> = []

  /// - Parameters:
  ///   - isChangingMany: Whether a change of many messages is under way, which ends with a look of its own.
  ///   - mostRowsInSight: Returns the number of rows that fill the list at its present height. It may be too high, but not too low.
  ///   - frameIsDrawn: Returns when what was told has been drawn; called only while a mailbox is on show, and on the main actor, so that
  ///     nothing can go between the two.
  init(
    _ mailboxes: Mailboxes, _ settings: Settings, isChangingMany: @escaping () -> Bool,
    mostRowsInSight: @escaping () -> Int,
    frameIsDrawn: @escaping @MainActor () async -> Void
  ) {
    self.isChangingMany = isChangingMany
    self.mailboxes = mailboxes
    self.settings = settings
    self.mostRowsInSight = mostRowsInSight
    self.frameIsDrawn = frameIsDrawn
  }

  /// Has what there is to show told.
  func onEvent(_ tell: @escaping (Event) -> Void) { self.tell = tell }

  /// The one folder on show; nil while there is none, or several.
  var folder: FolderID? {
    mailbox == nil ? nil : source.folder
  }

  /// Whether mail of what is on show may be changed: always in the sample, elsewhere after the person's word.
  var allowsChanges: Bool {
    guard let session = mailbox?.session, trouble == nil else { return false }
    return folder.map(session.allowsChanges(in:)) ?? session.allowsChanges
  }

  /// Opens a mailbox in place of the one on show.
  ///
  /// - Parameters:
  ///   - folder: The folder to begin with, if it is there; else its inbox.
  ///   - allowingChanges: The person has allowed changes to it already, which is remembered.
  func open(_ place: MailboxPlace, folder: FolderID? = nil, allowingChanges: Bool = false) {
    leave()
    debugLog("mailbox opening")
    tell(.opening(place))
    following = Task { [weak self, mailboxes, settings] in
      do {
        let opened = try await mailboxes.open(place, settings)
        let first = await opened.folder(folder)
        guard !Task.isCancelled else { return }
        if allowingChanges { settings.allowChanges(to: opened.identity) }
        self?.adopt(opened, first)
        let lost = await opened.shared.recover()
        if !Task.isCancelled { self?.tell(.recovered(without: lost)) }
        // Listening begins before the first look, so that nothing falls in between.
        let changes = opened.shared.changes()
        await self?.showAll(of: opened)
        opened.shared.watch()
        for await _ in changes {
          guard await self?.refresh(opened) == true else { return }
          self?.catchUp(with: opened)
          // Every portion of it would have all be looked at again, and wait for that.
          if self?.isChangingMany() == true { try? await Task.sleep(for: Self.pause) }
        }
      } catch {
        if !Task.isCancelled { self?.fail(error, (place, folder, allowingChanges)) }
      }
    }
  }

  /// Shows something else of the same mailbox.
  func show(_ source: Source) {
    guard let mailbox, source != self.source else { return }
    self.source = source
    debugLog(
      """
      shown: one folder: \(source.folder != nil), words: \(!source.words.isEmpty), \
      filters: \(source.filters.count)
      """)
    begin()
    forgetLooks()
    endTrouble()
    showing?.cancel()
    showing = Task { [weak self] in await self?.showAll(of: mailbox) }
  }

  /// Has messages stay on show that were found, whatever is done to them, until something else is looked for.
  func keep(_ ids: some Sequence<MessageRef>) { if source.isNarrowed { kept.formUnion(ids) } }

  /// Has a message that was sent elsewhere not come back for being found there, until something else is shown. Who looks for words finds it
  /// where it is now.
  func sendAway(_ id: MessageRef) {
    if source.isNarrowed, source.words.isEmpty { sentAway.insert(id) }
  }

  /// Lists by another order from now on; what is listed is ordered by who shows it.
  func order(by order: MessageOrder) {
    if order == self.order { return }
    looks.unordered = looks.begun
    self.order = order
  }

  /// Stops all that would still come; what is under way finds itself no longer wanted.
  func leave() {
    following?.cancel()
    showing?.cancel()
    if mailbox != nil { debugLog("mailbox left") }
    turns += 1
    failed = nil
    forgetLooks()
    progress = nil
    mailbox = nil
    trouble = nil
  }

  /// Looks again, at once.
  func tryAgain() {
    if let failed {
      return open(failed.place, folder: failed.folder, allowingChanges: failed.allowingChanges)
    }
    guard let mailbox else { return }
    mailbox.store.look()
    Task { [weak self] in _ = await self?.refresh(mailbox) }
  }

  /// Looks for what nothing tells of by itself, now that somebody looks at the window.
  func look() { mailbox?.shared.look() }

  /// Has a folder that is empty all at once count as empty.
  func acceptEmpty() {
    guard let mailbox, let folder else { return }
    Task { [weak self] in
      await mailbox.store.accept(empty: folder)
      _ = await self?.refresh(mailbox)
    }
  }

  /// Has the looks under way count no more: they may have seen the disk before a change.
  func forgetLooks() { looks.oldest = looks.begun + 1 }

  /// Brings what is listed up to date with the disk.
  ///
  /// - Returns: False when the window has left the mailbox meanwhile.
  func refresh(_ opened: OpenMailbox) async -> Bool {
    let look = beginLook()
    do {
      let messages = try await messages(of: opened)
      let isWritable = await opened.store.isWritable
      guard opened === mailbox else { return false }
      show(messages, look, isWritable: isWritable, in: opened)
    } catch {
      guard opened === mailbox else { return false }
      show(error, look, in: opened)
    }
    return opened === mailbox
  }

  private func adopt(_ opened: OpenMailbox, _ folder: FolderID) {
    mailbox = opened
    source = .folder(folder)
    debugLog(
      """
      mailbox opened: folders: \(opened.folders.count), files: \(opened.holdsFiles), \
      journal: \(opened.shared.problem == nil)
      """)
    begin()
    tell(.opened(opened))
  }

  private func fail(
    _ error: any Error,
    _ asked: (place: MailboxPlace, folder: FolderID?, allowingChanges: Bool)
  ) {
    leave()
    failed = asked
    debugLog("mailbox not opened")
    let place = asked.place
    tell(.failed(error))
    following = Task { [weak self, mailboxes, settings] in
      var reason = String(describing: error)
      for await _ in changes(at: place.path) {
        do {
          // What is open already is not opened twice.
          let opened = try await mailboxes.open(place, settings)
          guard !Task.isCancelled else { return }
          return withExtendedLifetime(opened) {
            self?.open(place, folder: asked.folder, allowingChanges: asked.allowingChanges)
          }
        } catch {
          guard !Task.isCancelled else { return }
          if reason != String(describing: error) { self?.tell(.failed(error)) }
          reason = String(describing: error)
        }
      }
    }
  }

  /// Lists all messages; of a long list the newest as soon as they are read, and more at a time whenever four times as many are known.
  private func showAll(of opened: OpenMailbox) async {
    let (batches, continuation) = AsyncStream<(read: [Message], total: Int)>.makeStream()
    guard !Task.isCancelled else { return }
    let (look, turn) = (beginLook(), turns)
    defer { if turn == turns { show(progress: nil) } }
    let early = Task { [weak self] in
      // Some are read twice, such as those that were still being written.
      var known: [MessageRef: Message] = [:]
      var shown = 0
      for await batch in batches where !Task.isCancelled {
        for message in batch.read { known[message.id] = message }
        // The store reads on what was begun, whatever the window shows by now.
        guard self?.turns == turn else { return }
        self?.show(progress: (known.count, batch.total))
        guard known.count > 4 * shown else { continue }
        // A window that has left the mailbox may be gone, and with it all that it could draw.
        guard let order = self?.order, let drawn = self?.frameIsDrawn, self?.mailbox === opened
        else { return }
        let newest = known.values.sortedNewestFirst(by: order)
        if shown == 0 {
          if let self { list(Array(newest.prefix(mostRowsInSight())), look) }
          await drawn()
          guard !Task.isCancelled else { return }
        }
        shown = known.count
        self?.list(newest, look)
      }
    }
    defer { early.cancel() }
    do {
      let messages = try await messages(of: opened) { continuation.yield(($0, $1)) }
      let isWritable = await opened.store.isWritable
      early.cancel()
      // A frame may still be drawn with the first rows, before the many are put behind them.
      await early.value
      guard !Task.isCancelled, opened === mailbox else { return }
      show(progress: nil)
      show(messages, look, isWritable: isWritable, in: opened)
      if messages.count > Self.many {
        Task.detached(priority: .background) { dnk_give_back_memory() }
      }
    } catch {
      guard !Task.isCancelled, opened === mailbox else { return }
      show(error, look, in: opened)
    }
  }

  private func begin() {
    turns += 1
    isNew = true
    searched = nil
    kept = []
    sentAway = []
  }

  /// What there is to list, with what the person keeps there and without what was sent away.
  private func messages(
    of opened: OpenMailbox,
    batch: (@Sendable (_ read: [Message], _ total: Int) -> Void)? = nil
  ) async throws(StoreError) -> [Message] {
    let source = source
    var (messages, progress) = try await source.messages(
      of: opened.store, opened.session.roles, by: order, batch: batch)
    guard source.isNarrowed, source == self.source else { return messages }
    searched = progress
    if let progress, !progress.isComplete { lookAgain(progress, in: opened) }
    if !sentAway.isEmpty { messages.removeAll { sentAway.contains($0.id) } }
    let missing = kept.subtracting(messages.lazy.map(\.id))
    guard !missing.isEmpty else { return messages }
    for id in missing {
      if let message = try? await opened.store.message(id) { messages.append(message) }
    }
    return messages.sortedNewestFirst(by: order)
  }

  /// Has mail be found soon that came to folders which nobody lists; what is read of it is told, and looked for then.
  private func catchUp(with opened: OpenMailbox) {
    guard source.isNarrowed, !isToCatchUp else { return }
    isToCatchUp = true
    after(Self.searchPause) { [weak self] in
      self?.isToCatchUp = false
      if let self, opened === mailbox, source.isNarrowed { opened.shared.readTexts() }
    }
  }

  /// Has the rest of the mail read, and looks again for what is in that.
  private func lookAgain(_ progress: SearchProgress, in opened: OpenMailbox) {
    opened.shared.readTexts()
    guard !progress.hasStopped, !isToLookAgain else { return }
    isToLookAgain = true
    after(Self.searchPause) { [weak self] in
      self?.isToLookAgain = false
      // Though all was read meanwhile: what was found of that may have come too late to be shown.
      guard let self, opened === mailbox, searched != nil else { return }
      Task { _ = await self.refresh(opened) }
    }
  }

  /// Between two looks at what was read meanwhile, seconds.
  private static let searchPause = 1.5

  private func beginLook() -> Int {
    looks.begun += 1
    return looks.begun
  }

  private func show(
    _ messages: [Message], _ look: Int, isWritable: Bool, in opened: OpenMailbox
  ) {
    guard look >= looks.oldest else { return }
    endTrouble()
    if opened.shared.note(isWritable: isWritable) { tell(.permitted) }
    list(messages, look)
    tell(.lookedAt)
  }

  private func list(_ messages: [Message], _ look: Int) {
    guard look >= looks.oldest else { return }
    looks.oldest = look
    let ordered = look <= looks.unordered ? messages.sortedNewestFirst(by: order) : messages
    defer { isNew = false }
    tell(.listed(ordered, isNew: isNew))
  }

  private func show(progress: (read: Int, total: Int)?) {
    self.progress = progress
    tell(.progressed)
  }

  private func show(_ error: any Error, _ look: Int, in opened: OpenMailbox) {
    guard look >= looks.oldest, let error = error as? StoreError else { return }
    looks.oldest = look
    let isNew = trouble != error
    trouble = error
    if isNew { debugLog("mailbox not available") }
    tell(.troubled(error, isNew: isNew))
    if isNew { opened.shared.lookAgain() }
  }

  private func endTrouble() {
    guard trouble != nil else { return }
    trouble = nil
    debugLog("mailbox available again")
    tell(.recoveredFromTrouble)
  }

  /// Between two looks while many messages are being changed.
  private static let pause = Duration.seconds(2)
  /// A list so long that what reading it took, and is no longer needed, is worth giving back.
  private static let many = 10_000
}
