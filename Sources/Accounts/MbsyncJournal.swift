internal import FileSystem
internal import Foundation
internal import MailModel

/// What a run of mbsync that was cut short has left in a folder, for the next to go on from. Another version, as
/// after an upgrade, would refuse it, and leave the folder alone for ever.
enum MbsyncJournal {
  /// The version that is wanted, of a complaint about another; nil for any other line, and for versions
  /// that are not known to mean the same.
  static func wanted(_ line: String) -> String? {
    for (got, wanted) in [("4", "5"), ("5", "4")]
    where line == "Error: incompatible journal version (got \(got), expected \(wanted))" {
      return wanted
    }
    return nil
  }

  /// The same for another version. What the two write in different ways is of placeholders and of mail that expires, of
  /// which there is none, or is found out anew.
  static func converted(_ text: String, to version: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    return version + "\n"
      + lines.filter { $0.isEmpty || "#&*+-<>FNT|".contains($0.prefix(1)) }.joined(separator: "\n")
  }

  /// Converts the journal of the folder at a path.
  static func convert(ofFolder path: ByteName, to version: String) throws(SyncProblem) {
    let file = path.entry(MbsyncState.journal).description
    try MbsyncState.whileLocked(path) { () throws(SyncProblem) in
      guard let data = FileManager.default.contents(atPath: file),
        !data.starts(with: Data("\(version)\n".utf8))
      else { return }
      let text = converted(String(decoding: data, as: UTF8.self), to: version)
      do throws(Directory.Failure) {
        try DurableFile.write(Array(text.utf8), to: path.entry(MbsyncState.journal))
      } catch { throw .unwritable(error.code) }
    }
  }
}
