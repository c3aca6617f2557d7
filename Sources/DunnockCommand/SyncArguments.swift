import ArgumentParser

/// What the command line may say of fetching mail.
struct SyncArguments: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dunnock sync",
    abstract: "Brings the mail of accounts and their servers to the same state.",
    discussion: """
      Sends what waits in the outbox first. Prints a line of JSON for each account.
      Mail that is gone here, and not by Dunnock, is not deleted on the server unless
      you say so; nor is much of a folder deleted here because it is gone from the
      server.
      """)

  @Flag(help: "Delete on the server what is missing here.")
  var deleteMissing = false

  @Flag(help: "Fetch again what is missing here.")
  var fetchMissing = false

  @Flag(help: "Delete here what is gone from the server, however much of a folder that is.")
  var deleteGone = false

  @Argument(help: "What the account is called; all of them without it.")
  var account: String?

  func validate() throws {
    if deleteMissing, fetchMissing {
      throw ValidationError(
        "Missing mail is deleted or fetched: leave out --delete-missing or --fetch-missing.")
    }
  }
}
