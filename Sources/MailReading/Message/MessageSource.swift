import MailModel
import MailText

/// Where a message is read from: a store, or another message that it lies in.
package protocol MessageSource: Sendable {
  /// The text, as far as a budget goes, and what to show around it.
  func body(as choice: TextChoice, within budget: TextBudget) async throws(StoreError)
    -> MessageBody

  /// The decoded bytes of a part by its number, or with nil those of the whole message as it is.
  func bytes(ofPart number: Int?) async throws(StoreError) -> [UInt8]
}

/// A message of a store.
package struct StoredMessage: MessageSource {
  package let id: MessageRef
  package let store: any MessageStore

  package func body(
    as choice: TextChoice, within budget: TextBudget
  ) async throws(StoreError) -> MessageBody {
    try await store.body(of: id, as: choice, within: budget)
  }

  package func bytes(ofPart number: Int?) async throws(StoreError) -> [UInt8] {
    try await store.bytes(of: id, part: number)
  }
}
