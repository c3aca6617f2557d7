internal import FileSystem
internal import Foundation
internal import Glibc
internal import MailModel

/// What the server of an account said of its folders when they were listed last: of those that it leaves out mbsync says nothing in
/// a run.
struct ListedFolders {
  private let path: String

  /// - Parameters:
  ///   - state: The folder of what synchronising the account needs.
  ///   - name: Which are meant: by itself those that there are.
  init(_ state: String, _ name: String = "folders") { path = "\(state)/\(name)" }

  /// In modified UTF-7; nil where they were never listed.
  var names: [String]? {
    FileManager.default.contents(atPath: path).map {
      String(decoding: $0, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  /// How long ago they were listed; nil where they never were, or the clock was ahead then: nobody knows how long ago that was.
  var age: Duration? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let seconds = time(nil) - status.st_mtim.tv_sec
    // The clock of a file server may be a little ahead.
    return seconds < -60 ? nil : .seconds(max(seconds, 0))
  }

  func write(_ names: [String]) throws(SyncProblem) {
    try SyncConfiguration.write(names.map { $0 + "\n" }.joined(), to: path)
    // What is the same is not written again, and is as new all the same.
    utimes(path, nil)
  }

  func forget() { unlink(path) }
}

extension Account {
  /// Whether a folder of the server can be one here: a Maildir has parts of its own, and mbsync ends where the path of a
  /// message has more than 255 bytes, and looks at nothing where there are more levels than it goes down.
  func canHave(_ folder: String, in places: AccountPlaces) -> Bool {
    let levels = folder.split(separator: "/", omittingEmptySubsequences: false)
    let parts = Set(MaildirParts.all.map(\.description) + [LocalTrash.name])
    return levels.count <= Self.mostLevels
      && levels.allSatisfy { !parts.contains(String($0)) && $0 != ".." } && !folder.hasControls
      && !hasTooLongPath(folder, in: places)
  }

  private func hasTooLongPath(_ folder: String, in places: AccountPlaces) -> Bool {
    root(in: places).bytes.count + 1 + folder.utf8.count + Self.longestMessage > 255
  }

  /// One less than 1.4 goes down at the most; 1.5 goes one further.
  private static let mostLevels = 9

  /// Whether directories of a folder are here over which mbsync lists none of all: deeper ones than it goes, or those that it made
  /// before it found their path too long.
  func hindersListing(_ folder: String, in places: AccountPlaces) -> Bool {
    let path = root(in: places).description + "/"
    if hasTooLongPath(folder, in: places), access(path + folder, F_OK) == 0 { return true }
    let levels = folder.split(separator: "/").prefix(Self.mostLevels + 1)
    return levels.count > Self.mostLevels
      && access(path + levels.joined(separator: "/"), F_OK) == 0
  }

  /// The room that the longest name of a message needs, as mbsync gives it, with what stands before and behind it:
  /// "/cur/1700000000.4194304_1000000.HOST,U=4294967295:2,DFPRST".
  private static let longestMessage: Int = {
    var system = utsname()
    uname(&system)
    let host = withUnsafeBytes(of: system.nodename) { $0.prefix { $0 != 0 && $0 != 0x2E }.count }
    return 5 + 10 + 1 + 7 + 1 + 7 + 1 + host + 13 + 9
  }()
}
