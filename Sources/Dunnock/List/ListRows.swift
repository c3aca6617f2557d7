import GtkBridge
import MailModel
import Triage

/// The rows of a list, as its model has them: which messages each stands for, and what is other when other messages are found.
final class ListRows {
  /// The GListModel.
  let store = ListStore<MailItem>()
  private(set) var items: [MailItem] = []
  /// What the items are ordered by.
  private(set) var order = MessageOrder.arrival
  /// Whether messages that belong together share a row.
  private(set) var isGathering = true
  /// Rows whose removal has begun, which are still there.
  private(set) var removing: Set<RowID> = []

  /// What the items are made from.
  private var conversations = ConversationRows()
  private var itemsByID: [RowID: MailItem] = [:]

  /// What an identity stands for, if it is listed.
  subscript(id: RowID) -> MailItem? { itemsByID[id] }

  /// Whether the items are to be listed anew in another order.
  func order(by order: MessageOrder) -> Bool {
    defer { self.order = order }
    return order != self.order
  }

  /// Whether the items are to be listed anew, as conversations or each message by itself.
  func gather(_ isGathering: Bool) -> Bool {
    defer { self.isGathering = isGathering }
    return isGathering != self.isGathering
  }

  // MARK: Finding

  /// The messages of rows that are so, row by row.
  func messages(where isSo: (MailItem) -> Bool) -> [Message] {
    var messages: [Message] = []
    for item in items where isSo(item) {
      messages.append(item.message)
      messages += item.conversation.older
    }
    return messages
  }

  /// The messages that are not being removed, row by row.
  var messages: [Message] { messages { !removing.contains($0.id) } }

  /// The first row that is not being removed.
  var first: MailItem? { items.first { !removing.contains($0.id) } }

  /// The number of unread messages that are not being removed.
  var unreadCount: Int {
    items.reduce(0) { count, item in
      removing.contains(item.id)
        ? count
        : count + (item.message.isUnread ? 1 : 0) + item.conversation.older.count(where: \.isUnread)
    }
  }

  /// Where a row is, if it is listed.
  func position(of id: RowID) -> Int? { items.firstIndex { $0.id == id } }

  /// The row of a message, if it is listed.
  func row(of id: MessageRef) -> MailItem? { items.first { $0.conversation.contains(id) } }

  /// The row of a message that is the same mail under another name, if it is listed.
  func row(ofSameMailAs message: Message) -> MailItem? {
    items.first { item in
      item.conversation.messages.contains {
        $0.id.folder == message.id.folder && $0.isSameMail(as: message)
      }
    }
  }

  /// The rows that have some of these messages.
  func rows(of messages: some Sequence<Message>) -> Set<RowID> {
    let ids = Set(messages.lazy.map(\.id))
    return Set(
      items.lazy.filter { $0.conversation.messages.contains { ids.contains($0.id) } }
        .map(\.id))
  }

  /// Those of these rows that have none but these messages.
  func rows(_ rows: Set<RowID>, within messages: some Collection<MessageRef>) -> Set<RowID> {
    let messages = Set(messages)
    return rows.filter { id in
      guard let row = itemsByID[id]?.conversation else { return false }
      return messages.contains(row.newest.id) && row.older.allSatisfy { messages.contains($0.id) }
    }
  }

  /// Where a key leads from a row: to none that is being removed.
  func row(_ step: MailList.Step, from row: MailItem) -> MailItem? {
    guard let here = items.firstIndex(where: { $0 === row }) else { return nil }
    let stays = { (item: MailItem) in !self.removing.contains(item.id) }
    return switch step {
    case .next: items[(here + 1)...].first(where: stays)
    case .previous: items[..<here].last(where: stays)
    case .first: items.first(where: stays)
    case .last: items.last(where: stays)
    }
  }

  /// What is to be selected in place of a row that goes with others: the one below, or where there is none above; or the other way round.
  func next(to id: RowID, apart going: Set<RowID>, upwards: Bool) -> MailItem? {
    guard let position = position(of: id) else { return nil }
    let below = items[position...].first { !going.contains($0.id) }
    let above = items[..<position].last { !going.contains($0.id) }
    return upwards ? above ?? below : below ?? above
  }

  // MARK: Removals

  func beginRemoval(of ids: Set<RowID>) { removing.formUnion(ids.filter { itemsByID[$0] != nil }) }

  func cancelRemoval(of ids: Set<RowID>) { removing.subtract(ids) }

