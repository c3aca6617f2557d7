extension MailServer {
  /// Whether it can be reached at all, and may be: in the open only on this computer.
  public var isSound: Bool {
    !host.isEmpty && port > 0 && !host.hasControls && !host.contains { $0.isWhitespace }
      && (security != .none || isLoopback)
  }
}

extension String {
  /// Whether it would break a line of a configuration.
  package var hasControls: Bool {
    unicodeScalars.contains(where: \.isControl)
  }
}

extension Unicode.Scalar {
  /// Whether it is of the general category of controls, which never grows.
  package var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
