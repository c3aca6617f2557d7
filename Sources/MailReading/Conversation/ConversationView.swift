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
  private(set) var current = ConversationEntry()
  /// What shows that.
  private(set) var message: MessageView
  /// Those that have a place, the oldest first; of a very long conversation some.
  private(set) var entries: [ConversationEntry] = []

  private let context: ReadingContext
  private let column = MessageColumn()
  private let title = Widget.readingText(lines: 4, "subject", "title-2")
  private let titleClamp: Widget = adw_clamp_new()
  private let older: Widget = gtk_button_new()
  private let newer: Widget = gtk_button_new()
  /// All of them, and which of these have a place.
  private var messages: [Message] = []
  private var range = 0..<0
  /// The unread ones that unfold once they are in sight.
  private var awaited: Set<MessageID> = []
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
    message = MessageView(context)
    held = [titleClamp, older, newer].map { .sinking(floating: UnsafeMutableRawPointer($0)) }
    let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    box.addClasses("conversation-title")
    gtk_box_append(box.cast(), title)
    adw_clamp_set_child(titleClamp.opaque, box)
    for (button, isOlder) in [(older, true), (newer, false)] {
      button.addClasses("flat", "more-messages")
      gtk_widget_set_halign(button, GTK_ALIGN_CENTER)
      Signal.connect(button, "clicked") { [weak self] in self?.showMore(older: isOlder) }
    }
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

  /// The title and buttons, which are not always shown.
  private let held: [Ref]

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
  var isRead: Bool { entries.allSatisfy { $0.isFolded || $0.reading.shown != nil } }

  /// The messages whose text is in sight, but for a line or two.
  var inSight: [Message] {
    entries.filter {
      !$0.isFolded && $0.reading.shown != nil && $0.view?.content?.isFailed != true
        && (!holdsSeveral || column.isInSight($0.widget, by: Self.glance))
    }.compactMap(\.message)
  }

  /// Whether messages stand below one another.
  var holdsSeveral: Bool { messages.count > 1 }

  private var views: [MessageView] { entries.compactMap(\.view) }

  // MARK: Showing

  /// Shows what is known of a message, alone until more is known.
  func show(_ shown: ShownMessage, of message: Message? = nil) {
    for entry in entries where entry !== current { entry.reading.cancel() }
    column.forget()
    entries = [current]
    column.show([current.widget])
    current.begin(message)
    messages = message.map { [$0] } ?? []
    range = 0..<messages.count
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
  func show(_ found: [Message], isFirst: Bool, sought: MessageID? = nil) {
    guard !found.isEmpty, found.count > 1 || holdsSeveral else { return }
    let isFresh = isFirst && !hasActed
    let oldEnd = messages.count
    let (first, last) = (messages[range].first, messages[range].last)
    let known = Set(messages.map(\.id))
    messages = found
    let goal =
      found.firstIndex { $0.id == sought } ?? found.firstIndex(where: \.isUnread)
      ?? found.count - 1
    if isFresh {
      let start = max(0, min(goal - Self.before, found.count - Self.before - Self.portion))
      range = start..<min(found.count, start + Self.before + Self.portion)
    } else {
      let lower = found.firstIndex { $0.id == first?.id } ?? min(range.lowerBound, found.count - 1)
      let upper =
        range.upperBound == oldEnd
        ? found.count : found.lastIndex { $0.id == last?.id }.map { $0 + 1 } ?? range.upperBound
      range = lower..<max(lower + 1, min(upper, found.count))
    }
    column.hold()
    arrange()
    let unread: [Message] = messages[range].filter {
      $0.isUnread && (isFresh || !known.contains($0.id))
    }
    awaited.formUnion(unread.map(\.id))
    guard isFresh else { return }
    let open = Set(
      unread.prefix(Self.mostAtOnce).map(\.id)
        + [messages[range].last?.id, sought].compactMap { $0 })
    for entry in entries where entry.message.map({ open.contains($0.id) }) == true { unfold(entry) }
    if let newest = entries.last(where: { !$0.isFolded }) { makeCurrent(newest) }
    column.go(to: entries[goal - range.lowerBound].widget)
  }

  /// Makes the entries be those of the messages that have a place.
  private func arrange() {
    var old: [MessageID: ConversationEntry] = [:]
    for entry in entries { if let id = entry.message?.id { old[id] = entry } }
    let ids = Set(messages.map(\.id))
    var gone = entries.filter { $0.message.map { !ids.contains($0.id) } ?? false }
    let title = messages.first?.titleWithoutMarks ?? ""
    entries = messages[range].map { message in
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
    self.title.showText(title.isEmpty ? tr("No subject") : title)
    describe()
    if !entries.contains(where: { $0 === current }) {
      current.reading.cancel()
      let next = entries.last { !$0.isFolded } ?? entries[entries.count - 1]
      unfold(next)
      makeCurrent(next)
    }
    column.show(
      (holdsSeveral ? [titleClamp] : []) + (range.lowerBound > 0 ? [older] : [])
        + entries.map(\.widget) + (range.upperBound < messages.count ? [newer] : []))
    for entry in entries where entry.isFolded && entry.message?.hasPreview == false {
      fetchPreview(entry)
    }
    makeCurrent(current)
  }

  private func describe() {
    let (before, behind) = (range.lowerBound, messages.count - range.upperBound)
    gtk_button_set_label(
      older.cast(),
      trn("Show %1$s older message", "Show %1$s older messages", before).filling(before.grouped))
    gtk_button_set_label(
      newer.cast(),
      trn("Show %1$s newer message", "Show %1$s newer messages", behind).filling(behind.grouped))
    guard holdsSeveral else { return }
    for (number, entry) in entries.enumerated() {
      // Translators: names one of several messages that stand below one another, as "3 of 30: Ada Lovelace".
      entry.widget.setSpokenLabel(
        tr("%1$s of %2$s: %3$s").filling(
          (range.lowerBound + number + 1).grouped, messages.count.grouped,
          entry.message?.shownSender ?? ""))
    }
  }

  private func showMore(older isOlder: Bool) {
    hasActed = true
    let edge = isOlder ? entries.first : entries.last
    let hadFocus = (isOlder ? older : newer).holdsFocus
    range =
      isOlder
      ? max(0, range.lowerBound - Self.portion)..<range.upperBound
      : range.lowerBound..<min(messages.count, range.upperBound + Self.portion)
    arrange()
    if hadFocus { column.keepingPlace { edge?.grabFocus() } }
  }

  /// Shows the beginning of a message's text that was fetched.
  func show(preview message: Message) {
    guard let index = messages[range].firstIndex(where: { $0.id == message.id }) else { return }
    messages[index] = message
    show(message, in: entries[index - range.lowerBound])
  }

  private func show(_ message: Message, in entry: ConversationEntry) {
    entry.show(
      message, amongOthers: holdsSeveral, title: messages.first?.titleWithoutMarks ?? "",
      folder: message.id.folder == folder ? "" : context.host?.name(of: message.id.folder) ?? "",
      now: Int(g_get_real_time() / 1_000_000), width: width)
  }

  // MARK: Going

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
      guard forward ? range.upperBound < messages.count : range.lowerBound > 0 else { return false }
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
    (current, message) = (entry, view)
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
    view.onWidth { [weak self] in self?.fit($0) }
    view.offer { [weak self, weak entry] in
      guard let self, holdsSeveral, let message = entry?.message else { return [] }
      return context.host?.deeds(for: message) ?? []
    }
    view.onChange { [weak self, weak entry] in
      guard let self, let entry else { return }
      context.host?.sightChanged(isUsed: false)
      if entry === current { tellChange() }
    }
  }

  private func fit(_ width: Int32) {
    guard width != self.width else { return }
    self.width = width
    adw_clamp_set_maximum_size(titleClamp.opaque, width)
    adw_clamp_set_tightening_threshold(titleClamp.opaque, width)
    for entry in entries { entry.fit(width) }
  }

  /// What is in sight of a message that is looked at, px: more than its header.
  private static let glance = 96.0
  /// How many have a place at once, beside the few before the first of them that is unread.
  private static let portion = 40
  private static let before = 10
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
