import ArgumentParser

/// What the command line may say of sending a mail.
struct SendArguments: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dunnock send",
    abstract: "Sends a whole mail (RFC 5322) that it reads from standard input.",
    discussion: """
      It goes to those of To, Cc and Bcc, of whom nobody is told the last, by the
      server of the account whose address it is from. Prints a line of JSON. Where
      the server cannot be reached or puts the mail off, it waits in the outbox for
      the next dunnock sync.
      """)

  @Option(help: "What the account is called; without it the one whose address the mail is from.")
  var account: String?

  @Flag(help: "Put it into the outbox, and do not wait for the server.")
  var queue = false
}
