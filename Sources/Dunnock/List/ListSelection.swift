import CDunnockGtk
import GtkBridge
import MailModel
import SwipeRows

/// Which row of the list is current, whether the person went there, and which was before.
final class ListSelection {
  /// A GtkSingleSelection.
  let model: Ref
  /// Counts what the person has gone to; nil while something is selected that they have not.
  private(set) var choice: Int?
  /// What was last told to be selected.
  private(set) var told: MailItem?
  /// What was current when the button went down.
  private(set) var currentAtPress: RowID?
  /// What is to be selected once the list begins with other messages, instead of the first, and how far below the upper edge, px, if that
  /// is to be kept.
  private(set) var wanted: (message: MessageRef, mail: Message?, top: Double?)?

  private let store: ListStore<MailItem>
  private var choices = 0
  /// Whether something is being selected that the person does not go to.
  private var isByItself = false
  private var isReplacing = false
  /// What was selected in place of the row whose removal began last.
  private var next: (id: RowID, insteadOf: RowID)?
  /// What was selected when the list came, while more of it is read and nobody has done anything.
  private var first: RowID?
  /// What was selected until it was moved on without the person's doing, and when, seconds; the last first.
  private var previous: [(item: MailItem, until: Double)] = []
  /// When the key or button went down that is being answered, seconds; nil while none is.
  private var pressedAt: Double?
  private var tell: (MailItem?) -> Void = { _ in }

  init(of store: ListStore<MailItem>) {
    self.store = store
    let model = gtk_single_selection_new(store.consumed())
    self.model = Ref.adopting(full: UnsafeMutableRawPointer(model.unsafelyUnwrapped))
    Signal.connect(self.model.raw, "notify::selected-item") { [weak self] in
      if let self, !isReplacing { tellChange(choosing: isByItself ? nil : choices + 1) }
    }
  }

  /// Has it told that another message is selected, or none is.
  func onChange(_ tell: @escaping (MailItem?) -> Void) { self.tell = tell }

  /// What is selected.
  var item: MailItem? {
    let position = gtk_single_selection_get_selected(model.opaque)
    return position == GTK_INVALID_LIST_POSITION ? nil : store[Int(position)]
  }

  /// What commands are about: what was selected when the key or button went down that is being answered.
  var target: MailItem? {
    guard let pressedAt else { return item }
    return previous.first { $0.until > pressedAt }?.item ?? item
  }

  /// What commands are about is removed by one: the next is about what was selected in its place, whenever its key went down.
  func targetIsRemoved() {
    if let target { previous.removeAll { $0.item === target } }
  }

  /// Selects what is at a position.
  ///
  /// - Parameter isChoice: Whether the person goes there.
  func select(_ position: Int, asChoice isChoice: Bool) {
    isByItself = !isChoice
    gtk_single_selection_set_selected(model.opaque, guint(position))
    isByItself = false
  }

  /// The person has turned to what is selected, by whatever way it came to be.
  func choose() {
    guard choice == nil, item != nil else { return }
    choices += 1
    choice = choices
  }

  /// A key or a button went down: what is selected now is what it is about, and stays selected whatever else is listed.
  ///
  /// - Parameter time: When, in seconds on GLib's monotonic clock.
  func pressed(at time: Double) {
    pressedAt = time
    first = nil
    currentAtPress = item?.id
  }

  /// What went down has been answered.
  func released() { pressedAt = nil }

  /// Remembers what was selected, if this moves the selection on without the person's doing.
  func remembering(_ change: () -> Void) {
    let before = item
    change()
    guard let before, item !== before else { return }
    previous = previous.suffix(Self.mostPrevious) + [(before, EventClock.now)]
  }

  func forgetPrevious() { previous = [] }

  /// Changes the model, which must not be told where what is selected has only changed its place.
  ///
  /// - Parameter change: Returns what it is to be.
  func replacing(_ change: () -> RowID?) {
    isReplacing = true
    let kept = change()
    isReplacing = false
    tellChange(choosing: item?.id == kept ? choice : nil)
  }

  /// GTK tells of another selection too when a row goes beside it.
  private func tellChange(choosing choice: Int?) {
    guard item !== told else { return }
    told = item
    self.choice = choice
    choices = max(choices, choice ?? 0)
    tell(item)
  }

  /// Rows have become others.
  func pass(_ replacements: [RowID: RowID]) { first = first.map { replacements[$0] ?? $0 } }

  // MARK: Where the list begins

  /// Whether the list is where it came, and nobody has done anything.
  var isAtFirst: Bool { first != nil && item?.id == first }

  /// The list begins here while more of it is read; nil: all is.
  func begin(at first: RowID?) { self.first = first }

  /// What is wanted, or else the first, is about to be selected.
  func arrive(at id: RowID, isWanted: Bool) {
    if isWanted || first == nil { wanted = nil }
    first = first.map { _ in id }
  }

  /// The person has moved the list: what comes is not gone to any more.
  func leaveFirst() { first = nil }

  /// Has the list begin with the row of this message selected when it shows other messages, if it is among them.
  ///
  /// - Parameters:
  ///   - mail: The message as it was, by which it is found though another program has renamed its file.
  ///   - top: How far below the upper edge the row is to be, px; nil: just in sight.
  func want(_ id: MessageRef?, as mail: Message? = nil, at top: Double? = nil) {
    wanted = id.map { ($0, mail, top) }
  }

  /// Forgets all of a list that is cleared.
  func clear() {
    previous = []
    first = nil
    wanted = nil
  }

  // MARK: Removals

  func note(_ id: RowID, selectedInPlaceOf removed: RowID) { next = (id, removed) }

  /// Whether nobody has gone on from what was selected in place of a row.
  func isInPlace(of removed: RowID) -> Bool {
    next.map { $0.insteadOf == removed && $0.id == item?.id } ?? false
  }

  /// More than can happen while a key waits to be answered.
  private static let mostPrevious = 16
}
