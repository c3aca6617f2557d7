internal import FileSystem
internal import Foundation

/// What the programs said in the last run of an account, for the person who asks.
struct SyncLog {
  private let path: String

  private static let longest = 64 << 10

  /// - Parameter state: The folder of what synchronising the account needs.
  init(_ state: String) { path = "\(state)/last.log" }

  var text: String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }

  func clear() { write(Data()) }

  func add(_ bytes: [UInt8]) {
    let all = (FileManager.default.contents(atPath: path) ?? Data()) + bytes
    write(Data(all.suffix(Self.longest)))
  }

  private func write(_ data: Data) {
    PrivateFolder.keepPrivate(path)
    try? data.write(to: URL(filePath: path))
  }
}
