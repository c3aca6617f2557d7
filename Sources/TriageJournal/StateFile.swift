internal import FileSystem
internal import Foundation
internal import Glibc
internal import MailText

/// A small file about one store, which is read and written whole.
package struct StateFile: Sendable {
  package let path: String

  /// - Parameters:
  ///   - folder: Where it is kept, which is created with it.
  ///   - kind: What it holds, in a word that its name ends in.
  package init(in folder: String, of identity: String, holding kind: String) {
    path = "\(folder)/\(JournalFile.name(of: identity)).\(kind)"
  }

  /// What is in it; nil where there is none.
  package func read() throws(JournalProblem) -> [UInt8]? {
    do {
      return Array(try Data(contentsOf: URL(filePath: path)))
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    } catch {
      throw .unusable(error.localizedDescription)
    }
  }

  /// Puts other content in its place; after a failure of power it has the one or the other whole.
  package func write(_ content: [UInt8]) throws(JournalProblem) {
    let (other, folder) = (path + ".new", ByteName(path).split.directory)
    do { try PrivateFolder.create(folder.description) } catch { throw JournalProblem(error) }
    let descriptor = open(other, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Self.refusal(errno) }
    var code = WriteCalls.write(content, to: descriptor)
    if code == 0, fsync(descriptor) != 0 { code = errno }
    close(descriptor)
    if code == 0, rename(other, path) != 0 { code = errno }
    guard code == 0 else {
      unlink(other)
      throw Self.refusal(code)
    }
    if let directory = try? Directory(folder, follows: true) { fsync(directory.descriptor) }
  }

  private static func refusal(_ code: Int32) -> JournalProblem {
    .unusable(String(cString: strerror(code)))
  }

  /// Keeps what cannot be read under another name, and answers that.
  package func setAside() -> String {
    let aside = "\(path).damaged-\(MessageDate.now())"
    return rename(path, aside) == 0 ? aside : path
  }
}
