import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailModel
import MailText
import Texts
import Triage

/// What the program remembers between runs; for this run only where its settings schema is not installed.
final class Settings {
  /// What can become another while windows are open.
  enum Change {
    case swipes, order, conversations, textScale, recent, reading, letters, rows, pictures
  }

  private var tell: (Change) -> Void = { _ in }
  private let stored: Ref?
  /// What is remembered, by its key, as far as it was asked for, set or told of.
  private var known: [String: AnyHashable] = [:]
  private var allowedThisRun: Set<String> = []
  /// Whether several settings become others at once.
  private var isChanging = false
  /// What servers say that folders are for, by mailbox.
  private(set) var serverRoles: [String: FolderRoles.Choice] = [:]

  /// The settings of the schema found in one of the folders or in the system's own.
  convenience init(schemaFolders: [String] = Places.schemaFolders) {
    self.init(schema: Self.schema(in: schemaFolders))
  }

  /// The settings of a schema, of which it takes over the reference.
  init(schema: OpaquePointer?) {
    stored = schema.flatMap { schema in
      defer { g_settings_schema_unref(schema) }
      return g_settings_new_full(schema, nil, nil).map {
        Ref.adopting(full: UnsafeMutableRawPointer($0))
      }
    }
    guard let stored else { return }
    Signal.connect(stored.raw, "changed") { [weak self] (key: UnsafeMutableRawPointer?) in
      if let key { self?.load(String(cString: key.assumingMemoryBound(to: CChar.self))) }
    }
  }

  /// - Parameter tell: Called when something is another, whoever changed it.
  func onChange(_ tell: @escaping (Change) -> Void) { self.tell = tell }

  /// What a setting is; setting it stores it.
  subscript<Value>(setting: Setting<Value>) -> Value {
    get {
      if known[setting.key] == nil, let settings {
        known[setting.key] = setting.stored(in: settings)
      }
      return known[setting.key]?.base as? Value ?? setting.standard
    }
    set {
      guard newValue != self[setting] else { return }
      known[setting.key] = newValue
      if let settings { g_settings_set_value(settings, setting.key, newValue.variant) }
      if let change = setting.change, !isChanging { tell(change) }
    }
  }

  /// Takes what a setting has become, be it that it was stored here.
  private func load(_ key: String) {
    guard let settings, let setting = Self.all.first(where: { $0.key == key }) else { return }
    let value = setting.stored(in: settings)
    guard value != known[key] else { return }
    known[key] = value
    if let change = setting.change { tell(change) }
  }

  /// Sets several settings, one after the other, and tells of it when what is stored makes sense.
  private func tellingOnce(of change: Change, _ perform: () -> Void) {
    isChanging = true
    perform()
    isChanging = false
    tell(change)
  }

  /// Has servers say this of a mailbox, in this run.
  func use(serverRoles roles: FolderRoles.Choice, of mailbox: String) {
    serverRoles[mailbox] = roles
  }

  /// Which buttons rows have, and how readily they open.
  var swipes: SwipeChoice {
    get {
      let names = Self.sides.map { self[$0.actions] }
      var choice = SwipeChoice(leading: names[0], trailing: names[1])
      for side in Self.sides {
        choice[side.side].isOn = self[side.isOn]
        choice[side.side].isLong = self[side.isLong]
      }
      choice.sensitivity = self[Self.sensitivity]
      return choice
    }
    set {
      guard newValue != swipes else { return }
      tellingOnce(of: .swipes) {
        for side in Self.sides {
          self[side.actions] = newValue[side.side].commands.map(\.entry.name)
          self[side.isOn] = newValue[side.side].isOn
          self[side.isLong] = newValue[side.side].isLong
        }
        self[Self.sensitivity] = newValue.sensitivity
      }
    }
  }

  /// What the list is ordered by.
  var order: MessageOrder {
    get { self[Self.order] }
    set { self[Self.order] = newValue }
  }

  /// Whether messages that belong together share a row.
  var gathersConversations: Bool {
    get { self[Self.conversations] }
    set { self[Self.conversations] = newValue }
  }

  /// How the rows of the list look.
  var rowLook: RowLook {
    get { RowLook(hasFaces: self[Self.faces], density: self[Self.density]) }
    set {
      guard newValue != rowLook else { return }
      tellingOnce(of: .rows) {
        self[Self.faces] = newValue.hasFaces
        self[Self.density] = newValue.density
      }
    }
  }

  /// How large the text of messages is, in per cent of the size that the desktop has: 50 to 300.
  var textScale: Int {
    get { self[Self.textScale] }
    set { self[Self.textScale] = min(max(newValue, Self.textScales[0]), 300) }
  }

