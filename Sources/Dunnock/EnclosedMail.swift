import Glibc
import MailModel
import MailText

/// A mail that is a part of another.
struct EnclosedMail: MessageSource {
  let bytes: [UInt8]

  func body(within budget: TextBudget) async throws(StoreError) -> MessageBody {
    let bytes = bytes
    let body = await offMain { () -> MessageBody? in
      guard let file = tmpfile() else { return nil }
      defer { fclose(file) }
      guard fwrite(bytes, 1, bytes.count, file) == bytes.count, fflush(file) == 0 else {
        return nil
      }
      return BodyReader(descriptor: fileno(file), size: bytes.count).read(within: budget)
    }
    guard let body else { throw .other(errno: EIO, doing: .readMessage) }
    return body
  }

  func bytes(ofPart number: Int?) async throws(StoreError) -> [UInt8] {
    guard number == nil else { throw .notSupported }
    return bytes
  }
}
