import MailModel
import SwipeRows
import Texts
import Triage

extension Filing {
  /// What a row says, and what can be done to its messages by dragging it and by its menu: while the mailbox is looked at only, what
  /// changes nothing.
  func content(of item: MailItem) -> SwipeContent {
    var content = SwipeContent(
      label: item.spoken(
        list.names(of: item), by: list.order, now: list.now, in: list.texts.accountName(of: item)))
    guard let mailbox = shown.mailbox, item.canChange else { return content }
    let (session, folder, choice) = (mailbox.session, item.message.id.folder, settings.swipes)
    let roles = session.roles
    // What is done to one of several that are selected is done to all.
    let isOneOfSeveral = list.picks.count > 1 && list.picks.contains(item.id)
    let target = isOneOfSeveral ? Target(list.picked, in: list.picks.rows) : Target(item)
    let mayChange = shown.allowsChanges
    let isThere = { (command: Command) in
      if Command.answers.contains(command) { return !isOneOfSeveral && item.message.isAnswerable }
      return mayChange && command.isKnown(to: session.store)
        && (!command.removesRow || command.entry.isOffered(for: target.group, in: session))
    }
    let actions = { (commands: [Command]) in
      commands.map { $0.adapted(to: folder, roles) }.filter(isThere).map {
        if case .answer(let answer) = $0 { return self.answerAction(answer, for: item) }
        return self.action($0.entry, on: target, in: mailbox)
      }
    }
    // A full swipe does not ask, and does nothing but what it is known to do.
    let side = { (side: SwipeChoice.Side) in
      let offered = choice.offered(on: side)
      let runs =
        offered.first.map {
          let command = $0.adapted(to: folder, roles)
          return !command.entry.asksFirst && isThere(command)
        } ?? false
      return SwipeSide(
        actions(offered), allowsFullSwipe: runs && choice.allowsFullSwipe(on: side))
    }
    content.leading = side(.leading)
    content.trailing = side(.trailing)
    guard mayChange else { return content }
    content.first = [selectAction(for: item.id)]
    let needed = Command.whereNeeded.filter { $0.entry.isOffered(for: target.group, in: session) }
    content.others = actions(needed + choice.offeredWithoutButton)
    if !isOneOfSeveral, !target.group.messages[0].isFile {
      content.others += [sweepAction(for: item), blockAction(for: item)]
    }
    return content
  }

  /// What a row offers: the command for its messages, or for all of which it is one.
  private func action(
    _ entry: CommandEntry, on target: Target, in mailbox: OpenMailbox
  ) -> SwipeAction {
    let group = target.group
    // A toggle struck twice, or chosen after another program was faster, must not undo itself.
    // The answer to a question may make it another.
    var command = entry.resolved(for: group).command
    let title = tr(entry.title(for: group))
    var confirm: (@MainActor () async -> Bool)?
    if let ask = question(before: entry, on: target, in: mailbox) {
      confirm = {
        guard let answer = await ask() else { return false }
        command = answer
        return true
      }
    }
    let outcome = outcome(of: target.rows) { [weak self] answer in
      guard let self else { return answer(.restore) }
      perform(command, on: target, isAnswered: true, inRow: answer)
    }
    return SwipeAction(
      entry.name,
      // Translators: a command and the number of messages that it would be done to.
      title: group.count == 1 ? title : tr("%1$s (%2$s)").filling(title, group.count.grouped),
      icon: entry.icon(for: group), role: entry.color.swipeRole,
      shortcut: entry.resolved(for: group).shortcuts.first {
        settings.usesLetters || !WindowCommand.isLetter($0)
      },
      isEnabled: entry.isOffered(for: group, in: mailbox.session), confirm: confirm,
      perform: outcome)
  }

  /// Answers what a row shows.
  private func answerAction(_ answer: Answer, for item: MailItem) -> SwipeAction {
    let entry = Command.answer(answer).entry
    let keys = WindowCommand.answers.first { $0.name == entry.name }?
      .keys(withLetters: settings.usesLetters)
    return SwipeAction(
      entry.name, title: tr(entry.title), icon: entry.icon, role: entry.color.swipeRole,
      shortcut: keys?.first
    ) { [weak self] in
      self?.tell(.answers(answer, item))
      return .restore
    }
  }

  /// Selects a row, or selects it no more.
  private func selectAction(for id: RowID) -> SwipeAction {
    SwipeAction(
      WindowCommand.select.name,
      title: list.picks.contains(id) ? tr("Deselect") : tr("Select"),
      icon: "object-select-symbolic",
      shortcut: WindowCommand.select.keys(withLetters: settings.usesLetters).first
    ) { [weak list] in
      list?.pick(id)
      return .restore
    }
  }

  /// What a row's menu offers for all mail like its newest message.
  private func sweepAction(for item: MailItem) -> SwipeAction {
    SwipeAction(
      WindowCommand.sweep.name, title: WindowCommand.sweep.title, icon: "edit-select-all-symbolic"
    ) { [weak self] in
      self?.sweep(like: item.message)
      return .restore
    }
  }

  /// What a row's menu offers against the sender of its newest message.
  private func blockAction(for item: MailItem) -> SwipeAction {
    SwipeAction(
      WindowCommand.block.name, title: WindowCommand.block.title,
      icon: "action-unavailable-symbolic"
    ) { [weak self] in
      self?.tell(.blocks(item.message))
      return .restore
    }
  }
}

extension CommandEntry.Color {
  /// The colour of the command's button in a tray.
  var swipeRole: SwipeAction.Role {
    switch self {
    case .accent: .accent
    case .success: .success
    case .warning: .warning
    case .destructive: .destructive
    }
  }
}
