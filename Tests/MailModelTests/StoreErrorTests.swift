import Glibc
import Testing

@testable import MailModel

@Suite struct StoreErrorTests {
  @Test func everyErrorSaysWhatToDo() {
    let errors: [StoreError] = [
      .noSuchFolder("p"), .notAMaildir("p"), .mailboxGone("p"), .folderEmptied("p"),
      .unreadable("p"), .readOnly("p"), .messageVanished, .notAMessage, .nameTaken, .crossDevice,
      .nameTooLong, .noSpace, .notInTrash, .notSupported, .messageReplaced,
      .contended, .noTrash("p"), .foreignMail(.mbox, "p"), .unusableName("p"),
    ]
    let refusals = StoreError.Attempt.allCases.map { StoreError.other(errno: EIO, doing: $0) }
    for sentence in (errors + refusals).map(\.sentence) {
      #expect(sentence.text.hasSuffix(".") && sentence.text.contains(". "))
      #expect(!(sentence.values + [sentence.text]).contains { $0.contains("\n") })
      #expect(sentence.text.contains("%1$s") == !sentence.values.isEmpty)
    }
    #expect(Set((errors + refusals).map(\.sentence.text)).count == errors.count + refusals.count)
    #expect(StoreError.noSuchFolder("a\nb").sentence.values == ["a\u{FFFD}b"])
    for (code, expected) in [
      (ENOSPC, StoreError.noSpace), (EDQUOT, .noSpace), (EXDEV, .crossDevice),
      (EROFS, .readOnly("p")), (EACCES, .readOnly("p")), (ENAMETOOLONG, .nameTooLong),
      (EIO, .other(errno: EIO, doing: .openFolder)),
    ] {
      #expect(StoreError(errno: code, path: "p", doing: .openFolder, isChange: true) == expected)
    }
    #expect(StoreError(errno: EACCES, path: "p", doing: .openFolder) == .unreadable("p"))
  }
}
