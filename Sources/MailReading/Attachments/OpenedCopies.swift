import AppWidgets
import CDunnockGtk
import FileSystem
import Foundation
import Glibc
import Texts

/// The private copies of parts that other programs have been given to look at. Each lies in a folder of its own, so that it keeps its name;
/// nobody else may read it, and nobody change it by mistake.
package nonisolated enum OpenedCopies {
  /// Writes a copy.
  ///
  /// - Parameters:
  ///   - name: Safe for a file.
  ///   - root: Where the folders of the copies lie.
  /// - Returns: Its path.
  package static func make(
    _ bytes: [UInt8], named name: String, in root: String = Places.openedCopies
  ) async throws(FileFailure) -> String {
    let result = await onOwnThread("opening") { _ -> Result<String, FileFailure> in
      clean(root, before: Date(timeIntervalSinceNow: -lifetime))
      guard let folder = newFolder(in: root) else { return .failure(FileFailure(errno: errno)) }
      let path = folder + "/" + name
      return write(bytes, to: path).map { path }
    }
    return try result.get()
  }

  /// Makes the folder of a copy that is written later, and answers the path that the copy will have; nil where it cannot be made.
  package static func place(named name: String, in root: String = Places.openedCopies) -> String? {
    newFolder(in: root).map { $0 + "/" + name }
  }

  /// Writes a copy to a path that `place` gave.
  package static func write(_ bytes: [UInt8], to path: String) -> Result<Void, FileFailure> {
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o400)
    guard descriptor >= 0 else { return .failure(FileFailure(errno: errno)) }
    let code = WriteCalls.write(bytes, to: descriptor)
    close(descriptor)
    if code == 0 { return .success(()) }
    unlink(path)
    return .failure(FileFailure(errno: code))
  }

  /// Deletes the copies that are older than a day: whoever has one open still may have it.
  package static func clean() async {
    await onOwnThread("opening") { _ in
      clean(Places.openedCopies, before: Date(timeIntervalSinceNow: -lifetime))
    }
  }

  /// Deletes the copies made before a time.
  package static func clean(_ root: String, before time: Date) {
    let files = FileManager.default
    for name in (try? files.contentsOfDirectory(atPath: root)) ?? [] {
      let folder = root + "/" + name
      guard let made = try? files.attributesOfItem(atPath: folder)[.modificationDate] as? Date,
        made < time
      else { continue }
      try? files.removeItem(atPath: folder)
    }
  }

  /// A new folder that its owner alone may look into; nil, with errno, where it cannot be made.
  private static func newFolder(in root: String) -> String? {
    guard g_mkdir_with_parents(root, 0o700) == 0, chmod(root, 0o700) == 0 else { return nil }
    var template = (root + "/XXXXXX").utf8CString
    return template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { g_mkdtemp_full($0, 0o700) }.map { String(cString: $0) }
    }
  }

  /// Seconds.
  private static let lifetime: TimeInterval = 86_400
}
