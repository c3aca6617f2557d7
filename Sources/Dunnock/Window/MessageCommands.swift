import CDunnockAdwaita
import GtkBridge
import MailModel
import MailReading
import Texts
import Triage

/// The buttons for the message on show: above it, or those used most at its foot, where thumbs are, when it has the window to itself.
final class MessageCommands {
  /// The bar at the foot; hidden while the buttons are above.
  var foot: Widget { footCommands.widget }

  private let footCommands = FootCommands()
  /// In place of a title, which would take room though it says nothing: what stands there gets its room first.
  private let changeBox: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
  private let answerBox: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
  private let answers = WindowCommand.answers.map { Widget.iconButton($0) }
  /// With what holds the button: of what gives way the holder goes too, or it would leave a gap.
  private let changes = WindowCommand.aboveMessage.map { command in
    let button = Widget.iconButton(.changing(command.entry))
    return (
      command: command, button: button,
      part: WindowCommand.givingWay.contains(command) ? MessageCommands.givingWay(button) : button
    )
  }

  /// - Parameter headerBar: The AdwHeaderBar above the message.
  init(above headerBar: Widget) {
    let middle: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    gtk_widget_set_hexpand(middle, 1)
    adw_header_bar_set_title_widget(headerBar.opaque, middle)
    gtk_widget_set_hexpand(changeBox, 1)
    gtk_widget_set_halign(changeBox, GTK_ALIGN_END)
    gtk_box_append(middle.cast(), changeBox)
    adw_header_bar_pack_start(headerBar.opaque, answerBox)
    for button in answers.dropLast() { gtk_box_append(answerBox.cast(), button) }
    if let last = answers.last { gtk_box_append(answerBox.cast(), Self.givingWay(last)) }
    for change in changes.reversed() { gtk_box_append(changeBox.cast(), change.part) }
    for box in [answerBox, changeBox] {
      for part in box.children { gtk_widget_set_visible(part, 0) }
    }
  }

  /// A button that is there only where it has room, so that the window can be as narrow as without it; the menu has its command too.
  ///
  /// Were a message with all its buttons above it wider than with them at its foot, the window would fold and unfold for ever.
  private static func givingWay(_ button: Widget) -> Widget {
    let squeezer: Widget = adw_squeezer_new()
    adw_squeezer_set_allow_none(squeezer.opaque, 1)
    adw_squeezer_set_homogeneous(squeezer.opaque, 0)
    // What a finger finds of the button is larger.
    gtk_widget_set_overflow(squeezer, GTK_OVERFLOW_VISIBLE)
    adw_squeezer_add(squeezer.opaque, button)
    return squeezer
  }

  /// Shows the buttons where they belong.
  func place(atFoot: Bool) {
    for box in [answerBox, changeBox] { gtk_widget_set_visible(box, (!atFoot).gboolean) }
    gtk_widget_set_visible(foot, atFoot.gboolean)
  }

  /// The commands whose buttons are on show.
  var offered: [Command] {
    changes.filter { gtk_widget_get_visible($0.part) != 0 }.map(\.command)
  }

  /// Shows which commands can be used on the message on show.
  ///
  /// - Parameter answer: What its first button to answer does; nil where it cannot be answered.
  func show(
    _ shown: Message?, in actions: ActionGroup, answer: WindowCommand?,
    isOffered: (Command) -> Bool
  ) {
    for (command, button, part) in changes {
      actions.setEnabled(command.entry.name, shown != nil)
      gtk_widget_set_visible(part, isOffered(command).gboolean)
      guard command == .moveToInbox, let shown else { continue }
      gtk_widget_set_tooltip_text(button, tr(command.entry.title(for: shown)))
      button.setSpokenLabel(tr(command.entry.title(for: shown)))
    }
    for command in WindowCommand.answers { actions.setEnabled(command.name, answer != nil) }
    for part in answerBox.children { gtk_widget_set_visible(part, (answer != nil).gboolean) }
    if let answer { answers.first?.showIcon(of: answer) }
    footCommands.show(shown, answer: answer, isOffered: isOffered)
  }
}

extension Widget {
  /// A button for a command, of its icon alone.
  static func iconButton(_ command: WindowCommand) -> Widget {
    let button: Widget = gtk_button_new()
    button.showIcon(of: command)
    gtk_actionable_set_action_name(button.opaque, command.action)
    // The keys stay those of the list or the message.
    gtk_widget_set_focus_on_click(button, 0)
    return button
  }

  fileprivate func showIcon(of command: WindowCommand) {
    gtk_button_set_icon_name(cast(), command.icon)
    gtk_widget_set_tooltip_text(self, command.title)
    setSpokenLabel(command.title)
  }
}
