/// What an address looks like.
package enum AddressLook {
  /// What all addresses have in common that look like one another, whatever the case of their letters; costs a look at each character.
  package static func of(_ address: String) -> String {
    let parts = address.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let host = parts.count > 1 ? HostName(Array(parts[1].utf8)) : nil
    let shown = host.map { $0.disguise ?? $0.shown } ?? (parts.count > 1 ? String(parts[1]) : "")
    return "\(parts.first ?? "")@\(shown)".lowercased().map {
      Lookalikes.skeleton(String($0))?.lowercased() ?? String($0)
    }.joined()
  }
}
