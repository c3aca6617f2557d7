import Accounts
import GtkBridge

/// What keeps the accounts, and does what is asked of them in the windows about them.
package protocol AccountKeeping: AnyObject {
  /// What servers and the keyring are asked by.
  var engine: AccountEngine { get }
  var places: AccountPlaces { get }
  /// The accounts, as they were read last.
  var accounts: [Account] { get }
  /// A window to say something over; nil while none is open.
  var openWindow: Widget? { get }

  /// Keeps a new account with its password, or what is other of one, and fetches its mail.
  ///
  /// - Parameter password: Nil where it is as it was.
  func keep(_ account: Account, password: String?) async throws

  /// Forgets an account with its password; its mail stays, or goes to the desktop's trash.
  func remove(_ account: Account, trashing: Bool) async throws
}
