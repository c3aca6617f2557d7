/// In which way a message is read that can be read in several; none of these is the usual way.
public struct TextChoice: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The plain text of a message whose page of HTML says more.
  public static let plainText = TextChoice(rawValue: 1)
  /// Lines of plain text where their writer ended them, though they were wrapped.
  public static let asWritten = TextChoice(rawValue: 2)
  /// The text of a draft to be written on: the plain text where there is one, with the marks of its quotations, and without the text of
  /// enclosed messages. It is not made safe to show, since the person's own text is to stay as it is.
  public static let forEditing = TextChoice(rawValue: 4)
}
