import Accounts
import GtkBridge
import MailModel
import MailServers
import Texts

/// What is asked of servers, of the keyring and of other programs about accounts; tests answer by themselves.
package struct AccountEngine: Sendable {
  package var suggestion: @Sendable (_ address: String) async -> ServerSuggestion?
  package var folders:
    @Sendable (Account, _ password: String) async throws(AccountCheck.Problem) -> [ServerFolder]
  package var change:
    @Sendable (FolderChange, Account, _ password: String) async throws(FolderChange.Problem) -> Void
  package var password: @Sendable (Account) async throws(Passwords.Problem) -> String?
  package var keep: @Sendable (_ password: String, Account) async throws(Passwords.Problem) -> Void
  package var forget: @Sendable (Account) async throws(Passwords.Problem) -> Void
  package var synchronise:
    @Sendable (
      Account, MissingDecision, Departures,
      _ tell: @escaping @Sendable (SyncProgress) -> Void
    ) async throws(SyncProblem) -> SyncResult
  /// What the server of an account says of its inbox, for as long as it is listened to.
  package var news: @Sendable (Account) -> AsyncStream<InboxNews>
  /// Puts a folder into the desktop's trash.
  package var trash: @Sendable (_ path: String) throws -> Void = { try AccountFiles.trash($0) }
  /// The mail accounts of GNOME Online Accounts.
  package var online: @Sendable () async -> [OnlineAccount] = { [] }
  /// Has the person sign in in the browser, which is shown a page; what is to be kept in the keyring comes of it.
  package var signIn:
    @Sendable (
      OAuthClient, _ address: String, _ open: @escaping @Sendable (_ page: String) async -> Bool
    ) async throws(SignIn.Problem) -> String = { (_, _, _) async throws(SignIn.Problem) in
      throw .noBrowser
    }
  package var missingPrograms: @Sendable () -> [NeededProgram] = { NeededProgram.missing() }

  /// The programs of this computer.
  package static func installed(_ places: AccountPlaces) -> AccountEngine {
    let passwords = Passwords(service: Product.id)
    return AccountEngine(
      suggestion: {
        await ServerSuggestion.of($0, clients: Places.resources + "/oauth-clients")
      },
      folders: { (account, password) async throws(AccountCheck.Problem) in
        try await AccountCheck.folders(of: account, password: password)
      },
      change: { (change, account, password) async throws(FolderChange.Problem) in
        try await change.make(on: account, in: places, password: password)
      },
      password: { (account) async throws(Passwords.Problem) in
        try await passwords.password(of: account)
      },
      keep: { (password, account) async throws(Passwords.Problem) in
        try await passwords.save(password, of: account)
      },
      forget: { (account) async throws(Passwords.Problem) in
        try await passwords.remove(of: account)
      },
      synchronise: { (account, decision, departures, tell) async throws(SyncProblem) in
        try await Synchroniser(places, passwords, departures: departures)
          .run(account, deciding: decision, telling: tell)
      },
      news: { account in
        InboxWatch(account) { try? await passwords.password(of: account) }.news()
      }, online: { await OnlineAccount.offered() },
      signIn: { (client, address, open) async throws(SignIn.Problem) in
        try await SignIn.tokens(
          of: client, for: address,
          saying: tr("You are signed in. Close this page and return to %1$s.").filling(
            Product.name), opening: open)
      })
  }
}
