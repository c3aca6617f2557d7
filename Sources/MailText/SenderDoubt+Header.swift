extension SenderDoubt {
  /// How many senders of one message are looked at.
  private static let maximumSenders = 4
  /// How many words of a name are looked at.
  private static let maximumWords = 64

  /// What is wrong with those that a message says it is from; each once.
  static func all(
    _ results: AuthenticationResults, from: [Correspondent]
  ) -> [SenderDoubt] {
    var doubts: [SenderDoubt] = []
    func note(_ doubt: SenderDoubt) { if !doubts.contains(doubt) { doubts.append(doubt) } }
    for sender in from.prefix(maximumSenders) {
      let host = sender.host
      if let named = named(in: sender.name, by: sender.address, at: host) {
        note(.namesAnother(named: named, actual: sender.address))
      }
      if !host.isEmpty, HostName.isDoubtful(host) { note(.looksLikeAnother(host: host)) }
    }
    if let host = from.first?.host, !host.isEmpty, results.hasFailed {
      note(.notConfirmed(host: HostName.shown(host)))
    }
    return doubts
  }

  /// The address or the host in a name that is not that of the sender; nil when there is none.
  private static func named(in name: String, by address: String, at host: String) -> String? {
    guard !name.isEmpty, !host.isEmpty else { return nil }
    let own = HostName.registered(host)
    let words = name.split { $0.isWhitespace || "()<>[]{},;:\"'“”‘’„«»|/\\!?*=&#+".contains($0) }
    for word in words.prefix(maximumWords) {
      // Signs that look like the one of addresses.
      var word = word.map { "＠﹫".contains($0) ? "@" : String($0) }.joined()[...]
      while word.last == "." { word.removeLast() }
      let named = word.split(separator: "@").last ?? word
      guard named.count < word.count || HostName.isName(named), named.contains(".") else {
        continue
      }
      if word.contains("@"), word.lowercased() == address.lowercased() { continue }
      if HostName.registered(String(named)) != own { return String(word) }
    }
    return nil
  }
}

extension Correspondent {
  /// The host of the address, in lower case; empty when there is none.
  var host: String {
    guard let at = address.lastIndex(of: "@") else { return "" }
    return address[address.index(after: at)...].lowercased()
  }
}
