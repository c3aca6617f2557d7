import AppWidgets
import CDunnockAdwaita
import FileSystem
import GtkBridge
import MailModel
import Texts
import Triage

extension MailWindow {
  /// Makes actions of the table of commands, and the keys that work in list and message only; the application has the others.
  func installCommands() {
    for command in WindowCommand.all {
      let run: @MainActor () -> Void = { [weak self] in if let self { command.run(self) } }
      if command.isSwitch {
        frame.actions.addSwitch(command.name, run)
      } else if command.name.contains(":") {
        frame.actions.addChoice(command.name, run)
      } else {
        frame.actions.add(command.name, run)
      }
    }
    frame.actions.add(Self.openRecent) { [weak self] path in
      self?.open(.at(ByteName(escaped: path)))
    }
    for command in WindowCommand.reading { frame.actions.setEnabled(command.name, false) }
    frame.actions.insert(into: window, prefix: WindowCommand.prefix)
    // Around the list, whose rows answer the keys of their own actions first.
    for (place, commands) in [
      (frame.pages, WindowCommand.all), (reader.widget, WindowCommand.all),
      (folders.list.widget, WindowCommand.besideMail), (frame.selection.headerBar, [.back]),
      (frame.selection.foot, [.back]),
    ] {
      guard let keys = gtk_shortcut_controller_new() else { continue }
      gtk_shortcut_controller_set_scope(keys, GTK_SHORTCUT_SCOPE_LOCAL)
      for command in commands {
        for key in command.keys where command.reach == .mail || WindowCommand.isLetter(key) {
          add(key, of: command, to: keys)
        }
      }
      gtk_widget_add_controller(place, keys)
    }
  }

  /// Has single letters be keys, or not: they find what they do by a name of its own.
  func letKeysBeLetters(_ isOn: Bool) {
    if isOn {
      frame.actions.insert(into: window, prefix: Self.letters)
    } else {
      gtk_widget_insert_action_group(window, Self.letters, nil)
    }
  }

  private static let letters = "letters"

  /// Shows which commands can be used now.
  func showAvailability() {
    let holdsMail = mailbox?.holdsFiles == false
    let selected = list.selected?.message
    let group = list.picked
    frame.show(selected: group, rows: list.picks.count) { command in
      guard mayChange, let mailbox else { return false }
      return command.entry.isOffered(for: group, in: mailbox.session)
    }
    // The buttons above a message are for it alone.
    let isPicking = selectedGroup != nil
    let canAnswer = !isPicking && holdsMail && selected?.isAnswerable == true
    frame.show(
      selected, answer: canAnswer ? selected.map(canEdit) == true ? .edit : .reply : nil
    ) { command in
      guard !isPicking, mayChange, let mailbox, let folder = selected?.id.folder ?? shown.folder
      else { return false }
      // Where both have a sense there is room for one.
      if command == .archive, Command.moveToInbox.isOffered(in: folder, of: mailbox.session) {
        return false
      }
      return command.isOffered(in: folder, of: mailbox.session)
    }
    frame.actions.setEnabled(WindowCommand.compose.name, holdsMail)
    frame.actions.setEnabled(WindowCommand.drafts.name, ownComposer != nil)
    frame.actions.setEnabled(
      WindowCommand.outbox.name, ownComposer?.outbox.entries.isEmpty == false)
    frame.actions.setEnabled(WindowCommand.emptyTrash.name, filing.canEmptyTrash)
    for command in [WindowCommand.sweep, .block] {
      frame.actions.setEnabled(command.name, holdsMail)
    }
    for command in WindowCommand.selectingMail { frame.actions.setEnabled(command.name, holdsMail) }
    for order in WindowCommand.orders {
      frame.actions.setEnabled(order.name, mailbox?.holdsFiles != true)
    }
    frame.actions.setEnabled(
      WindowCommand.conversations.name,
      mailbox?.store.abilities.contains(.conversations) != false)
  }

  func showShortcuts() {
    let sections = WindowCommand.sections.map { section in
      (title: section.title, commands: section.commands.filter(isKnown))
    }
    ShortcutsWindow.present(over: window, sections: sections, withLetters: settings.usesLetters)
  }

  /// Whether what is open can do a command at all: a folder of files has no stars.
  private func isKnown(_ command: WindowCommand) -> Bool {
    guard let mailbox else { return true }
    if let change = Command(name: command.name) { return change.isKnown(to: mailbox.store) }
    return !mailbox.holdsFiles
      || !WindowCommand.selectingMail.contains { $0.name == command.name }
  }

  func showPreferences() {
    dialogs.showPreferences {
      PreferencesWindow(
        over: window, settings: settings, accounts: accountPreferences(),
        folders: folderPreferences(), rules: rulePreferences())
    }
  }

  private func rulePreferences() -> RulePreferences? {
    guard let mailbox, !mailbox.holdsFiles else { return nil }
    return RulePreferences(of: mailbox.session) { [folders] in
      folders.list.name(of: $0)
    } undo: { [weak self] step, finish in
      guard let self, mailbox === self.mailbox else { return }
      filing.undo(step: step, then: finish)
    }
  }

  /// Asks whether what comes from the sender of a message is to go to the trash.
  func block(senderOf message: Message) {
    guard let mailbox else { return }
    filing.block(senderOf: message) { [weak self] address in
      guard let self else { return true }
      return await ownAddresses(in: mailbox).contains(address)
        || fetching.accounts.contains { MailAddress($0.address) == address }
    }
  }

  /// Shows the folders or hides them, as the person asks.
  func toggleFolders() { if !folders.toggle() { focusMail() } }

  func showAbout() {
    let about = Widget.about(by: Product.developers, license: GTK_LICENSE_MIT_X11)
    for (property, text) in [
      ("application-name", Product.name), ("application-icon", Product.id),
      ("version", Product.version),
      ("comments", tr("Go through your mail by dragging rows sideways")),
      ("website", Product.website), ("issue-url", Product.issues),
      ("developer-name", Product.developers), ("copyright", "© 2026 " + Product.developers),
      ("translator-credits", translatorCredits),
    ] { about.setProperty(property, text) }
    about.presentDialog(over: window)
  }

  /// Asks for a folder and opens it; nothing changes when none is chosen.
  func chooseMailbox() {
    dialogs.chooseFolder(over: window) { [weak self] path in
      guard let path else {
        self?.notices.pass(tr("Only folders on this computer can be opened."))
        return
      }
      self?.open(.folder(path))
    }
  }

  /// Empty unless the translation names its translators.
  private var translatorCredits: String {
    let credits = tr("translator-credits")
    return credits == "translator-credits" ? "" : credits
  }

  private func add(_ key: String, of command: WindowCommand, to controller: OpaquePointer) {
    controller.addShortcut(
      key, WindowCommand.isLetter(key) ? "\(Self.letters).\(command.name)" : command.action)
  }
}
