internal import Glibc

/// What a store remembers of one folder.
struct KnownFolder {
  /// A message and where its file was when last seen.
  struct Located {
    var entry: Listing.Entry
    var message: Message
    /// Whether the file need not be read again.
    var isSettled = true
  }

  var messages: [ByteName: Located] = [:]
  /// Nil when the next look must list the directories.
  var signature: Listing.Signature?
  /// Counts our own changes, so that a scan under way notices them.
  var changes = 0
}

/// The names in `cur` and `new` of one folder.
struct Listing {
  enum Part: String { case cur, new }

  struct Entry: Sendable, Equatable {
    let file: FileName
    let part: Part
    /// Nil when only a look at the file tells.
    let isRegular: Bool?
  }

  struct Signature: Equatable {
    let cur: Directory.Signature?
    let new: Directory.Signature?

    init(_ folder: (Part) -> ByteName) {
      cur = Directory.signature(folder(.cur))
      new = Directory.signature(folder(.new))
    }

    func isFresh(at now: Int64) -> Bool {
      cur?.isFresh(at: now) ?? false || new?.isFresh(at: now) ?? false
    }
  }

  private(set) var entries: [ByteName: Entry] = [:]
  private(set) var signature: Signature

  /// Lists until the directories did not change meanwhile, since a file that is being renamed may
  /// be seen twice or not at all; after a few attempts takes what there is.
  init(_ folder: (Part) -> ByteName) throws(Directory.Failure) {
    signature = Signature(folder)
    for _ in 0..<4 {
      entries = [:]
      for part in [Part.new, .cur] { try list(part, in: folder(part)) }
      let after = Signature(folder)
      if after == signature { return }
      signature = after
    }
  }

  private mutating func list(_ part: Part, in path: ByteName) throws(Directory.Failure) {
    let directory: Directory
    do throws(Directory.Failure) {
      directory = try Directory(path)
    } catch  where error.code == ENOENT {
      // A folder without one of its parts is a damaged one, not an unreadable one.
      return
    }
    try directory.entries { name, kind in
      let file = FileName(name)
      let entry = Entry(
        file: file, part: part, isRegular: kind == .unknown ? nil : kind == .regular)
      if let other = entries[file.key], other.isRegular == true, entry.isRegular != true { return }
      entries[file.key] = entry
    }
  }

  /// Keeps what an earlier listing saw and this one did not: one look may miss a file.
  mutating func add(missingFrom earlier: Listing) {
    entries.merge(earlier.entries) { new, _ in new }
  }
}
