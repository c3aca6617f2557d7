public import MailServers

extension Account {
  /// Whether what a file says can be an account: a person may have edited it.
  var isSound: Bool {
    !name.isEmpty && !directory.isEmpty && !directory.hasPrefix(".") && !directory.contains("/")
      && imap.isSound && (smtp?.isSound ?? true)
      && (signIn?.isSound ?? true)
      && ([address, user] + leftOut + roles.values).allSatisfy { !$0.hasControls }
  }
}

extension MailServer {
  /// Whether it can be reached at all, and may be: in the open only on this computer.
  public var isSound: Bool {
    !host.isEmpty && port > 0 && !host.hasControls && !host.contains { $0.isWhitespace }
      && (security != .none || isLoopback)
  }
}

extension String {
  /// Whether it would break a line of a configuration.
  var hasControls: Bool {
    unicodeScalars.contains(where: \.isControl)
  }
}

extension Unicode.Scalar {
  /// Whether it is of the general category of controls, which never grows.
  var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
