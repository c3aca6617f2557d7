import CDunnockAdwaita
import GtkBridge
import MailModel
import MailText
import Texts

/// The messages of a conversation below one another, the oldest first: those that were read as lines, the others in full. A message alone
/// stands as it would without all that.
final class ConversationView {
  /// What holds them, to be put into a scroller.
  var widget: Widget { column.widget }

  /// The message that commands are about: the one with the focus, or gone to last, or else the newest that is unfolded.
  var current: ConversationEntry { chosen.entry }
  /// What shows that.
  var message: MessageView { chosen.view }
  /// Those that have a place, the oldest first; of a very long conversation some.
  private(set) var entries: [ConversationEntry] = []

  private let context: ReadingContext
  private let column = MessageColumn()
  private var chosen: (entry: ConversationEntry, view: MessageView)
  private let frame = ConversationFrame()
  private var messages = PlacedMessages()
  /// The unread ones that unfold once they are in sight.
  private var awaited: Set<MessageRef> = []
  /// Whether somebody has done anything that makes where they are theirs.
  private var hasActed = false
  /// Whether the last thing that was done is scrolling, so that commands are about what is in sight.
  private var hasScrolled = false
  private var folder: FolderID?
  private var zoom = 1.0
  private var width: Int32 = 0
  private var tellChange: () -> Void = {}
  private var read: (ConversationEntry, MessageView) -> Void = { _, _ in }
  private var fetchPreview: (ConversationEntry) -> Void = { _ in }

  init(_ context: ReadingContext) {
    self.context = context
    chosen = (ConversationEntry(), MessageView(context))
    frame.onMore { [weak self] in self?.showMore(older: $0) }
    follow(current)
    let first = message
    current.unfold { first }
    prepare(first, of: current)
    entries = [current]
    current.begin(nil)
    column.show([current.widget])
    column.onMove { [weak self] in
      self?.hasActed = true
      self?.hasScrolled = true
      self?.context.host?.sightChanged(isUsed: true)
    } move: { [weak self] in
      self?.placeChanged()
    }
  }

  // MARK: What the owner is told

  /// - Parameter tell: Called when what can be done with the message that commands are about may be another.
  func onChange(_ tell: @escaping () -> Void) { tellChange = tell }

  /// - Parameters:
  ///   - read: Called when a message is to be read for the view that shows it.
  ///   - preview: Called when the beginning of a message's text is missed.
  func onMiss(
    text read: @escaping (ConversationEntry, MessageView) -> Void,
    preview: @escaping (ConversationEntry) -> Void
  ) { (self.read, fetchPreview) = (read, preview) }

  func setZoom(_ zoom: Double) {
    self.zoom = zoom
    for view in views { view.setZoom(zoom) }
  }

  /// Says anew to whom the messages went: more is known of who is who.
  func showAddressing() {
    for view in views { if let content = view.content { view.header.show(content) } }
  }

  /// Whether all that is unfolded was read.
  var isRead: Bool { entries.allSatisfy { $0.isFolded || $0.loader.shown != nil } }

  /// The messages whose text is in sight, but for a line or two.
  var inSight: [Message] {
    entries.filter {
      !$0.isFolded && $0.loader.shown != nil && $0.view?.content?.isFailed != true
        && (!holdsSeveral || column.isInSight($0.widget, by: Self.glance))
    }.compactMap(\.message)
  }

  /// Whether messages stand below one another.
  var holdsSeveral: Bool { messages.count > 1 }

  /// The subject of all, without what marks an answer.
  private var title: String { messages.oldest?.titleWithoutMarks ?? "" }

  private var views: [MessageView] { entries.compactMap(\.view) }

  // MARK: Showing

  /// Shows what is known of a message, alone until more is known.
  func show(_ shown: ShownMessage, of message: Message? = nil) {
    for entry in entries where entry !== current { entry.loader.cancel() }
    column.forget()
    entries = [current]
    column.show([current.widget])
    current.begin(message)
    messages = PlacedMessages(message)
    folder = message?.id.folder
    awaited = []
    hasActed = false
    self.message.show(shown)
  }

  /// Shows nothing.
  func clear() {
    show(ShownMessage())
    message.clear()
  }

