extension Settings {
  /// The command that the person has given a mailbox, by its identity, to fetch its mail by; nil as a rule.
  func fetchCommand(of mailbox: String) -> String? { self[Self.fetchCommands][mailbox] }

  /// Remembers the command that fetches the mail of a mailbox; nil or an empty one is none.
  func use(_ command: String?, for mailbox: String) {
    self[Self.fetchCommands][mailbox] = command.flatMap { $0.isEmpty ? nil : $0 }
  }
}
