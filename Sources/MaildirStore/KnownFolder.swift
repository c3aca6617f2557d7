internal import FileSystem
internal import MailIndex
internal import MailModel
internal import MailText

/// What a store remembers of one folder.
struct KnownFolder {
  var messages = KnownMessages()
  /// Nil when the next look must list the directories.
  var signature: Listing.Signature?
  /// What the directories were when all in them was last known; nil when only listing them tells.
  var seen: Listing.Signature?
  /// Counts the looks into the directories, so that one notices another that came in between.
  var looks = 0
  /// The inode of its `cur` when the messages were last seen, perhaps by an earlier run.
  var cur: UInt64?
  /// Counts our own changes, so that a scan under way notices them.
  var changes = 0
  /// Whether what the index has was fetched, or there is no index.
  var isRecalled = false
  /// The digest of the signature that the index has.
  var savedDigest: Int64?
  /// Waits until the index has said what the last that it was told of belong to.
  var joining: Task<Void, Never>?

  /// A message and where its file was when last seen.
  struct Located: Sendable {
    let message: Message
    /// Whether the file need not be read again.
    let isSettled: Bool
    let part: Listing.Part
    let isRegular: Bool?
    let spelling: FileName.Spelling

    init(entry: Listing.Entry, message: Message, isSettled: Bool = true) {
      self.message = message
      self.isSettled = isSettled
      part = entry.part
      isRegular = entry.isRegular
      spelling = entry.file.spelling
    }

    /// A settled message at the place that an index has kept.
    init(_ indexed: Index.Entry) {
      let (message, place) = (indexed.message, indexed.place)
      self.init(
        entry: Listing.Entry(key: message.id.key, flags: message.flags, place: place),
        message: message)
    }

    /// What an index keeps of it; nil while it must be read again anyway.
    var indexed: Index.Entry? {
      isSettled ? Index.Entry(message: message, place: entry.place) : nil
    }

    func joined(to conversation: ConversationID?) -> Located {
      Located(
        entry: entry, message: message.with(conversation: conversation), isSettled: isSettled)
    }

    var entry: Listing.Entry {
      Listing.Entry(
        file: FileName(key: message.id.key, flags: message.flags, spelling: spelling), part: part,
        isRegular: isRegular)
    }

    /// Whether this is where the file of that key is.
    func isAt(_ entry: Listing.Entry) -> Bool {
      message.flags == entry.file.flags && part == entry.part && isRegular == entry.isRegular
        && spelling == entry.file.spelling
    }
  }
}

/// The messages of a folder by their keys, which remembers what of them the index does not have yet.
struct KnownMessages {
  typealias Located = KnownFolder.Located

  /// In no order, without gaps: a folder is long, and a dictionary's spare room for so much each is not
  /// for free.
  private var located: [Located] = []
  private var places: [ByteName: UInt32] = [:]
  /// What was added, changed or removed since the index was last told, perhaps more than once.
  private(set) var unsaved: [ByteName] = []
  /// What was read of them that is kept by the index alone.
  private var details: [ByteName: MessageDetails] = [:]

  /// Takes what the index has beside what is known already.
  mutating func add(saved: [Index.Entry]) {
    reserve(saved.count)
    for one in saved where places[one.message.id.key] == nil {
      places[one.message.id.key] = UInt32(located.count)
      located.append(Located(one))
    }
  }

  /// Takes a message that was just read, and of it what is not kept in memory. One that was known belongs to what it did until the index
  /// says otherwise.
  mutating func add(_ read: Located, _ details: MessageDetails) {
    let key = read.message.id.key
    self[key] = self[key].map { read.joined(to: $0.message.conversation) } ?? read
    self.details[key] = details
  }

  /// Takes the details of a message that moved before the index knew it, or gives them.
  subscript(detailsOf key: ByteName) -> MessageDetails? {
    get { details[key] }
    set { details[key] = newValue }
  }

  var count: Int { located.count }

  /// The number when these, of a key each, are known too.
  func count(with entries: [Listing.Entry]) -> Int {
    count + entries.count { place(of: $0.file.key) == nil }
  }

  var values: [Located] { located }

  /// The place in ``values`` of a message, until the next change.
  func place(of key: ByteName) -> Int? { places[key].map(Int.init) }

  subscript(key: ByteName) -> Located? {
    get { places[key].map { located[Int($0)] } }
    set {
      unsaved.append(key)
      if let newValue {
        // Found or made in one search.
        let place = Int(places.place(of: key, orNew: UInt32(located.count)))
        if place < located.count { located[place] = newValue } else { located.append(newValue) }
      } else if let place = places.removeValue(forKey: key), let last = located.popLast(),
        Int(place) < located.count
      {
        located[Int(place)] = last
        places[last.message.id.key] = place
      }
    }
  }

  /// Takes what a message belongs to, as the index says, which need not be told of it.
  ///
  /// - Returns: Whether that is something else than before.
  mutating func join(_ key: ByteName, to conversation: ConversationID?) -> Bool {
    guard let place = places[key].map(Int.init) else { return false }
    let known = located[place]
    guard known.message.conversation != conversation else { return false }
    located[place] = known.joined(to: conversation)
    return true
  }

  /// Whether the index has not said yet what one belongs to that it must be told of.
  var hasUnjoined: Bool {
    unsaved.contains { self[$0].map { $0.isSettled && $0.message.conversation == nil } ?? false }
  }

  /// The keys of those at whose places is false.
  func keys(whereNot isSo: [Bool]) -> [ByteName] {
    isSo.indices.filter { !isSo[$0] }.map { located[$0].message.id.key }
  }

  /// Every message, newest first. A long list that is far from that order is brought into it, so that
  /// the next time takes little.
  mutating func newestFirst(by wanted: MessageOrder) -> [Message] {
    let order = located.indices.sorted(
      first: { wanted.time(of: located[$0].message) },
      { MessageOrder.tiePrecedes(located[$0].message, located[$1].message) })
    let steps = zip(order, order.dropFirst()).count { $0 > $1 }
    if steps > KnownMessages.maximumSteps {
      located = order.map { located[$0] }
      for place in located.indices { places[located[place].message.id.key] = UInt32(place) }
      return located.map(\.message)
    }
    return order.map { located[$0].message }
  }

  /// So many times may the order be broken before it is mended, which takes longer than to sort a
  /// list of so few runs.
  private static let maximumSteps = 100

  /// Makes room for that many more.
  mutating func reserve(_ count: Int) {
    located.reserveCapacity(located.count + count)
    places.reserveCapacity(located.count + count)
  }

  /// What the index must be told; from now on it is taken to have it.
  mutating func takeUnsaved() -> (keys: [ByteName], details: [ByteName: MessageDetails]) {
    defer { (unsaved, details) = ([], [:]) }
    return (unsaved, details)
  }
}

extension [ByteName: UInt32] {
  fileprivate mutating func place(of key: ByteName, orNew new: UInt32) -> UInt32 {
    func value(_ place: inout UInt32) -> UInt32 { place }
    return value(&self[key, default: new])
  }
}
