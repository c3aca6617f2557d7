import Foundation
import MailModel
import Testing

@testable import Triage

@Suite struct TranslationTests {
  /// The texts that translators get, as the template spells them.
  private func template() throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    return try String(
      contentsOf: root.appending(path: "Resources/po/dunnock.pot"), encoding: .utf8)
  }

  private var commandTitles: [String] {
    wordings.map(\.title)
  }

  private var wordings: [CommandEntry.Wording] {
    let needing: [Command] = [.move(to: .inbox), .snooze(until: 0)]
    return (Command.all + needing.map(\.entry)).flatMap { entry in
      [entry.wording, entry.reverse, entry.ofFiles].compactMap { $0 }
    }
  }

  private var errors: [Sentence] {
    let attempts = StoreError.Attempt.allCases.map { StoreError.other(errno: 5, doing: $0) }
    let store: [StoreError] = [
      .noSuchFolder(""), .notAMaildir(""), .unreadable(""), .readOnly(""), .messageVanished,
      .notAMessage, .nameTaken, .crossDevice, .nameTooLong, .noSpace, .notInTrash, .notSupported,
      .contended, .messageReplaced, .noTrash(""), .foreignMail(.mbox, ""), .linked(""), .movedOn,
      .lookOnly, .noFolder(.archive, near: .inbox),
    ]
    return (store + attempts).map(\.sentence)
      + [TriageError.lookOnly, .notOffered(.archive)].map(\.sentence)
  }

  @Test func translatorsGetEveryText() throws {
    let template = try template()
    let deeds =
      [Deed.undone, .redone, .created].map { ($0.one, $0.several) }
      + wordings.map { ($0.toOne, $0.toSeveral) }
    let texts = commandTitles + errors.map(\.text) + deeds.map(\.0)
    for text in texts { #expect(template.contains("\nmsgid \"\(text)\"\n"), "run make pot") }
    for (one, other) in deeds.map(\.1) {
      #expect(
        template.contains("\nmsgid \"\(one)\"\nmsgid_plural \"\(other)\"\n"), "run make pot")
    }
  }

  @Test func titlesAreInHeaderCapitals() {
    for title in commandTitles {
      let words = title.split(separator: " ")
      for (place, word) in words.enumerated()
      where place == 0 || place == words.count - 1 || word.filter(\.isLetter).count > 3 {
        #expect(word.first { $0.isLetter }?.isUppercase == true, "\(title)")
      }
    }
  }
}
