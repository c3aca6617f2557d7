import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailModel
import Texts
import Triage

/// What the program remembers between runs; for this run only where its settings schema is not installed.
///
/// It stores more than 15 properties: one for each thing that is remembered, as it holds for this run.
final class Settings {
  /// What can become another while windows are open.
  enum Change { case swipes, order, conversations, textScale, recent, reading, letters }

  private var tell: (Change) -> Void = { _ in }
  private let stored: Ref?
  private var allowedThisRun: Set<String> = []
  private var current = SwipeChoice()
  private var currentOrder = MessageOrder.arrival
  private var gathers = true
  private var currentTextScale = 100
  private var currentReading = ReadMarking()
  private var lettersAreKeys = true
  private var isStoring = false
  private var hintShownThisRun = false
  private(set) var rolesThisRun: [FolderRoleSetting] = []
  private var addressesThisRun: [String] = []
  /// What servers say that folders are for, by mailbox.
  private(set) var serverRoles: [String: FolderRoles.Choice] = [:]
  /// The numbers of the colours of accounts, by mailbox and inbox.
  private(set) lazy var colours = storedColours
  /// The paths of the mailboxes that were open, the last one first.
  private(set) var recentTexts: [String] = []
  /// The path of the folder that was on show last in the first of them; nil where it was none.
  private(set) var lastFolder: String?

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
    load()
    Signal.connect(stored.raw, "changed") { [weak self] in self?.load() }
  }

  /// - Parameter tell: Called when something is another, whoever changed it.
  func onChange(_ tell: @escaping (Change) -> Void) { self.tell = tell }

  /// Has the roles of folders be these for this run, whether they can be stored or not.
  func use(_ roles: [FolderRoleSetting]) { rolesThisRun = roles }

  /// Has servers say this of a mailbox, in this run.
  func use(serverRoles roles: FolderRoles.Choice, of mailbox: String) {
    serverRoles[mailbox] = roles
  }

  /// Has the person's own addresses be these.
  func use(ownAddresses addresses: [String]) {
    addressesThisRun = addresses
    if let settings { Self.setStrings(addresses, Self.addressesKey, in: settings) }
  }

  /// Has what was open be these mailboxes, and what was on show in the first of them this folder.
  func use(recent texts: [String], _ folder: String?) {
    guard texts != recentTexts || folder != lastFolder else { return }
    lastFolder = folder
    let isOther = texts != recentTexts
    recentTexts = texts
    if let settings {
      Self.setStrings(folder.map { [$0] } ?? [], Self.recentKeys[1], in: settings)
      if isOther { Self.setStrings(texts, Self.recentKeys[0], in: settings) }
    }
    if isOther { tell(.recent) }
  }

  /// Has accounts have colours of these numbers, by mailbox and inbox.
  func use(colours: [String: Int]) {
    self.colours = colours
    let texts = colours.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    if let settings { Self.setStrings(texts, Self.coloursKey, in: settings) }
  }

  private var storedColours: [String: Int] {
    let texts = settings.map { Self.strings(Self.coloursKey, in: $0) } ?? []
    let pairs = texts.compactMap { text -> (String, Int)? in
      let parts = text.split(separator: " ", maxSplits: 1)
      return parts.count == 2 ? Int(parts[0]).map { (String(parts[1]), $0) } : nil
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// The person's own addresses as they are stored, whatever they are.
  var ownAddressTexts: [String] {
    settings.map { Self.strings(Self.addressesKey, in: $0) } ?? addressesThisRun
  }

  /// Which buttons rows have, and how readily they open.
  var swipes: SwipeChoice {
    get { current }
    set {
      guard newValue != current else { return }
      current = newValue
      if let settings { store(newValue, in: settings) }
      tell(.swipes)
    }
  }

  /// What the list is ordered by.
  var order: MessageOrder {
    get { currentOrder }
    set {
      guard newValue != currentOrder else { return }
      currentOrder = newValue
      if let settings { g_settings_set_string(settings, Self.orderKey, newValue.rawValue) }
      tell(.order)
    }
  }

  /// Whether messages that belong together share a row.
  var gathersConversations: Bool {
    get { gathers }
    set {
      guard newValue != gathers else { return }
      gathers = newValue
      if let settings {
        g_settings_set_boolean(settings, Self.conversationsKey, newValue.gboolean)
      }
      tell(.conversations)
    }
  }

  /// How large the text of messages is, in per cent of the size that the desktop has: 50 to 300.
  var textScale: Int {
    get { currentTextScale }
    set {
      let value = min(max(newValue, Self.textScales[0]), 300)
      guard value != currentTextScale else { return }
      currentTextScale = value
      if let settings { g_settings_set_int(settings, Self.textScaleKey, Int32(value)) }
      tell(.textScale)
    }
  }

  /// When messages are marked as read that nobody marks.
  var reading: ReadMarking {
    get { currentReading }
    set {
      guard newValue != currentReading else { return }
      currentReading = newValue
      if let settings {
        isStoring = true
        defer { isStoring = false }
        g_settings_set_string(settings, Self.readingKey, newValue.whenRead.rawValue)
        g_settings_set_boolean(settings, Self.filingKey, newValue.whenFiled.gboolean)
      }
      tell(.reading)
    }
  }

  /// Whether single letters are keys of commands.
  var usesLetters: Bool {
    get { lettersAreKeys }
    set {
      guard newValue != lettersAreKeys else { return }
      lettersAreKeys = newValue
      if let settings { g_settings_set_boolean(settings, Self.lettersKey, newValue.gboolean) }
      tell(.letters)
    }
  }

  /// What text can be zoomed to, in per cent.
  static let textScales = [50, 67, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300]

  /// Whether the person has seen a row open by itself.
  var isHintShown: Bool {
    get {
      hintShownThisRun
        || settings.map { isTrue(g_settings_get_boolean($0, Self.hintKey)) } ?? false
    }
    set {
      hintShownThisRun = newValue
      if let settings { g_settings_set_boolean(settings, Self.hintKey, newValue.gboolean) }
    }
  }

  /// What the person has allowed in a mailbox, by its identity: changes to all of it, or to what belongs to some of these inboxes.
  func permission(for mailbox: String, inboxes: [FolderID]) -> TriageSession.Permission {
    let allowed = allowedThisRun.union(storedMailboxes)
    if allowed.contains(mailbox) { return .everything }
    let accounts = (inboxes + [nil]).filter {
      allowed.contains(Self.account($0, of: mailbox))
    }
    return accounts.isEmpty ? .nothing : .accounts(Set(accounts))
  }

  /// Whether the person has allowed changes to some of the mailbox.
  func allowsAnything(in mailbox: String) -> Bool {
    allowedThisRun.union(storedMailboxes).contains {
      $0 == mailbox || $0.hasPrefix(mailbox + "#")
    }
  }

  /// Remembers that the person allows changes to the mailbox.
  func allowChanges(to mailbox: String) {
    allowedThisRun.insert(mailbox)
    guard let settings, !storedMailboxes.contains(mailbox) else { return }
    Self.setStrings(storedMailboxes + [mailbox], Self.mailboxesKey, in: settings)
  }

  /// Remembers that the person allows changes to what belongs to an inbox; nil stands for the folders of no account.
  func allowChanges(to inbox: FolderID?, of mailbox: String) {
    allowChanges(to: Self.account(inbox, of: mailbox))
  }

  /// What a setting about an account is stored under; nil stands for the folders of no account.
  static func account(_ inbox: FolderID?, of mailbox: String) -> String {
    mailbox + "#" + (inbox?.path.escaped ?? "-")
  }

  private typealias SideKeys = (actions: String, isOn: String, isLong: String)

  private static let coloursKey = "account-colours"
  private static let mailboxesKey = "allowed-mailboxes"
  static let rolesKey = "folder-roles"
  private static let addressesKey = "own-addresses"
  private static let sensitivityKey = "swipe-sensitivity"
  private static let orderKey = "list-order"
  private static let conversationsKey = "conversations"
  private static let hintKey = "hint-shown"
  private static let textScaleKey = "text-scale"
  private static let readingKey = "mark-read"
  private static let filingKey = "mark-read-when-filed"
  private static let lettersKey = "single-letter-shortcuts"
  private static let sideKeys: [(SwipeChoice.Side, SideKeys)] = [
    (.leading, ("leading-actions", "leading-enabled", "leading-long-swipe")),
    (.trailing, ("trailing-actions", "trailing-enabled", "trailing-long-swipe")),
  ]

  var settings: UnsafeMutablePointer<GSettings>? {
    stored?.raw.assumingMemoryBound(to: GSettings.self)
  }

  private var storedMailboxes: [String] {
    settings.map { Self.strings(Self.mailboxesKey, in: $0) } ?? []
  }

  private func load() {
    guard let settings, !isStoring else { return }
    lastFolder = Self.strings(Self.recentKeys[1], in: settings).first
    let recent = Self.strings(Self.recentKeys[0], in: settings)
    if recent != recentTexts {
      recentTexts = recent
      tell(.recent)
    }
    let choice = Self.swipes(in: settings)
    if choice != current {
      current = choice
      tell(.swipes)
    }
    let scale = Int(g_settings_get_int(settings, Self.textScaleKey))
    if scale != currentTextScale {
      currentTextScale = scale
      tell(.textScale)
    }
    let order = Self.choice(Self.orderKey, in: settings) ?? MessageOrder.arrival
    if order != currentOrder {
      currentOrder = order
      tell(.order)
    }
    let gathersNow = isTrue(g_settings_get_boolean(settings, Self.conversationsKey))
    if gathersNow != gathers {
      gathers = gathersNow
      tell(.conversations)
    }
    let reading = ReadMarking(
      whenRead: Self.choice(Self.readingKey, in: settings) ?? .afterSecond,
      whenFiled: isTrue(g_settings_get_boolean(settings, Self.filingKey)))
    if reading != currentReading {
      currentReading = reading
      tell(.reading)
    }
    let letters = isTrue(g_settings_get_boolean(settings, Self.lettersKey))
    if letters != lettersAreKeys {
      lettersAreKeys = letters
      tell(.letters)
    }
  }

  /// Stores a choice; key by key, so that what is stored makes sense at the end only.
  private func store(_ choice: SwipeChoice, in settings: UnsafeMutablePointer<GSettings>) {
    isStoring = true
    defer { isStoring = false }
    for (side, keys) in Self.sideKeys {
      Self.setStrings(choice[side].commands.map(\.entry.name), keys.actions, in: settings)
      g_settings_set_boolean(settings, keys.isOn, choice[side].isOn.gboolean)
      g_settings_set_boolean(settings, keys.isLong, choice[side].isLong.gboolean)
    }
    g_settings_set_string(settings, Self.sensitivityKey, choice.sensitivity.rawValue)
  }

  private static func swipes(in settings: UnsafeMutablePointer<GSettings>) -> SwipeChoice {
    let names = sideKeys.map { strings($1.actions, in: settings) }
    var choice = SwipeChoice(leading: names[0], trailing: names[1])
    for (side, keys) in sideKeys {
      choice[side].isOn = isTrue(g_settings_get_boolean(settings, keys.isOn))
      choice[side].isLong = isTrue(g_settings_get_boolean(settings, keys.isLong))
    }
    choice.sensitivity = self.choice(sensitivityKey, in: settings) ?? .normal
    return choice
  }

  private static func choice<Choice: RawRepresentable<String>>(
    _ key: String, in settings: UnsafeMutablePointer<GSettings>
  ) -> Choice? {
    guard let name = g_settings_get_string(settings, key) else { return nil }
    defer { g_free(name) }
    return Choice(rawValue: String(cString: name))
  }

  private static func strings(
    _ key: String, in settings: UnsafeMutablePointer<GSettings>
  ) -> [String] {
    guard let vector = g_settings_get_strv(settings, key) else { return [] }
    defer { g_strfreev(vector) }
    return sequence(first: vector) { $0 + 1 }.lazy.map(\.pointee).prefix { $0 != nil }
      .compactMap { $0.map { String(cString: $0) } }
  }

  private static func setStrings(
    _ strings: [String], _ key: String, in settings: UnsafeMutablePointer<GSettings>
  ) {
    withStringVector(strings) { _ = g_settings_set_strv(settings, key, $0) }
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
    let keys =
      [
        coloursKey, mailboxesKey, rolesKey, addressesKey, sensitivityKey, orderKey,
        conversationsKey, hintKey,
        textScaleKey, readingKey, filingKey, lettersKey,
        fetchingKey,
      ] + recentKeys + newMailKeys
      + sideKeys.flatMap { [$1.actions, $1.isOn, $1.isLong] }
    if keys.allSatisfy({ g_settings_schema_has_key(schema, $0) != 0 }) { return schema }
    g_settings_schema_unref(schema)
    return nil
  }
}

extension Settings {
  /// Gives a window the size that it had when it was last closed.
  func restoreSize(of window: Widget) {
    guard let stored else {
      return gtk_window_set_default_size(
        window.cast(), Self.defaultSize.width, Self.defaultSize.height)
    }
    let settings = stored.raw.assumingMemoryBound(to: GSettings.self)
    gtk_window_set_default_size(
      window.cast(), g_settings_get_int(settings, "window-width"),
      g_settings_get_int(settings, "window-height"))
    if isTrue(g_settings_get_boolean(settings, "window-maximized")) {
      gtk_window_maximize(window.cast())
    }
  }

  /// Remembers the size of a window that is about to close.
  func rememberSize(of window: Widget) {
    guard let stored else { return }
    let settings = stored.raw.assumingMemoryBound(to: GSettings.self)
    let isMaximized = gtk_window_is_maximized(window.cast())
    g_settings_set_boolean(settings, "window-maximized", isMaximized)
    guard !isTrue(isMaximized) else { return }
    var width: Int32 = 0
    var height: Int32 = 0
    gtk_window_get_default_size(window.cast(), &width, &height)
    g_settings_set_int(settings, "window-width", max(1, width))
    g_settings_set_int(settings, "window-height", max(1, height))
  }

  private static let defaultSize: (width: Int32, height: Int32) = (960, 680)
}
