/// One change to a store, chosen but not yet made, or made: what a journal keeps of it.
public enum Change: Hashable, Sendable {
  case message(MessageChange)
  /// A folder that is created.
  case folder(FolderID)

  /// The change of a message; nil for a folder.
  public var message: MessageChange? {
    if case .message(let change) = self { change } else { nil }
  }

  /// Whether there is something that could be taken back: a folder that was created stays, what is
  /// deleted is gone, and no mark for deletion is set again.
  public var isUndoable: Bool {
    guard let message, !message.isDeletion else { return false }
    return message.before != message.after
      || !message.flagsBefore.symmetricDifference(message.flagsAfter).subtracting(.trashed).isEmpty
  }
}

/// One change of one message.
///
/// A change of flags keeps the identity, a move gives another, perhaps with other flags; a message
/// that is created has none before and one that is deleted none after.
public struct MessageChange: Hashable, Sendable {
  public let before: MessageRef?
  public let flagsBefore: MessageFlags
  public let after: MessageRef?
  public let flagsAfter: MessageFlags
  /// What the store wants to know of it later; only that store reads it.
  public let token: [UInt8]

  public init(
    before: MessageRef?, flagsBefore: MessageFlags = [], after: MessageRef?,
    flagsAfter: MessageFlags = [], token: [UInt8] = []
  ) {
    self.before = before
    self.flagsBefore = flagsBefore
    self.after = after
    self.flagsAfter = flagsAfter
    self.token = token
  }

  public var isCreation: Bool { before == nil }

  public var isDeletion: Bool { after == nil }

  /// Whether the message gets another identity.
  public var isMove: Bool { before != nil && after != nil && after != before }

  /// The flags that it adds.
  public var added: MessageFlags { flagsAfter.subtracting(flagsBefore) }

  /// The flags that it removes.
  public var removed: MessageFlags { flagsBefore.subtracting(flagsAfter) }

  /// What the flags become when they are `current` by the time the change is made: what other
  /// programs did to them since the plan stays.
  public func flags(from current: MessageFlags) -> MessageFlags {
    current.subtracting(removed).union(added).settable(from: current, isMove: isMove)
  }

  /// What the flags become when this change, once made, is taken back and they are `current` now.
  public func flagsUndone(from current: MessageFlags) -> MessageFlags {
    current.subtracting(added).union(removed).settable(from: current, isMove: isMove)
  }

  /// This change of flags as it is when it is found to be so already: made by a program that ended
  /// before it could say so, or by another program, and taken back all the same when the person
  /// undoes it.
  public func found(_ current: MessageFlags, token: [UInt8]) -> MessageChange {
    current == flagsAfter
      ? self : with(flagsBefore: flagsUndone(from: current), flagsAfter: current, token: token)
  }

  /// The same change with what was really found and written.
  public func with(
    flagsBefore: MessageFlags, flagsAfter: MessageFlags, token: [UInt8]
  ) -> MessageChange {
    MessageChange(
      before: before, flagsBefore: flagsBefore, after: after, flagsAfter: flagsAfter, token: token)
  }
}
