internal import MailText

/// The isync that is installed.
struct Isync: Hashable, Sendable {
  /// As it calls itself: "1.4.4".
  let version: String

  /// The numbers that a version begins with.
  private var numbers: [Int] {
    version.split { !$0.isNumber }.prefix(3).compactMap { Int($0) }
  }

  /// Whether it knows all that is asked of it, and lets no server write where it likes: 1.4.3 and older do
  /// (CVE-2021-20247, -3578, -3657, -44143). It does not say which mends a distribution has added to one of these.
  var isNewEnough: Bool { !numbers.lexicographicallyPrecedes([1, 4, 4]) }

  /// Whether its configuration has the words of 1.5, and it can expunge what it has deleted itself
  /// and nothing else.
  var hasNewWords: Bool { !numbers.lexicographicallyPrecedes([1, 5]) }

  /// What it calls a folder of the server.
  func name(_ encoded: String) -> String {
    hasNewWords ? ModifiedUTF7.decoded(encoded.utf8) ?? encoded : encoded
  }

  /// Asks the program that would be run.
  static func installed(_ runner: ProgramRunner) async throws(SyncProblem) -> Isync {
    let output = try await runner.run("mbsync", ["--version"])
    // "isync 1.4.4", with whatever it may say before.
    for line in output.lines {
      let words = line.split(separator: " ")
      if words.count >= 2, words[0] == "isync" {
        let isync = Isync(version: String(words[1]))
        guard isync.isNewEnough else { throw .oldProgram(isync.version) }
        return isync
      }
    }
    throw .noProgram
  }
}
