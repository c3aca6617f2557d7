internal import FileSystem
internal import Glibc
internal import MailModel

/// Finds the folders of a tree: directories that hold a `cur` or a `new`, whether they are named
/// the Maildir++ way (`.Lists.gtk`) or nested (`Lists/gtk`). Links are not followed.
///
/// Inside a Maildir every level is looked through. Elsewhere, so that a home or a whole disk is not
/// searched, a way that led to no mail for two levels is followed further only through directories
/// that hold directories alone, as those above accounts do (`Mail/provider/account/INBOX`), and only
/// so many of these are looked into. A tree without one whole Maildir, with `cur` and `new`, is none.
struct FolderTree {
  let root: ByteName

  private static let maximumDepth = 16
  /// How many levels in a row may lie outside every Maildir and hold none directly, whatever else
  /// they hold: enough for `Mail/account/INBOX` and `account/Lists/gtk`.
  private static let ordinaryDetour = 2
  /// How many directories are looked into behind longer ways without mail.
  private static let maximumLongDetours = 1_000
  /// How many directories are looked into: enough for any mailbox, and an end when a tree is none.
  private static let maximumDirectories = 10_000

  private struct Level {
    let path: ByteName
    var depth = 0
    var parent: Int?
    /// Whether a level above is a Maildir.
    var isInside = false
    /// Whether it is a Maildir, or holds one directly.
    var isMail = false
    /// Whether it holds files that are not hidden.
    var hasFiles = false
  }

  typealias Walk = (
    folders: [FolderID], signatures: [ByteName: Directory.Signature], isWhole: Bool
  )

  /// Every folder, the inbox first, then by name.
  func folders() -> [FolderID] { walk().folders }

  /// The folders, and what the directories were that they were found by: while these are the same,
  /// so are the folders, unless one could not be looked into and it is not whole.
  func walk() -> Walk { walk { _ in true } ?? ([], [:], false) }

  /// The same where no more than so many directories have to be looked into; nil where more would.
  func walk(lookingInto most: Int) -> Walk? { walk { $0 <= most } }

  /// - Parameter goesOn: Whether so many directories are to be looked into.
  private func walk(_ goesOn: (Int) -> Bool) -> Walk? {
    var signatures: [ByteName: Directory.Signature] = [:]
    var isWhole = true
    var levels = [Level(path: ByteName([]))]
    var found: [FolderID] = []
    var hasWhole = false
    var opened = 0
    var longDetours = 0
    var next = 0
    // Level by level: what a directory holds directly is known before its grandchildren's turn.
    while next < levels.count, opened < FolderTree.maximumDirectories {
      guard goesOn(levels.count) else { return nil }
      let current = next
      let level = levels[current]
      next += 1
      if !level.isInside, let parent = level.parent,
        detour(to: parent, in: levels) > FolderTree.ordinaryDetour
      {
        guard !levels[parent].hasFiles, longDetours < FolderTree.maximumLongDetours else {
          continue
        }
        longDetours += 1
      }
      // Through a link to the root, as the paths below it go.
      let path = level.depth == 0 ? ByteName(root.bytes + "/.".utf8) : absolute(level.path)
      signatures[path] = Directory.signature(path)
      guard let directory = try? Directory(path) else {
        isWhole = false
        continue
      }
      opened += 1
      var parts: Set<ByteName> = []
      var children: [ByteName] = []
      try? directory.entries(withHidden: true) { name, kind in
        guard isDirectory(name, kind, in: directory) else {
          if name.bytes.first != UInt8(ascii: ".") { levels[current].hasFiles = true }
          return
        }
        if FolderTree.parts.contains(name) { parts.insert(name) } else { children.append(name) }
      }
      let isFolder = parts.contains(FolderTree.cur) || parts.contains(FolderTree.new)
      if isFolder {
        found.append(FolderID(path: level.path))
        if parts.isSuperset(of: [FolderTree.cur, FolderTree.new]) || level.depth == 0 {
          hasWhole = true
        }
        levels[current].isMail = true
        if let parent = level.parent { levels[parent].isMail = true }
      }
      guard level.depth < FolderTree.maximumDepth, !isMaildirPlusPlus(level.path) else { continue }
      // A Maildir++ folder stands right inside a Maildir; other hidden directories hold no mail.
      for child in children where isFolder || child.bytes.first != UInt8(ascii: ".") {
        let path =
          level.path.isEmpty ? child : ByteName(level.path.bytes + [0x2F] + child.bytes)
        levels.append(
          Level(
            path: path, depth: level.depth + 1, parent: current,
            isInside: isFolder || level.isInside))
      }
    }
    return (hasWhole ? found.sortedByName() : [], signatures, isWhole)
  }

  /// How many levels in a row, up from this one, have led to no mail.
  private func detour(to level: Int, in levels: [Level]) -> Int {
    var detour = 0
    var above: Int? = level
    while let index = above, !levels[index].isMail {
      detour += 1
      above = levels[index].parent
    }
    return detour
  }

  private func isMaildirPlusPlus(_ path: ByteName) -> Bool {
    path.bytes.split(separator: UInt8(ascii: "/")).last?.first == UInt8(ascii: ".")
  }

  private static let cur = ByteName("cur")
  private static let new = ByteName("new")
  private static let parts: Set<ByteName> = [cur, new, ByteName("tmp")]

  private func absolute(_ path: ByteName) -> ByteName {
    ByteName(root.bytes + [0x2F] + path.bytes)
  }

  private func isDirectory(_ name: ByteName, _ kind: Directory.Kind, in parent: Directory) -> Bool {
    if kind != .unknown { return kind == .directory }
    var status = stat()
    return name.withCString { fstatat(parent.descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) } == 0
      && status.st_mode & S_IFMT == S_IFDIR
  }
}

extension FolderTree {
  /// The directories that folders appear in, and those that messages do.
  var directories: [ByteName] {
    let (folders, signatures, _) = walk()
    return Array(signatures.keys)
      + folders.flatMap { folder in
        ["cur", "new"].map { absolute(folder.path).entry(ByteName($0)) }
      }
  }
}
