internal import CDunnockGMime

/// Somebody that an address field names: the name for people, and the address.
public struct Correspondent: Equatable, Hashable, Sendable {
  /// Decoded and safe to show; empty when the field gives none.
  public var name: String
  /// Safe to show; empty for a group, and when the field holds no address.
  public var address: String

  public init(name: String, address: String) {
    self.name = name
    self.address = address
  }

  /// What a list shows: the name, or else the address.
  public var title: String { name.isEmpty ? address : name }
}

extension Correspondent {
  /// The first `limit` of an address field's unfolded value.
  ///
  /// The syntax is GMime's. The encoded words are ours, and must not be decoded before the syntax
  /// is known nor by GMime: they travel through its parser as numbered marks.
  package static func list(in value: [UInt8], limit: Int) -> [Correspondent] {
    _ = MimeLibrary.isReady
    let marked = MarkedValue(value)
    guard let list = internet_address_list_parse(nil, marked.text) else {
      return [Correspondent(name: shown(marked.decoded), address: "")].filter { !$0.name.isEmpty }
    }
    defer { g_object_unref(list) }
    let count = min(Int(internet_address_list_length(list)), limit)
    return (0..<count).compactMap { index in
      guard let entry = internet_address_list_get_address(list, Int32(index)) else { return nil }
      let name = internet_address_get_name(entry).map { marked.decoded(String(cString: $0)) } ?? ""
      var address = ""
      if g_type_check_instance_is_a(
        UnsafeMutableRawPointer(entry).assumingMemoryBound(to: GTypeInstance.self),
        internet_address_mailbox_get_type()) != 0
      {
        let mailbox = UnsafeMutableRawPointer(entry)
          .assumingMemoryBound(to: InternetAddressMailbox.self)
        let plain = internet_address_mailbox_get_addr(mailbox).map { String(cString: $0) } ?? ""
        address = marked.decoded(hasForeignDomain(plain) ? ascii(mailbox) ?? plain : plain)
      }
      return Correspondent(name: shown(name), address: shown(address))
    }
  }

  private static func hasForeignDomain(_ address: String) -> Bool {
    guard let at = address.utf8.lastIndex(of: UInt8(ascii: "@")) else { return false }
    return address.utf8[at...].contains { $0 >= 0x80 }
  }

  /// The address with its domain as the network knows it (`xn--…`), which cannot look like another.
  private static func ascii(_ mailbox: UnsafeMutablePointer<InternetAddressMailbox>) -> String? {
    internet_address_mailbox_get_idn_addr(mailbox).map { String(cString: $0) }
  }

  private static func shown(_ text: String) -> String { trimmed(DisplayText.safe(text)) }

  private static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.isSpace }),
      let last = scalars.lastIndex(where: { !$0.isSpace })
    else { return "" }
    return String(scalars[first...last])
  }
}

/// A field's value with a mark for each run of encoded words, and the way back. The marks are
/// private-use characters at the very end of Unicode, taken out of what the sender wrote.
private struct MarkedValue {
  private static let open: Unicode.Scalar = "\u{10FFFC}"
  private static let close: Unicode.Scalar = "\u{10FFFD}"

  private(set) var text = ""
  private var runs: [String] = []

  init(_ value: [UInt8]) {
    for piece in EncodedWords.pieces(of: value) {
      switch piece {
      case .literal(let range):
        let literal = Charset.unnamed(Array(value[range]))
        // The marks start with the byte 0xF4, which nothing in real use does.
        if !literal.utf8.contains(where: { $0 == 0xF4 || $0 == 0 }) {
          text += literal
          continue
        }
        for scalar in literal.unicodeScalars
        where scalar != MarkedValue.open && scalar != MarkedValue.close {
          text.unicodeScalars.append(scalar == "\0" ? "\u{FFFD}" : scalar)
        }
      case .decoded(let run):
        text.unicodeScalars.append(MarkedValue.open)
        text += String(runs.count)
        text.unicodeScalars.append(MarkedValue.close)
        runs.append(run)
      }
    }
  }

  var decoded: String { decoded(text) }

  /// The text with its marks replaced, at most as long as a field may be.
  func decoded(_ text: String) -> String {
    guard !runs.isEmpty else { return String(text.prefix(bytes: EncodedWords.maximumLength)) }
    var result: [UInt8] = []
    var number: Int?
    for scalar in text.unicodeScalars {
      if scalar == MarkedValue.open {
        number = 0
      } else if scalar == MarkedValue.close {
        if let index = number, runs.indices.contains(index) {
          result += runs[index].utf8
        }
        number = nil
      } else if let index = number, (0x30...0x39).contains(scalar.value) {
        number = min(index * 10 + Int(scalar.value - 0x30), runs.count)
      } else {
        result += scalar.utf8
      }
      if result.count > EncodedWords.maximumLength { break }
    }
    return String(String(decoding: result, as: UTF8.self).prefix(bytes: EncodedWords.maximumLength))
  }
}
