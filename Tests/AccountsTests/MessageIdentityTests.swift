import SeededRandom
import Testing

@testable import Accounts

/// What messages are told apart by, and how a folder is paired anew with it.
struct MessageIdentityTests {
  private func identity(_ text: String) -> MessageIdentity {
    MessageIdentity(ofMessage: Array(text.utf8))
  }

  @Test func lineEndsTheFieldOfMbsyncAndTheBodyDoNotCount() {
    let header = "From: a\nMessage-ID: <one@example.com>\nSubject: s\n"
    let plain = identity(header + "\nBody")
    #expect(plain == identity((header + "\nOther").replacing("\n", with: "\r\n")))
    #expect(plain == identity(header.replacing("Subject", with: "X-TUID: 12345\nSubject")))
    #expect(plain != identity(header.replacing("Subject: s", with: "Subject: t") + "\nBody"))
    #expect(plain.messageID == identity("message-id:\r\n\t<one@example.com>\r\n\r\n").messageID)
    #expect(identity("Subject: s\n\nMessage-ID: <one@example.com>").messageID == .none)
    #expect(MessageIdentity.messageID(ofMessage: Array(header.utf8)) == "<one@example.com>")
  }

  /// The server is asked for the beginning, with longer line ends than the file has.
  @Test func longHeadersAreToldByTheSameBeginning() {
    let header = String(repeating: "X:1\n", count: 50_000)
    let file = Array(header.utf8.prefix(MessageIdentity.readBytes))
    let server = Array(header.replacing("\n", with: "\r\n").utf8.prefix(MessageIdentity.readBytes))
    #expect(MessageIdentity(ofMessage: file) == MessageIdentity(ofMessage: server))
  }

  private func matching(
    _ known: [UInt32: MessageIdentity], _ now: [UInt32: MessageIdentity],
    drafts: Set<UInt32> = []
  ) -> (numbers: [UInt32: UInt32], unmatched: Set<UInt32>) {
    var matching = FolderPairing.Matching(known, now.mapValues(\.messageID), drafts: drafts)
    matching.match(now.filter { matching.unclear.contains($0.key) })
    return (matching.numbers, matching.unmatched)
  }

  private func message(_ id: Int, header: Int = 0) -> MessageIdentity {
    MessageIdentity(
      messageID: id == 0 ? .none : .init(first: UInt64(id), second: 1),
      header: .init(first: UInt64(id), second: UInt64(header)))
  }

  @Test func messagesAreMatchedByTheirIDAndWithoutOneByTheirHeader() {
    let known: [UInt32: MessageIdentity] = [
      1: message(1), 2: message(2), 3: message(3), 4: message(0, header: 1),
      5: message(0, header: 2), 6: message(7, header: 1), 7: message(7, header: 2),
      8: message(0, header: 9), 9: message(0, header: 9),
    ]
    let now: [UInt32: MessageIdentity] = [
      1: message(1, header: 5), 2: message(3), 3: message(4), 4: message(0, header: 2),
      5: message(7, header: 2), 6: message(0, header: 3), 9: message(0, header: 9),
    ]
    let (numbers, unmatched) = matching(known, now)
    // 1 has a new header, 3 and 5 moved, 7 is one of two with its ID, 9 one of two that are the same.
    #expect(numbers[1] == 1 && numbers[3] == 2 && numbers[5] == 4 && numbers[7] == 5)
    #expect(numbers[9] == 9 && numbers.count == 5)
    #expect(unmatched == [3, 6])
  }

  /// A client may give it the same Message-ID.
  @Test func aDraftThatWasSavedAgainIsAnotherMessage() {
    let known: [UInt32: MessageIdentity] = [
      1: message(1), 2: message(2), 3: message(3), 4: message(4),
    ]
    let now: [UInt32: MessageIdentity] = [
      5: message(1, header: 1), 6: message(2), 3: message(3, header: 1), 7: message(4, header: 1),
    ]
    let (numbers, unmatched) = matching(known, now, drafts: [1, 2, 3])
    // 1 was saved again, 2 has another UID, 3 has a header that the server wrote anew, and 4 is no draft.
    #expect(numbers == [2: 6, 3: 3, 4: 7])
    #expect(unmatched == [5])
  }

  @Test func noTwoMessagesEverGetOneUID() {
    var random = SeededNumbers(seed: 1)
    for _ in 0..<500 {
      func folder() -> [UInt32: MessageIdentity] {
        Dictionary(
          (0..<8).map { _ in
            (
              UInt32.random(in: 1...12, using: &random),
              message(
                Int.random(in: 0...3, using: &random), header: Int.random(in: 0...2, using: &random)
              )
            )
          }
        ) { $1 }
      }
      let (known, now) = (folder(), folder())
      let (numbers, unmatched) = matching(known, now)
      #expect(Set(numbers.values).count == numbers.count)
      #expect(Set(numbers.values).union(unmatched) == Set(now.keys))
      #expect(unmatched.isDisjoint(with: numbers.values))
      for (old, new) in numbers {
        #expect(
          known[old]?.header == now[new]?.header
            || known[old]?.messageID == now[new]?.messageID
              && known[old]?.messageID != MessageIdentity.Digest.none
        )
      }
    }
  }
}
