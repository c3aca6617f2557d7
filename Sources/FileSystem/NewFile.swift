internal import Foundation
internal import Glibc

/// A file that is written whole or not at all.
package struct NewFile {
  private let folder: String
  private let name: String

  package init(in folder: String, named name: String) { (self.folder, self.name) = (folder, name) }

  /// Writes bytes as they come, has them on the disk and gives the file its name.
  ///
  /// - Returns: How many there were.
  @discardableResult
  package func write(_ chunks: some Sequence<[UInt8]>) throws(Directory.Failure) -> Int64 {
    var chunks = chunks.makeIterator()
    return try write { () throws(Directory.Failure) in chunks.next() }
  }

  /// The same with what gives the next bytes, nil at the end.
  @discardableResult
  package func write(
    from next: () throws(Directory.Failure) -> [UInt8]?
  ) throws(Directory.Failure) -> Int64 {
    let part = folder + "/.\(UUID().uuidString)"
    let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Directory.Failure(code: errno) }
    var count: Int64 = 0
    do throws(Directory.Failure) {
      while let bytes = try next() {
        let code = WriteCalls.write(bytes, to: descriptor)
        if code != 0 { throw Directory.Failure(code: code) }
        count += Int64(bytes.count)
      }
      if fsync(descriptor) != 0 { throw Directory.Failure(code: errno) }
      if rename(part, folder + "/" + name) != 0 { throw Directory.Failure(code: errno) }
    } catch {
      close(descriptor)
      unlink(part)
      throw error
    }
    close(descriptor)
    try DurableFile.syncFolder(ByteName(folder))
    return count
  }
}