  /// What text can be zoomed to, in per cent.
  static let textScales = [50, 67, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300]

  /// When messages are marked as read that nobody marks.
  var reading: ReadMarking {
    get { ReadMarking(whenRead: self[Self.whenRead], whenFiled: self[Self.whenFiled]) }
    set {
      guard newValue != reading else { return }
      tellingOnce(of: .reading) {
        self[Self.whenRead] = newValue.whenRead
        self[Self.whenFiled] = newValue.whenFiled
      }
    }
  }

  /// How the text of mail by a sender is read, by the address; the usual way for who sent from none.
  func textChoice(for sender: String) -> TextChoice {
    let chosen = self[Self.textChoices]
    return TextChoice(
      Self.namedChoices.filter { chosen.contains($0.name + " " + sender.lowercased()) }.map(
        \.choice))
  }

  /// Remembers that for the 1,000 senders last chosen for.
  func set(_ choice: TextChoice, for sender: String) {
    let sender = sender.lowercased()
    guard !sender.isEmpty else { return }
    let names = Self.namedChoices.map { (entry: $0.name + " " + sender, choice: $0.choice) }
    let others = self[Self.textChoices].filter { entry in !names.contains { $0.entry == entry } }
    self[Self.textChoices] =
      others.suffix(1_000) + names.filter { choice.contains($0.choice) }.map(\.entry)
  }

  /// Whether the pictures of all mail by a sender are loaded unasked, by the address.
  func loadsPictures(of sender: String) -> Bool {
    self[Self.pictureSenders].contains(sender.lowercased())
  }

  /// Remembers that for the 1,000 senders last chosen.
  func loadPictures(_ isUnasked: Bool, of sender: String) {
    let sender = sender.lowercased()
    guard !sender.isEmpty else { return }
    let others = self[Self.pictureSenders].filter { $0 != sender }
    self[Self.pictureSenders] = isUnasked ? others.suffix(999) + [sender] : others
  }

  private static let namedChoices: [(name: String, choice: TextChoice)] = [
    ("plain-text", .plainText), ("as-written", .asWritten),
  ]

  /// Whether single letters are keys of commands.
  var usesLetters: Bool {
    get { self[Self.letters] }
    set { self[Self.letters] = newValue }
  }

  /// Whether the person has seen a row open by itself.
  var isHintShown: Bool {
    get { self[Self.hint] }
    set { self[Self.hint] = newValue }
  }

  /// What the person has allowed in a mailbox, by its identity: changes to all of it, or to what belongs to some of these inboxes.
  func permission(for mailbox: String, inboxes: [FolderID]) -> TriageSession.Permission {
    let allowed = allowed
    if allowed.contains(mailbox) { return .everything }
    let accounts = (inboxes + [nil]).filter {
      allowed.contains(Self.account($0, of: mailbox))
    }
    return accounts.isEmpty ? .nothing : .accounts(Set(accounts))
  }

  /// Whether the person has allowed changes to some of the mailbox.
  func allowsAnything(in mailbox: String) -> Bool {
    allowed.contains { $0 == mailbox || $0.hasPrefix(mailbox + "#") }
  }

  /// Remembers that the person allows changes to the mailbox.
  func allowChanges(to mailbox: String) {
    allowedThisRun.insert(mailbox)
    let stored = self[Self.allowedMailboxes]
    if !stored.contains(mailbox) { self[Self.allowedMailboxes] = stored + [mailbox] }
  }

  /// Remembers that the person allows changes to what belongs to an inbox; nil stands for the folders of no account.
  func allowChanges(to inbox: FolderID?, of mailbox: String) {
    allowChanges(to: Self.account(inbox, of: mailbox))
  }

  /// What a setting about an account is stored under; nil stands for the folders of no account.
  static func account(_ inbox: FolderID?, of mailbox: String) -> String {
    mailbox + "#" + (inbox?.path.escaped ?? "-")
  }

  private var allowed: Set<String> { allowedThisRun.union(self[Self.allowedMailboxes]) }

  var settings: UnsafeMutablePointer<GSettings>? {
    stored?.raw.assumingMemoryBound(to: GSettings.self)
  }

  private static func schema(in folders: [String]) -> OpaquePointer? {
    let standard = g_settings_schema_source_get_default()
    for folder in folders {
      guard
        let source = g_settings_schema_source_new_from_directory(folder, standard, 0, nil)
      else { continue }
      defer { g_settings_schema_source_unref(source) }
      if let schema = usable(g_settings_schema_source_lookup(source, Product.id, 1)) {
        return schema
      }
    }
    return standard.flatMap { usable(g_settings_schema_source_lookup($0, Product.id, 1)) }
  }

