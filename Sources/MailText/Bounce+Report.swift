internal import CDunnockGMime

extension Bounce {
  /// How much of a report is looked at, in bytes, and how many recipients are named.
  private static let maximumLength = 256 << 10
  private static let maximumRecipients = 100
  /// How many groups of fields are looked at.
  private static let maximumGroups = 1_000
  /// How much is shown of what the other server said, in characters.
  private static let maximumDiagnosis = 2_000

  /// Nil when the parts tell of no recipient.
  init?(reports: [UnsafeMutablePointer<GMimePart>], subject: String) {
    var bytes: [UInt8] = []
    for report in reports where bytes.count < Self.maximumLength {
      bytes += report.decoded(limit: Self.maximumLength - bytes.count).bytes + Array("\n\n".utf8)
    }
    self.init(bytes, subject: subject)
  }

  init?(_ report: [UInt8], subject: String) {
    var outcomes: [Outcome] = []
    for group in Self.groups(of: report) {
      let header = HeaderBlock(group, isWhole: true)
      if let outcome = Outcome(header) { outcomes.append(outcome) }
    }
    let worst =
      outcomes.first { $0.action == .failed } ?? outcomes.first { $0.action == .delayed }
      ?? outcomes.first
    guard let worst else { return nil }
    var recipients: [String] = []
    for outcome in outcomes where outcome.action == worst.action && !outcome.recipient.isEmpty {
      if recipients.count < Self.maximumRecipients, !recipients.contains(outcome.recipient) {
        recipients.append(outcome.recipient)
      }
    }
    self.init(
      action: worst.action, reason: worst.reason, recipients: recipients, subject: subject,
      diagnosis: worst.diagnosis)
  }

  /// The groups of fields that empty lines part.
  private static func groups(of report: [UInt8]) -> [[UInt8]] {
    var groups: [[UInt8]] = []
    var group: [UInt8] = []
    let lines = BodyReader.withPlainLineEnds(String(decoding: report, as: UTF8.self)).utf8
      .split(separator: 0x0A, omittingEmptySubsequences: false)
    for line in lines where groups.count < maximumGroups {
      if line.contains(where: { $0 > 0x20 }) {
        group += line
        group.append(0x0A)
      } else if !group.isEmpty {
        groups.append(group)
        group = []
      }
    }
    if !group.isEmpty { groups.append(group) }
    return groups
  }

  /// What became of the message for one recipient.
  private struct Outcome {
    let recipient: String
    let action: Action
    let reason: Reason
    let diagnosis: String

    init?(_ header: HeaderBlock) {
      let recipients = [header.value("original-recipient"), header.value("final-recipient")]
        .compactMap { $0.map(Outcome.behindType) }
      guard header.value("action") != nil || header.value("status") != nil || !recipients.isEmpty,
        header.value("reporting-mta") == nil || !recipients.isEmpty
      else { return nil }
      recipient = recipients.first { $0.contains("@") } ?? recipients.first ?? ""
      let word =
        header.value("action").map { String(decoding: $0, as: UTF8.self).lowercased() } ?? ""
      let status = header.value("status").map { String(decoding: $0, as: UTF8.self) } ?? ""
      diagnosis =
        header.value("diagnostic-code").map {
          Outcome.behindType($0, limit: Bounce.maximumDiagnosis)
        } ?? ""
      switch word.prefix(while: \.isLetter) {
      case "failed": action = .failed
      case "delayed": action = .delayed
      case "delivered", "relayed", "expanded": action = .delivered
      default:
        action = status.hasPrefix("2") ? .delivered : status.hasPrefix("4") ? .delayed : .failed
      }
      reason = Reason(status: status, diagnosis: diagnosis)
    }

    /// What stands behind the type of an address or of an answer (`rfc822;`), safe to show.
    private static func behindType(_ value: [UInt8]) -> String {
      behindType(value, limit: DisplayText.maximumCharacters)
    }

    private static func behindType(_ value: [UInt8], limit: Int) -> String {
      let start = value.firstIndex(of: UInt8(ascii: ";")).map { $0 + 1 } ?? 0
      let text = DisplayText.safe(
        EncodedWords.decoded(Array(value[start...])), limit: limit
      ).trimmingSpace
      let isBracketed = text.hasPrefix("<") && text.hasSuffix(">") && text.count > 2
      return isBracketed ? String(text.dropFirst().dropLast()) : text
    }
  }
}

extension Bounce.Reason {
  /// By the enhanced status code (RFC 3463), or where that says nothing by the one in what the server
  /// said.
  init(status: String, diagnosis: String) {
    let told = Self.codes(in: status).compactMap { Self(code: $0) }.first { $0 != .other }
    self =
      told ?? Self.codes(in: diagnosis).compactMap { Self(code: $0) }.first { $0 != .other }
      ?? .other
  }

  private init?(code: (subject: Int, detail: Int)) {
    switch code {
    // Addresses.
    case (1, 0...6), (1, 9), (1, 10): self = .noSuchAddress
    case (1, 7), (1, 8): self = .refused
    // Mailboxes.
    case (2, 1): self = .refused
    case (2, 2): self = .mailboxFull
    case (2, 3): self = .tooLarge
    // Systems.
    case (3, 1): self = .mailboxFull
    case (3, 4): self = .tooLarge
    case (3, 2), (3, 5): self = .unreachable
    // The network.
    case (4, 7): self = .expired
    case (4, 1...6): self = .unreachable
    // Protocols, contents and policies.
    case (5, 1...6), (6, 1...9), (7, 1...30): self = .refused
    default: self = .other
    }
  }

  private static func codes(in text: String) -> [(subject: Int, detail: Int)] {
    text.prefix(2_000).split { !$0.isASCII || !($0.isNumber || $0 == ".") }.compactMap { word in
      let numbers = word.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 3, let kind = numbers[0], [2, 4, 5].contains(kind),
        let subject = numbers[1], let detail = numbers[2]
      else { return nil }
      return (subject, detail)
    }
  }
}
