internal import CDunnockGio
internal import Dispatch

/// Where a domain says that it has a service (RFC 2782).
struct ServiceRecord {
  var host: String
  var port: UInt16
  var priority: UInt16 = 0
  var weight: UInt16 = 0

  /// The server to try first; nil where the domain has none, which it may say by a dot for a host.
  static func server(_ records: [Self], _ security: MailServer.Security) -> MailServer? {
    let offered = records.map { record in
      var record = record
      if record.host.hasSuffix(".") { record.host.removeLast() }
      record.host = record.host.lowercased()
      return record
    }.filter { !$0.host.isEmpty && $0.port > 0 }
    let best = offered.min {
      // Of equals the heavier, and always the same one.
      ($0.priority, UInt16.max - $0.weight, $0.host) < (
        $1.priority, UInt16.max - $1.weight, $1.host
      )
    }
    let server = best.map { MailServer(host: $0.host, port: $0.port, security: security) }
    return server.flatMap { $0.isSound ? $0 : nil }
  }

  /// Asks the system's name servers for a service of a domain; none where they do not know or take
  /// too long.
  static func lookUp(_ service: String, in domain: String) async -> [Self] {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "dunnock.names").async {
        continuation.resume(returning: ask(service, domain))
      }
    }
  }

  private static func ask(_ service: String, _ domain: String) -> [Self] {
    guard let resolver = g_resolver_get_default(), let cancellable = g_cancellable_new() else {
      return []
    }
    defer {
      g_object_unref(resolver)
      g_object_unref(cancellable)
    }
    // GLib allows that of any thread.
    nonisolated(unsafe) let end = cancellable
    g_object_ref(end)
    DispatchQueue.global().asyncAfter(deadline: .now() + timeout) {
      g_cancellable_cancel(end)
      g_object_unref(end)
    }
    let list = g_resolver_lookup_service(resolver, service, "tcp", domain, cancellable, nil)
    defer { g_resolver_free_targets(list) }
    var records: [Self] = []
    var link = list
    while let one = link, records.count < 32 {
      link = one.pointee.next
      guard let target = OpaquePointer(one.pointee.data),
        let host = g_srv_target_get_hostname(target)
      else { continue }
      records.append(
        Self(
          host: String(cString: host), port: g_srv_target_get_port(target),
          priority: g_srv_target_get_priority(target), weight: g_srv_target_get_weight(target)))
    }
    return records
  }

  /// How long a name server is waited for, seconds.
  private static let timeout = 8.0
}
