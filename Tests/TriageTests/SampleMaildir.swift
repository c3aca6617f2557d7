import Glibc

/// A Maildir of a test's own, removed with it.
final class SampleMaildir {
  let path: String

  /// - Parameter folders: Its folders beside the inbox: an archive and a trash, as most have.
  init(folders: [String] = [".Archive", ".Trash"]) {
    var template = Array("/tmp/dunnock-triage-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil)
    path = String(
      decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    for folder in [""] + folders { add(folder: folder) }
  }

  func add(folder: String) {
    for part in ["", "/cur", "/new", "/tmp"] { mkdir("\(path)/\(folder)\(part)", 0o700) }
  }

  deinit { Self.remove(path) }

  func add(
    _ name: [UInt8], subject: String, date: String = "Mon, 01 Jan 2018 12:00:00 +0000",
    in folder: String = ""
  ) {
    let file = Array("\(path)/\(folder)/cur/".utf8) + name + [0]
    let text = Array("From: Ann <ann@x.org>\nSubject: \(subject)\nDate: \(date)\n\nbody\n".utf8)
    let descriptor = file.withUnsafeBytes {
      open($0.baseAddress!.assumingMemoryBound(to: CChar.self), O_WRONLY | O_CREAT | O_EXCL, 0o600)
    }
    precondition(descriptor >= 0 && write(descriptor, text, text.count) == text.count)
    let times = Array(repeating: timespec(tv_sec: 1_500_000_000, tv_nsec: 0), count: 2)
    futimens(descriptor, times)
    close(descriptor)
  }

  func add(_ name: String, subject: String, in folder: String = "") {
    add(Array(name.utf8), subject: subject, in: folder)
  }

  /// The names in a folder's `cur`.
  func names(_ folder: String = "") -> [String] {
    guard let directory = opendir("\(path)/\(folder)/cur") else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  private static func remove(_ path: String) {
    if let directory = opendir(path) {
      while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
        if name == [0x2E] || name == [0x2E, 0x2E] { continue }
        let child = Array("\(path)/".utf8) + name + [0]
        let isGone = child.withUnsafeBytes {
          unlink($0.baseAddress!.assumingMemoryBound(to: CChar.self)) == 0
        }
        if !isGone { remove(String(decoding: child.dropLast(), as: UTF8.self)) }
      }
      closedir(directory)
    }
    rmdir(path)
  }
}
