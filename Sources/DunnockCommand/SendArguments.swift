import ArgumentParser
import Texts

/// What the command line may say of sending a mail.
struct SendArguments: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dunnock send",
    abstract: tr("Send a complete message (RFC 5322) that is read from standard input."),
    discussion: tr(
      "The message goes to everybody in To, Cc and Bcc, and nobody is told who is in Bcc. It is sent with the account of its sender. Prints a line of JSON. If the server cannot be reached or does not accept the message yet, it waits in the outbox for the next “dunnock sync”."
    ))

  @Option(
    help: .init(tr("The name of the account. The one with the address of the sender if left out.")))
  var account: String?

  @Flag(help: .init(tr("Put the message into the outbox without waiting for the server.")))
  var queue = false
}
