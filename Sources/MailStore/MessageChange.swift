/// One change of one message, chosen but not yet made, or made: what a journal keeps of it.
///
/// A change of flags keeps the identity, a move gives another, and deleting leaves none.
public struct MessageChange: Hashable, Sendable {
  public let before: MessageID
  /// The flags before as the store has them written, byte for byte: for a Maildir the end of the
  /// name from its `:` on. Empty where nothing is written.
  public let infoBefore: ByteName
  /// Nil when the message is deleted.
  public let after: MessageID?
  public let infoAfter: ByteName

  public init(before: MessageID, infoBefore: ByteName, after: MessageID?, infoAfter: ByteName) {
    self.before = before
    self.infoBefore = infoBefore
    self.after = after
    self.infoAfter = infoAfter
  }

  public var isDeletion: Bool { after == nil }

  /// Whether the message gets another identity.
  public var isMove: Bool { after != nil && after != before }

  /// The flags that it adds.
  public var added: MessageFlags {
    MessageFlags(info: infoAfter).subtracting(MessageFlags(info: infoBefore))
  }

  /// The flags that it removes.
  public var removed: MessageFlags {
    MessageFlags(info: infoBefore).subtracting(MessageFlags(info: infoAfter))
  }

  /// What the info becomes when it is `current` by the time the change is made: as planned, or else,
  /// when other programs changed the flags meanwhile, with what this change adds and removes.
  func info(from current: ByteName) -> ByteName {
    if current == infoBefore { return infoAfter }
    let flags = MessageFlags(info: current)
    let changed = flags.subtracting(removed).union(added)
    return !isMove && changed == flags ? current : ByteName(info: changed, like: current)
  }

  /// What the info becomes when this change, once made, is taken back and it is `current` now.
  func infoUndone(from current: ByteName) -> ByteName {
    let undoing = MessageChange(
      before: before, infoBefore: infoAfter, after: before, infoAfter: infoBefore)
    return undoing.info(from: current)
  }

  /// This change of flags, found to be so already: made by a program that ended before it could say
  /// so, or by another program, and taken back all the same when the person undoes it.
  func found(_ current: ByteName) -> MessageChange {
    current == infoAfter
      ? self : with(infoBefore: infoUndone(from: current), infoAfter: current)
  }

  /// The same change with what was really found and written.
  func with(infoBefore: ByteName, infoAfter: ByteName) -> MessageChange {
    MessageChange(before: before, infoBefore: infoBefore, after: after, infoAfter: infoAfter)
  }
}
