import AppWidgets
import CDunnockGtk
import GtkBridge
import MailModel
import Texts
import Triage

/// The bar at the foot of a message: what is done with it most, by name, and a menu of the rest.
final class FootCommands {
  /// A GtkBox.
  let widget: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)

  /// One of them has its button, or none.
  private let answers = [WindowCommand.reply, .edit].map {
    (title: $0.title, button: Widget.namedButton($0))
  }
  /// Of each group the first that makes sense has its button.
  private let groups: [[(command: Command, button: Widget)]] = [
    [.archive, .moveToInbox, .notJunk], [.trash, .delete],
  ].map { group in group.map { ($0, .namedButton(.changing($0.entry))) } }
  private let more: Widget = gtk_menu_button_new()
  /// What the menu has, section by section.
  private var rest: [[MenuEntry]] = []

  init() {
    widget.addClasses("toolbar", "message-foot")
    gtk_box_set_homogeneous(widget.cast(), 1)
    gtk_widget_set_visible(widget, 0)
    gtk_menu_button_set_child(
      more.opaque, Widget.iconAbove("view-more-symbolic", tr("More")))
    gtk_menu_button_set_direction(more.opaque, GTK_ARROW_UP)
    more.addClasses("flat")
    more.setSpokenLabel(tr("More"))
    gtk_widget_set_focus_on_click(more, 0)
    more.onPopup { [weak self] in self?.more.setMenu(.menu(of: self?.rest ?? [])) }
    for part in answers.map(\.button) + groups.joined().map(\.button) + [more] {
      gtk_widget_set_visible(part, 0)
      gtk_box_append(widget.cast(), part)
    }
  }

  /// Shows which commands can be used on the message on show.
  ///
  /// - Parameter answer: What its first button to answer does; nil where it cannot be answered.
  func show(_ shown: Message?, answer: WindowCommand?, isOffered: (Command) -> Bool) {
    for (title, button) in answers {
      gtk_widget_set_visible(button, (title == answer?.title).gboolean)
    }
    var named: Set<Command> = []
    for group in groups {
      let first = group.first { isOffered($0.command) }?.command
      for (command, button) in group {
        gtk_widget_set_visible(button, (command == first).gboolean)
      }
      if let first { named.insert(first) }
    }
    let others = WindowCommand.inFootMenu.filter { !named.contains($0) && isOffered($0) }
    rest = [
      answer != nil
        ? [WindowCommand.replyAll, .forward].map { MenuEntry($0.title, $0.action) } : [],
      others.map { command in
        let title = shown.map { command.entry.title(for: $0) } ?? command.entry.title
        return MenuEntry(tr(title), WindowCommand.changing(command.entry).action)
      },
    ].filter { !$0.isEmpty }
    gtk_widget_set_visible(more, (!rest.isEmpty).gboolean)
  }
}

extension Widget {
  /// A button for a command, of its icon and its name.
  fileprivate static func namedButton(_ command: WindowCommand) -> Widget {
    let button: Widget = gtk_button_new()
    button.addClasses("flat")
    gtk_button_set_child(button.cast(), iconAbove(command.icon, command.title))
    gtk_widget_set_tooltip_text(button, command.title)
    button.setSpokenLabel(command.title)
    gtk_actionable_set_action_name(button.opaque, command.action)
    // The keys stay those of the list or the message.
    gtk_widget_set_focus_on_click(button, 0)
    return button
  }

  /// An icon above its name, which screen readers take from what holds it.
  fileprivate static func iconAbove(_ icon: String?, _ name: String) -> Widget {
    let content: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)
    gtk_widget_set_valign(content, GTK_ALIGN_CENTER)
    let image = silentImage()
    gtk_image_set_from_icon_name(image.opaque, icon)
    let label = silentLabel()
    gtk_label_set_text(label.opaque, name)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    label.addClasses("name")
    for part in [image, label] { gtk_box_append(content.cast(), part) }
    return content
  }
}
