import AppWidgets
import CDunnockAdwaita
import GtkBridge
import Texts

/// What stands in the window or page around a mail that is written: the header bar and what is wrong.
final class ComposerFrame {
  /// What something is wrong with, or to be known of.
  enum Topic: CaseIterable { case recipients, account, sending, draft, text }

  /// A GtkBox of all.
  let widget: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  /// A GtkBox of all below the header bar.
  let content: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  let send: Widget = gtk_button_new_with_label(tr("Send"))
  let cancel: Widget
  private let window: Widget
  private let isPage: Bool
  private let title: Widget = adw_window_title_new("", "")
  private let spinner = Widget.spinner()
  private let problem: Widget = gtk_label_new(nil)
  private var problems: [Topic: String] = [:]
  /// What had the focus when something began that is waited for.
  private var focused: Ref?

  /// - Parameter isPage: Whether it is one of several pages of the window.
  init(
    in window: Widget, isPage: Bool, fields: Widget, text: Widget, attachments: Widget
  ) {
    (self.window, self.isPage) = (window, isPage)
    cancel =
      isPage
      ? gtk_button_new_from_icon_name("go-previous-symbolic")
      : gtk_button_new_with_label(tr("Close"))
    widget.addClasses("composer")
    let bar: Widget = adw_header_bar_new()
    adw_header_bar_set_title_widget(bar.opaque, title)
    // A narrow window has no room beside the title that it would not use.
    adw_header_bar_set_centering_policy(bar.opaque, ADW_CENTERING_POLICY_LOOSE)
    adw_header_bar_set_show_end_title_buttons(bar.opaque, 0)
    adw_header_bar_set_show_start_title_buttons(bar.opaque, 0)
    gtk_actionable_set_action_name(cancel.opaque, Self.action("close"))
    gtk_widget_set_tooltip_text(cancel, tr("Close and Keep Draft"))
    if isPage { cancel.setSpokenLabel(tr("Close and Keep Draft")) }
    gtk_actionable_set_action_name(send.opaque, Self.action("send"))
    send.addClasses("suggested-action")
    gtk_widget_set_tooltip_text(send, tr("Send (Ctrl+Enter)"))
    let attach: Widget = gtk_button_new_from_icon_name("dnk-attachment-symbolic")
    gtk_actionable_set_action_name(attach.opaque, Self.action("attach"))
    gtk_widget_set_tooltip_text(attach, tr("Attach Files (Shift+Ctrl+A)"))
    attach.setSpokenLabel(tr("Attach Files"))
    let menu: Widget = gtk_menu_button_new()
    gtk_menu_button_set_icon_name(menu.opaque, "view-more-symbolic")
    gtk_menu_button_set_primary(menu.opaque, 1)
    gtk_widget_set_tooltip_text(menu, tr("More"))
    menu.setSpokenLabel(tr("More"))
    menu.setMenu(
      .menu(of: [
        [
          MenuEntry(tr("Attach Files…"), Self.action("attach"), key: "<Control><Shift>a"),
          MenuEntry(tr("Discard Draft"), Self.action("discard"), key: "<Control><Shift>d"),
        ]
      ]))
    adw_header_bar_pack_start(bar.opaque, cancel)
    adw_header_bar_pack_start(bar.opaque, attach)
    for part in [send, menu, spinner] { adw_header_bar_pack_end(bar.opaque, part) }
    spinner.spin(false)
    problem.addClasses("account-problem")
    gtk_label_set_wrap(problem.opaque, 1)
    gtk_label_set_wrap_mode(problem.opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_xalign(problem.opaque, 0)
    gtk_widget_set_visible(problem, 0)
    content.addClasses("view")
    gtk_widget_set_vexpand(content, 1)
    for part in [fields, problem, text, attachments] { gtk_box_append(content.cast(), part) }
    for part in [bar, content] { gtk_box_append(widget.cast(), part) }
  }

  /// Has the window or page be called by the subject of the mail.
  func show(subject: String) {
    let name = subject.isEmpty ? tr("New Message") : subject
    if !isPage { gtk_window_set_title(window.cast(), name) }
    adw_window_title_set_title(title.opaque, name)
  }

  /// Says what is wrong with one thing; nil: nothing.
  func say(_ sentence: String?, about topic: Topic) {
    guard problems[topic] != sentence else { return }
    problems[topic] = sentence
    gtk_label_set_label(problem.opaque, said)
    problem.setClass("note", problems.keys.allSatisfy { $0 == .recipients })
    gtk_widget_set_visible(problem, (!problems.isEmpty).gboolean)
    if let sentence { window.announce(sentence) }
  }

  /// All that is said to be wrong, a line for each.
  var said: String { Topic.allCases.compactMap { problems[$0] }.joined(separator: "\n") }

  /// Has nothing be changed while the mail is on its way.
  func setBusy(_ isBusy: Bool) {
    if isBusy {
      focused = gtk_window_get_focus(window.cast()).map { .retaining(none: $0) }
      // What cannot be used has no focus, and a text warns of losing it in any other way.
      gtk_widget_grab_focus(cancel)
    }
    gtk_widget_set_sensitive(content, (!isBusy).gboolean)
    spinner.spin(isBusy)
    widget.setBusy(isBusy)
    guard !isBusy else { return }
    if let focus = focused?.raw.assumingMemoryBound(to: GtkWidget.self) {
      gtk_widget_grab_focus(focus)
    }
    focused = nil
  }

  /// What the names of the window's actions begin with.
  static let prefix = "compose"

  static func action(_ name: String) -> String { prefix + "." + name }
}