  /// Shows the messages that the one on show belongs together with, itself among them.
  ///
  /// - Parameters:
  ///   - found: The oldest first.
  ///   - isFirst: Whether no others were known by now: then the first unread comes into sight, unless somebody has gone elsewhere.
  ///   - sought: The message to bring into sight in place of that; nil as a rule.
  func show(_ found: [Message], isFirst: Bool, sought: MessageRef? = nil) {
    guard !found.isEmpty, found.count > 1 || holdsSeveral else { return }
    let isFresh = isFirst && !hasActed
    let known = messages.ids
    let goal =
      found.firstIndex { $0.id == sought } ?? found.firstIndex(where: \.isUnread)
      ?? found.count - 1
    if isFresh { messages.begin(found, around: goal) } else { messages.update(found) }
    column.hold()
    arrange()
    let unread: [Message] = messages.placed.filter {
      $0.isUnread && (isFresh || !known.contains($0.id))
    }
    awaited.formUnion(unread.map(\.id))
    guard isFresh else { return }
    let open = Set(
      unread.prefix(Self.mostAtOnce).map(\.id)
        + [messages.placed.last?.id, sought].compactMap { $0 })
    for entry in entries where entry.message.map({ open.contains($0.id) }) == true { unfold(entry) }
    if let newest = entries.last(where: { !$0.isFolded }) { makeCurrent(newest) }
    column.go(to: entries[goal - messages.before].widget)
  }

  /// Makes the entries be those of the messages that have a place.
  private func arrange() {
    var old: [MessageRef: ConversationEntry] = [:]
    for entry in entries { if let id = entry.message?.id { old[id] = entry } }
    let ids = messages.ids
    var gone = entries.filter { $0.message.map { !ids.contains($0.id) } ?? false }
    entries = messages.placed.map { message in
      var entry = old[message.id]
      if entry == nil,
        let moved = gone.firstIndex(where: { $0.message?.isSameMail(as: message) == true })
      {
        entry = gone.remove(at: moved)
      }
      let shown = entry ?? ConversationEntry()
      if entry == nil { follow(shown) }
      let isMoved = entry.map { $0.message?.id != message.id } ?? false
      show(message, in: shown)
      // Moved elsewhere, its parts are to be had from there.
      if let view = shown.view, isMoved || view.content?.canBeReadLater == true {
        read(shown, view)
      }
      return shown
    }
    if !holdsSeveral { for entry in entries { unfold(entry) } }
    frame.show(title: title, before: messages.before, behind: messages.behind)
    describe()
    if !entries.contains(where: { $0 === current }) {
      current.loader.cancel()
      let next = entries.last { !$0.isFolded } ?? entries[entries.count - 1]
      unfold(next)
      makeCurrent(next)
    }
    column.show(frame.surround(entries.map(\.widget), of: messages))
    for entry in entries where entry.isFolded && entry.message?.hasPreview == false {
      fetchPreview(entry)
    }
    makeCurrent(current)
  }

  private func describe() {
    guard holdsSeveral else { return }
    for (number, entry) in entries.enumerated() {
      // Translators: names one of several messages that stand below one another, as "3 of 30: Ada Lovelace".
      entry.widget.setSpokenLabel(
        tr("%1$s of %2$s: %3$s").filling(
          (messages.before + number + 1).grouped, messages.count.grouped,
          entry.message?.shownSender ?? ""))
    }
  }

  private func showMore(older isOlder: Bool) {
    hasActed = true
    let edge = isOlder ? entries.first : entries.last
    let hadFocus = frame.holdsFocus(older: isOlder)
    messages.addMore(older: isOlder)
    arrange()
    if hadFocus { column.keepingPlace { edge?.grabFocus() } }
  }

  /// Shows the beginning of a message's text that was fetched.
  func show(preview message: Message) {
    guard let index = messages.replace(message) else { return }
    show(message, in: entries[index])
  }

  private func show(_ message: Message, in entry: ConversationEntry) {
    entry.show(
      message, amongOthers: holdsSeveral, title: title,
      folder: message.id.folder == folder ? "" : context.host?.name(of: message.id.folder) ?? "",
      now: Int(g_get_real_time() / 1_000_000), width: width)
  }
}

/// Going from one message to another, unfolding them, and what comes into sight by that.
extension ConversationView {
  /// Goes to the next message or to the previous, and unfolds it.
  ///
  /// - Parameter takesFocus: Whether its text gets the focus.
  /// - Returns: False at the end.
  func step(forward: Bool, takingFocus: Bool) -> Bool {
    guard holdsSeveral, var here = entries.firstIndex(where: { $0 === current }) else {
      return false
    }
    let isAtEdge = forward ? here + 1 == entries.count : here == 0
    if isAtEdge {
      guard forward ? messages.behind > 0 : messages.before > 0 else { return false }
      showMore(older: !forward)
      here = entries.firstIndex { $0 === current } ?? here
    }
    hasActed = true
    let next = entries[forward ? here + 1 : here - 1]
    unfold(next)
    makeCurrent(next)
    if takingFocus { column.keepingPlace { next.grabFocus() } }
    column.go(to: next.widget)
    return true
  }

