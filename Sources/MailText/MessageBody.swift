/// What is shown of an opened message. Every text is safe to show.
public struct MessageBody: Sendable, Equatable {
  public struct Header: Sendable, Equatable {
    /// The name of the field as in the message: "From", "To", "Cc", "Date", "Subject".
    public let name: String
    public let value: String
  }

  public struct Attachment: Sendable, Equatable {
    /// The file name without any path; empty when the message gives none.
    public let name: String
    /// For example `image/png`.
    public let type: String
  }

  /// The fields that are there, in the order From, To, Cc, Date, Subject; addresses in full.
  public let headers: [Header]
  /// The text in lines ended by `\n`, as ``BodyText`` shapes it; empty when there is none. That of a
  /// smaller budget is the beginning of that of a larger one.
  public let text: String
  /// Whether a larger budget gives more text.
  public let hasMoreText: Bool
  /// Whether the text was reduced from HTML.
  public let isFromHTML: Bool
  /// Whether the message goes on behind what is opened of it for any budget: ``maximumSize`` bytes, a
  /// header of 64 KiB, 4 MiB of HTML, and as much as GMime may keep in memory.
  public let isCut: Bool
  /// At most 100.
  public let attachments: [Attachment]
  /// How many attachments more than those listed.
  public let moreAttachments: Int
  /// How many parts more than the thousand that are looked at; when ``isCut``, there may be others.
  public let moreParts: Int

  public init(
    headers: [Header] = [], text: String, hasMoreText: Bool = false, isFromHTML: Bool = false,
    isCut: Bool = false, attachments: [Attachment] = [], moreAttachments: Int = 0,
    moreParts: Int = 0
  ) {
    self.headers = headers
    self.text = text
    self.hasMoreText = hasMoreText
    self.isFromHTML = isFromHTML
    self.isCut = isCut
    self.attachments = attachments
    self.moreAttachments = moreAttachments
    self.moreParts = moreParts
  }

  /// How much of a message is opened, in bytes.
  public static let maximumSize = 64 << 20
}
