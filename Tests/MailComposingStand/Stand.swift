import CDunnockAdwaita
import Foundation
import Glibc
import GtkBridge
import MailComposing
import MailSpool
import MailWriting
import Texts

/// `MailComposingStand [--width=PX] [--rtl] [--list] FOLDER [FILE...]` shows a mail to write with nothing of the app around it, the drafts in
/// FOLDER, and the files attached, or with --list the drafts over it; and prints a line for whatever the window asks. Where FOLDER holds a draft it goes on with that. A mail
/// with the subject "refuse" is not taken. With --life it shows nothing; see `Life`.
@main
struct Stand {
  static func main() {
    let (options, paths) = (
      CommandLine.arguments.filter { $0.hasPrefix("--") },
      CommandLine.arguments.dropFirst().filter { !$0.hasPrefix("--") }
    )
    let width = options.compactMap { $0.split(separator: "=").last.flatMap { Int32($0) } }.first
    guard let folder = paths.first else {
      complain("name a folder for drafts.")
      exit(2)
    }
    if options.contains("--life") { Life.run(in: folder) }
    adoptLanguage()
    g_set_prgname(Product.id)
    guard gtk_init_check() != 0, registerResources() else {
      complain("there is no display, or no resources.")
      exit(1)
    }
    MainLoop.adoptMainActor()
    if options.contains("--rtl") { gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL) }
    let application = Ref.adopting(
      full: UnsafeMutableRawPointer(
        adw_application_new(Product.id, G_APPLICATION_NON_UNIQUE)))
    let host = PrintingHost(Spool(path: folder))
    Signal.connect(application.raw, "activate") { [unowned application] in
      let kept = host.spool.drafts().first
      let window = ComposerWindow.present(
        kept
          ?? OutgoingMail(
            account: host.accounts[0].id, from: host.accounts[0].from),
        isNew: kept == nil, with: paths.dropFirst().map(part), host: host, beside: nil)
      if options.contains("--list") {
        DraftsWindow.present(host.spool.drafts(), host: host, over: window.window)
      }
      if let width { gtk_window_set_default_size(window.window.cast(), width, 620) }
      gtk_application_add_window(
        application.raw.assumingMemoryBound(to: GtkApplication.self), window.window.cast())
    }
    let status = g_application_run(
      application.raw.assumingMemoryBound(to: GApplication.self), 0, nil)
    exit(status)
  }

  private static func part(_ path: String) -> EnclosedPart {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let guessed = g_content_type_guess(path, nil, 0, nil)
    defer { g_free(guessed) }
    return EnclosedPart(
      name: name, type: guessed.map { String(cString: $0) } ?? "application/octet-stream"
    ) { FileManager.default.contents(atPath: path).map { [UInt8]($0) } }
  }
}

/// Prints what is asked.
private final class PrintingHost: ComposerHost {
  let spool: Spool
  let accounts = [
    SendingAccount(
      id: UUID(uuidString: "11111111-1111-1111-1111-111111111111") ?? UUID(),
      from: .init(name: "Robin Reader", address: "robin@example.org"),
      signature: "Robin Reader\nThe Boathouse"),
    SendingAccount(
      id: UUID(uuidString: "22222222-2222-2222-2222-222222222222") ?? UUID(),
      from: .init(name: "Robin Reader", address: "robin@work.example.com"),
      signature: "R. Reader, Example Ltd."),
  ]

  init(_ spool: Spool) { self.spool = spool }

  func correspondents() async -> [OutgoingMail.Correspondent] {
    [
      .init(name: "Ada Lovelace", address: "ada@example.org"),
      .init(name: "Adam Ant", address: "adam@example.org"),
      .init(name: "Dalia Levi דליה לוי", address: "dalia@example.org"),
    ]
  }

  func send(_ mail: OutgoingMail) async -> String? {
    if mail.subject == "refuse" { return "The server is on holiday." }
    let data = try? JSONEncoder().encode(mail)
    say("send \(String(decoding: data ?? Data(), as: UTF8.self))")
    try? spool.discard(mail.id)
    return nil
  }

  func closed(_ mail: OutgoingMail, as end: ComposerEnd) {
    if end == .kept || end == .unchanged { say("\(end.rawValue) \(mail.subject)") }
  }

  private func say(_ line: String) {
    print("asked: " + line)
    fflush(nil)
  }
}
