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
    let file = ByteName(path)
    do throws(Directory.Failure) {
      try PrivateFolder.create(file.split.directory.description)
      try DurableFile.write(content, to: file)
    } catch { throw JournalProblem(error) }
  }

  /// Keeps what cannot be read under another name, and answers that.
  package func setAside() -> String {
    let aside = "\(path).damaged-\(MessageDate.now())"
    return rename(path, aside) == 0 ? aside : path
  }
}
