public import MailModel

/// Why mail could not be brought up to date. Nothing is lost by any of them.
public enum SyncProblem: ExplainedError, Codable, Hashable {
  /// mbsync is not installed, or older than can be used; the version is in the text.
  case noProgram
  case oldProgram(String)
  /// What is known of the account cannot be: a person may have edited it. Its name is in the text.
  case unsound(String)
  /// No way to the server at the moment; the host is in the text.
  case offline(String)
  /// The server did not take the name or the password.
  case wrongPassword
  /// Who signs in for the person could not.
  case signIn(SignIn.Problem)
  /// The store of passwords has none for the account, or is locked, which cannot be told apart.
  case noPassword
  /// The store of passwords cannot be asked.
  case keyring(Passwords.Problem)
  /// Nobody vouches for the server, or its certificate has changed or is out of date.
  case certificate(String)
  /// The server offers no encryption.
  case noEncryption
  /// mbsync could not start the program that connects it with the server, which is in the text.
  case noTunnel(String)
  /// AppArmor keeps mbsync from what it has to do; the rules that allow it are in the text.
  case forbidden(String)
  /// Another program synchronises the same folder.
  case locked
  case diskFull
  /// The server has no room left.
  case quota
  /// The server did not take a message, and did not say why.
  case refused
  /// The server has numbered a folder anew, in a way that cannot be told from another folder; its
  /// name is in the text.
  case renumbered(String)
  /// The server was restored from a backup, so that UIDs of a folder may stand for other messages; its name is in the text.
  case restored(String)
  /// The program said nothing for too long and was ended.
  case hanging
  /// The server lists more folders than a mailbox can have; the host is in the text.
  case tooManyFolders(String)
  /// The server sent more data than a mailbox can need; the host is in the text.
  case tooMuchData(String)
  /// Mail is gone from its place, and what was done to it cannot be asked at the moment.
  case noRecord
  /// It was asked to end.
  case cancelled
  /// Anything else, in the program's own last words.
  case other(String)

  public var sentence: Sentence {
    switch self {
    case .noProgram:
      Sentence(msgid("Mail cannot be fetched because mbsync is missing. Install isync."))
    case .oldProgram(let version):
      Sentence(
        msgid(
          "Mail cannot be fetched because isync %1$s is too old. Install version 1.4.4 or newer."),
        version)
    case .unsound(let name):
      Sentence(
        msgid("The settings of “%1$s” cannot be used. Remove the account and add it again."), name)
    case .offline(let host):
      Sentence(msgid("%1$s cannot be reached. Check your network connection."), host)
    case .wrongPassword:
      Sentence(msgid("The server did not accept the password. Enter it again in Preferences."))
    case .signIn(let problem): problem.sentence
    case .noPassword:
      Sentence(
        msgid(
          "The password cannot be read. Unlock your keyring, or enter the password again in Preferences."
        ))
    case .keyring(let problem): problem.sentence
    case .certificate(let host):
      Sentence(
        msgid(
          "The certificate of %1$s is not trusted. Nothing was sent. Ask the people who run the server."
        ), host)
    case .noEncryption: AccountCheck.Problem.noEncryption.sentence
    case .noTunnel(let program):
      Sentence(
        msgid("mbsync cannot start %1$s, which connects it to the server. Install Dunnock again."),
        program)
    case .forbidden(let rules):
      Sentence(
        msgid(
          "AppArmor prevents mbsync from fetching mail. Add these rules to /etc/apparmor.d/local/mbsync, and load them with “sudo apparmor_parser -r /etc/apparmor.d/mbsync”: %1$s"
        ), rules)
    case .locked:
      Sentence(msgid("Another program is syncing these messages. Dunnock will try again."))
    case .diskFull: Sentence(msgid("The disk is full. Free up some space, and fetching continues."))
    case .quota:
      Sentence(
        msgid(
          "The mailbox on the server is full. Empty the trash, and delete more messages if needed; syncing then continues."
        ))
    case .refused:
      Sentence(
        msgid(
          "The server did not accept all messages, and may be full. Dunnock will try again."))
    case .renumbered(let folder):
      Sentence(msgid("The server has replaced the folder “%1$s”. It is no longer synced."))
        .with(folder: folder.shownFolder)
    case .restored(let folder):
      Sentence(
        msgid("The server restored “%1$s” from a backup. Dunnock will compare its messages.")
      ).with(folder: folder.shownFolder)
    case .hanging: Sentence(msgid("The server stopped responding. Dunnock will try again."))
    case .tooManyFolders(let host):
      Sentence(
        msgid(
          "%1$s lists more folders than Dunnock can sync. Ask the people who run the server to show fewer folders."
        ), host)
    case .tooMuchData(let host):
      Sentence(
        msgid(
          "%1$s sent more data than a mailbox can need, and was disconnected. Ask the people who run the server."
        ), host)
    case .noRecord:
      Sentence(msgid("The history of changes cannot be read. Dunnock will try again."))
    case .cancelled: Sentence(msgid("Fetching mail was stopped."))
    case .other(let words): Sentence(msgid("Mail could not be fetched: %1$s"), words)
    }
  }
}