  /// Has the scroller be at the top.
  func scrollToTop() { column.scroll(to: 0) }

  /// Gives the focus to the text of the current message, or where that is out of sight to the first that is not, and leaves the scroller
  /// where it is: GTK would scroll to the focus, by a height that the text has not got yet.
  func grabFocus() {
    if holdsSeveral, !column.isInSight(current.widget),
      let seen = entries.first(where: { !$0.isFolded && column.isInSight($0.widget) })
    {
      makeCurrent(seen)
    }
    column.keepingPlace { current.grabFocus() }
  }

  /// Has commands be about the message that a view shows.
  func choose(_ view: MessageView) {
    if let entry = entries.first(where: { $0.view === view }) { makeCurrent(entry) }
  }

  /// Gives the focus back to what had it here, and leaves the scroller where it is.
  func giveFocus(to part: Widget) { column.keepingPlace { gtk_widget_grab_focus(part) } }

  private func unfold(_ entry: ConversationEntry) {
    if let id = entry.message?.id { awaited.remove(id) }
    guard entry.isFolded else { return }
    let isNew = entry.view == nil
    entry.unfold { [self] in MessageView(context, zoom: zoom) }
    guard isNew, let view = entry.view, let message = entry.message else { return }
    prepare(view, of: entry)
    view.show(ShownMessage(of: message))
    show(message, in: entry)
    read(entry, view)
  }

  private func makeCurrent(_ entry: ConversationEntry) {
    guard let view = entry.view else { return }
    hasScrolled = false
    let isOther = current !== entry
    current.widget.setClass("is-current", false)
    chosen = (entry, view)
    entry.widget.setClass("is-current", entries.count { !$0.isFolded } > 1)
    if isOther { tellChange() }
  }

  private func placeChanged() {
    guard holdsSeveral else { return }
    defer { context.host?.sightChanged(isUsed: false) }
    for entry in entries where entry.message.map({ awaited.contains($0.id) }) == true {
      if column.isInSight(entry.widget) { unfold(entry) }
    }
    // Who has read on has left it behind.
    if hasScrolled, !column.isInSight(current.widget),
      let seen = entries.last(where: { !$0.isFolded && column.isInSight($0.widget) })
    {
      makeCurrent(seen)
    }
  }

  private func follow(_ entry: ConversationEntry) {
    entry.onWish { [weak self, weak entry] wish in
      guard let self, let entry else { return }
      switch wish {
      case .unfold:
        hasActed = true
        column.keepingPlace { unfold(entry) }
        makeCurrent(entry)
        context.host?.sightChanged(isUsed: true)
      case .fold:
        hasActed = true
        column.keepingPlace { entry.fold() }
        let next = entries.last { !$0.isFolded && column.isInSight($0.widget) }
        if entry === current, let next { makeCurrent(next) } else { makeCurrent(current) }
      case .focus: if !entry.isFolded { makeCurrent(entry) }
      }
    }
  }

  private func prepare(_ view: MessageView, of entry: ConversationEntry) {
    view.setZoom(zoom)
    view.offer { [weak self, weak entry] in
      guard let self, holdsSeveral, let message = entry?.message else { return [] }
      return context.host?.deeds(for: message) ?? []
    }
    view.onEvent { [weak self, weak entry] event in
      guard let self, let entry else { return }
      switch event {
      case .fits(let width): fit(width)
      case .changed:
        context.host?.sightChanged(isUsed: false)
        if entry === current { tellChange() }
      }
    }
  }

  private func fit(_ width: Int32) {
    guard width != self.width else { return }
    self.width = width
    frame.fit(width)
    for entry in entries { entry.fit(width) }
  }

  /// What is in sight of a message that is looked at, px: more than its header.
  private static let glance = 96.0
  /// How many unread ones are unfolded at once; the others are when they come into sight.
  private static let mostAtOnce = 4
}

extension Message {
  /// The subject without what marks it as an answer.
  var titleWithoutMarks: String {
    let marked = SubjectMark.reply.subject(of: subject)
    return String(marked.dropFirst("Re:".count).drop { $0 == " " })
  }
}
