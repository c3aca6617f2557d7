import Foundation
import Testing

@testable import MailText

/// Plain texts as mails have them, each with the lines in which a person would read it.
@Suite struct WrittenLinesTests {
  struct Written: CustomTestStringConvertible, Sendable {
    let name: String
    let text: String
    let shown: String

    var testDescription: String { name }
  }

  static let all: [Written] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Corpus/lines")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.sorted().flatMap { file -> [Written] in
      let text = (try? String(contentsOf: folder.appending(path: file), encoding: .utf8)) ?? ""
      let parts = ("\n" + text).components(separatedBy: "\n%% ").dropFirst().map { part in
        let name = part.prefix { $0 != "\n" }
        return (name: String(name), text: String(part.dropFirst(name.count + 1)))
      }
      return zip(parts, parts.dropFirst()).compactMap { written, shown in
        shown.name == "shown"
          ? Written(name: written.name, text: written.text + "\n", shown: shown.text + "\n") : nil
      }
    }
  }()

  /// Those that no rule was found for that would not spoil others: as they are written they can be read by the key for that.
  private static let readOtherwise: Set = [
    "list-bullet-cont-ja", "log-bounce-message", "log-rust-panic",
    "para-cut-at-80", "para-cut-at-998", "para-indented-block", "para-ragged-en", "para-ragged-fr",
    "para-short-last-line", "para-two-word-tail", "struct-glossary", "struct-glossary-de",
  ]

  @Test func thereAreTwoHundred() { #expect(Self.all.count == 200) }

  @Test(arguments: all) func linesAreThoseOfItsReader(written: Written) {
    let (read, right) = (
      Self.lines(MarkedText.read(plain: written.text, within: .portion).text),
      Self.lines(written.shown)
    )
    let difference = read.difference(from: right).map { change in
      switch change {
      case .insert(_, let line, _): "is: \(line)"
      case .remove(_, let line, _): "should be: \(line)"
      }
    }
    withKnownIssue(isIntermittent: false) {
      #expect(difference.isEmpty, "\(written.name)\n\(difference.joined(separator: "\n"))")
    } when: {
      Self.readOtherwise.contains(written.name)
    }
  }

  @Test(arguments: all) func asWrittenEachLineStays(written: Written) {
    let text = MarkedText.read(plain: written.text, isAsWritten: true, within: .portion).text
    #expect(!text.joinsLines)
    #expect(Self.lines(text) == Self.lines(written.text), "\(written.name)")
  }

  /// Without marks of quotation and of a signature, and white space at the ends.
  private static func lines(_ text: MarkedText) -> [String] { lines(text.text) }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: true).map {
      $0.drop { $0 == ">" || $0 == " " || $0 == "\t" }.trimmingCharacters(in: .whitespaces)
    }.filter { !$0.isEmpty && $0 != "--" }
  }
}
