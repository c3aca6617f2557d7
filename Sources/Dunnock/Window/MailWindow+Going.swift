import GtkBridge
import MailModel
import Texts
import Triage

extension MailWindow {
  /// Goes to the folder with a role in the account on show, or says that there is none.
  func go(to role: Role) {
    guard let roles = mailbox?.session.roles else { return }
    let here = shown.folder ?? list.target?.message.id.folder ?? .inbox
    let folder = roles.folder(role, for: here) ?? (role == .inbox ? roles.inboxes.first : nil)
    go(to: folder.map { .folder($0) }, called: role.title)
  }

  /// Goes to the starred messages of all folders, where these are listed.
  func goToStarred() { go(to: .allStarred, called: tr("All Starred")) }

  private func go(to source: Source?, called name: String) {
    guard mailbox != nil else { return }
    guard let source, folders.list.offers(source) else {
      return notices.pass(tr("This mailbox has no folder “%1$s”.").filling(name))
    }
    folders.yieldFocus()
    open(source)
    showList()
  }
}
