/// The flags of a Maildir message: the ASCII letters after `:2,`.
///
/// Every letter is kept, known or not; lower-case letters are other programs' keywords.
public struct MessageFlags: OptionSet, Hashable, Sendable {
  public let rawValue: UInt64

  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static let draft = MessageFlags("D")
  public static let flagged = MessageFlags("F")
  public static let passed = MessageFlags("P")
  public static let replied = MessageFlags("R")
  public static let seen = MessageFlags("S")
  /// What other programs set for "delete this"; a mail synchroniser may destroy such a message on
  /// the server, so nothing here ever sets it; see ``settable(from:isMove:)``.
  public static let trashed = MessageFlags("T")

  /// The flags of some letters; anything but an ASCII letter is ignored.
  public init(_ letters: String) { self.init(letters: letters.utf8) }

  package init(letters: some Sequence<UInt8>) {
    var bits: UInt64 = 0
    for letter in letters {
      switch letter {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): bits |= 1 << UInt64(letter - UInt8(ascii: "A"))
      case UInt8(ascii: "a")...UInt8(ascii: "z"):
        bits |= 1 << UInt64(letter - UInt8(ascii: "a") + 26)
      default: break
      }
    }
    self.init(rawValue: bits)
  }

  /// The flags that the end of a file's name says: the letters after every `2,`, so that a doubled
  /// `:2,:2,S` means S.
  package init(info: some Collection<UInt8>) {
    var flags: MessageFlags = []
    for part in info.split(whereSeparator: { ":!;".utf8.contains($0) })
    where part.starts(with: "2,".utf8) {
      flags.formUnion(MessageFlags(letters: part.dropFirst(2)))
    }
    self = flags
  }

  /// These flags as they may be given to a message that has the flags `current`: no mark for deletion
  /// is set, and none goes along with a move.
  public func settable(from current: MessageFlags, isMove: Bool) -> MessageFlags {
    isMove || !current.contains(.trashed) ? subtracting(.trashed) : self
  }

  public var isUnread: Bool { !contains(.seen) }

  public var isStarred: Bool { contains(.flagged) }

  /// The letters in ASCII order, each once.
  public var letters: String { String(decoding: letterBytes, as: UTF8.self) }

  package var letterBytes: [UInt8] {
    var letters: [UInt8] = []
    forEachLetter { letters.append($0) }
    return letters
  }

  package func forEachLetter(_ body: (UInt8) -> Void) {
    var rest = rawValue & ((1 << 52) - 1)
    while rest != 0 {
      let bit = UInt8(rest.trailingZeroBitCount)
      body(bit < 26 ? UInt8(ascii: "A") + bit : UInt8(ascii: "a") + bit - 26)
      rest &= rest - 1
    }
  }
}

extension MessageFlags: CustomStringConvertible {
  public var description: String { letters }
}
