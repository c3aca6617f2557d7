import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailText
import Texts

/// The pictures of a message that lie on the internet: a line that says that they are not loaded, and what was loaded of them, which is kept no
/// longer than the message is on show.
final class RemotePictures {
  enum Event {
    /// One is there, by its name.
    case came(String)
    /// All that could be loaded is.
    case loaded
    /// What can be done may be another.
    case changed
  }

  /// A GtkRevealer.
  let widget: Widget = gtk_revealer_new()

  private let context: ReadingContext
  private let line: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)
  private let words = Widget.selectableLabel("dim-label", "caption")
  private let spinner = Widget.spinner()
  private let button: Widget = adw_split_button_new()
  private var tell: (Event) -> Void = { _ in }
  private var message = ShownMessage()
  /// The names of their places in the text, in its order, and their addresses by these.
  private var names: [String] = []
  private var addresses: [String: String] = [:]
  private var state = State()
  /// Whether the button has its menu; nil before the first time.
  private var offersMenu: Bool?
  private var loading: Task<Void, Never>?

  private struct State {
    var bytes: [String: [UInt8]] = [:]
    var failed: Set<String> = []
    /// Whether they are wanted: all that a longer text shows is loaded too.
    var isWanted = false
    /// Whether that is so by what was chosen for the sender.
    var isUnasked = false
    /// Whether the server found that the mail is from its sender, and nothing else speaks against that.
    var isTrusted = false
  }

  init(_ context: ReadingContext) {
    self.context = context
    gtk_widget_set_hexpand(words, 1)
    line.addClasses("remote-pictures")
    button.addClasses("flat")
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    gtk_actionable_set_action_name(button.opaque, MessageCommand.loadPictures.action)
    for part in [words, spinner, button] { gtk_box_append(line.cast(), part) }
    gtk_revealer_set_child(widget.opaque, line)
    // What is there last may come when the text is gone and who shows it is still there.
    Signal.connect(widget, "destroy") { [weak self] in self?.loading?.cancel() }
    // Screen readers find what is only out of sight.
    Signal.connect(widget, "notify::child-revealed") { [weak self] in
      guard let self, gtk_revealer_get_reveal_child(widget.opaque) == 0 else { return }
      gtk_widget_set_visible(line, 0)
    }
    gtk_widget_set_visible(line, 0)
    showLine()
  }

  deinit { loading?.cancel() }

  func onEvent(_ tell: @escaping (Event) -> Void) { self.tell = tell }

  /// The bytes of one that is there, by its name.
  subscript(name: String) -> [UInt8]? { addresses[name].flatMap { state.bytes[$0] } }

  /// The bytes of one that is there, by its address.
  func loaded(at address: String) -> [UInt8]? { state.bytes[address] }

  /// The addresses of those that are there.
  var loadedAddresses: Set<String> { Set(state.bytes.keys) }

  /// Shows what there is of a message, and loads it where that is wanted already.
  func show(_ body: MessageBody?, of message: ShownMessage) {
    self.message = message
    let pictures = body?.content.marks.compactMap(\.kind.remotePicture) ?? []
    names = pictures.map(\.name)
    addresses = Dictionary(pictures.map { ($0.name, $0.address) }) { $1 }
    state.isTrusted = body.map { $0.isSenderConfirmed && $0.doubts.isEmpty } ?? false
    if isRemembered == true {
      if !state.isWanted { state.isUnasked = true }
      state.isWanted = true
    }
    for name in Set(names) where self[name] != nil { tell(.came(name)) }
    if state.isWanted { load(missing) }
    showLine()
  }

  /// Ends what is loaded, and forgets what was.
  func forget() {
    loading?.cancel()
    loading = nil
    (names, addresses, state, message) = ([], [:], State(), ShownMessage())
    showLine()
  }

  /// Whether the message has any.
  var hasAny: Bool { !names.isEmpty && context.host?.fetchesPictures == true }

  /// Whether there is something to load.
  var canLoad: Bool {
    loading == nil && hasAny && names.contains { self[$0] == nil }
  }

  /// Whether those of all mail by the sender are loaded unasked; nil where that is not for the person to say: nobody knows who sent what lies
  /// among junk or within another mail, nor what the server that received it does not confirm. A From field alone proves nothing.
  var isRemembered: Bool? {
    guard state.isTrusted, !message.address.isEmpty, let folder = message.folder else {
      return nil
    }
    return context.host?.loadsPictures(of: message.address, in: folder)
  }

  /// Loads them, those that could not be once more.
  func load() {
    guard canLoad else { return }
    state.isWanted = true
    state.isUnasked = false
    state.failed = []
    load(missing)
  }

  /// Loads nothing more unasked where that is chosen no more for the sender, and offers it.
  func settingsChanged() {
    guard state.isUnasked, isRemembered != true else { return }
    loading?.cancel()
    loading = nil
    (state.isWanted, state.isUnasked, state.failed) = (false, false, [])
    showLine()
    tell(.changed)
  }

  /// Has those of all mail by the sender be loaded unasked from now on, or no more.
  func remember(_ isRemembered: Bool) {
    guard self.isRemembered != nil else { return }
    context.host?.loadPictures(isRemembered, of: message.address)
    if isRemembered { load() }
    showLine()
    tell(.changed)
  }

  private var missing: [String] {
    var known = state.failed
    return names.compactMap { addresses[$0] }.filter {
      state.bytes[$0] == nil && known.insert($0).inserted
    }
  }

  private func load(_ missing: [String]) {
    guard loading == nil, !missing.isEmpty, let host = context.host, host.fetchesPictures else {
      return
    }
    let pictures = host.fetchPictures(at: missing)
    loading = Task { [weak self] in
      for await picture in pictures {
        if Task.isCancelled { return }
        self?.take(picture.bytes, of: picture.address)
      }
      if !Task.isCancelled { self?.finish(missing) }
    }
    showLine()
    tell(.changed)
  }

  private func take(_ bytes: [UInt8]?, of address: String) {
    guard let bytes else { return }
    state.bytes[address] = bytes
    for name in Set(names) where addresses[name] == address { tell(.came(name)) }
  }

  private func finish(_ asked: [String]) {
    loading = nil
    state.failed.formUnion(asked.filter { state.bytes[$0] == nil })
    // The text may show more by now.
    load(missing)
    guard loading == nil else { return }
    showLine()
    tell(.changed)
    tell(.loaded)
    widget.announce(failures == 0 ? tr("The pictures are loaded.") : sentence)
  }

  private var failures: Int {
    names.count { addresses[$0].map(state.failed.contains) == true }
  }

  private var sentence: String {
    if loading != nil { return tr("Loading pictures…") }
    if failures > 0 {
      return trn(
        "%1$s picture could not be loaded.", "%1$s pictures could not be loaded.", failures
      ).filling(String(failures))
    }
    return trn(
      "%1$s picture from the internet is not loaded.",
      "%1$s pictures from the internet are not loaded.", names.count
    ).filling(String(names.count))
  }

  private func showLine() {
    let isLoading = loading != nil
    // What is loaded unasked is not worth a line that comes and goes.
    let isShown = isLoading ? isRemembered != true : canLoad && (!state.isWanted || failures > 0)
    if isShown {
      gtk_widget_set_visible(line, 1)
      words.showText(sentence)
      adw_split_button_set_label(
        button.opaque, failures > 0 ? tr("Try Again") : tr("Load Pictures"))
      showMenu()
    }
    spinner.spin(isLoading)
    gtk_widget_set_visible(button, (!isLoading).gboolean)
    // It goes beneath the eyes of who reads, and comes with the text.
    gtk_revealer_set_transition_duration(widget.opaque, isShown ? 0 : 200)
    gtk_revealer_set_reveal_child(widget.opaque, isShown.gboolean)
    gtk_widget_set_visible(widget, (!names.isEmpty).gboolean)
  }

  private func showMenu() {
    let isOffered = isRemembered != nil
    guard isOffered != offersMenu else { return }
    offersMenu = isOffered
    let command = MessageCommand.alwaysLoadPictures
    let menu = Ref.menu(of: [[MenuEntry(command.title, command.action)]])
    adw_split_button_set_menu_model(
      button.opaque, isOffered ? menu.raw.assumingMemoryBound(to: GMenuModel.self) : nil)
    if let popover = adw_split_button_get_popover(button.opaque) {
      UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkWidget.self).nameMenuItems()
    }
    // Without a menu there is no arrow, nor a line before it.
    for part in button.children.dropFirst() {
      gtk_widget_set_visible(part, isOffered.gboolean)
      if part.isA(gtk_menu_button_get_type()) { part.setSpokenLabel(tr("Picture Options")) }
    }
  }
}
