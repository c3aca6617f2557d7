internal import Glibc

/// Finds the folders of a tree: directories that hold a `cur` or a `new`, whether they are named
/// the Maildir++ way (`.Lists.gtk`) or nested (`Lists/gtk`). Links are not followed.
struct FolderTree {
  let root: ByteName

  private static let maximumDepth = 16
  /// How many directories are looked into: enough for any mailbox, and an end when a tree is none.
  private static let maximumDirectories = 10_000

  /// Every folder, the inbox first, then by name.
  func folders() -> [FolderID] {
    var found: [FolderID] = []
    var queue = [(path: ByteName([]), depth: 0)]
    var next = 0
    while next < min(queue.count, FolderTree.maximumDirectories) {
      let (path, depth) = queue[next]
      next += 1
      guard let directory = try? Directory(absolute(path), follows: depth == 0) else { continue }
      var isFolder = false
      var children: [ByteName] = []
      try? directory.entries(withHidden: true) { name, kind in
        guard isDirectory(name, kind, in: directory) else { return }
        if FolderTree.parts.contains(name) {
          isFolder = isFolder || name != FolderTree.tmp
        } else {
          children.append(name)
        }
      }
      if isFolder { found.append(FolderID(path: path)) }
      guard depth < FolderTree.maximumDepth, !isMaildirPlusPlus(path) else { continue }
      // A Maildir++ folder stands right inside a Maildir; other hidden directories hold no mail.
      for child in children where isFolder || child.bytes.first != UInt8(ascii: ".") {
        queue.append(
          (path.isEmpty ? child : ByteName(path.bytes + [0x2F] + child.bytes), depth + 1))
      }
    }
    return found.sorted()
  }

  private func isMaildirPlusPlus(_ path: ByteName) -> Bool {
    path.bytes.split(separator: UInt8(ascii: "/")).last?.first == UInt8(ascii: ".")
  }

  private static let tmp = ByteName("tmp")
  private static let parts: Set<ByteName> = [ByteName("cur"), ByteName("new"), tmp]

  private func absolute(_ path: ByteName) -> ByteName {
    path.isEmpty ? root : ByteName(root.bytes + [0x2F] + path.bytes)
  }

  private func isDirectory(_ name: ByteName, _ kind: Directory.Kind, in parent: Directory) -> Bool {
    if kind != .unknown { return kind == .directory }
    var status = stat()
    return name.withCString { fstatat(parent.descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) } == 0
      && status.st_mode & S_IFMT == S_IFDIR
  }
}
