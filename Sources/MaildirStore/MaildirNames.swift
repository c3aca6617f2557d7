package import FileSystem
internal import MailModel

/// The names of a message's file before and after a change, each as it stands in `cur`: what a
/// Maildir keeps in the token of a change. They are whole, a synchroniser's `,U=` included.
package struct MaildirNames {
  /// Empty for a message that is created.
  package var before = ByteName([])
  /// Empty for a message that is deleted.
  package var after = ByteName([])

  /// No name holds a NUL.
  private static let separator: UInt8 = 0

  init(before: ByteName, after: ByteName) {
    self.before = before
    self.after = after
  }

  package init(token: [UInt8]) {
    let parts = token.split(separator: Self.separator, omittingEmptySubsequences: false)
    // A name with a slash would lead to another directory.
    if parts.count == 2, !token.contains(UInt8(ascii: "/")) {
      (before, after) = (ByteName(parts[0]), ByteName(parts[1]))
    }
  }

  var token: [UInt8] { before.bytes + [Self.separator] + after.bytes }

  var infoBefore: ByteName { FileName(before).info }

  var infoAfter: ByteName { FileName(after).info }
}

extension MessageChange {
  /// What the info becomes when the change is made on a file that has that info by then: byte for
  /// byte as planned, unless other programs changed the flags meanwhile.
  func info(from current: ByteName) -> ByteName {
    let names = MaildirNames(token: token)
    let planned = current == names.infoBefore ? names.infoAfter : nil
    return info(planned, from: current, flags(from: MessageFlags(info: current)))
  }

  /// The same when the change, once made, is taken back.
  func infoUndone(from current: ByteName) -> ByteName {
    let names = MaildirNames(token: token)
    let planned = current == names.infoAfter ? names.infoBefore : nil
    return info(planned, from: current, flagsUndone(from: MessageFlags(info: current)))
  }

  private func info(
    _ planned: ByteName?, from current: ByteName, _ flags: MessageFlags
  ) -> ByteName {
    if let planned, MessageFlags(info: planned) == flags { return planned }
    return !isMove && MessageFlags(info: current) == flags
      ? current : ByteName(info: flags, like: current)
  }
}
