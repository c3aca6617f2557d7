/// How to get no more mail like a message (List-Unsubscribe, RFC 2369).
public struct Unsubscribing: Sendable, Equatable {
  /// A `mailto:` of the sender's list; nil when there is none.
  public let mail: MarkedText.Link?
  /// A page, of scheme https or http; nil when there is none.
  public let page: MarkedText.Link?

  public init(mail: MarkedText.Link?, page: MarkedText.Link?) {
    self.mail = mail
    self.page = page
  }
}
