import FileSystem
import Glibc
import MailModel

/// A Maildir of a test's own, removed with it.
package final class TemporaryMaildir {
  package let path: String

  /// Makes the parts of a Maildir at the root, and of each folder.
  package init(folders: [String] = [], isMaildir: Bool = true) throws {
    path = try TemporaryMaildir.makeDirectory()
    for folder in (isMaildir ? [""] : []) + folders { addFolder(folder) }
  }

  deinit { TemporaryMaildir.remove(path) }

  package func addFolder(_ folder: String) {
    let parent = addDirectory(folder)
    for part in ["cur", "new", "tmp"] { mkdir("\(parent)/\(part)", 0o700) }
  }

  /// Makes a directory with those above it; returns its absolute path.
  @discardableResult
  package func addDirectory(_ directory: String) -> String {
    var parent = path
    for level in directory.split(separator: "/") {
      parent += "/\(level)"
      mkdir(parent, 0o700)
    }
    return parent
  }

  /// Writes a message; long ago, as delivered mail is.
  @discardableResult
  package func add(
    _ name: String, _ text: String = "Subject: s\n\nbody\n", in part: String = "cur",
    folder: String = "", at seconds: Int = 1_500_000_000
  ) -> String {
    add(bytes: Array(name.utf8), Array(text.utf8), in: part, folder: folder, at: seconds)
    return name
  }

  package func add(
    bytes name: [UInt8], _ content: [UInt8], in part: String = "cur", folder: String = "",
    at seconds: Int = 1_500_000_000
  ) {
    let directory = Array("\(folder.isEmpty ? "" : folder + "/")\(part)".utf8)
    add(bytes: name, content, inBytes: directory, at: seconds)
  }

  package func add(
    bytes name: [UInt8], _ content: [UInt8], inBytes directory: [UInt8],
    at seconds: Int = 1_500_000_000
  ) {
    let file = ByteName(Array("\(path)/".utf8) + directory + [0x2F] + name)
    file.withCString { file in
      let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
      precondition(descriptor >= 0)
      var written = 0
      content.withUnsafeBytes { bytes in
        while written < bytes.count {
          written += write(descriptor, bytes.baseAddress! + written, bytes.count - written)
        }
      }
      let times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
      futimens(descriptor, times)
      close(descriptor)
    }
  }

  /// Renames a file as another program does, by its paths from the root.
  package func rename(_ old: String, to new: String) throws {
    guard Glibc.rename("\(path)/\(old)", "\(path)/\(new)") == 0 else {
      throw StoreError.other(errno: errno, doing: .moveMessage)
    }
  }

  /// Every entry of the tree but its directories, by path relative to the root, sorted.
  package func files(withInodes: Bool = false) -> [String] {
    var found: [String] = []
    var queue = [""]
    while let relative = queue.popLast() {
      guard let directory = try? Directory(ByteName(path + relative)) else { continue }
      try? directory.entries(withHidden: true) { name, kind in
        let child = "\(relative)/\(name.escaped)"
        if kind == .directory,
          relative.isEmpty || !["/cur", "/new"].contains(where: relative.hasSuffix)
        {
          queue.append(child)
        } else {
          var status = stat()
          lstat(path + child, &status)
          found.append(withInodes ? "\(child) \(status.st_ino)" : String(child.dropFirst()))
        }
      }
    }
    return found.sorted()
  }

  package static func makeDirectory(in folder: String? = nil) throws -> String {
    let base = folder ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/dunnock-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw StoreError.other(errno: errno, doing: .createFolder)
    }
    return String(
      decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  package static func remove(_ path: String) {
    remove(ByteName(path))
  }

  package static func remove(_ path: ByteName) {
    _ = path.withCString { chmod($0, 0o700) }
    if let directory = try? Directory(path) {
      try? directory.entries(withHidden: true) { name, kind in
        let child = ByteName(path.bytes + [0x2F] + name.bytes)
        if child.withCString({ unlink($0) }) != 0 { remove(child) }
      }
    }
    _ = path.withCString { rmdir($0) }
  }
}

extension MessageRef {
  package init(_ key: String, in folder: FolderID = .inbox) {
    self.init(folder: folder, key: ByteName(key))
  }
}

extension FolderID {
  package init(_ path: String) { self.init(path: ByteName(path)) }
}