  /// An older version's schema may lack a key, and asking for a missing key ends the program.
  private static func usable(_ schema: OpaquePointer?) -> OpaquePointer? {
    guard let schema else { return nil }
    if all.allSatisfy({ g_settings_schema_has_key(schema, $0.key) != 0 }) { return schema }
    g_settings_schema_unref(schema)
    return nil
  }
}

extension Settings {
  /// Gives a window the size that it had when it was last closed.
  func restoreSize(of window: Widget) {
    gtk_window_set_default_size(
      window.cast(), Int32(self[Self.windowWidth]), Int32(self[Self.windowHeight]))
    if self[Self.isMaximized] { gtk_window_maximize(window.cast()) }
  }

  /// The number of rows that fill a window of the restored or the present size.
  func mostRowsInSight(of window: Widget) -> Int {
    let height = max(self[Self.windowHeight], Int(gtk_widget_get_height(window)))
    return self[Self.isMaximized] ? 40 : 2 + height / Self.leastRowHeight
  }

  /// Pixels. A row in compact density has two lines of text.
  private static let leastRowHeight = 40

  /// Remembers the size of a window that is about to close.
  func rememberSize(of window: Widget) {
    self[Self.isMaximized] = isTrue(gtk_window_is_maximized(window.cast()))
    guard !self[Self.isMaximized] else { return }
    var (width, height): (Int32, Int32) = (0, 0)
    gtk_window_get_default_size(window.cast(), &width, &height)
    self[Self.windowWidth] = max(1, Int(width))
    self[Self.windowHeight] = max(1, Int(height))
  }
}

/// All that is remembered.
extension Settings {
  static let allowedMailboxes = Setting<[String]>("allowed-mailboxes", [])
  static let roles = Setting<[FolderRoleSetting]>("folder-roles", [])
  static let colours = Setting<[String]>("account-colours", [])
  static let fetchCommands = Setting<[String: String]>("fetch-commands", [:])
  static let ownAddresses = Setting<[String]>("own-addresses", [])
  static let sensitivity = Setting("swipe-sensitivity", SwipeChoice.Sensitivity.normal, .swipes)
  static let order = Setting("list-order", MessageOrder.arrival, .order)
  static let conversations = Setting("conversations", true, .conversations)
  static let textScale = Setting("text-scale", 100, .textScale)
  static let recentMailboxes = Setting<[String]>("recent-mailboxes", [], .recent)
  /// One at most.
  static let lastFolder = Setting<[String]>("last-folder", [])
  static let tellsOfNewMail = Setting("tell-of-new-mail", true)
  static let looksInBackground = Setting("look-in-background", false)
  static let whenRead = Setting("mark-read", ReadMarking.WhenRead.afterSecond, .reading)
  static let whenFiled = Setting("mark-read-when-filed", true, .reading)
  static let faces = Setting("avatars", true, .rows)
  static let density = Setting("row-density", RowLook.Density.normal, .rows)
  static let letters = Setting("single-letter-shortcuts", true, .letters)
  static let textChoices = Setting<[String]>("text-choices", [])
  static let pictureSenders = Setting<[String]>("picture-senders", [], .pictures)
  static let sendingDelay = Setting("undo-send-seconds", 10)
  static let mailLinksBefore = Setting("email-links-before", "")
  static let hint = Setting("hint-shown", false)
  static let windowWidth = Setting("window-width", 960)
  static let windowHeight = Setting("window-height", 680)
  static let isMaximized = Setting("window-maximized", false)

  /// The settings of a side of the rows.
  typealias SideSettings = (
    side: SwipeChoice.Side, actions: Setting<[String]>, isOn: Setting<Bool>, isLong: Setting<Bool>
  )

  private static let sides = [
    settings(of: .leading, "leading"), settings(of: .trailing, "trailing"),
  ]

  private static func settings(of side: SwipeChoice.Side, _ name: String) -> SideSettings {
    let actions = SwipeChoice()[side].commands.map(\.entry.name)
    return (
      side, Setting(name + "-actions", actions, .swipes),
      Setting(name + "-enabled", true, .swipes), Setting(name + "-long-swipe", true, .swipes)
    )
  }

  private static let all: [any StoredSetting] =
    [
      allowedMailboxes, roles, colours, fetchCommands, ownAddresses, sensitivity, order,
      conversations, textScale, recentMailboxes, lastFolder, tellsOfNewMail, looksInBackground,
      whenRead, whenFiled, faces, density, letters, textChoices, pictureSenders, mailLinksBefore,
      sendingDelay, hint, windowWidth,
      windowHeight,
      isMaximized,
    ] + sides.flatMap { [$0.actions, $0.isOn, $0.isLong] as [any StoredSetting] }
}
