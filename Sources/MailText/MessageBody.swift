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
  /// The text, lines ended by `\n`; empty when there is none.
  public let text: String
  /// Whether the text was reduced from HTML.
  public let isFromHTML: Bool
  /// Whether the text goes on in the file: ``maximumText`` bytes are shown, and none of a message
  /// of more than ``maximumSize`` bytes.
  public let isCut: Bool
  /// At most 100.
  public let attachments: [Attachment]
  /// How many attachments more than those listed.
  public let moreAttachments: Int

  public init(
    headers: [Header] = [], text: String, isFromHTML: Bool = false, isCut: Bool = false,
    attachments: [Attachment] = [], moreAttachments: Int = 0
  ) {
    self.headers = headers
    self.text = text
    self.isFromHTML = isFromHTML
    self.isCut = isCut
    self.attachments = attachments
    self.moreAttachments = moreAttachments
  }

  /// The longest text shown, in bytes.
  public static let maximumText = 512 << 10
  /// The largest message whose body is opened, in bytes.
  public static let maximumSize = 64 << 20
}
