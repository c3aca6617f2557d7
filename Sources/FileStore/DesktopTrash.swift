internal import CDunnockGio
package import FileSystem
internal import Glibc
internal import MailModel

/// The desktop's trash, as far as what it holds comes from one folder or its archive.
///
/// Its layout is that of freedesktop.org's Trash specification: a file lies in `files`, and where it
/// was is said in `info`, in the person's own trash or in one at the top of the file system. It is
/// read here and not through `trash:///`, which needs a service that not every session has.
package struct DesktopTrash: Sendable {
  package struct Item {
    let key: ByteName
    let name: ByteName
    package let file: ByteName
  }

  private struct Place: Sendable {
    let trash: ByteName
    /// What paths in it are relative to.
    let top: ByteName
    var files: ByteName { trash.entry(ByteName("files")) }
    var info: ByteName { trash.entry(ByteName("info")) }
  }

  private let sources: Set<ByteName>
  private let places: [Place]

  package init(root: ByteName, archive: ByteName) {
    sources = [root, archive]
    var top = root
    while let device = Self.device(of: top), top.bytes.count > 1,
      Self.device(of: top.split.directory) == device
    { top = top.split.directory }
    let own = ByteName(cString: g_get_user_data_dir()).entry(ByteName("Trash"))
    places = [
      Place(trash: own, top: ByteName("/")),
      Place(trash: top.entry(ByteName(".Trash/\(getuid())")), top: top),
      Place(trash: top.entry(ByteName(".Trash-\(getuid())")), top: top),
    ]
  }

  /// What a file is known by in the trash: its inode and when it was created, which trashing keeps
  /// and which no file has that another program puts in its place, and its name before.
  static func key(of name: ByteName, _ file: ByteName, _ inode: ino_t) -> ByteName {
    ByteName("\(inode).\(FileInformation.created(file)).").appending(name)
  }

  /// The directories that change with it.
  var directories: [ByteName] { places.flatMap { [$0.files, $0.info] } }

  /// What is known by a key; nil when it is there no more. Looks at everything in the trash, and reads
  /// of where one file came from.
  func item(_ key: ByteName) -> Item? {
    let inode = ino_t(String(decoding: key.bytes.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self))
    return inode.flatMap { items(ofInode: $0).first { $0.key == key } }
  }

  /// What came from the folder, in no order. Reads a small file for everything in the trash.
  package func items() -> [Item] { items(ofInode: nil) }

  private func items(ofInode inode: ino_t?) -> [Item] {
    var items: [Item] = []
    for place in places {
      guard let files = try? Directory(place.files) else { continue }
      try? files.entries(withHidden: true) { stored, _ in
        var status = stat()
        guard
          stored.withCString({ fstatat(files.descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0,
          inode ?? status.st_ino == status.st_ino,
          let origin = origin(of: stored, in: place)
        else { return }
        let (directory, name) = origin.split
        guard sources.contains(directory) else { return }
        let file = place.files.entry(stored)
        items.append(Item(key: Self.key(of: name, file, status.st_ino), name: name, file: file))
      }
    }
    return items
  }

  /// Takes away the note of where a file was that is in the trash no more.
  package func forget(_ file: ByteName) {
    let (directory, stored) = file.split
    guard let place = places.first(where: { $0.files == directory }) else { return }
    _ = note(of: stored, in: place).withCString { unlink($0) }
  }

  private func note(of stored: ByteName, in place: Place) -> ByteName {
    place.info.entry(stored.appending(ByteName(".trashinfo")))
  }

  private func origin(of stored: ByteName, in place: Place) -> ByteName? {
    let keys = g_key_file_new()
    defer { g_key_file_unref(keys) }
    let isRead = note(of: stored, in: place).withCString {
      g_key_file_load_from_file(keys, $0, G_KEY_FILE_NONE, nil)
    }
    guard isRead != 0, let escaped = g_key_file_get_value(keys, "Trash Info", "Path", nil) else {
      return nil
    }
    defer { g_free(escaped) }
    guard let path = g_uri_unescape_string(escaped, nil) else { return nil }
    defer { g_free(path) }
    let origin = ByteName(cString: path)
    return origin.bytes.first == 0x2F ? origin : place.top.entry(origin)
  }

  private static func device(of path: ByteName) -> dev_t? {
    var status = stat()
    return path.withCString { stat($0, &status) } == 0 ? status.st_dev : nil
  }
}
