import Glibc
import SeededRandom
import Testing

@testable import MailText

/// Mail of up to 64 MiB that is made to take the memory of whoever reads it.
private enum HostileMail: String, CaseIterable {
  case oneHeader, fieldsOfAPart, linesOfAHeader, parameters, addresses, messageFields
  case longBoundary, preamble, innerPreamble, epilogue, unbounded
  case base64, softBreaks, html, tag, comment, attribute, references
  case linkText, links, oneLine, emptyLines, marks, utf7, utf16, quotes
  case emptyParts, nestedParts, nestedMessages, digest, names, dashes, htmlParts

  static let size = 64 << 20

  /// Repeats a text up to the size.
  private func fill(_ file: UnsafeMutablePointer<FILE>, _ text: String, upTo size: Int = size) {
    let piece = String(repeating: text, count: max(1, (64 << 10) / text.utf8.count))
    var left = size - ftell(file)
    while left >= piece.utf8.count {
      fwrite(piece, 1, piece.utf8.count, file)
      left -= piece.utf8.count
    }
  }

  func write(to file: UnsafeMutablePointer<FILE>) {
    let parts = "Subject: s\nContent-Type: multipart/mixed; boundary=b\n\n"
    let text = "Subject: s\nContent-Type: text/plain"
    let page = "Subject: s\nContent-Type: text/html\n\n"
    func begin(_ text: String) { fputs(text, file) }
    switch self {
    case .oneHeader:
      begin("Subject: s\nX: ")
      fill(file, "x")
    case .fieldsOfAPart:
      begin(parts + "--b\n")
      fill(file, "a:\n")
    case .linesOfAHeader:
      begin(parts + "--b\nX:")
      fill(file, " x\n")
    case .parameters:
      begin(parts + "--b\nContent-Type: text/plain")
      fill(file, ";a=b")
    case .addresses:
      begin(parts + "--b\nContent-Type: message/rfc822\n\nTo: a")
      fill(file, ",a")
    case .messageFields:
      begin(parts + "--b\nContent-Type: message/rfc822\n\n")
      fill(file, "To: a\n")
    case .longBoundary:
      begin(parts + "--b\nContent-Type: multipart/mixed; boundary=\"")
      fill(file, "x", upTo: 60_000)
      begin("\"\n\n")
      fill(file, "--\(String(repeating: "x", count: 59_000))\n")
    case .preamble:
      begin(parts)
      fill(file, "preamble\n")
    case .innerPreamble:
      // What looks like the beginning of a part is none.
      begin(parts + "--b\nContent-Type: multipart/mixed; boundary=c\n\nboundary=d\n--d\n\n")
      fill(file, "preamble\n")
    case .epilogue:
      begin(parts + "--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\n\ntext\n--c--\n")
      fill(file, "epilogue\n")
    case .unbounded:
      begin("Subject: s\nContent-Type: multipart/mixed\n\n")
      fill(file, "lines\n")
    case .base64:
      begin(text + "\nContent-Transfer-Encoding: base64\n\n")
      fill(file, "YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4\n")
    case .softBreaks:
      begin(text + "\nContent-Transfer-Encoding: quoted-printable\n\n")
      fill(file, "=\n")
    case .html:
      begin(page)
      fill(file, "<p>word")
    case .tag:
      begin(page + "<a ")
      fill(file, "x")
    case .comment:
      begin(page + "<!-- ")
      fill(file, "x")
    case .attribute:
      begin(page + "<a b=\"")
      fill(file, "x>")
    case .references:
      begin(page)
      fill(file, "&#x41;")
    case .linkText:
      begin(page + "<a href=\"https://x.org/\">")
      fill(file, "ѕ․٠。\u{200F}")
    case .links:
      begin(page)
      fill(file, "<a href=\"https://x.org/\">ѕ․٠.b@.co</a>")
    case .oneLine:
      begin(text + "\n\n")
      fill(file, "x")
    case .emptyLines:
      begin(text + "\n\n")
      fill(file, "\n\n")
    case .marks:
      begin(text + "; charset=utf-8\n\n")
      fill(file, "\u{301}")
    case .utf7:
      begin(text + "; charset=utf-7\n\n")
      fill(file, "+2D3eAA-")
    case .utf16:
      begin(text + "; charset=utf-16be\nContent-Transfer-Encoding: base64\n\n")
      fill(file, "////////////////")
    case .quotes:
      begin(text + "\n\n")
      fill(file, ">")
    case .emptyParts:
      begin(parts)
      fill(file, "--b\n\n", upTo: 5 * 600_000)
    case .nestedParts:
      begin("Subject: s\n")
      for level in 0..<5_000 {
        begin("Content-Type: multipart/mixed; boundary=b\(level)\n\n--b\(level)\n")
      }
      fill(file, "--b\n")
    case .nestedMessages:
      begin("Subject: s\n")
      fill(file, "Content-Type: message/rfc822\n\nSubject: inner\n", upTo: 200_000 * 46)
    case .digest:
      begin("Subject: s\nContent-Type: multipart/digest; boundary=b\n\n--b\n\n")
      fill(file, "a:\n")
    case .names:
      begin(parts)
      for _ in 0..<60 {
        begin("--b\nContent-Type: a/b; name=\"")
        fill(file, "n", upTo: ftell(file) + (1 << 20))
        begin("\"\n\n")
      }
    case .dashes:
      begin("Subject: s\n")
      for level in 0..<120 {
        begin("Content-Type: multipart/mixed; boundary=b\(level)\n\n--b\(level)\n")
      }
      begin("\n")
      fill(file, "--\n")
    case .htmlParts:
      begin(parts)
      for _ in 0..<900 {
        begin("--b\nContent-Type: text/html\n\n")
        fill(file, "<p>word", upTo: ftell(file) + (64 << 10))
      }
    }
    fflush(file)
  }
}

