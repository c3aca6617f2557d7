import AppWidgets
import CDunnockGtk
import GtkBridge

/// Asks the desktop whether this program may run without a window.
enum BackgroundPortal {
  enum Answer { case allowed, refused, unavailable }

  /// - Parameter reason: What the desktop may tell the person.
  static func ask(_ reason: String) async -> Answer {
    guard let application = g_application_get_default(),
      let bus = g_application_get_dbus_connection(application),
      let own = g_dbus_connection_get_unique_name(bus)
    else { return .unavailable }
    asked += 1
    let token = "dunnock\(asked)"
    let sender = String(cString: own).dropFirst().replacing(".", with: "_")
    return await withCheckedContinuation { continuation in
      let question = Question(bus) { continuation.resume(returning: $0) }
      // The answer may come before that of the call, so it is listened for first.
      question.listen(at: "\(path)/request/\(sender)/\(token)")
      g_dbus_connection_call(
        bus, name, path, "org.freedesktop.portal.Background", "RequestBackground",
        arguments(token, reason), nil, G_DBUS_CALL_FLAGS_NONE, -1, nil,
        { bus, result, data in
          let reply = g_dbus_connection_call_finish(OpaquePointer(bus), result, nil)
          let isAsked = reply != nil
          reply.map { g_variant_unref($0) }
          nonisolated(unsafe) let data = data
          onMain {
            guard let data else { return }
            let question = Unmanaged<Question>.fromOpaque(data).takeRetainedValue()
            if !isAsked { question.end(.unavailable) }
          }
        }, Unmanaged.passRetained(question).toOpaque())
    }
  }

  /// One that is asked, until it is answered.
  private final class Question {
    private let bus: OpaquePointer
    private var answer: ((Answer) -> Void)?
    private var subscription: guint = 0

    init(_ bus: OpaquePointer, _ answer: @escaping (Answer) -> Void) {
      self.bus = bus
      self.answer = answer
    }

    func listen(at path: String) {
      subscription = g_dbus_connection_signal_subscribe(
        bus, BackgroundPortal.name, "org.freedesktop.portal.Request", "Response", path, nil,
        G_DBUS_SIGNAL_FLAGS_NONE,
        { _, _, _, _, _, parameters, data in
          nonisolated(unsafe) let (parameters, data) = (parameters, data)
          onMain {
            guard let data, let parameters else { return }
            Unmanaged<Question>.fromOpaque(data).takeUnretainedValue()
              .end(isGranted(parameters) ? .allowed : .refused)
          }
        }, Unmanaged.passRetained(self).toOpaque(),
        { data in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } })
    }

    func end(_ value: Answer) {
      if subscription != 0 { g_dbus_connection_signal_unsubscribe(bus, subscription) }
      subscription = 0
      answer?(value)
      answer = nil
    }
  }

  /// Whether a response, `(ua{sv})`, says so.
  private static func isGranted(_ response: OpaquePointer) -> Bool {
    guard String(cString: g_variant_get_type_string(response)) == "(ua{sv})",
      let code = g_variant_get_child_value(response, 0),
      let results = g_variant_get_child_value(response, 1)
    else { return false }
    defer {
      g_variant_unref(code)
      g_variant_unref(results)
    }
    guard g_variant_get_uint32(code) == 0,
      let granted = g_variant_lookup_value(results, "background", nil)
    else { return false }
    defer { g_variant_unref(granted) }
    return String(cString: g_variant_get_type_string(granted)) == "b"
      && g_variant_get_boolean(granted) != 0
  }

  private static func arguments(_ token: String, _ reason: String) -> OpaquePointer? {
    let options: [(String, OpaquePointer?)] = [
      ("handle_token", g_variant_new_string(token)), ("reason", g_variant_new_string(reason)),
      ("autostart", g_variant_new_boolean(0)),
    ]
    var entries = options.map { key, value in
      g_variant_new_dict_entry(g_variant_new_string(key), g_variant_new_variant(value))
    }
    var parts = [
      g_variant_new_string(""), g_variant_new_array(nil, &entries, gsize(entries.count)),
    ]
    return g_variant_new_tuple(&parts, gsize(parts.count))
  }

  private static var asked = 0
  private static let name = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
}
