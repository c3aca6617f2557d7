internal import Glibc

/// Finds the folders of a tree: directories that hold a `cur` or a `new`, whether they are named
/// the Maildir++ way (`.Lists.gtk`) or nested (`Lists/gtk`). Links are not followed.
struct FolderTree {
  let root: ByteName

  private static let maximumDepth = 16
  private static let maximumFolders = 10_000

  func folders() -> [FolderID] {
    var found: [FolderID] = []
    var queue = [(path: ByteName([]), depth: 0)]
    while let (path, depth) = queue.popLast(), found.count < FolderTree.maximumFolders {
      let absolute = self.absolute(path)
      guard let directory = try? Directory(absolute, follows: depth == 0) else { continue }
      var isFolder = false
      var children: [ByteName] = []
      try? directory.entries(withHidden: true) { name, kind in
        guard kind == .directory || kind == .unknown else { return }
        if FolderTree.parts.contains(name) {
          if name != FolderTree.tmp, isDirectory(name, kind, in: directory) { isFolder = true }
        } else if isDirectory(name, kind, in: directory) {
          children.append(name)
        }
      }
      if isFolder { found.append(FolderID(path: path)) }
      guard depth < FolderTree.maximumDepth else { continue }
      for child in children {
        queue.append(
          (path.isEmpty ? child : ByteName(path.bytes + [0x2F] + child.bytes), depth + 1))
      }
    }
    return found.sorted()
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
