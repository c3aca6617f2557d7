internal import FileSystem
internal import Glibc
internal import MailModel
internal import MailText

/// What one pass through the directories of a folder saw, and which message each file is.
///
/// A file is the message of its key. Where several files have one key each is a message: the one
/// that was known before, or else the regular file of the lowest inode, keeps the key, and the others
/// get a ``SharedKey``. One inode is one message, since a file that is being renamed may be seen twice.
struct Sightings {
  typealias Entry = Listing.Entry

  private let folder: (Listing.Part) -> ByteName
  private let known: KnownMessages
  private let messages: [KnownFolder.Located]
  private let wanted: SharedKey?
  /// The inodes of the messages that are known by a ``SharedKey``, by plain key.
  private let shared: [ByteName: [UInt64]]
  private var unassigned: [Entry] = []
  /// The files that are new, elsewhere than known, or to be read again.
  private(set) var found: [Entry] = []
  /// Whether the message at each place of what is known is there.
  private(set) var isSeen: [Bool]

  /// - Parameter wanted: The key of a message that is looked for: a ``SharedKey`` is given to its
  ///   file even where it is not known.
  init(
    _ folder: @escaping (Listing.Part) -> ByteName, known: KnownMessages, wanted: ByteName?
  ) {
    self.folder = folder
    self.known = known
    self.wanted = wanted.flatMap(SharedKey.init)
    messages = known.values
    isSeen = [Bool](repeating: false, count: messages.count)
    shared = Dictionary(
      grouping: messages.lazy.compactMap { SharedKey($0.message.id.key) }, by: \.plain
    ).mapValues { $0.map(\.inode) }
  }

  mutating func list(_ part: Listing.Part) throws(Directory.Failure) {
    let directory: Directory
    do throws(Directory.Failure) {
      directory = try Directory(folder(part))
    } catch  where error.code == ENOENT {
      // A folder without one of its parts is a damaged one, not an unreadable one.
      return
    }
    try directory.entries(withBytes: { name, kind, _ in
      let entry = Entry(file: FileName(name), part: part, kind: kind)
      if entry.file.key == wanted?.plain || !see(entry) { unassigned.append(entry) }
    })
  }

  /// Looks at the files of these names, at those known by their keys and at those to be read again,
  /// and takes all else to be where it is known.
  ///
  /// - Returns: False when only a look at all names tells: an inode of each file of a shared key would
  ///   have to be known.
  mutating func look(at changed: [Listing.Part: Set<ByteName>]) -> Bool {
    guard shared.isEmpty else { return false }
    var names = changed
    isSeen = [Bool](repeating: true, count: messages.count)
    func doubt(_ place: Int) {
      isSeen[place] = false
      names[messages[place].part, default: []].insert(messages[place].entry.file.name)
    }
    for name in changed.values.joined() {
      if let place = known.place(of: FileName(name).key) { doubt(place) }
    }
    for place in messages.indices where !messages[place].isSettled { doubt(place) }
    for (part, names) in names where !names.isEmpty {
      guard let directory = try? Directory(folder(part)) else { return false }
      for name in names where name.bytes.first != UInt8(ascii: ".") {
        var status = stat()
        let result = name.withCString {
          fstatat(directory.descriptor, $0, &status, AT_SYMLINK_NOFOLLOW)
        }
        if result != 0, errno == ENOENT { continue }
        guard result == 0 else { return false }
        let kind: Directory.Kind =
          switch status.st_mode & S_IFMT {
          case S_IFREG: .regular
          case S_IFDIR: .directory
          default: .other
          }
        let entry = Entry(file: FileName(name), part: part, kind: kind)
        if !see(entry) { unassigned.append(entry) }
      }
    }
    assign()
    return true
  }

  /// Whether a file is just where one of its key is known to be.
  private mutating func see(_ entry: Entry) -> Bool {
    guard let place = known.place(of: entry.file.key), messages[place].isAt(entry) else {
      return false
    }
    isSeen[place] = true
    if !messages[place].isSettled { found.append(entry) }
    return true
  }

  /// Gives every file its key that is not just where it is known to be.
  mutating func assign() {
    var isInOrder = found.isEmpty
    let entries = Listing.newestFirst(unassigned)
    found.reserveCapacity(found.count + entries.count)
    var start = 0
    while start < entries.count {
      let key = entries[start].file.key
      var end = start + 1
      while end < entries.count, entries[end].file.key == key { end += 1 }
      let place = known.place(of: key)
      var inodes = shared[key] ?? []
      if let wanted, wanted.plain == key { inodes.append(wanted.inode) }
      if end == start + 1, inodes.isEmpty, place.map({ isSeen[$0] }) != true {
        if let place { isSeen[place] = true }
        found.append(entries[start])
      } else {
        isInOrder = false
        share(key, entries[start..<end], place: place, inodes: inodes)
      }
      start = end
    }
    if !isInOrder { found = Listing.newestFirst(found) }
  }

  /// Tells the files of one key apart.
  ///
  /// - Parameters:
  ///   - place: Where the message of that key is known.
  ///   - inodes: What of the others is known already.
  private mutating func share(
    _ key: ByteName, _ entries: ArraySlice<Entry>, place: Int?, inodes: [UInt64]
  ) {
    var files: [UInt64: Entry] = [:]
    for entry in entries {
      // What is gone has another name by now, which is listed too or changes the directory.
      if let inode = inode(of: entry) { files[inode] = entry }
    }
    var isTaken = false
    if let place, isSeen[place] {
      if let inode = inode(of: messages[place].entry) {
        isTaken = true
        files[inode] = nil
      } else {
        isSeen[place] = false
        found.removeAll { $0.file.key == key }
      }
    }
    for inode in inodes {
      guard let entry = files.removeValue(forKey: inode) else { continue }
      take(entry, as: SharedKey(key, inode: inode).key)
    }
    let others = files.sorted { left, right in
      let isRegular = left.value.isRegular != false
      return isRegular == (right.value.isRegular != false) ? left.key < right.key : isRegular
    }
    for (inode, entry) in others {
      if isTaken {
        take(entry, as: SharedKey(key, inode: inode).key)
      } else {
        // It need not be the file that was known by this key, and so is not told to be seen.
        found.append(entry)
        isTaken = true
      }
    }
  }

  private mutating func take(_ entry: Entry, as key: ByteName) {
    let entry = Entry(
      file: entry.file.known(as: key), part: entry.part, isRegular: entry.isRegular)
    if see(entry) { return }
    if let place = known.place(of: key) { isSeen[place] = true }
    found.append(entry)
  }

  /// Nil when the file is gone. Where the system does not tell, its name stands for it.
  private func inode(of entry: Entry) -> UInt64? {
    var status = stat()
    let path = ByteName(folder(entry.part).bytes + [0x2F] + entry.file.name.bytes)
    if path.withCString({ lstat($0, &status) }) == 0 { return UInt64(status.st_ino) }
    if errno == ENOENT { return nil }
    var name = FNV1a()
    name.add(path.bytes)
    return name.value
  }
}