  /// The items that are left when the removal of some rows is over; nil where they are not being removed any more.
  func finishRemoval(of ids: Set<RowID>) -> [MailItem]? {
    let going = removing.intersection(ids)
    guard !going.isEmpty else { return nil }
    removing.subtract(going)
    conversations.remove(going)
    return items.filter { !going.contains($0.id) }
  }

  /// Forgets what a row's messages belonged together with, so that they get a row of their own.
  func forget(_ id: RowID) {
    removing.remove(id)
    conversations.remove([id])
  }

  // MARK: Changing

  /// Has the rows be of these messages from now on.
  func show(_ messages: [Message]) -> ConversationRows.Changes {
    conversations.show(messages, isGathered: isGathering, apart: removing)
  }

  /// The items of the rows, each as its row is now.
  ///
  /// A look finds nothing new as a rule, or a row or two: what begins and ends the list as before is found by its place, for to look for
  /// all takes its time in a long list.
  ///
  /// - Parameters:
  ///   - change: Called before an item shows other messages than it did, or the same in another state.
  ///   - changed: Called behind that.
  func broughtUpToDate(
    _ change: (MailItem, Conversation, _ hasOthers: Bool) -> Void, _ changed: (MailItem) -> Void
  ) -> [MailItem] {
    let rows = conversations.rows
    let shift = items.count - rows.count
    return rows.indices.map { place in
      var row = rows[place]
      let item: MailItem
      if place < items.count, items[place].id == row.id {
        item = items[place]
      } else if place + shift >= 0, items[place + shift].id == row.id {
        item = items[place + shift]
      } else if let other = itemsByID[row.id] {
        item = other
      } else {
        return MailItem(row)
      }
      let now = item.conversation
      // What it belongs to is not to be seen of a message, but what its row says of that is.
      func isOther() -> Bool {
        now != row || now.newest.conversation != row.newest.conversation
      }
      guard isOther() else { return item }
      // A look that does not read as far takes no text from a row.
      row.update(row.newest.knowing(now.newest))
      guard isOther() else { return item }
      change(item, row, !now.messages.elementsEqual(row.messages) { $0.id == $1.id })
      item.show(row)
      changed(item)
      return item
    }
  }

  /// What is other when these are listed.
  struct Change {
    let next: [MailItem]
    /// The part of the list that is other, and the part of the next that takes its place.
    let (old, new): (Range<Int>, Range<Int>)
    let runs: [ListChange]
    let gone: Set<RowID>
    /// Rows that change their place.
    let moved: Set<RowID>
  }

  /// Nil where nothing is other.
  func change(to next: [MailItem]) -> Change? {
    let shorter = min(items.count, next.count)
    let start = (0..<shorter).prefix { items[$0] === next[$0] }.count
    let end = (1..<shorter - start + 1).prefix {
      items[items.count - $0] === next[next.count - $0]
    }.count
    let (old, new) = (start..<items.count - end, start..<next.count - end)
    if old.isEmpty, new.isEmpty { return nil }
    let (before, ids) = (items[old].map(\.id), next[new].map(\.id))
    let runs = ListChange.runs(from: before, to: ids)
    return Change(
      next: next, old: old, new: new, runs: runs, gone: Set(before).subtracting(ids),
      moved: Set(runs.flatMap { before[$0.range] }))
  }

  /// Knows the items of a change, which the model does not list yet.
  func adopt(_ change: Change) {
    items.replaceSubrange(change.old, with: change.next[change.new])
    for id in change.gone { itemsByID[id] = nil }
    for item in change.next[change.new] { itemsByID[item.id] = item }
  }

  /// Has the model list them.
  func list(_ change: Change) {
    // A long list in another order: so many runs would take GTK many times as long as all at once.
    if change.runs.count > Self.mostRuns {
      return store.replace(change.old, with: change.next[change.new])
    }
    let start = change.old.lowerBound
    for run in change.runs {
      let replacement =
        (run.replacement.lowerBound + start)..<(run.replacement.upperBound + start)
      store.replace(
        start + run.range.lowerBound..<start + run.range.upperBound, with: change.next[replacement])
    }
  }

  private static let mostRuns = 100
}

extension Message {
  /// This message, with the beginning of its text where that is known of `other` alone, which is the same mail.
  fileprivate func knowing(_ other: Message) -> Message {
    guard !hasPreview, other.hasPreview, other.id == id, isSameMail(as: other) else { return self }
    return with(preview: other.preview, hasAttachment: other.hasAttachment)
  }
}
