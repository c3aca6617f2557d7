import FileSystem
import MailModel
import MailText

/// A mail that is a part of another.
package struct EnclosedMail: MessageSource {
  private let message: EnclosedMessage

  package init(bytes: [UInt8]) { message = EnclosedMessage(bytes) }

  /// Whether the bytes begin with a header: else they are no mail.
  var hasHeader: Bool { message.hasHeader }

  package func body(
    as choice: TextChoice, within budget: TextBudget
  ) async throws(StoreError) -> MessageBody {
    let message = message
    let body = await onOwnThread("reading") {
      message.body(as: choice, within: budget, isCancelled: $0)
    }
    // Only a reading that is cancelled gives nothing.
    guard let body else { throw .messageVanished }
    return body
  }

  package func bytes(ofPart number: Int?) async throws(StoreError) -> [UInt8] {
    let message = message
    let result = await onOwnThread("reading") { isCancelled -> Result<[UInt8], StoreError> in
      do throws(PartError) {
        return .success(try message.bytes(ofPart: number, isCancelled: isCancelled))
      } catch {
        return .failure(StoreError(error))
      }
    }
    return try result.get()
  }
}
