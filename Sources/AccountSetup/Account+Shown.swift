import Accounts
import MailText

extension Account {
  /// Its name as people read it, in one line: whoever writes the file of an account may write anything.
  package nonisolated var shownName: String { DisplayText.safe(name) }
}
