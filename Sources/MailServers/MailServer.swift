/// How a mail server is reached.
public struct MailServer: Codable, Hashable, Sendable {
  /// How what goes over the wire is kept from others.
  public enum Security: String, CaseIterable, Codable, Sendable {
    /// From the first byte on.
    case tls
    /// From the server's word on, and never without it.
    case starttls
    /// Not at all: only on this computer.
    case none
  }

  public var host: String
  public var port: UInt16
  public var security: Security

  public init(host: String, port: UInt16, security: Security) {
    self.host = host
    self.port = port
    self.security = security
  }

  /// Whether it is this computer, where nobody listens on the wire.
  public var isLoopback: Bool {
    host == "localhost" || host == "::1" || host == "[::1]"
      || host.hasPrefix("127.") && host.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
  }
}
