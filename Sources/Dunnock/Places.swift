import Accounts
import CDunnockAdwaita
import Glibc
import GtkBridge

/// Where the program finds its own files and keeps the person's.
enum Places {
  /// The folder of the resource bundle, the compiled settings schema and the sample mailbox.
  static let resources: String =
    environment("DUNNOCK_RESOURCES") ?? buildFolder.map { $0 + "/resources" }
    ?? share + "/" + Product.textDomain

  /// SwiftPM's build folder where the program lies in it, as after `swift run`; nil for an installed one.
  static let buildFolder: String? = program.flatMap { program in
    // .build/x86_64-unknown-linux-gnu/debug/dunnock
    let parts = program.split(separator: "/")
    guard parts.count > 3, parts[parts.count - 4] == ".build" else { return nil }
    return "/" + parts.dropLast(3).joined(separator: "/")
  }

  /// The folder that the sample mailbox is installed in.
  static var installedSample: String { resources + "/Sample" }

  /// The person's own copy of the sample mailbox.
  static var ownSample: String { String(cString: g_get_user_data_dir()) + "/dunnock/sample" }

  /// The folder of the records of what was done to each mailbox.
  static var journals: String { String(cString: g_get_user_data_dir()) + "/dunnock/journal" }

  /// Where accounts keep what is theirs.
  nonisolated static let ofAccounts = AccountPlaces(
    accounts: String(cString: g_get_user_config_dir()) + "/dunnock/accounts",
    state: String(cString: g_get_user_state_dir()) + "/dunnock/accounts",
    mail: String(cString: g_get_user_data_dir()) + "/dunnock/mail")

  /// The folder of what was read of mailboxes, which may be deleted at any time.
  nonisolated static var index: String {
    String(cString: g_get_user_cache_dir()) + "/dunnock/index"
  }

  /// The folder of the copies of attachments that other programs were given to look at.
  nonisolated static var openedCopies: String {
    String(cString: g_get_user_cache_dir()) + "/dunnock/opened"
  }

  /// Folders that may hold the compiled settings schema, the likeliest first.
  static var schemaFolders: [String] { [resources, share + "/glib-2.0/schemas"] }

  /// The folder of the translations.
  static var locale: String {
    let own = resources + "/locale"
    return isTrue(g_file_test(own, G_FILE_TEST_IS_DIR)) ? own : share + "/locale"
  }

  private static let program: String? = {
    guard let path = g_file_read_link("/proc/self/exe", nil) else { return nil }
    defer { g_free(path) }
    return String(cString: path)
  }()

  private static let share: String = {
    guard let folder = program.flatMap({ g_path_get_dirname($0) }) else { return "/usr/share" }
    defer { g_free(folder) }
    return String(cString: folder) + "/../share"
  }()

  private static func environment(_ name: String) -> String? {
    guard let value = g_getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}

/// Makes icons, stylesheet and other bundled files available by their resource path.
///
/// - Returns: False when there is no readable bundle; the program then works, but without its own looks.
func registerResources() -> Bool {
  guard let bundle = g_resource_load(Places.resources + "/dunnock.gresource", nil) else {
    return false
  }
  g_resources_register(bundle)
  g_resource_unref(bundle)
  return true
}

/// Has every text from here on appear in the person's language.
func adoptLanguage() {
  setlocale(LC_ALL, "")
  bindtextdomain(Product.textDomain, Places.locale)
  bind_textdomain_codeset(Product.textDomain, "UTF-8")
  textdomain(Product.textDomain)
}
