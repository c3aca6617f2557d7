internal import CDunnockGMime
public import Foundation
internal import MailText

/// A whole mail that another program has made (RFC 5322), as it goes out: unchanged but for its line ends, without those whom the others do
/// not know of, and with the date and the Message-ID that it may lack.
public struct GivenMail: Sendable {
  public let made: MadeMail
  /// In lines ended by `\n`.
  package let bytes: [UInt8]

  /// - Throws: Where it has no header or no sender, is to nobody, or to what no mail can be sent to.
  public init(_ given: [UInt8], date: Date = .now) throws(WritingProblem) {
    let bytes = Self.withPlainLineEnds(given)
    let (fields, body) = try Self.parts(of: bytes)
    func has(_ name: String) -> Bool { fields.contains { $0.name == name } }
    func addresses(_ names: String...) throws(WritingProblem) -> [WireAddress] {
      var found: [WireAddress] = []
      for field in fields where names.contains(field.name) {
        found += try Self.addresses(in: field.value)
      }
      return found
    }
    let writers = try addresses("from")
    let senders = try addresses("sender")
    guard let sender = senders.first ?? writers.first, !writers.isEmpty else { throw .noMail }
    var seen: Set<String> = []
    let recipients = try addresses("to", "cc", "bcc").map(\.text)
      .filter { seen.insert($0.lowercased()).inserted }
    guard !recipients.isEmpty else { throw .noRecipient }
    var added = ""
    if !has("date") { added += "Date: \(MailDate.text(date))\n" }
    let header = HeaderBlock(bytes, isWhole: true)
    var messageID = Addressing(header: header).messageID
    if !has("message-id") {
      messageID = "\(UUID().uuidString.lowercased())@\(sender.domain)"
      added += "Message-ID: <\(messageID)>\n"
    }
    let blind = fields.filter { $0.name == "bcc" }.flatMap(\.lines)
    let shown = fields.filter { $0.name != "bcc" }.flatMap(\.lines)
    self.bytes = added.utf8 + shown + [0x0A] + body
    made = MadeMail(
      messageID: messageID, sender: sender.text, recipients: recipients,
      subject: Addressing(header: header).subject,
      blindField: String(decoding: blind, as: UTF8.self))
  }

  private struct Field {
    /// In lower case.
    let name: String
    /// Unfolded.
    let value: [UInt8]
    /// As it stands there.
    let lines: [UInt8]
  }

  private static func withPlainLineEnds(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var previous: UInt8 = 0
    for byte in bytes {
      if byte == 0x0D {
        result.append(0x0A)
      } else if byte != 0x0A || previous != 0x0D {
        result.append(byte)
      }
      previous = byte
    }
    return result
  }

  /// - Throws: Where a line of the header is none.
  private static func parts(
    of bytes: [UInt8]
  ) throws(WritingProblem) -> (fields: [Field], body: ArraySlice<UInt8>) {
    var fields: [Field] = []
    var rest = bytes[...]
    while !rest.isEmpty, rest.first != 0x0A {
      var end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
      while end < rest.endIndex - 1, rest[end + 1] == 0x20 || rest[end + 1] == 0x09 {
        end = rest[(end + 1)...].firstIndex(of: 0x0A) ?? rest.endIndex
      }
      let line = rest[..<end]
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else {
        throw .noMail
      }
      var name = line[..<colon]
      while name.last == 0x20 || name.last == 0x09 { name.removeLast() }
      guard !name.isEmpty, name.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .noMail }
      fields.append(
        Field(
          name: String(decoding: name, as: UTF8.self).lowercased(),
          value: line[(colon + 1)...].filter { $0 != 0x0A }, lines: line + [0x0A]))
      rest = rest[min(end + 1, rest.endIndex)...]
    }
    return (fields, rest.dropFirst())
  }

  /// The addresses of a field, those in groups too.
  private static func addresses(in value: [UInt8]) throws(WritingProblem) -> [WireAddress] {
    _ = TransferEncoding.isReady
    let text = String(decoding: value, as: UTF8.self)
    guard let list = internet_address_list_parse(nil, text) else {
      if text.trimmed.isEmpty { return [] }
      throw .address(shown(text))
    }
    defer { g_object_unref(list) }
    return try addresses(of: list)
  }

  private static func addresses(
    of list: UnsafeMutablePointer<InternetAddressList>
  ) throws(WritingProblem) -> [WireAddress] {
    var found: [WireAddress] = []
    for index in 0..<internet_address_list_length(list) {
      guard let entry = internet_address_list_get_address(list, index) else { continue }
      let raw = UnsafeMutableRawPointer(entry)
      func isOf(_ type: GType) -> Bool {
        g_type_check_instance_is_a(raw.assumingMemoryBound(to: GTypeInstance.self), type) != 0
      }
      if isOf(internet_address_group_get_type()) {
        let members = internet_address_group_get_members(
          raw.assumingMemoryBound(to: InternetAddressGroup.self))
        if let members { found += try addresses(of: members) }
      } else if isOf(internet_address_mailbox_get_type()) {
        let address = internet_address_mailbox_get_addr(
          raw.assumingMemoryBound(to: InternetAddressMailbox.self))
        found.append(try WireAddress(address.map { String(cString: $0) } ?? ""))
      }
    }
    return found
  }
}
