import AppWidgets
import CDunnockAdwaita
import Foundation
import GtkBridge
import GtkTestSupport
import MailSpool
import MailWriting
import XCTest

@testable import MailComposing

/// A program that keeps what windows hand it, and its drafts in a folder of its own.
@MainActor
final class TestHost: ComposerHost {
  var accounts = [
    SendingAccount(
      id: UUID(), from: .init(name: "Robin", address: "robin@example.org"), signature: "Robin"),
    SendingAccount(
      id: UUID(), from: .init(address: "robin@work.example.com"), signature: "R. Reader"),
  ]
  let spool: Spool
  var known: [OutgoingMail.Correspondent] = [
    .init(name: "Ada Lovelace", address: "ada@example.org"),
    .init(name: "Adam Ant", address: "adam@example.org"),
    .init(name: "Émile Zola", address: "zola@example.org"),
  ]
  /// What mail is refused with; nil where it is taken.
  var refusal: String?
  private(set) var sent: [OutgoingMail] = []
  private(set) var kept: [OutgoingMail] = []
  /// How the windows were closed.
  private(set) var ends: [ComposerEnd] = []

  nonisolated init() {
    spool = Spool(
      path: FileManager.default.temporaryDirectory.path + "/dunnock-drafts-\(UUID().uuidString)")
  }

  nonisolated deinit { try? FileManager.default.removeItem(atPath: spool.path) }

  func correspondents() async -> [OutgoingMail.Correspondent] { known }

  func send(_ mail: OutgoingMail) async -> String? {
    if refusal == nil {
      sent.append(mail)
      try? spool.discard(mail.id)
    }
    return refusal
  }

  func closed(_ mail: OutgoingMail, as end: ComposerEnd) {
    ends.append(end)
    if end == .kept { kept.append(mail) }
  }

  /// A mail that the first account begins.
  func mail(
    to addresses: String..., subject: String = "", text: String = ""
  ) -> OutgoingMail {
    OutgoingMail(
      account: accounts.first?.id ?? UUID(), from: .init(address: "robin@example.org"),
      to: addresses.map { .init(address: $0) }, subject: subject, text: text)
  }

  /// What is kept of a draft on the disk.
  func draft(_ id: UUID) -> OutgoingMail? { spool.draft(id) }
}

/// Runs a test in a window on a mail, which is closed afterwards if it is there still, with proof that it is freed.
@MainActor
func withComposer(
  _ host: TestHost = TestHost(), on mail: (TestHost) -> OutgoingMail = { $0.mail() },
  isNew: Bool = true, with parts: [EnclosedPart] = [],
  _ body: (ComposerWindow, TestHost) throws -> Void
) throws {
  var isFreed = false
  weak var freed: ComposerWindow?
  let id: UUID
  do {
    let composer = ComposerWindow.present(
      mail(host), isNew: isNew, with: parts, host: host, beside: nil)
    let window = composer.window
    (freed, id) = (composer, composer.id)
    onFree(of: window) { isFreed = true }
    pump("the window") { gtk_widget_get_mapped(window) != 0 }
    try body(composer, host)
    if ComposerWindow.all[id] != nil { gtk_window_destroy(window.cast()) }
  }
  pump("the window to be freed") { isFreed && freed == nil }
  XCTAssertNil(ComposerWindow.all[id])
}

@MainActor
extension ComposerWindow {
  /// Turns the main loop until the window is closed.
  func pumpUntilClosed(file: StaticString = #filePath, line: UInt = #line) {
    let id = id
    pump("the window to close", file: file, line: line) { Self.all[id] == nil }
  }

  func activate(_ name: String) {
    gtk_widget_activate_action_variant(frame.widget, ComposerFrame.action(name), nil)
  }

  /// Answers the question over the window once it is there, and gives its text.
  @discardableResult
  func answer(_ name: String) -> String {
    pump("the question") { question != nil }
    guard let dialog = question else { return "" }
    let text = dialog.questionText ?? ""
    dialog.answer(name)
    pump("its end") { question == nil }
    return text
  }

  /// The dialog over the window.
  var question: Widget? { window.dialogOver }
}

/// Runs a test as the app runs: with its tasks served by the main loop.
func onMainLoop(_ body: @MainActor () throws -> Void) throws {
  try onGtk {
    MainLoop.adoptMainActor()
    try body()
  }
}
