internal import FileSystem
internal import Foundation
internal import MailModel

/// How many messages of each folder of an account something is so of, as it is kept from run to run.
struct FolderCounts {
  private let path: String

  /// - Parameters:
  ///   - state: The folder of what synchronising the account needs.
  ///   - name: What is counted: by itself what was there when the account was last synchronised, by which it is known that all of it is
  ///     gone.
  init(_ state: String, _ name: String = "counts") { path = "\(state)/\(name)" }

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
    let lines = counts.map { "\($1) \($0.path.escaped)\n" }.sorted()
    try SyncConfiguration.write(lines.joined(), to: path)
  }
}
