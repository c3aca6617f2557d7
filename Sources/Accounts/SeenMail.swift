internal import FileSystem
internal import Foundation
internal import Glibc
internal import MailModel

/// What was in a folder when an account was last synchronised: the only way to name a message that is
/// gone, of which mbsync keeps the number alone. It is read when it is asked for.
struct SeenMail {
  private let directory: String
  private var path: String { "\(directory)/\(Self.fileName)" }

  private static let fileName = ".seen"

  /// - Parameter directory: Where that is kept of all folders of an account.
  init(_ folder: ByteName, in directory: String) {
    self.directory = "\(directory)/\(folder.escaped)"
  }

  /// The folder's ``AccountFolder/mark`` at that time, for which not all is read.
  var mark: String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var start = [UInt8](repeating: 1, count: 1 << 10)
    guard read(descriptor, &start, start.count) > 0, let end = start.firstIndex(of: 0) else {
      return nil
    }
    return String(decoding: start[..<end], as: UTF8.self)
  }

  var keys: NumberedKeys {
    let bytes = contents
    return NumberedKeys(records: bytes, from: (bytes.firstIndex(of: 0) ?? bytes.count) + 1)
  }

  /// Whether it has all of some messages.
  func has(_ keys: NumberedKeys) -> Bool {
    let contents = contents
    guard let end = contents.firstIndex(of: 0) else { return keys.count == 0 }
    // That all are the same is told soonest.
    return keys.records(after: Array(contents[...end])).isSame(as: contents)
      || keys.isContained(in: NumberedKeys(records: contents, from: end + 1))
  }

  func write(_ keys: NumberedKeys, mark: String?) throws(SyncProblem) {
    let bytes = keys.records(after: Array((mark ?? "").utf8) + [0])
    if bytes.isSame(as: contents) { return }
    do {
      try PrivateFolder.create(directory)
      try Data(bytes).write(to: URL(filePath: path), options: .atomic)
    } catch let failure as Directory.Failure {
      throw .unwritable(failure.code)
    } catch {
      throw .unwritable(error)
    }
  }

  private var contents: [UInt8] { [UInt8](file: ByteName(path)) ?? [] }

  /// The folders of which something is kept, and how many messages were in each.
  static func counts(in directory: String) -> [ByteName: Int] {
    let names =
      FileManager.default.enumerator(atPath: directory)?.compactMap { $0 as? String } ?? []
    var counts: [ByteName: Int] = [:]
    for name in names where name.hasSuffix("/\(fileName)") {
      let folder = ByteName(escaped: String(name.dropLast(fileName.count + 1)))
      counts[folder] = SeenMail(folder, in: directory).keys.count
    }
    return counts.filter { $0.value > 0 }
  }
}

extension [UInt8] {
  /// All that is in a file; nil where it cannot be read.
  init?(file path: ByteName) {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    var isWhole = false
    self.init(unsafeUninitializedCapacity: Int(status.st_size)) { bytes, count in
      while count < bytes.count {
        let more = read(descriptor, bytes.baseAddress?.advanced(by: count), bytes.count - count)
        if more < 0, errno == EINTR { continue }
        if more <= 0 { break }
        count += more
      }
      isWhole = count == bytes.count
    }
    if !isWhole { return nil }
  }

  /// All at once: an array compares its elements one after the other.
  fileprivate func isSame(as other: [UInt8]) -> Bool {
    count == other.count
      && withUnsafeBytes { bytes in
        other.withUnsafeBytes { other in
          guard let start = bytes.baseAddress, let otherStart = other.baseAddress else {
            return true
          }
          return memcmp(start, otherStart, bytes.count) == 0
        }
      }
  }
}
