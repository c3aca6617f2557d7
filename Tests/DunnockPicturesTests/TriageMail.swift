import Foundation

/// A mailbox with conversations, marks and an attachment, always the same; gone with this object.
final class TriageMail {
  let path: String
  private let root: String

  init() throws {
    root = NSTemporaryDirectory() + "dunnock-" + UUID().uuidString
    // The window shows the last name.
    path = root + "/Mail"
    for folder in ["", ".Archive", ".Trash", ".Sent"] {
      for part in ["cur", "new", "tmp"] {
        try FileManager.default.createDirectory(
          atPath: "\(path)/\(folder)/\(part)", withIntermediateDirectories: true)
      }
    }
    let letters: [(folder: String, from: String, subject: String, flags: String, after: Int?)] = [
      ("", "Ada Lovelace <ada@example.org>", "A walk on Sunday", "S", nil),
      ("", "Ben Okri <ben@example.org>", "Re: A walk on Sunday", "S", 0),
      (".Sent", "You <you@example.org>", "Re: A walk on Sunday", "S", 1),
      ("", "Clara Schumann <clara@example.org>", "Re: A walk on Sunday", "", 2),
      ("", "Shop <news@shop.example>", "Your order is on its way", "S", nil),
      ("", "Emmy Noether <emmy@example.org>", "Invariants", "FS", nil),
      ("", "Dvořák, Antonín <antonin@example.org>", "Das Konzert im Grünen", "", nil),
      ("", "List <list@example.org>", "[list] The kettle of the meeting room", "S", nil),
      ("", "Ada Lovelace <ada@example.org>", "The programme, with a drawing", "F", nil),
    ]
    for (number, letter) in letters.enumerated() {
      let name = Self.name(number, letter.flags)
      let answered = letter.after.map { "In-Reply-To: <\($0)@example.org>\n" } ?? ""
      let isDrawn = letter.subject.contains("drawing")
      let body =
        isDrawn
        ? """
        MIME-Version: 1.0
        Content-Type: multipart/mixed; boundary=x

        --x
        Content-Type: text/plain

        The drawing goes with it.
        --x
        Content-Type: application/pdf
        Content-Disposition: attachment; filename=drawing.pdf

        drawing
        --x--

        """
        : "\n" + Self.texts[number % Self.texts.count] + "\n"
      try """
      From: \(letter.from)
      To: You <you@example.org>, Ben Okri <ben@example.org>
      Subject: \(letter.subject)
      Date: \(Self.first + number) Jun 2020 10:\(number)0:00 +0000
      Message-ID: <\(number)@example.org>
      \(answered)\(body)
      """.write(toFile: "\(path)/\(letter.folder)/cur/\(name)", atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes(
        [.modificationDate: Self.arrival(number)],
        ofItemAtPath: "\(path)/\(letter.folder)/cur/\(name)")
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  /// The day in June of the first.
  private static let first = 10

  private static func arrival(_ number: Int) -> Date {
    // The first day, 10:00 UTC.
    Date(timeIntervalSince1970: TimeInterval(1_591_783_200 + number * (86_400 + 600)))
  }

  private static func name(_ number: Int, _ flags: String) -> String {
    "\(Int(arrival(number).timeIntervalSince1970)).\(number).example:2,\(flags)"
  }

  private static let texts = [
    "Shall we walk to the mill on Sunday? There is a kettle, and cake if somebody bakes it.",
    "Gladly. I bring what is left of the bread.\n\n> Shall we walk to the mill on Sunday?",
    "Me too, if it does not rain.",
    "It will not rain before the evening.\n\nAt ten by the bridge, then.\n-- \nClara",
  ]
}
