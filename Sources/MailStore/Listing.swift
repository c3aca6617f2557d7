internal import Glibc

/// The names in `cur` and `new` of one folder, as far as they differ from what is known.
struct Listing {
  enum Part: String { case cur, new }

  struct Entry: Sendable, Equatable {
    let file: FileName
    let part: Part
    /// Nil when only a look at the file tells.
    let isRegular: Bool?
  }

  struct Signature: Equatable, Sendable {
    let cur: Directory.Signature?
    let new: Directory.Signature?

    init(cur: Directory.Signature?, new: Directory.Signature?) {
      self.cur = cur
      self.new = new
    }

    init(_ folder: (Part) -> ByteName) {
      cur = Directory.signature(folder(.cur))
      new = Directory.signature(folder(.new))
    }

    func isFresh(at now: Int64) -> Bool {
      cur?.isFresh(at: now) ?? false || new?.isFresh(at: now) ?? false
    }
  }

  /// By their keys the files that are new, elsewhere than known, or to be read again.
  private(set) var found: [ByteName: Entry] = [:]
  /// Whether the message at each place of what is known is there.
  private(set) var isSeen: [Bool] = []
  private(set) var signature: Signature

  /// Lists until the directories did not change meanwhile, since a file that is being renamed may
  /// be seen twice or not at all; after a few attempts takes what there is.
  init(_ folder: (Part) -> ByteName, known: KnownMessages) throws(Directory.Failure) {
    signature = Signature(folder)
    for _ in 0..<4 {
      found = [:]
      isSeen = [Bool](repeating: false, count: known.count)
      for part in [Part.new, .cur] { try list(part, in: folder(part), known) }
      let after = Signature(folder)
      if after == signature { return }
      signature = after
    }
  }

  private mutating func list(
    _ part: Part, in path: ByteName, _ known: KnownMessages
  ) throws(Directory.Failure) {
    let directory: Directory
    do throws(Directory.Failure) {
      directory = try Directory(path)
    } catch  where error.code == ENOENT {
      // A folder without one of its parts is a damaged one, not an unreadable one.
      return
    }
    try directory.entries { name, kind in
      take(
        Entry(
          file: FileName(name), part: part, isRegular: kind == .unknown ? nil : kind == .regular),
        known)
    }
  }

  private mutating func take(_ entry: Entry, _ known: KnownMessages) {
    let key = entry.file.key
    let place = known.place(of: key)
    let located = place.map { known.values[$0] }
    // Of several files of one key the last is taken, but a regular one is not given up for another.
    if entry.isRegular != true {
      let other =
        found[key]?.isRegular ?? (place.map { isSeen[$0] } == true ? located?.isRegular : nil)
      if other == true { return }
    }
    if let place { isSeen[place] = true }
    if let located, located.isSettled, located.isAt(entry) {
      found[key] = nil
    } else {
      found[key] = entry
    }
  }

  /// Keeps what an earlier listing saw and this one did not: one look may miss a file.
  mutating func add(missingFrom earlier: Listing, known: KnownMessages) {
    for (key, entry) in earlier.found where found[key] == nil {
      // What this listing saw as it is known is as it is known.
      if let place = known.place(of: key), isSeen[place] { continue }
      found[key] = entry
    }
    for place in isSeen.indices where earlier.isSeen[place] { isSeen[place] = true }
  }
}
