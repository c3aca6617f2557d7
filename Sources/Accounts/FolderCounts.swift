internal import FileSystem
internal import Foundation
internal import Glibc
internal import MailModel

/// How many messages of each folder of an account something is so of, as it is kept from run to run.
struct FolderCounts {
  private let path: String

  /// What is counted, which is what the file is called.
  enum Kind: String {
    /// What was there when it was last synchronised, by which it is known that all of it is gone.
    case counts
    /// What a run has made of mail and was not told yet, for the run went wrong then.
    case kept, reunited
  }

  /// - Parameter state: The folder of what synchronising the account needs.
  init(_ state: String, _ kind: Kind = .counts) { path = "\(state)/\(kind)" }

  /// Those of folders that had any.
  var counts: [FolderID: Int] {
    let text = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    return Dictionary(
      text.split(separator: "\n").compactMap { line in
        let words = line.split(separator: " ", maxSplits: 1)
        guard words.count == 2, let count = Int(words[0]), count > 0 else { return nil }
        return (FolderID(path: ByteName(escaped: String(words[1]))), count)
      }
    ) { $1 }
  }

  func write(_ counts: [FolderID: Int]) throws(SyncProblem) {
    if counts.isEmpty, access(path, F_OK) != 0 { return }
    let lines = counts.map { "\($1) \($0.path.escaped)\n" }.sorted()
    try SyncConfiguration.write(lines.joined(), to: path)
  }
}
