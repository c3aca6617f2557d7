internal import FileSystem
internal import Glibc
internal import MailModel
internal import MailText

/// The names in `cur` and `new` of one folder, as far as they differ from what is known.
struct Listing {
  enum Part: String { case cur, new }

  struct Entry: Sendable, Equatable {
    let file: FileName
    let part: Part
    /// Nil when only a look at the file tells.
    let isRegular: Bool?

    init(file: FileName, part: Part, isRegular: Bool?) {
      self.file = file
      self.part = part
      self.isRegular = isRegular
    }

    init(file: FileName, part: Part, kind: Directory.Kind) {
      self.init(
        file: file, part: part, isRegular: kind == .unknown ? nil : kind == .regular)
    }
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

    /// The same for the same signature in every run.
    var digest: Int64 {
      var hash = FNV1a()
      for part in [cur, new] {
        hash.add(part == nil ? 0 : 1)
        hash.add(Int64(bitPattern: part?.inode ?? 0))
        hash.add(Int64(part?.seconds ?? 0))
        hash.add(Int64(part?.nanoseconds ?? 0))
      }
      return Int64(bitPattern: hash.value)
    }

    /// Whether both directories are the same ones, whatever is in them.
    func isOfSameDirectories(as other: Signature) -> Bool {
      cur?.inode == other.cur?.inode && new?.inode == other.new?.inode
    }

    func isFresh(at now: Int64) -> Bool {
      cur?.isFresh(at: now) ?? false || new?.isFresh(at: now) ?? false
    }
  }

  /// The files that are new, elsewhere than known, or to be read again: each of a key of its own,
  /// the newest deliveries first.
  private(set) var found: [Entry] = []
  /// Whether the message at each place of what is known is there.
  private(set) var isSeen: [Bool] = []
  private(set) var signature: Signature

  /// Lists until the directories did not change meanwhile, since a file that is being renamed may
  /// be seen twice or not at all; after a few attempts takes what there is.
  ///
  /// - Parameter wanted: The key of a message that is looked for.
  init(
    _ folder: @escaping (Part) -> ByteName, known: KnownMessages, wanted: ByteName? = nil
  ) throws(Directory.Failure) {
    signature = Signature(folder)
    for _ in 0..<4 {
      var sightings = Sightings(folder, known: known, wanted: wanted)
      for part in [Part.new, .cur] { try sightings.list(part) }
      sightings.assign()
      (found, isSeen) = (sightings.found, sightings.isSeen)
      let after = Signature(folder)
      if after == signature { return }
      signature = after
    }
  }

  /// The same where it is known which names something happened to: nothing else is looked at. Nil when
  /// that does not tell enough.
  ///
  /// - Parameter signature: What the directories were before the names were asked for.
  init?(
    _ folder: @escaping (Part) -> ByteName, known: KnownMessages, changed: [Part: Set<ByteName>],
    signature: Signature
  ) {
    var sightings = Sightings(folder, known: known, wanted: nil)
    guard sightings.look(at: changed) else { return nil }
    (found, isSeen) = (sightings.found, sightings.isSeen)
    self.signature = signature
  }

  /// Keeps what an earlier listing saw and this one did not: one look may miss a file.
  mutating func add(missingFrom earlier: Listing, known: KnownMessages) {
    var keys: Set<ByteName> = []
    var names: Set<ByteName> = []
    for entry in found {
      keys.insert(entry.file.key)
      names.insert(entry.file.name)
    }
    let missing = earlier.found.filter { entry in
      // What this listing saw as it is known, or found under another key, is there.
      let isKnown = known.place(of: entry.file.key).map { isSeen[$0] } == true
      return !isKnown && !keys.contains(entry.file.key) && !names.contains(entry.file.name)
    }
    if !missing.isEmpty { found = Listing.newestFirst(found + missing) }
    for place in isSeen.indices where earlier.isSeen[place] { isSeen[place] = true }
  }

  /// By the second that names usually start with, then by key; in the same order where both are the
  /// same.
  static func newestFirst(_ entries: [Entry]) -> [Entry] {
    entries.indices.sorted(first: { entries[$0].file.deliveryHint }) { left, right in
      let (leftKey, rightKey) = (entries[left].file.key, entries[right].file.key)
      return leftKey == rightKey ? left < right : rightKey < leftKey
    }.map { entries[$0] }
  }
}

extension Listing.Entry {
  /// Where the file is, given its key and its flags, as bytes to be kept: none for the usual place.
  var place: [UInt8] {
    if part == .cur, isRegular == true, file.spelling == .usual { return [] }
    let start: [UInt8] = [part == .cur ? 0 : 1, isRegular.map { $0 ? 1 : 0 } ?? 2]
    switch file.spelling {
    case .bare: return start + [0]
    case .usual: return start + [1]
    case .other(let name): return start + [2] + name.bytes
    }
  }

  init(key: ByteName, flags: MessageFlags, place: [UInt8]) {
    let spelling: FileName.Spelling =
      switch place.count < 3 ? 1 : place[2] {
      case 0: .bare
      case 1: .usual
      default: .other(ByteName(place[3...]))
      }
    self.init(
      file: FileName(key: key, flags: flags, spelling: spelling),
      part: place.first == 1 ? .new : .cur,
      isRegular: place.count < 2 || place[1] == 1 ? true : place[1] == 0 ? false : nil)
  }
}
