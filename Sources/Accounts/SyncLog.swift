internal import FileSystem
internal import Foundation

/// What the programs said in the last run of an account, for the person who asks.
struct SyncLog {
  private let path: String

  private static let longest = 64 << 10

  /// - Parameter state: The folder of what synchronising the account needs.
  init(_ state: String) { path = "\(state)/last.log" }

  var text: String {
    let bytes = FileManager.default.contents(atPath: path) ?? Data()
    return String(decoding: bytes.suffix(Self.longest), as: UTF8.self)
  }

  func clear() {
    PrivateFolder.keepPrivate(path)
    try? Data().write(to: URL(filePath: path))
  }

  func add(_ bytes: [UInt8]) {
    guard let file = FileHandle(forUpdatingAtPath: path) else { return }
    _ = try? file.seekToEnd()
    try? file.write(contentsOf: bytes)
  }
}
