/// What is shown of an opened message. Every text is safe to show.
public struct MessageBody: Sendable, Equatable {
  public struct Header: Sendable, Equatable {
    /// The name of the field as in the message: "From", "To", "Cc", "Date", "Subject".
    public let name: String
    public let value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A part of the message that is not shown as its text.
  public struct Attachment: Sendable, Equatable {
    /// What the part is asked for by.
    public let number: Int
    /// The file name without any path; empty when the message gives none.
    public let name: String
    /// For example `image/png`, in lower case.
    public let type: String
    /// How long it is when decoded, in bytes, to within a few of a hundred.
    public let size: Int
    /// By what the text refers to it: its Content-ID without angle brackets, or else its location; nil as a rule.
    public let contentID: String?
    /// Whether the text shows it, so that it need not be listed.
    public let isShown: Bool

    public init(
      number: Int = 0, name: String, type: String, size: Int = 0, contentID: String? = nil,
      isShown: Bool = false
    ) {
      self.number = number
      self.name = name
      self.type = type
      self.size = size
      self.contentID = contentID
      self.isShown = isShown
    }

    /// Whether it is a mail of its own. Some programs know its type by its name alone.
    public var isMessage: Bool {
      type == "message/rfc822" || type == "message/global"
        || type == "application/octet-stream" && name.lowercased().hasSuffix(".eml")
    }
  }

  /// The fields that are there, in the order From, To, Cc, Date, Subject; addresses in full.
  public let headers: [Header]
  /// Who wrote to whom, and what an answer has to know.
  public let addressing: Addressing
  /// What is wrong with who it says that it is from; empty as a rule.
  public let doubts: [SenderDoubt]
  /// Whether the server that received the message found that it is from the host of its sender (Authentication-Results).
  public let isSenderConfirmed: Bool
  /// How to get no more mail like this one; nil where the sender says nothing of it.
  public let unsubscribing: Unsubscribing?
  /// What it invites to; nil as a rule.
  public let invitation: Invitation?
  /// What did not arrive, when it tells of that; nil as a rule.
  public let bounce: Bounce?
  public let content: MarkedText
  /// Whether a larger budget gives more text.
  public let hasMoreText: Bool
  /// Whether the text was reduced from HTML.
  public let isFromHTML: Bool
  /// Whether there is a page of HTML in the message itself, read or not.
  public let hasPage: Bool
  /// In what ways beside the usual one the text can be read.
  public let choices: TextChoice
  /// Whether the message goes on behind what is opened of it for any budget: ``maximumSize`` bytes, 4 MiB
  /// of HTML, and as much as GMime may keep in memory.
  public let isCut: Bool
  /// How it is encrypted or signed; nil as a rule. There may be no text then.
  public let protection: Protection?
  /// At most 100, in their order.
  public let attachments: [Attachment]
  /// How many attachments more than those listed.
  public let moreAttachments: Int
  /// How many parts more than the thousand that are looked at; when ``isCut``, there may be others.
  public let moreParts: Int

  public init(
    headers: [Header] = [], addressing: Addressing = Addressing(), doubts: [SenderDoubt] = [],
    isSenderConfirmed: Bool = false,
    unsubscribing: Unsubscribing? = nil, invitation: Invitation? = nil, bounce: Bounce? = nil,
    content: MarkedText, hasMoreText: Bool = false, isFromHTML: Bool = false,
    hasPage: Bool = false, choices: TextChoice = [], isCut: Bool = false,
    protection: Protection? = nil, attachments: [Attachment] = [], moreAttachments: Int = 0,
    moreParts: Int = 0
  ) {
    self.headers = headers
    self.addressing = addressing
    self.doubts = doubts
    self.isSenderConfirmed = isSenderConfirmed
    self.unsubscribing = unsubscribing
    self.invitation = invitation
    self.bounce = bounce
    self.content = content
    self.hasMoreText = hasMoreText
    self.isFromHTML = isFromHTML
    self.hasPage = hasPage
    self.choices = choices
    self.isCut = isCut
    self.protection = protection
    self.attachments = attachments
    self.moreAttachments = moreAttachments
    self.moreParts = moreParts
  }

  /// The text without its marks.
  public var text: String { content.described }

  /// How much of a message is opened, in bytes.
  public static let maximumSize = 64 << 20
}
