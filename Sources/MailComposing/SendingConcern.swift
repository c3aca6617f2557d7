import MailModel
import MailText
import MailWriting
import Texts

/// What a person may not have meant about a mail that is to be sent.
nonisolated enum SendingConcern: Equatable {
  case noSubject
  /// The text speaks of an attachment, by this word.
  case noAttachment(word: String)
  /// The files of these names could not be attached.
  case missing(names: [String])
  /// The first looks like the second, whom the person has written to.
  case lookalike(typed: String, known: String)

  var sentence: String {
    switch self {
    case .noSubject: tr("The message has no subject.")
    case .noAttachment(let word):
      tr("The message says “%1$s”, but nothing is attached.").filling(Self.isolated(word))
    case .missing(let names):
      tr("Not attached: %1$s.").filling(names.map(Self.isolated).joined(separator: ", "))
    case .lookalike(let typed, let known):
      tr("%1$s looks like %2$s, which you have written to before, but is a different address.")
        .filling(Self.isolated(typed), Self.isolated(known))
    }
  }

  private static func isolated(_ text: String) -> String { "\u{2068}\(text)\u{2069}" }

  /// All there are, the gravest first.
  ///
  /// - Parameters:
  ///   - missing: The names of the files that could not be attached.
  ///   - known: Whom the person has written to.
  static func all(
    of mail: OutgoingMail, missing: [String], known: [OutgoingMail.Correspondent]
  ) -> [SendingConcern] {
    var concerns = lookalikes(in: mail.to + mail.cc + mail.bcc, among: known)
    if !missing.isEmpty { concerns.append(.missing(names: missing)) }
    if mail.attachments.isEmpty, missing.isEmpty,
      // An answer has its subject from another.
      let word = AttachmentWords.first(
        in: (mail.answered == nil ? mail.subject : "") + "\n" + mail.text)
    {
      concerns.append(.noAttachment(word: word))
    }
    if mail.subject.allSatisfy(\.isWhitespace) { concerns.append(.noSubject) }
    return concerns
  }

  private static func lookalikes(
    in recipients: [OutgoingMail.Correspondent], among known: [OutgoingMail.Correspondent]
  ) -> [SendingConcern] {
    let addresses = Set(known.compactMap { MailAddress($0.address) })
    let strangers = recipients.filter {
      MailAddress($0.address).map { !addresses.contains($0) } ?? false
    }
    guard !strangers.isEmpty else { return [] }
    var looks: [String: String] = [:]
    for party in known.reversed() { looks[AddressLook.of(party.address)] = party.address }
    return strangers.compactMap { party in
      looks[AddressLook.of(party.address)].map { .lookalike(typed: party.address, known: $0) }
    }
  }
}

/// The words by which a mail speaks of what is attached to it.
nonisolated enum AttachmentWords {
  /// The first of them in what the person wrote: not in lines that are quoted, nor in the signature.
  static func first(in text: String) -> String? {
    let words = known
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "-- " { return nil }
      if line.hasPrefix(">") { continue }
      for word in line.split(whereSeparator: { !$0.isLetter })
      where words.contains(word.lowercased()) {
        return String(word)
      }
    }
    return nil
  }

  /// Those of the person's language, and the English ones, in lower case.
  private static var known: Set<String> {
    let english = msgid("attach attached attaching attachment attachments enclosed")
    // Translators: words, with spaces between, by which a mail says that something is attached to it; each in all its forms.
    return Set((english + " " + tr(english)).lowercased().split(separator: " ").map(String.init))
  }
}
