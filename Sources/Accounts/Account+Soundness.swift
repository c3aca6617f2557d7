internal import MailServers

extension Account {
  /// Whether what a file says can be an account: a person may have edited it.
  var isSound: Bool {
    !name.isEmpty && !directory.isEmpty && !directory.hasPrefix(".") && !directory.contains("/")
      && imap.isSound && (smtp?.isSound ?? true)
      && (signIn?.isSound ?? true)
      && ([address, user] + leftOut + roles.values).allSatisfy { !$0.hasControls }
  }
}
