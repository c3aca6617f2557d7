import Foundation

/// The mailbox of invented mail that a person may try everything on.
enum SampleMailbox {
  /// Copies the installed sample to the person's own data, unless that has been done before.
  ///
  /// The copy is made under another name and renamed when it is complete, so what stands at `destination` is always whole.
  /// - Throws: What the file system says when it cannot be read or written.
  nonisolated static func prepare(from source: String, at destination: String) throws {
    let files = FileManager.default
    guard !files.fileExists(atPath: destination) else { return }
    let parent = (destination as NSString).deletingLastPathComponent
    try files.createDirectory(atPath: parent, withIntermediateDirectories: true)
    try removeUnfinished(in: parent, of: destination)
    let unfinished = destination + unfinishedMark + UUID().uuidString
    try files.copyItem(atPath: source, toPath: unfinished)
    try makeWritable(unfinished)
    for folder in ["cur", "new", "tmp"] {
      try files.createDirectory(
        atPath: unfinished + "/" + folder, withIntermediateDirectories: true)
    }
    try files.moveItem(atPath: unfinished, toPath: destination)
  }

  private nonisolated static let unfinishedMark = ".unfinished-"

  private nonisolated static func removeUnfinished(in parent: String, of destination: String) throws
  {
    let prefix = (destination as NSString).lastPathComponent + unfinishedMark
    for name in try FileManager.default.contentsOfDirectory(atPath: parent)
    where name.hasPrefix(prefix) {
      try FileManager.default.removeItem(atPath: parent + "/" + name)
    }
  }

  /// Installed files may be read-only; the person's own are not.
  private nonisolated static func makeWritable(_ root: String) throws {
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: root)
    for name in try files.contentsOfDirectory(atPath: root) {
      let path = root + "/" + name
      let kind = try files.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      if kind == .typeDirectory {
        try makeWritable(path)
      } else {
        try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      }
    }
  }
}
