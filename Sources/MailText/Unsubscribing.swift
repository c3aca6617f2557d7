/// How to get no more mail like a message (List-Unsubscribe, RFC 2369).
public struct Unsubscribing: Sendable, Equatable {
  /// A `mailto:` of the sender's list; nil when there is none.
  public let mail: MarkedText.Link?
  /// A page, of scheme https or http; nil when there is none.
  public let page: MarkedText.Link?
  /// Whether ``page`` takes a request by itself, without being opened (RFC 8058): it is of scheme https then.
  public let isOneClick: Bool
  /// Who the message says that it is from; empty where it does not.
  public let sender: String

  public init(
    mail: MarkedText.Link?, page: MarkedText.Link?, isOneClick: Bool = false, sender: String = ""
  ) {
    self.mail = mail
    self.page = page
    self.isOneClick = isOneClick
    self.sender = sender
  }

  /// What such a request says.
  public static let request = "List-Unsubscribe=One-Click"
}
