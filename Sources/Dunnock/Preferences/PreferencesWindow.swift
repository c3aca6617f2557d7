import AppWidgets
import CDunnockAdwaita
import GtkBridge
import Texts
import Triage

/// The dialog in which a person chooses what swiping and reading do and what folders are for; every choice counts at once.
///
/// The dialog keeps this object alive.
final class PreferencesWindow {
  let dialog: Dialog
  private let settings: Settings
  private let accounts: AccountPreferences
  private(set) var folders: [FolderPreferences]
  private let accountPage: Widget = adw_preferences_page_new()
  private let rules: RulePreferences?
  private let tryRow: TryRow
  private let addresses: OwnAddressPreferences
  private let sending: SendingPreferences
  private let links: EmailLinkPreferences
  private let newMail: NewMailPreferences
  private let reading: ReadingPreferences
  private let pictures: PictureSenderPreferences
  private let sides: [SidePreferences]
  private let sensitivity: Widget = adw_combo_row_new()
  private let trial = PreferencesWindow.group(
    tr("Try It"), tr("Drag the row to try your choices below. No message is changed."))

  /// A dialog over a window, not yet on screen.
  ///
  /// - Parameters:
  ///   - folders: The parts about the folders of each account of what is open there.
  ///   - rules: The part about what is done to what comes there.
  init(
    over parent: Widget, settings: Settings, accounts: AccountPreferences,
    folders: [FolderPreferences] = [], rules: RulePreferences? = nil
  ) {
    self.accounts = accounts
    self.rules = rules
    self.folders = folders
    dialog = Dialog(pagesTitled: tr("Preferences"), over: parent, width: 560, height: 640)
    self.settings = settings
    addresses = OwnAddressPreferences(settings)
    sending = SendingPreferences(settings)
    links = EmailLinkPreferences(settings)
    newMail = NewMailPreferences(settings)
    tryRow = TryRow(settings.swipes)
    reading = ReadingPreferences(settings)
    pictures = PictureSenderPreferences(settings)
    sides = SwipeChoice.Side.allCases.map {
      SidePreferences($0, isRightToLeft: parent.isRightToLeft)
    }
    layOut()
    tryRow.onTry { [weak self] title in
      let text = tr("“%1$s” was only tried. Nothing is changed.").filling(title)
      guard let self else { return }
      trial.setGroupDescription(text)
      dialog.widget.announce(text)
    }
    for side in sides {
      side.onChoice { [weak self] change in
        if let settings = self?.settings { change(&settings.swipes) }
      }
    }
    Hosted.install(self, in: dialog.widget, key: "dunnock-preferences")
  }

  /// Puts the dialog on screen, in front of the others.
  func present() {
    show(settings.swipes)
    rules?.show()
    dialog.present()
  }

  /// Closes the dialog.
  func close() { dialog.close() }

  /// Shows other parts about the folders of accounts: an account or its folders have come or gone.
  func show(_ folders: [FolderPreferences]) {
    for part in self.folders { adw_preferences_page_remove(accountPage.cast(), part.widget.cast()) }
    self.folders = folders
    for part in folders { adw_preferences_page_add(accountPage.cast(), part.widget.cast()) }
  }

  /// Shows what is chosen of reading and of keys.
  func showReading() { reading.show() }

  /// Shows a choice, and lets it be tried.
  func show(_ choice: SwipeChoice) {
    tryRow.show(choice)
    for side in sides { side.show(choice) }
    let steps = SwipeChoice.Sensitivity.allCases
    adw_combo_row_set_selected(
      sensitivity.cast(), guint(steps.firstIndex(of: choice.sensitivity) ?? 0))
    sensitivity.setRowSubtitle(choice.sensitivity.explanation)
  }

  private func layOut() {
    adw_preferences_group_add(trial.cast(), tryRow.widget)
    let feel = Self.group(tr("Swiping"))
    sensitivity.setRowTitle(tr("Swipe Sensitivity"))
    sensitivity.setChoices(SwipeChoice.Sensitivity.allCases.map(\.title))
    sensitivity.onSelect { [settings] in
      settings.swipes.sensitivity = SwipeChoice.Sensitivity.allCases[$0]
    }
    adw_preferences_group_add(feel.cast(), sensitivity)
    add(tr("Rows"), icon: "view-list-symbolic", [trial] + sides.map(\.widget) + [feel])
    add(tr("Reading"), icon: "dnk-read-symbolic", reading.widgets + [pictures.widget])
    add(
      tr("New Mail"), icon: "dnk-unread-symbolic",
      [newMail.widget] + (rules.map { [$0.widget] } ?? []))
    add(
      tr("Accounts"), icon: "avatar-default-symbolic",
      accounts.widgets + [addresses.widget, sending.widget, links.widget]
        + folders.map(\.widget), to: accountPage)
  }

  /// Adds a page of these groups.
  private func add(
    _ title: String, icon: String, _ groups: [Widget], to page: Widget = adw_preferences_page_new()
  ) {
    adw_preferences_page_set_title(page.cast(), title)
    adw_preferences_page_set_icon_name(page.cast(), icon)
    for group in groups { adw_preferences_page_add(page.cast(), group.cast()) }
    dialog.add(page)
  }

  private static func group(_ title: String, _ description: String? = nil) -> Widget {
    let group: Widget = adw_preferences_group_new()
    group.setGroupTitle(title)
    group.setGroupDescription(description)
    return group
  }
}

extension SwipeChoice.Sensitivity {
  /// What the person chooses by.
  var title: String {
    switch self {
    case .low: tr("Low")
    case .normal: tr("Normal")
    case .high: tr("High")
    }
  }

  /// What it means to the hand.
  var explanation: String {
    switch self {
    case .low: tr("Rows open when most of their buttons are visible.")
    case .normal: tr("Rows open when half of their buttons are visible, or with a flick.")
    case .high: tr("Rows open with a short drag or a light flick.")
    }
  }
}
