internal import CDunnockGio

/// A mail account of GNOME Online Accounts.
public struct OnlineAccount: Hashable, Sendable {
  /// What it is known by there; never changes.
  public let id: String
  /// Who it is with, as people read it.
  public let provider: String
  public let address: String
  /// The name to log in with.
  public let user: String
  public let imap: MailServer
  public let smtp: MailServer?

  public init(
    id: String, provider: String, address: String, user: String, imap: MailServer,
    smtp: MailServer? = nil
  ) {
    (self.id, self.provider, self.address, self.user) = (id, provider, address, user)
    (self.imap, self.smtp) = (imap, smtp)
  }
}

/// GNOME Online Accounts on the session bus, which knows the person's accounts and what their servers take.
///
/// Each call blocks its thread until all is answered, for half a minute at most each.
package enum OnlineAccounts {
  package enum Failure: Error {
    /// There is no such account, or not for mail.
    case gone
    /// The person has to sign in there again.
    case attention
    /// Nobody answers, or the provider does not.
    case unreachable
  }

  /// Those that are for mail, in the order of their addresses; none where there is no such service.
  package static func all() -> [OnlineAccount] {
    let objects = (try? objects()) ?? []
    return objects.compactMap(OnlineAccount.init).sorted {
      ($0.address, $0.id) < ($1.address, $1.id)
    }
  }

  /// What the server of an account takes now.
  ///
  /// - Parameter isRefused: Whether the server did not take what was answered last: then the provider is asked first.
  package static func proof(
    of id: String, isRefused: Bool = false
  ) throws(Failure) -> MailConnection.Login.Proof {
    guard
      let object = try objects().first(where: { $0[account]?["Id"]?.text == id }), object.isForMail
    else { throw .gone }
    if object[account]?["AttentionNeeded"]?.isTrue == true { throw .attention }
    if isRefused { _ = try call(object.path, account, "EnsureCredentials", nil, "(i)") }
    if object[tokens] != nil {
      let answer = try call(object.path, tokens, "GetAccessToken", nil, "(si)")
      guard let token = answer.part(0)?.text, token.isToken else { throw .attention }
      return .token(token)
    }
    var words = [g_variant_new_string("imap-password")]
    let answer = try call(
      object.path, passwords, "GetPassword", g_variant_new_tuple(&words, 1), "(s)")
    guard let password = answer.part(0)?.text, !password.isEmpty,
      password.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { throw .attention }
    return .password(password, byAnyWay: false)
  }

  fileprivate static let name = "org.gnome.OnlineAccounts"
  fileprivate static let account = name + ".Account"
  fileprivate static let mail = name + ".Mail"
  private static let tokens = name + ".OAuth2Based"
  private static let passwords = name + ".PasswordBased"

  /// An account with its properties by interface.
  fileprivate struct Object {
    let path: String
    let interfaces: Value

    subscript(_ interface: String) -> Value? { interfaces[interface] }

    var isForMail: Bool {
      self[mail] != nil && self[account]?["MailDisabled"]?.isTrue != true
    }
  }

  private static func objects() throws(Failure) -> [Object] {
    let answer = try call(
      "/org/gnome/OnlineAccounts", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects", nil,
      "(a{oa{sa{sv}}})")
    return answer.part(0)?.parts.compactMap { entry in
      guard let path = entry.part(0)?.text, let interfaces = entry.part(1) else { return nil }
      return Object(path: path, interfaces: interfaces)
    } ?? []
  }

  /// - Parameters:
  ///   - arguments: A tuple, which is let go.
  ///   - type: What is answered, by which it is read.
  private static func call(
    _ path: String, _ interface: String, _ method: String, _ arguments: OpaquePointer?,
    _ type: String
  ) throws(Failure) -> Value {
    var error: UnsafeMutablePointer<GError>?
    guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, &error) else {
      g_clear_error(&error)
      if let arguments { g_variant_unref(g_variant_ref_sink(arguments)) }
      throw .unreachable
    }
    defer { g_object_unref(UnsafeMutableRawPointer(bus)) }
    let expected = g_variant_type_new(type)
    defer { g_variant_type_free(expected) }
    let answer = g_dbus_connection_call_sync(
      bus, name, path, interface, method, arguments, expected, G_DBUS_CALL_FLAGS_NONE, timeout,
      nil, &error)
    if let answer { return Value(answer) }
    defer { g_clear_error(&error) }
    guard let words = g_dbus_error_get_remote_error(error) else { throw .unreachable }
    defer { g_free(words) }
    switch String(cString: words) {
    case name + ".Error.NotAuthorized": throw .attention
    case "org.freedesktop.DBus.Error.UnknownMethod", "org.freedesktop.DBus.Error.UnknownObject":
      throw .gone
    default: throw .unreachable
    }
  }

  /// Milliseconds.
  private static let timeout: Int32 = 30_000

  /// A value of D-Bus.
  fileprivate final class Value {
    private let raw: OpaquePointer

    /// - Parameter raw: Becomes this one's.
    init(_ raw: OpaquePointer) { self.raw = raw }

    deinit { g_variant_unref(raw) }

    private func isOf(_ types: String...) -> Bool {
      types.contains(String(cString: g_variant_get_type_string(raw)))
    }

    var text: String? {
      isOf("s", "o") ? String(cString: g_variant_get_string(raw, nil)) : nil
    }

    var isTrue: Bool { isOf("b") && g_variant_get_boolean(raw) != 0 }

    func part(_ index: Int) -> Value? {
      guard index < g_variant_n_children(raw) else { return nil }
      return g_variant_get_child_value(raw, gsize(index)).map(Value.init)
    }

    var parts: [Value] { (0..<Int(g_variant_n_children(raw))).compactMap(part) }

    /// What a dictionary has under a key.
    subscript(_ key: String) -> Value? {
      isOf("a{sv}", "a{sa{sv}}") ? g_variant_lookup_value(raw, key, nil).map(Value.init) : nil
    }
  }
}

extension String {
  /// Whether it may stand for a token between others' words (RFC 6750).
  var isToken: Bool { !isEmpty && utf8.allSatisfy { (0x21...0x7E).contains($0) } }
}

extension OnlineAccount {
  fileprivate init?(_ object: OnlineAccounts.Object) {
    guard object.isForMail, let account = object[OnlineAccounts.account],
      let mail = object[OnlineAccounts.mail], mail["ImapSupported"]?.isTrue != false,
      let id = account["Id"]?.text, let address = mail["EmailAddress"]?.text,
      let imap = Self.server("Imap", mail, encrypted: 993, other: 143)
    else { return nil }
    let user = mail["ImapUserName"]?.text ?? ""
    self.init(
      id: id, provider: account["ProviderName"]?.text ?? "", address: address,
      user: user.isEmpty ? address : user, imap: imap,
      smtp: Self.server("Smtp", mail, encrypted: 465, other: 587))
  }

  /// A server of an account, at the port that its host is given with or else at the usual one.
  private static func server(
    _ kind: String, _ mail: OnlineAccounts.Value, encrypted: UInt16, other: UInt16
  ) -> MailServer? {
    guard let name = mail[kind + "Host"]?.text, !name.isEmpty else { return nil }
    let security: MailServer.Security =
      mail[kind + "UseSsl"]?.isTrue == true
      ? .tls : mail[kind + "UseTls"]?.isTrue == true ? .starttls : .none
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    let port = parts.count == 2 ? UInt16(parts[1]) : nil
    return MailServer(
      host: port == nil ? name : String(parts[0]),
      port: port ?? (security == .tls ? encrypted : other), security: security)
  }
}
