import FileStore
import FileSystem
import Glibc
import MailModel

/// A folder of files of a test's own, removed with what it has in the trash.
///
/// It lies where the tests keep their data, on whose file system their trash is, or else where it is
/// told to.
package final class TemporaryFiles {
  package let path: String

  package init(in folder: String? = nil) throws {
    let data = folder ?? getenv("XDG_DATA_HOME").map { String(cString: $0) }
    if let data { mkdir(data, 0o700) }
    path = try TemporaryMaildir.makeDirectory(in: data)
  }

  deinit {
    for item in trash.items() {
      TemporaryMaildir.remove(item.file)
      trash.forget(item.file)
    }
    TemporaryMaildir.remove(path)
  }

  package var trash: DesktopTrash {
    let root = ByteName(path)
    return DesktopTrash(root: root, archive: root.entry(ByteName("Archive")))
  }

  /// Writes a file, a folder of which must be there.
  package func add(_ name: String, _ text: String = "text") {
    add(bytes: Array(name.utf8), content: Array(text.utf8))
  }

  package func add(bytes name: [UInt8], content: [UInt8]) {
    let descriptor = ByteName(path).entry(ByteName(name)).withCString {
      open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    }
    precondition(descriptor >= 0)
    _ = content.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
  }

  package func addFolder(_ name: String) { mkdir("\(path)/\(name)", 0o700) }

  /// What a file says; nil when it is not there.
  package func text(of name: String) -> String? {
    guard let file = fopen("\(path)/\(name)", "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1_000)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
