import CDunnockAdwaita
import Glibc
import GtkBridge
import MailReading
import MailText
import Texts

/// `MailReadingStand FILE` shows one mail with nothing of the app around it, and prints a line for whatever the mail asks.
@main
struct Stand {
  static func main() {
    if CommandLine.arguments.dropFirst() == [WebRehearsal.argument] { exit(WebRehearsal.run()) }
    guard CommandLine.arguments.count == 2, let bytes = content(of: CommandLine.arguments[1]) else {
      complain("name one file that holds a mail.")
      exit(2)
    }
    adoptLanguage()
    g_set_prgname(Product.id)
    guard gtk_init_check() != 0, registerResources() else {
      complain("there is no display, or no resources.")
      exit(1)
    }
    MainLoop.adoptMainActor()
    let application = Ref.adopting(
      full: UnsafeMutableRawPointer(
        adw_application_new(Product.id, G_APPLICATION_NON_UNIQUE)))
    let (pane, host) = (ReadingPane(), PrintingHost())
    pane.ask(host)
    Signal.connect(application.raw, "activate") { [unowned application] in
      let window: Widget = adw_application_window_new(
        application.raw.assumingMemoryBound(to: GtkApplication.self))
      gtk_window_set_title(window.cast(), "One mail")
      gtk_window_set_default_size(window.cast(), 720, 640)
      adw_application_window_set_content(window.cast(), pane.widget)
      show(EnclosedMail(bytes: bytes), in: pane)
      gtk_window_present(window.cast())
    }
    // The pane does not keep it.
    let status = withExtendedLifetime(host) {
      g_application_run(application.raw.assumingMemoryBound(to: GApplication.self), 0, nil)
    }
    exit(status)
  }

  private static func show(_ mail: EnclosedMail, in pane: ReadingPane) {
    Task {
      let content = await ShownContent(of: mail, isFile: false, within: .portion)
      guard let body = content.body else { return complain(content.note) }
      pane.show(ShownMessage(of: body))
      pane.message.show(content, of: mail)
      pane.grabFocus()
    }
  }

  private static func content(of path: String) -> [UInt8]? {
    var (content, length): (UnsafeMutablePointer<CChar>?, gsize) = (nil, 0)
    guard g_file_get_contents(path, &content, &length, nil) != 0 else { return nil }
    defer { g_free(content) }
    return content.map { Array(UnsafeRawBufferPointer(start: $0, count: Int(length))) }
  }
}

/// Prints what is asked.
private final class PrintingHost: ReadingHost {
  func follow(_ link: MarkedText.Link) { say("follow \(link.target)") }

  func unsubscribe(_ way: Unsubscribing) {
    say("unsubscribe \((way.mail ?? way.page).map(\.target) ?? "")")
  }

  func tell(_ text: String) { say("tell \(text)") }

  func zoom(by steps: Int) { say("zoom \(steps)") }

  private func say(_ line: String) {
    print("asked: " + line)
    fflush(nil)
  }
}
