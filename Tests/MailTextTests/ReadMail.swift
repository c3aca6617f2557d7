import Glibc
import Testing

@testable import MailText

/// What is read of a mail that is given as a text.
func read(
  _ text: String, as choice: TextChoice = [], within budget: TextBudget = .portion
) throws -> MessageBody {
  let message = EnclosedMessage(Array(text.utf8))
  return try #require(message.body(as: choice, within: budget))
}
