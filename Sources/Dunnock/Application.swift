import CAdwaita
import GtkBridge

/// The running program: one window on one mailbox.
///
/// Every run is a program of its own (`G_APPLICATION_NON_UNIQUE`), so that two mailboxes can be open at once and a crash takes one with it.
enum Application {
  /// Shows a window on the mailbox until it is closed.
  ///
  /// - Returns: The exit status: 1, after a line on standard error, when there is no display.
  static func run(_ place: MailboxPlace, allowsChanges: Bool) -> Int32 {
    g_set_prgname(Product.id)
    g_set_application_name(Product.name)
    guard gtk_init_check() != 0 else {
      complain("no display to open a window on; start it from a desktop, or use --list.")
      return 1
    }
    if !registerResources() {
      complain("the program's own pictures and colours are missing; reinstall it.")
    }
    MainLoop.adoptMainActor()
    let application = Ref.adopting(
      full: UnsafeMutableRawPointer(adw_application_new(Product.id, G_APPLICATION_NON_UNIQUE)))
    let settings = Settings()
    let mailboxes = Mailboxes()
    Signal.connect(application.raw, "startup") { [unowned application] in
      prepare(application.raw.assumingMemoryBound(to: GtkApplication.self))
    }
    Signal.connect(application.raw, "activate") { [unowned application] in
      let window = MailWindow(
        application: application.raw.assumingMemoryBound(to: GtkApplication.self),
        settings: settings, mailboxes: mailboxes)
      window.open(place, allowingChanges: allowsChanges)
      window.present()
    }
    return g_application_run(application.raw.assumingMemoryBound(to: GApplication.self), 0, nil)
  }

  /// Gives the application the keys that work in the whole window, which menus then show.
  static func prepare(_ application: UnsafeMutablePointer<GtkApplication>) {
    for command in WindowCommand.all where command.reach == .window && !command.keys.isEmpty {
      withStringVector(command.keys) {
        gtk_application_set_accels_for_action(application, command.action, $0)
      }
    }
  }
}

/// Writes one line to standard error.
nonisolated func complain(_ sentence: String) {
  StandardError.write(Product.textDomain + ": " + sentence + "\n")
}
