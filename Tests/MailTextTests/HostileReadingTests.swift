import Glibc
import Testing

@testable import MailText

/// Mail of up to 64 MiB that is made to take the memory of whoever reads it.
private enum HostileMail: String, CaseIterable {
  case oneHeader, fieldsOfAPart, linesOfAHeader, parameters, addresses, messageFields
  case longBoundary, preamble, innerPreamble, epilogue, unbounded
  case base64, softBreaks, html, tag, comment, attribute, references
  case oneLine, emptyLines, marks, utf7, utf16, quotes
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

/// How much memory reading takes at its height, above what the process has before, in bytes.
private func heightOfReading(_ mail: HostileMail) -> (height: Int, body: MessageBody?) {
  guard let file = tmpfile() else { fatalError("no temporary file") }
  defer { fclose(file) }
  mail.write(to: file)
  let before = status("VmRSS")
  guard let refs = fopen("/proc/self/clear_refs", "w") else { fatalError("no clear_refs") }
  fputs("5", refs)
  fclose(refs)
  let body = BodyReader(descriptor: fileno(file), size: ftell(file)).read()
  return (status("VmHWM") - before, body)
}

@Suite struct HostileReadingTests {
  /// In a process of its own, whose memory is that of the reading alone.
  @Test func readingTakesLittleMemory() async {
    await #expect(processExitsWith: .success) {
      for mail in HostileMail.allCases {
        var begin = timespec()
        clock_gettime(CLOCK_MONOTONIC, &begin)
        let (height, body) = heightOfReading(mail)
        var end = timespec()
        clock_gettime(CLOCK_MONOTONIC, &end)
        print(
          "\(mail.rawValue) \(height >> 20) MiB \(Double(end.tv_sec - begin.tv_sec) + Double(end.tv_nsec - begin.tv_nsec) / 1e9) s text \(body?.text.utf8.count ?? -1) more \(body?.hasMoreText ?? false) cut \(body?.isCut ?? false) parts \(body?.moreParts ?? -1)"
        )
        precondition(body != nil, mail.rawValue)
        precondition(height < 100 << 20, mail.rawValue)
      }
    }
  }
}
