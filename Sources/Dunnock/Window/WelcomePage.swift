import AppWidgets
import CDunnockAdwaita
import GtkBridge
import Texts
import Triage

/// What the window shows before any mail was ever open in it: the ways to begin, and a row to try.
///
/// Its widget keeps this object.
final class WelcomePage {
  /// A GtkBox with a header bar of its own.
  let widget: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)

  private let row: TryRow
  private let hint: Widget = gtk_label_new(nil)

  /// - Parameter ways: What each is called, what it means, its icon, and what it does; the first is suggested.
  init(
    _ swipes: SwipeChoice,
    ways: [(title: String, meaning: String, icon: String, take: @MainActor () -> Void)]
  ) {
    row = TryRow(swipes)
    let bar: Widget = adw_header_bar_new()
    bar.addClasses("flat")
    adw_header_bar_set_title_widget(bar.opaque, adw_window_title_new("", ""))
    let page = statusPage(
      icon: Product.id, title: tr("Welcome to %1$s").filling(Product.name),
      description: tr("Go through your mail by dragging rows sideways."))
    page.addClasses("compact")
    let list: Widget = gtk_list_box_new()
    list.addClasses("boxed-list")
    list.setSpokenLabel(tr("Get Started"))
    gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
    for way in ways {
      let row = Widget.activatableRow(way.title, way.take)
      row.setRowSubtitle(way.meaning)
      let image = Widget.silentImage()
      gtk_image_set_from_icon_name(image.opaque, way.icon)
      adw_action_row_add_prefix(row.cast(), image)
      gtk_list_box_append(list.opaque, row)
    }
    gtk_label_set_wrap(hint.opaque, 1)
    gtk_label_set_justify(hint.opaque, GTK_JUSTIFY_CENTER)
    hint.addClasses("dim-label")
    gtk_label_set_text(hint.opaque, tr("Shift and an arrow key do the same."))
    let column: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 18)
    for part in [list, row.widget, hint] { gtk_box_append(column.cast(), part) }
    let clamp: Widget = adw_clamp_new()
    adw_clamp_set_maximum_size(clamp.opaque, 480)
    adw_clamp_set_child(clamp.opaque, column)
    adw_status_page_set_child(page.opaque, clamp)
    for part in [bar, page] { gtk_box_append(widget.cast(), part) }
    row.show(swipes)
    row.onTry { [weak self] title in
      guard let self else { return }
      let text = tr("“%1$s” was only tried. Nothing is changed.").filling(title)
      gtk_label_set_text(hint.opaque, text)
      hint.announce(text)
    }
    Hosted.install(self, in: UnsafeMutableRawPointer(widget), key: "dunnock-welcome")
  }
}

extension MailWindow {
  /// Offers the ways to begin, until something is opened.
  func welcome() {
    let page = WelcomePage(
      settings.swipes,
      ways: [
        (
          tr("Add an Account…"), tr("Mail from your provider, also kept on this computer."),
          "avatar-default-symbolic", { [weak self] in self?.addAccount() }
        ),
        (
          tr("Open a Mailbox…"), tr("A Maildir, or any folder of files."),
          "document-open-symbolic", { [weak self] in self?.chooseMailbox() }
        ),
        (
          tr("Try the Sample"), tr("Invented messages to try everything with."),
          "dnk-inbox-symbolic", { [weak self] in self?.open(.sample) }
        ),
      ])
    frame.cover(with: page.widget)
    frame.presentIfAwaited()
  }
}
