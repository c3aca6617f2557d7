public import Foundation

/// A mail of the person's own, as it is kept from the first letter until it is sent.
public struct OutgoingMail: Codable, Hashable, Sendable {
  /// Somebody it is from or to.
  public struct Correspondent: Codable, Hashable, Sendable {
    /// Empty where there is none.
    public var name: String
    /// As the person typed or chose it; it need not be one that a mail can be sent to.
    public var address: String

    public init(name: String = "", address: String) { (self.name, self.address) = (name, address) }
  }

  /// What is sent with it.
  public struct Attachment: Codable, Hashable, Sendable {
    /// The file that holds it: a copy of the mail's own.
    public var path: String
    /// What it is called for the receiver.
    public var name: String
    /// Its media type, such as `image/png`.
    public var type: String
    /// In bytes.
    public var size: Int64

    public init(path: String, name: String, type: String, size: Int64) {
      (self.path, self.name, self.type, self.size) = (path, name, type, size)
    }
  }

  /// The message that it answers or passes on.
  public struct Answered: Codable, Hashable, Sendable {
    public enum Kind: String, Codable, Sendable { case reply, forward }

    public var kind: Kind
    /// Its Message-ID, without angle brackets.
    public var messageID: String

    public init(kind: Kind, messageID: String) { (self.kind, self.messageID) = (kind, messageID) }
  }

  /// What drafts and the outbox know it by.
  public private(set) var id: UUID
  /// The account whose server it goes out by.
  public var account: UUID
  public var from: Correspondent
  public var to: [Correspondent]
  public var cc: [Correspondent]
  public var bcc: [Correspondent]
  /// Where answers are to go instead of to ``from``, as a draft of another program may say; nil as a rule.
  public var replyTo: [Correspondent]?
  /// One line.
  public var subject: String
  /// As it was typed, with `\n` between lines; a paragraph is one line, however long; quoted lines begin with `> `.
  public var text: String
  public var attachments: [Attachment]
  /// The Message-ID of what it answers, without angle brackets; empty where it answers nothing.
  public var inReplyTo: String
  /// The Message-IDs of the conversation, the oldest first; without angle brackets.
  public var references: [String]
  /// What is marked as answered once it is sent.
  public var answered: Answered?

  public init(
    id: UUID = UUID(), account: UUID, from: Correspondent, to: [Correspondent] = [],
    cc: [Correspondent] = [],
    bcc: [Correspondent] = [], replyTo: [Correspondent]? = nil, subject: String = "",
    text: String = "",
    attachments: [Attachment] = [],
    inReplyTo: String = "", references: [String] = [], answered: Answered? = nil
  ) {
    (self.id, self.account, self.from) = (id, account, from)
    (self.to, self.cc, self.bcc, self.replyTo) = (to, cc, bcc, replyTo)
    (self.subject, self.text, self.attachments) = (subject, text, attachments)
    (self.inReplyTo, self.references, self.answered) = (inReplyTo, references, answered)
  }

  /// The same message under another id.
  package func with(id: UUID) -> OutgoingMail {
    var mail = self
    mail.id = id
    return mail
  }
}
