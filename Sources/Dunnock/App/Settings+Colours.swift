import MailModel

extension Settings {
  /// The number of the colour of the account of an inbox, below `count`: the same as long as the account is there, and another than those of
  /// the other accounts as long as there are enough.
  ///
  /// - Parameter inboxes: Those of all accounts of the mailbox.
  func colour(
    of inbox: FolderID, among inboxes: [FolderID], of mailbox: String, count: Int
  ) -> Int {
    let colours = colours
    if let known = colours[Self.account(inbox, of: mailbox)] { return known }
    let accounts = inboxes.map { Self.account($0, of: mailbox) }
    var all = colours.filter { key, _ in accounts.contains(key) || !key.hasPrefix(mailbox + "#") }
    for account in accounts where all[account] == nil {
      let taken = accounts.compactMap { all[$0] }
      all[account] = (0..<count).min { one, other in
        taken.count { $0 == one } < taken.count { $0 == other }
      }
    }
    self[Self.colours] = all.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    return all[Self.account(inbox, of: mailbox)] ?? 0
  }

  /// The numbers of the colours of accounts, by mailbox and inbox.
  private var colours: [String: Int] {
    let pairs = self[Self.colours].compactMap { text -> (String, Int)? in
      let parts = text.split(separator: " ", maxSplits: 1)
      return parts.count == 2 ? Int(parts[0]).map { (String(parts[1]), $0) } : nil
    }
    return Dictionary(pairs) { first, _ in first }
  }
}
