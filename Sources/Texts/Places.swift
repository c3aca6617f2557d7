import CDunnockGio
import FileSystem
import Glibc

/// Where the program finds its own files and keeps the person's.
package enum Places {
  /// The folder of the resource bundle, the compiled settings schema and the sample mailbox.
  package static let resources: String =
    environment("DUNNOCK_RESOURCES") ?? buildFolder.map { $0 + "/resources" }
    ?? share + "/" + Product.textDomain

  /// SwiftPM's build folder where the program lies in it, as after `swift run`; nil for an installed one.
  package static let buildFolder: String? = program.flatMap { program in
    // .build/x86_64-unknown-linux-gnu/debug/dunnock
    let parts = program.description.split(separator: "/")
    guard parts.count > 3, parts[parts.count - 4] == ".build" else { return nil }
    return "/" + parts.dropLast(3).joined(separator: "/")
  }

  /// The folder that the sample mailbox is installed in.
  package static var installedSample: String { resources + "/Sample" }

  /// The person's own copy of the sample mailbox.
  package static var ownSample: String {
    String(cString: g_get_user_data_dir()) + "/dunnock/sample"
  }

  /// The folder of the records of what was done to each mailbox.
  package static var journals: String {
    String(cString: g_get_user_data_dir()) + "/dunnock/journal"
  }

  /// The folder of the rules of each mailbox.
  package static var rules: String {
    String(cString: g_get_user_data_dir()) + "/dunnock/rules"
  }

  /// The folder of what was read of mailboxes, which may be deleted at any time.
  package static var index: String {
    String(cString: g_get_user_cache_dir()) + "/dunnock/index"
  }

  /// The folder of the copies of attachments that other programs were given to look at.
  package static var openedCopies: String {
    String(cString: g_get_user_cache_dir()) + "/dunnock/opened"
  }

  /// Folders that may hold the compiled settings schema, the likeliest first.
  package static var schemaFolders: [String] { [resources, share + "/glib-2.0/schemas"] }

  /// The folder of the translations.
  package static var locale: String {
    let own = resources + "/locale"
    return g_file_test(own, G_FILE_TEST_IS_DIR) != 0 ? own : share + "/locale"
  }

  /// The program that shows windows: beside this one in a build folder, else where it is installed.
  package static var windowProgram: ByteName {
    let folder = program?.split.directory ?? ByteName("/usr/bin")
    return folder.entry(
      ByteName((buildFolder == nil ? "../" + libexec + "/" : "") + "dunnock-window"))
  }

  private static let program = ByteName("/proc/self/exe").linked

  private static let share: String = {
    guard let folder = program?.split.directory else { return "/usr/share" }
    return folder.description + (folder.description.hasSuffix("/" + libexec) ? "/../.." : "/..")
      + "/share"
  }()

  /// Where programs are installed that people do not start by their names.
  private static let libexec = "libexec/dunnock"

  private static func environment(_ name: String) -> String? {
    guard let value = g_getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}

/// Makes icons, stylesheet and other bundled files available by their resource path.
///
/// - Returns: False when there is no readable bundle; the program then works, but without its own looks.
package func registerResources() -> Bool {
  guard let bundle = g_resource_load(Places.resources + "/dunnock.gresource", nil) else {
    return false
  }
  g_resources_register(bundle)
  g_resource_unref(bundle)
  return true
}

/// Has every text from here on appear in the person's language.
package func adoptLanguage() {
  setlocale(LC_ALL, "")
  bindtextdomain(Product.textDomain, Places.locale)
  bind_textdomain_codeset(Product.textDomain, "UTF-8")
  textdomain(Product.textDomain)
}
