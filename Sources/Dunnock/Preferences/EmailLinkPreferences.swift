import AppWidgets
import CDunnockAdwaita
import GtkBridge
import Texts

/// The part of the preferences by which the desktop has email links begin a mail here.
final class EmailLinkPreferences {
  /// An AdwPreferencesGroup; hidden where the desktop cannot be told.
  let widget: Widget = adw_preferences_group_new()

  private let settings: Settings
  private let isOn: Widget = gtk_switch_new()
  /// Whether the switch follows the desktop.
  private var isShowing = false
  /// What was asked of the desktop last.
  private var asking: Task<Void, Never>?

  init(_ settings: Settings) {
    self.settings = settings
    adw_preferences_group_add(
      widget.cast(),
      Widget.switchRow(
        tr("Open Email Links"), isOn,
        subtitle: tr("Email links in web pages and other apps open in Dunnock.")))
    gtk_widget_set_visible(widget, 0)
    isOn.onSwitch { [weak self] isOn in
      guard let self, !isShowing else { return }
      ask { [settings] in await Self.choose(isOn, settings) }
    }
    ask {}
  }

  /// Asks the desktop for something, once it has answered all before, and shows what it says then.
  private func ask(_ body: @escaping () async -> Void) {
    asking = Task { [weak self, asking] in
      await asking?.value
      await body()
      let canChoose = await Desktop.canChoose(Product.desktopFile)
      let program = await Desktop.program(for: Self.scheme)
      guard let self else { return }
      isShowing = true
      gtk_widget_set_visible(widget, canChoose.gboolean)
      gtk_switch_set_active(isOn.opaque, (program == Product.desktopFile).gboolean)
      isShowing = false
    }
  }

  /// Takes the links, or gives them back to whom they went before.
  private static func choose(_ isOn: Bool, _ settings: Settings) async {
    let program = await Desktop.program(for: scheme)
    guard (program == Product.desktopFile) != isOn else { return }
    if isOn { settings[Settings.mailLinksBefore] = program ?? "" }
    await Desktop.choose(
      isOn ? Product.desktopFile : settings[Settings.mailLinksBefore], for: scheme)
  }

  private static let scheme = "mailto"
}