/// A line of `/proc/self/status`, in bytes.
private func status(_ name: String) -> Int {
  guard let file = fopen("/proc/self/status", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 256)
  while fgets(&line, 256, file) != nil {
    let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    if text.hasPrefix(name + ":"),
      let number = text.split(whereSeparator: { " \t".contains($0) }).dropFirst().first
    {
      return (Int(number) ?? 0) << 10
    }
  }
  return 0
}

@Suite struct HostileReadingTests {
  /// In a process of its own, whose memory is that of the readings alone.
  @Test(.enabled(if: getenv("LSAN_OPTIONS") == nil, "A sanitizer takes memory of its own."))
  func readingTakesLittleMemory() async {
    await #expect(processExitsWith: .success) {
      // GMime and iconv are set up once.
      _ = read { fputs("Content-Type: text/plain; charset=utf-7\n\ntext", $0) }
      let idle = status("VmRSS")
      for mail in HostileMail.allCases {
        let body = read(mail.write)
        let height = status("VmHWM") - idle
        // The text view needs some as well.
        precondition(height < 80_000_000, "\(mail) takes \(height) bytes")
        let used = TextBudget(of: body.text)
        precondition(used.bytes <= TextBudget.portion.bytes, "\(mail)")
        precondition(used.lines <= TextBudget.portion.lines, "\(mail)")
      }
    }
  }

  @Test func partsBehindAThousandAreCounted() {
    func body(_ parts: Int, _ part: String, end: String) -> MessageBody {
      read { file in
        fputs("Content-Type: multipart/mixed; boundary=b\n\n", file)
        for _ in 0..<parts { fputs(part, file) }
        fputs(end, file)
      }
    }
    for end in ["", "--b--\n", "--b--\nepilogue\n--b\n\nno part"] {
      #expect(body(1_000, "--b\nContent-Type: a/b\n\nx\n", end: end).moreParts == 0)
      #expect(body(1_001, "--b\nContent-Type: a/b\n\nx\n", end: end).moreParts == 1)
      #expect(body(70_000, "--b\n\n", end: end).moreParts == 69_000)
    }
    let nested = """
      --b
      Content-Type: Multipart/Mixed; boundary="c"

      --c

      text
      --c--

      """
    // A multipart is a part, and so is what is in it.
    let body = body(600, nested, end: "--b--\n")
    #expect(body.moreParts == 200 && !body.isCut)
  }

  @Test func whatIsNoPartIsNotCounted() {
    let body = read { file in
      fputs("Content-Type: multipart/mixed; boundary=b\n\n--b\n\n", file)
      for _ in 0..<5_000 { fputs("-- \n--c\n--bb\n --b\n--b-\nboundary=c\n", file) }
      fputs("\n--b\nContent-Type: a/b; name=last\n\nx\n--b--\n", file)
    }
    #expect(body.moreParts == 0 && !body.isCut && body.attachments.map(\.name) == ["last"])
  }

  @Test func aReadingEndsWhenItIsCancelled() throws {
    let file = try #require(tmpfile())
    defer { fclose(file) }
    HostileMail.htmlParts.write(to: file)
    for pieces in [0, 1, 2, 10, 200] {
      var looked = 0
      let reader = BodyReader(descriptor: fileno(file), size: ftell(file)) {
        looked += 1
        return looked > pieces
      }
      #expect(reader.read() == nil)
      // It is not even asked again.
      #expect(looked == pieces + 1)
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func aSmallerBudgetGivesTheBeginning(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let types = ["text/plain", "text/html", "multipart/mixed; boundary=b", "text/x; charset=utf-8"]
    let pieces: [[UInt8]] =
      [
        "word ", "\n", "\r\n", "\r", ">", "> > >", "\t", "\n--b\n",
        "\n--b\nContent-Type: text/html\n\n",
        "<p>", "<a href=\"", "\">", "&amp;", "é", "\u{301}", "👩‍👩‍👧", "漢字", "\u{202E}", "\0",
        String(repeating: "x", count: 2_500), String(repeating: "long ", count: 2_000),
        String(repeating: ">", count: 300), "\n\n\n",
      ].map { Array($0.utf8) } + [[0xFF], [0xC3]]
    let charset = ["utf-8", "utf-16", "iso-2022-jp", "x-none"].randomElement(using: &numbers) ?? ""
    var mail = "Content-Type: \(types.randomElement(using: &numbers) ?? ""); charset=\(charset)\n\n"
      .utf8.map { $0 }
    for _ in 0..<Int.random(in: 0..<200, using: &numbers) {
      mail += pieces.randomElement(using: &numbers) ?? []
    }
    var last = read(of: mail, within: TextBudget(bytes: 1 << 20, lines: 100_000))
    #expect(!last.hasMoreText)
    for _ in 0..<12 {
      let used = TextBudget(of: last.text)
      let budget = TextBudget(
        bytes: Int.random(in: 0...used.bytes, using: &numbers),
        lines: Int.random(in: 0...used.lines + 1, using: &numbers))
      let body = read(of: mail, within: budget)
      #expect(last.text.utf8.starts(with: body.text.utf8))
      #expect(TextBudget(of: body.text).bytes <= budget.bytes)
      #expect(TextBudget(of: body.text).lines <= budget.lines)
      #expect(body.hasMoreText || body.text == last.text)
      last = body
    }
  }
}

private func read(of mail: [UInt8], within budget: TextBudget) -> MessageBody {
  read(within: budget) { _ = fwrite(mail, 1, mail.count, $0) }
}

private func read(
  within budget: TextBudget = .portion, _ write: (UnsafeMutablePointer<FILE>) -> Void
) -> MessageBody {
  guard let file = tmpfile() else { fatalError("no temporary file") }
  defer { fclose(file) }
  write(file)
  fflush(file)
  guard let body = BodyReader(descriptor: fileno(file), size: ftell(file)).read(within: budget)
  else { fatalError("not read") }
  return body
}
