import ArgumentParser
import Texts

/// What the command line may say of fetching mail.
struct SyncArguments: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dunnock sync",
    abstract: tr("Bring the mail of accounts and their servers to the same state."),
    discussion: tr(
      "Sends what is in the outbox first, and prints a line of JSON for each account. Messages that are missing on this computer, but were not deleted by Dunnock, are only deleted on the server if you ask for it. The same goes for much of a folder that is missing on the server."
    ))

  @Flag(help: .init(tr("Delete messages on the server that are missing on this computer.")))
  var deleteMissing = false

  @Flag(help: .init(tr("Fetch messages again that are missing on this computer.")))
  var fetchMissing = false

  @Flag(
    help: .init(
      tr("Move messages that are missing on the server to “Lost on Server”, even most of a folder.")
    )
  )
  var deleteGone = false

  @Argument(help: .init(tr("The name of the account. All accounts if left out.")))
  var account: String?

  func validate() throws {
    if deleteMissing, fetchMissing {
      throw ValidationError(
        tr(
          "Missing messages are either deleted or fetched. Leave out --delete-missing or --fetch-missing."
        ))
    }
  }
}
