import CDunnockGMime
import Glibc
import SeededRandom
import Testing

@testable import MailText

@Suite struct MimeExtentTests {
  /// The count that bounds GMime is exact, or hostile mail could lead it astray. Lines longer than GMime's
  /// buffer of 4 KiB, which it may take for two, are left out.
  @Test(
    .enabled(if: gmime_micro_version == 13, "what ends a header differs between versions of GMime"),
    arguments: 0..<1_000 as Range<UInt64>)
  func partsAreThoseThatGMimeBuilds(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    let boundaries = ["b", "c", "bb", "b--", "", "c d"]
    let types = [
      "multipart/mixed", "Multipart/Digest", "multipart", "message/rfc822", "MESSAGE/RFC822",
      "message/partial", "text/plain", "multipart/digest", "x", "",
    ]
    var mail = "Subject: s\nContent-Type: multipart/mixed; boundary=b\n\n"
    for _ in 0..<Int.random(in: 1..<60, using: &numbers) {
      let boundary = boundaries.randomElement(using: &numbers) ?? ""
      let type = types.randomElement(using: &numbers) ?? ""
      let pieces = [
        "--\(boundary)\n", "--\(boundary)\n", "--\(boundary)--\n", "--\(boundary) \t\r\n", "\n",
        "\n",
        "\r\n", "Content-Type: \(type); boundary=\"\(boundary)\"\n",
        "content-type : \(type);\n boundary=\(boundary)\r\n", "Content-Type: \(type)\n", "text\n",
        "X: y\n", " folded\n", "--\n", "-\n", "Content-Transfer-Encoding: base64\n", "From x\n",
        "\r", "Content-Type\n",
      ]
      mail += pieces.randomElement(using: &numbers) ?? ""
    }
    mail += "\n"
    let file = try #require(tmpfile())
    defer { fclose(file) }
    fwrite(mail, 1, mail.utf8.count, file)
    fflush(file)
    let reader = FileReader(descriptor: fileno(file), size: mail.utf8.count) { false }
    let extent = MimeExtent(of: reader, from: 0)
    #expect(extent.parts == parts(of: mail) && !extent.isCut && extent.moreParts == 0)
    // What is left out behind its end holds no part.
    #expect(
      parts(of: String(decoding: Array(mail.utf8)[..<extent.end], as: UTF8.self)) == extent.parts)
  }

  private func parts(of mail: String) -> Int {
    let bytes = Array(mail.utf8)
    let stream = bytes.withUnsafeBytes {
      g_mime_stream_mem_new_with_buffer($0.baseAddress, $0.count)
    }
    defer { g_object_unref(stream) }
    let parser = g_mime_parser_new_with_stream(stream)
    defer { g_object_unref(parser) }
    guard let message = g_mime_parser_construct_message(parser, nil) else { return 0 }
    defer { g_object_unref(message) }
    return parts(below: g_mime_message_get_mime_part(message))
  }

  private func parts(below object: UnsafeMutablePointer<GMimeObject>?) -> Int {
    guard let object else { return 0 }
    let raw = UnsafeMutableRawPointer(object)
    if MimeWalk.isA(raw, g_mime_multipart_get_type()) {
      let multipart = raw.assumingMemoryBound(to: GMimeMultipart.self)
      return (0..<g_mime_multipart_get_count(multipart)).reduce(0) {
        $0 + 1 + parts(below: g_mime_multipart_get_part(multipart, $1))
      }
    }
    if MimeWalk.isA(raw, g_mime_message_part_get_type()),
      let message = g_mime_message_part_get_message(
        raw.assumingMemoryBound(to: GMimeMessagePart.self))
    {
      return 1 + parts(below: g_mime_message_get_mime_part(message))
    }
    return 0
  }
}
