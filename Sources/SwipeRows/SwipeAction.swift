/// One thing that can be done to a row: a button in its tray, and an action by name for keys, menus and screen readers.
public struct SwipeAction {
  /// What an action's colour says about it; the theme decides the colour.
  public enum Role: String, Sendable, CaseIterable {
    /// Nothing (as grey as any button), the first thing to do, something done, something marked, something taken away.
    case neutral, accent, success, warning, destructive
  }

  /// What its button shows.
  public enum Look: Sendable, CaseIterable {
    /// Both where the row is high enough for them, else the icon; the icon alone; the title alone.
    case iconOverTitle, icon, title
  }

  /// What it is called by code, such as `archive`; any text, unique within its row.
  ///
  /// Screen readers and the program activate it as `row.archive`. There a character that is no ASCII letter, digit or full stop is a
  /// hyphen, and a name that is taken has a number after it: `row.archive-2`.
  public let name: String

  /// The text under the button's icon, translated.
  public let title: String

  /// The name of a symbolic icon of the theme; one that it does not have shows as GTK's missing image.
  public let icon: String

  /// What the button's colour says.
  public let role: Role

  /// What its button shows; one that shows no title has it as its tooltip.
  public var look: Look

  /// Style classes of its button, beside its role and its name, which are classes too.
  public var cssClasses: [String]

  /// The font of its button's title, as Pango writes it, its size in points (`Cantarell Bold 11`); nil: the style sheet's.
  public var font: String?

  /// A key that runs it on the focused row, as GTK writes accelerators: `Delete`, `<Shift>i`. The row's menu shows it.
  ///
  /// It works in the list, tray open or not, but not while the focus is in a text that can be edited. A shortcut that the program binds in
  /// the list, or for the whole window, comes first. One that GTK cannot read runs nothing.
  public let shortcut: String?

  /// Whether it can be done now; if not, its button and menu item are grey, and keys and screen readers pass it over.
  public let isEnabled: Bool

  /// Asks the person first, and answers whether it is to be done; nil: it is done without a question.
  ///
  /// The row stays as it is meanwhile, wherever the focus goes, and takes no other action. A no closes it. To wait it needs what
  /// ``perform`` does.
  public let confirm: (@MainActor () async -> Bool)?

  /// Does it, and says what becomes of the row.
  ///
  /// It is called on the main thread and may change the model. To wait it needs a main loop that serves the main actor:
  /// `MainLoop.adoptMainActor()`. What it does before it first waits is done at once; from then on, until
  /// it answers, the row shows that it waits, and takes no other action. If the row is closed, a swipe arms nothing, and the row closes
  /// again; a swipe that was going on when the action began is cancelled. If the front is out of the row, a swipe that begins meanwhile
  /// does nothing, even if the answer brings the front back before the swipe ends.
  ///
  /// Its task is cancelled once the item has left the model or the list has gone: see `Task.isCancelled`. What it answers then is still
  /// carried out.
  public let perform: @MainActor () async -> SwipeOutcome

  /// An action of a row.
  ///
  /// Whoever has the action keeps its closures, a row with its content until it has another: so they must not hold the row, the list or a
  /// widget above them strongly.
  public init(
    _ name: String, title: String, icon: String, role: Role = .neutral,
    look: Look = .iconOverTitle, cssClasses: [String] = [], font: String? = nil,
    shortcut: String? = nil, isEnabled: Bool = true, confirm: (@MainActor () async -> Bool)? = nil,
    perform: @escaping @MainActor () async -> SwipeOutcome
  ) {
    self.name = name
    self.title = title
    self.icon = icon
    self.role = role
    self.look = look
    self.cssClasses = cssClasses
    self.font = font
    self.shortcut = shortcut
    self.isEnabled = isEnabled
    self.confirm = confirm
    self.perform = perform
    if let shortcut { Self.trigger(shortcut) }
  }
}
