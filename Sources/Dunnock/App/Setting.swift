import CDunnockGtk
import GtkBridge
import MailModel
import Triage

/// One thing that is remembered: its key in the schema, and what it is where that is not installed.
struct Setting<Value: SettingValue> {
  let key: String
  let standard: Value
  /// What is another with it.
  let change: Settings.Change?

  init(_ key: String, _ standard: Value, _ change: Settings.Change? = nil) {
    (self.key, self.standard, self.change) = (key, standard, change)
  }
}

/// A setting, whatever it holds.
protocol StoredSetting {
  var key: String { get }
  var change: Settings.Change? { get }

  /// What is stored.
  func stored(in settings: UnsafeMutablePointer<GSettings>) -> AnyHashable
}

extension Setting: StoredSetting {
  func stored(in settings: UnsafeMutablePointer<GSettings>) -> AnyHashable {
    guard let variant = g_settings_get_value(settings, key) else { return standard }
    defer { g_variant_unref(variant) }
    return Value(variant) ?? standard
  }
}

/// What a setting can hold.
nonisolated protocol SettingValue: Hashable, Sendable {
  /// How it is stored, as GVariant names types.
  static var format: String { get }

  /// - Parameter variant: Of that type; borrowed.
  init?(_ variant: OpaquePointer)

  /// A floating GVariant of that type.
  var variant: OpaquePointer? { get }
}

nonisolated extension Bool: SettingValue {
  static var format: String { "b" }
  init?(_ variant: OpaquePointer) { self = isTrue(g_variant_get_boolean(variant)) }
  var variant: OpaquePointer? { g_variant_new_boolean(gboolean) }
}

nonisolated extension Int: SettingValue {
  static var format: String { "i" }
  init?(_ variant: OpaquePointer) { self.init(g_variant_get_int32(variant)) }
  var variant: OpaquePointer? { g_variant_new_int32(Int32(self)) }
}

nonisolated extension String: SettingValue {
  static var format: String { "s" }
  init?(_ variant: OpaquePointer) {
    guard let text = g_variant_get_string(variant, nil) else { return nil }
    self.init(cString: text)
  }
  var variant: OpaquePointer? { g_variant_new_string(self) }
}

nonisolated extension SettingValue where Self: RawRepresentable<String> {
  static var format: String { String.format }
  init?(_ variant: OpaquePointer) {
    guard let name = String(variant) else { return nil }
    self.init(rawValue: name)
  }
  var variant: OpaquePointer? { rawValue.variant }
}

extension MessageOrder: SettingValue {}
extension ReadMarking.WhenRead: SettingValue {}
extension RowLook.Density: SettingValue {}
extension SwipeChoice.Sensitivity: SettingValue {}

nonisolated extension Array: SettingValue where Element: SettingValue {
  static var format: String { "a" + Element.format }

  /// - Parameter variant: What holds such parts: also a tuple, or an entry of a dictionary.
  init?(_ variant: OpaquePointer) {
    self = (0..<g_variant_n_children(variant)).compactMap { index in
      guard let part = g_variant_get_child_value(variant, index) else { return nil }
      defer { g_variant_unref(part) }
      return Element(part)
    }
  }

  var variant: OpaquePointer? { arrayOf(Element.format, map(\.variant)) }
}

nonisolated extension Dictionary: SettingValue where Key == String, Value == String {
  static var format: String { "a{ss}" }

  init?(_ variant: OpaquePointer) {
    let pairs = [[String]](variant)?.filter { $0.count == 2 } ?? []
    self.init(pairs.map { ($0[0], $0[1]) }) { first, _ in first }
  }

  var variant: OpaquePointer? {
    let entries = sorted { $0.key < $1.key }
    return arrayOf(
      "{ss}", entries.map { g_variant_new_dict_entry($0.key.variant, $0.value.variant) })
  }
}

private nonisolated func arrayOf(_ format: String, _ parts: [OpaquePointer?]) -> OpaquePointer? {
  let type = g_variant_type_new(format)
  defer { g_variant_type_free(type) }
  return g_variant_new_array(type, parts, gsize(parts.count))
}
