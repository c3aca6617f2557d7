import CDunnockGtk
import GtkBridge
import MailModel
import MailText
import Texts
import Triage
import TriageJournal

/// A mailbox that is open, for all the windows that show it.
///
/// It is let go with the last of them, and of the changes under way. It stores more than 15 properties: what of looking, waking and reading
/// ahead is under way, each once for all windows.
final class SharedMailbox {
  let store: any MessageStore
  let session: TriageSession
  /// The person's own addresses, as sent mail tells them.
  let sentAddresses: SentAddresses
  /// Whether the file system lets it be changed, as it was at the last look.
  private(set) var isWritable: Bool
  /// What is wrong with the record of changes, if anything is.
  let problem: JournalProblem?

  private let listeners: Listeners
  private var watching: Task<Void, Never>?
  private var looking: Task<Void, Never>?
  private let readingAhead: Task<Void, Never>
  private var hasRecovered = false
  private var isLookingAgain = false
  private var isReadingTexts = false
  /// Rings when the next message is to come back.
  private var alarm: Alarm?
  /// Brings back what was put off.
  private var waking: Task<Void, Never>?
  private var isToWakeAgain = false

  private init(
    store: any MessageStore, journal: Journal, problem: JournalProblem?, isWritable: Bool
  ) {
    self.store = store
    session = TriageSession(
      store: store, journal: journal, rulesIn: Places.rules, allowsChanges: false)
    sentAddresses = SentAddresses(of: store)
    self.problem = problem
    self.isWritable = isWritable
    let listeners = Listeners()
    self.listeners = listeners
    readingAhead = Task(priority: .background) { [changes = listeners.add()] in
      try? await Self.readAhead(store, changes)
    }
  }

  /// Has the store read the folders that nobody has opened: when what the person waits for is there, and again at most once a minute.
  @concurrent
  private nonisolated static func readAhead(
    _ store: any MessageStore, _ changes: AsyncStream<Void>
  ) async throws {
    try await Task.sleep(for: .seconds(3))
    await store.readAhead()
    for await _ in changes {
      try await Task.sleep(for: .seconds(60))
      await store.readAhead()
    }
  }

  /// Has the texts read that searches look through, for somebody waits for what is in them.
  func readTexts() {
    guard !isReadingTexts else { return }
    isReadingTexts = true
    Task { [weak self, store] in
      await store.readAhead(isAwaited: true)
      self?.isReadingTexts = false
    }
  }

  deinit {
    watching?.cancel()
    looking?.cancel()
    readingAhead.cancel()
  }

  /// Notes whether the file system lets it be changed.
  ///
  /// - Returns: Whether that is other than it was.
  func note(isWritable: Bool) -> Bool {
    defer { self.isWritable = isWritable }
    return isWritable != self.isWritable
  }

  /// Says that something may have changed, for a window; all windows hear of it from the one watch.
  func changes() -> AsyncStream<Void> { listeners.add() }

  /// Has somebody look whenever something may have changed, with a pause between two looks.
  ///
  /// - Parameter end: Called when it is let go.
  func onChange(
    _ look: @escaping (SharedMailbox) async -> Void, end: @escaping () -> Void
  ) {
    looking = Task { [weak self, changes = changes()] in
      for await _ in changes {
        if let self { await look(self) }
        try? await Task.sleep(for: Self.pause)
      }
      end()
    }
  }

  private static let pause = Duration.seconds(2)

  /// Begins to watch, unless that is done already, and has all windows look once it has begun: it walks through all folders first, which
  /// can wait until there is mail to see.
  func watch() {
    guard watching == nil else { return }
    watching = Task { [weak self, store, listeners] in
      let changes = await Self.watch(store)
      listeners.tell()
      self?.wake()
      for await _ in changes {
        listeners.tell()
        self?.wake()
      }
    }
  }

  /// Brings back what was put off and is due, and comes again when the next is.
  func wake() {
    // That can wait until there is mail to see.
    guard watching != nil else { return }
    // What may have changed while it was looked for is looked for again.
    guard waking == nil else {
      isToWakeAgain = true
      return
    }
    isToWakeAgain = false
    waking = Task { [weak self, session, listeners] in
      let (next, haveCome) = await session.wake(at: Int64(g_get_real_time() / 1_000_000))
      if haveCome { listeners.tell() }
      guard let self else { return }
      alarm = next.map { Alarm(at: $0) { [weak self] in self?.wake() } }
      waking = nil
      if isToWakeAgain { wake() }
    }
  }

  /// Does what the person's rules say to what has come.
  func followRules() async {
    if await session.followRules(at: MessageDate.now()) { listeners.tell() }
  }

  /// Looks now for what nothing tells of by itself.
  func look() {
    store.look()
    wake()
    if hasTrouble || !isWritable { listeners.tell() }
  }

  /// Has all windows look again, once a minute, as long as one of them cannot reach its mail: of some troubles, such as a disk that fails,
  /// nothing tells when they are over.
  func lookAgain() {
    guard !isLookingAgain else { return }
    isLookingAgain = true
    after(60) { [weak self] in
      guard let self else { return }
      isLookingAgain = false
      guard hasTrouble else { return }
      listeners.tell()
      lookAgain()
    }
  }

  private var hasTrouble: Bool { MailWindow.showing(self).contains { $0.shown.trouble != nil } }

  /// Finishes what a crash interrupted, once, and where changes are allowed.
  ///
  /// - Returns: The messages that were being changed then and that another program has moved since; for the first who asks.
  func recover() async -> [MessageRef] {
    guard !hasRecovered, session.allowsChanges else { return [] }
    hasRecovered = true
    return (try? await session.recover()) ?? []
  }

  /// Opens the record of a store.
  static func open(_ store: any MessageStore) async throws -> SharedMailbox {
    let (journal, problem) = try await Journal.openOnOwnThread(
      in: Places.journals, of: store.identity)
    return SharedMailbox(
      store: store, journal: journal, problem: problem, isWritable: await store.isWritable)
  }

  @concurrent
  private nonisolated static func watch(_ store: any MessageStore) async -> AsyncStream<Void> {
    store.changes()
  }
}
