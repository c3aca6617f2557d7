import Accounts
import AppWidgets
import CDunnockAdwaita
import DebugLogging
import FileSystem
import Glibc
import GtkBridge
import MailModel
import MailReading
import MailSpool
import MailText
import Texts

/// The running program: the windows of one person, however often it is started in a session.
///
/// What windows share belongs to it, above all the mailboxes that are open. Without a session bus every start is a program of its own.
enum Application {
  /// Shows a window until it and all others are closed; or has the program do so that runs already, and returns at once.
  ///
  /// - Parameter words: A request, as `WindowRequest` reads it; or that of the session bus, which asks by itself for what is to be done.
  /// - Returns: The exit status: 1, after a line on standard error, when there is no display, or no answer from that program, or in the build folder
  ///   nothing for the program to show.
  static func run(_ words: [ByteName]) -> Int32 {
    g_set_prgname(Product.id)
    g_set_application_name(Product.name)
    guard gtk_init_check() != 0 else {
      complain(
        tr("There is no display to open a window on. Start Dunnock from a desktop, or use --list."))
      return 1
    }
    if !registerResources() {
      if Places.buildFolder != nil {
        complain(
          "run “.scripts/resources .build/resources” first: it makes icons, colours and settings.")
        return 1
      }
      complain(tr("Icons and colors of Dunnock are missing. Install it again."))
    }
    // GTK asks the same of its own catalogue, which need not be installed.
    // Translators: “default:RTL” where the language is written from right to left, else as it is.
    if tr("default:LTR") == "default:RTL" { gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL) }
    MainLoop.adoptMainActor()
    let deadline = g_get_monotonic_time() + timeout
    repeat {
      if let status = begin(with: words) { return status }
      g_usleep(pause)
    } while g_get_monotonic_time() < deadline
    complain(
      RunningProgram.processID.map {
        // Translators: a process ID, twice.
        tr(
          "Dunnock is already running as process %1$s but does not respond. End it with “kill %1$s” and try again."
        ).filling(String($0))
      } ?? tr("Dunnock is already running but does not respond. End it and try again."))
    return 1
  }

  /// Gives the application the keys that work in the whole window, which menus then show, and all windows header bars of one height.
  static func prepare(_ application: UnsafeMutablePointer<GtkApplication>) {
    for command in WindowCommand.all where command.reach == .window && !command.keys.isEmpty {
      withStringVector(command.keys(withLetters: false)) {
        gtk_application_set_accels_for_action(application, command.action, $0)
      }
    }
    fitButtonsIntoHeaderBars()
  }

  /// Runs as the one program of the session, or hands the request to it.
  ///
  /// - Parameter words: As those of ``run(_:)``. Where the bus asks, the program ends when that is done and there is no window.
  /// - Returns: Nil when the one that runs did not take the request, as one does that is just ending.
  private static func begin(with words: [ByteName]) -> Int32? {
    let isService = words == [service]
    let application = Ref.adopting(
      full: UnsafeMutableRawPointer(
        adw_application_new(
          Product.id,
          GApplicationFlags(
            rawValue: G_APPLICATION_HANDLES_COMMAND_LINE.rawValue
              | G_APPLICATION_HANDLES_OPEN.rawValue
              | (isService ? G_APPLICATION_IS_SERVICE.rawValue : 0)))))
    let raw = application.raw.assumingMemoryBound(to: GApplication.self)
    let (settings, mailboxes) = (Settings(), Mailboxes())
    let fetching = MailFetching(settings, mailboxes)
    let own = OwnComposer(outbox(of: fetching, settings), fetching)
    let newMail = NewMail(settings, mailboxes, fetching, composer: own)
    var loading: Task<Void, Never>?
    let write = { (link: String, window: MailWindow) -> Void in
      Task { [weak window] in
        await loading?.value
        window?.write(to: link)
      }
    }
    let show = { [unowned application] (request: WindowRequest) -> Void in
      if request.isDebugging { DebugLog.enableAllDomains() }
      debugLog(
        """
        start: mailbox: \(request.place != nil), mail link: \(request.mailLink != nil), \
        new window: \(request.isNew), windows: \(MailWindow.all.count)
        """)
      if request.isContent, let window = MailWindow.all.first {
        return request.mailLink.map { write($0, window) } ?? window.present()
      }
      let window = MailWindow(
        application: application.raw.assumingMemoryBound(to: GtkApplication.self),
        settings: settings, mailboxes: mailboxes, fetching: fetching,
        composer: own)
      let last = request.place == nil ? settings.lastShown : nil
      if let place = request.place ?? last?.place {
        window.open(place, folder: last?.folder, allowingChanges: request.allowsChanges)
      } else {
        Task { [weak window] in
          await loading?.value
          if fetching.accounts.isEmpty { window?.welcome() } else { window?.open(.accounts) }
        }
      }
      own.outbox.stay()
      own.outbox.pause(false)
      if let link = request.mailLink {
        // What is put on the screen last lies over the rest.
        window.present()
        write(link, window)
      } else {
        window.frame.presentWithMail()
      }
      guard MailWindow.all.count == 1 else { return }
      Task { [weak window] in
        await loading?.value
        if let window { await own.offerDrafts(in: window) }
      }
    }
    Signal.connect(application.raw, "startup") { [unowned application] in
      prepare(application.raw.assumingMemoryBound(to: GtkApplication.self))
      let load = Task {
        await fetching.load()
        own.outbox.begin()
      }
      loading = load
      newMail.install(in: application.raw, after: load)
      newMail.keep()
      debugLog("application started")
      addAction(quit, to: application.raw) { _ in MailWindow.closeAll() }
      addAction(newWindow, to: application.raw) { _ in show(WindowRequest(isNew: true)) }
      followDay()
      Task { await OpenedCopies.clean() }
    }
    Signal.connect(UnsafeMutableRawPointer(application.raw), "window-removed") {
      [unowned application] in
      let raw = application.raw.assumingMemoryBound(to: GtkApplication.self)
      guard gtk_application_get_windows(raw) == nil else { return }
      fetching.finish()
      own.outbox.finish()
    }
    Signal.connect(application.raw, "shutdown") {
      newMail.leaveAll()
      own.outbox.end()
      fetching.end()
      debugLog("application ended")
    }
    Signal.connect(application.raw, "command-line") { (line: UnsafeMutableRawPointer?) in
      if let line { show(WindowRequest(words: given(by: line))) }
      return EXIT_SUCCESS
    }
    Signal.connect(application.raw, "activate") { show(WindowRequest()) }
    Signal.connect(application.raw, "open") {
      (files: UnsafeMutableRawPointer?, count: Int32) in
      for request in requests(for: files, Int(count)) { show(request) }
    }
    guard g_application_register(raw, nil, nil) != 0 else { return nil }
    let isRemote = g_application_get_is_remote(raw) != 0
    // GLib would say in its own words that there was no answer.
    if isRemote { g_set_printerr_handler { _ in } }
    defer { g_set_printerr_handler(nil) }
    var words = ([ByteName(Product.textDomain)] + (isService ? [] : words))
      .map { $0.withCString { g_strdup($0) } }
    defer { for word in words { g_free(word) } }
    let status = g_application_run(raw, Int32(words.count), &words)
    return isRemote && status != EXIT_SUCCESS ? nil : status
  }

  /// What sends the mail that is written here, for all windows.
  private static func outbox(
    of fetching: MailFetching, _ settings: Settings
  ) -> OutboxRunner {
    OutboxRunner(fetching, settings) {
      let others = MailWindow.all.compactMap(\.mailbox).filter { !$0.holdsFiles }.map(\.session)
      let own = await fetching.session()
      return others.filter { $0 !== own } + (own.map { [$0] } ?? [])
    } making: { tell in
      Outbox(
        fetching.places, Passwords(service: Product.id),
        sentFolder: { [weak fetching] account in
          guard let session = await fetching?.session() else { return nil }
          // What a folder is for is known when the folders are.
          _ = try? await session.folders()
          return session.roles.folder(.sent, for: account.folder("INBOX"))
        }, telling: tell)
    }
  }

  /// Gives the application an action, which the bus may ask for too.
  ///
  /// - Parameter body: Called with the texts that the action is given, where it takes some.
  static func addAction(
    _ name: String, to application: UnsafeMutableRawPointer, takingTexts takesTexts: Bool = false,
    _ body: @escaping @MainActor ([String]) -> Void
  ) {
    let type = takesTexts ? g_variant_type_new([String].format) : nil
    defer { type.map { g_variant_type_free($0) } }
    guard let action = g_simple_action_new(name, type) else { return }
    Signal.connect(UnsafeMutableRawPointer(action), "activate") {
      (texts: UnsafeMutableRawPointer?) in
      body(texts.flatMap { [String](OpaquePointer($0)) } ?? [])
    }
    g_action_map_add_action(OpaquePointer(application), action)
    g_object_unref(UnsafeMutableRawPointer(action))
  }

  /// What the bus asks to be opened: files, and links to write mail by; all else is left out.
  private static func requests(
    for files: UnsafeMutableRawPointer?, _ count: Int
  ) -> [WindowRequest] {
    let files = UnsafeBufferPointer(
      start: files?.assumingMemoryBound(to: OpaquePointer?.self), count: files == nil ? 0 : count)
    return files.compactMap { file in
      if let path = g_file_get_path(file) {
        defer { g_free(path) }
        return WindowRequest(place: .at(ByteName(cString: path)))
      }
      guard let uri = g_file_get_uri(file) else { return nil }
      defer { g_free(uri) }
      let link = String(cString: uri)
      return link.lowercased().hasPrefix("mailto:") ? WindowRequest(mailLink: link) : nil
    }
  }

  /// Looks at the clock time and again for all windows: a wait until midnight stands still while the machine sleeps.
  private static func followDay() {
    for window in MailWindow.all { window.list.refreshDates() }
    after(60) { followDay() }
  }

  /// The words of a start, without the program's name.
  private static func given(by line: UnsafeMutableRawPointer) -> [ByteName] {
    var count: Int32 = 0
    guard
      let words = g_application_command_line_get_arguments(
        line.assumingMemoryBound(to: GApplicationCommandLine.self), &count)
    else { return [] }
    defer { g_strfreev(words) }
    return UnsafeBufferPointer(start: words, count: Int(count)).dropFirst()
      .compactMap { $0.map { ByteName(cString: $0) } }
  }

  /// What the session bus starts the program with.
  private static let service = ByteName("--gapplication-service")
  /// The action of the desktop file.
  private static let newWindow = "new-window"
  /// What a window to write in has its key for.
  private static let quit = "quit"
  /// How long a program is waited for that ends, and between two tries, microseconds.
  private static let timeout: gint64 = 5_000_000
  private static let pause: gulong = 20_000
}
