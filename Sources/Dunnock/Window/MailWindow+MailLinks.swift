import AppWidgets
import CDunnockAdwaita
import GtkBridge
import Texts
import Triage

extension MailWindow {
  /// Begins the mail that a link asks for from outside the program; nowhere but here, for the desktop sends such links here.
  func write(to link: String) {
    Task.immediate { [weak self, waysOut, window] in
      let draft = Draft(mailto: link, showingSecretCopies: true)
      let origin = DraftOrigin(mailto: link)
      if let draft, await waysOut.composer.composeHere(draft, of: origin, over: window) { return }
      guard let self, !waysOut.isGone else { return }
      present()
      if draft == nil { return notices.pass(tr("This email link cannot be read.")) }
      // A notice would go when the mailbox is there that is being opened.
      let isWanted = await dialogs.ask { (answered: @escaping @MainActor (Bool?) -> Void) in
        window.ask(
          tr("No Account to Send From"), tr("Add an account to send mail."),
          [
            .init("cancel", tr("Cancel")),
            .init("add", tr("Add Account"), ADW_RESPONSE_SUGGESTED),
          ], enter: "add"
        ) { answered($0 == "add") }
      }
      if isWanted == true, !waysOut.isGone { addAccount() }
    }
  }
}
