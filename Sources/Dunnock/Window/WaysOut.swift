import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailText
import Texts
import Triage

/// Goes where what stands in a message leads, out of the program: along a link, to a mail that is begun, or off a list. Where that is not
/// what it looks like, or has consequences, the person is told before.
final class WaysOut {
  let window: Widget
  let dialogs: Dialogs
  let notices: Notices
  let composer: any Composer
  /// Whether the window was closed: other programs take their time to answer.
  private(set) var isGone = false
  /// The numbers of the messages that are being begun and do not have the keyboard yet.
  private var beginning: Set<Int> = []
  private var lastBegun = 0

  /// - Parameter window: What asks, and what the programs that open stand over.
  init(of window: Widget, dialogs: Dialogs, notices: Notices, composer: any Composer) {
    self.window = window
    self.dialogs = dialogs
    self.notices = notices
    self.composer = composer
    Signal.connect(window, "destroy") { [weak self] in self?.isGone = true }
    Signal.connect(window, "notify::is-active") { [weak self] in self?.restKeysNoMore() }
  }

  // MARK: A mail that is begun

  /// Whether what is typed is meant for a mail that is being begun here, and for nothing in the list.
  var restsKeys: Bool { !beginning.isEmpty }

  /// Keys are for the window again: another has the keyboard, or the person has turned to something here.
  func restKeysNoMore() { beginning = [] }

  /// Begins a mail, which may take its time; keys rest until it has the keyboard.
  ///
  /// - Parameter body: Answers whether the mail is on the screen.
  func begin(_ body: @escaping @MainActor () async -> Bool) {
    let opensWindow = composer.opensWindow
    lastBegun += 1
    let number = lastBegun
    if opensWindow { beginning.insert(number) }
    Task.immediate { [weak self] in
      let isShown = await body()
      let end: @MainActor () -> Void = { [weak self] in _ = self?.beginning.remove(number) }
      guard opensWindow else { return }
      // The desktop gives its window the keyboard a moment later.
      if isShown { after(Self.handingOver, end) } else { end() }
    }
  }

  /// Seconds; without a window that takes the keyboard by then keys are for this one again.
  static let handingOver = 0.5

  /// Goes where a link leads.
  func follow(_ link: MarkedText.Link) {
    Task.immediate { [weak self] in await self?.leave(by: link) }
  }

  /// Goes where a link leads, once the person has said so where its text names another host. No link leaves the program by another way.
  func leave(by link: MarkedText.Link) async {
    if let pretended = link.pretended {
      let answer = await answer(to: link, naming: pretended)
      if isGone { return }
      switch answer {
      case .open: break
      case .copy: return window.copy(link.target)
      case nil: return
      }
    }
    if let draft = Draft(mailto: link.target) {
      return write(draft, of: DraftOrigin(mailto: link.target))
    }
    guard await !Desktop.open(link.target, over: window), !isGone else { return }
    notices.pass(
      tr("No app is installed that can open this."),
      button: .init(title: tr("Copy Link")) { [weak self] in self?.window.copy(link.target)
      })
  }

  private enum LinkAnswer: String, Sendable { case open, copy }

  private func answer(to link: MarkedText.Link, naming pretended: String) async -> LinkAnswer? {
    let text = tr("This link shows %1$s but opens %2$s.").filling(
      "\u{2068}\(pretended)\u{2069}", "\u{2068}\(link.host)\u{2069}")
    let address = "\u{2068}\(link.shown.prefix(Self.longestAddress))\u{2069}"
    return await dialogs.ask { (answered: @escaping @MainActor (LinkAnswer?) -> Void) in
      window.ask(
        tr("Open Suspicious Link?"), text + "\n\n" + address,
        [
          .init("cancel", tr("Cancel")),
          .init(LinkAnswer.copy.rawValue, tr("Copy Link")),
          .init(LinkAnswer.open.rawValue, tr("Open Anyway"), ADW_RESPONSE_DESTRUCTIVE),
        ]
      ) { answered(LinkAnswer(rawValue: $0)) }
    }
  }

  /// In characters.
  private static let longestAddress = 200

  /// Begins a mail.
  func write(_ draft: Draft = Draft(), of origin: DraftOrigin = DraftOrigin()) {
    begin { [weak self] in
      guard let self, let handover = await handOver(draft, of: origin) else { return false }
      if handover == .shown { return true }
      let said = handover.sentences + [origin.note].compactMap { $0 }
      notices.pass(said.joined(separator: " "), waiting: true)
      return false
    }
  }

  /// Hands a draft over; where nothing takes it, says so.
  ///
  /// - Returns: Nil when nothing took it, or the window is gone.
  func handOver(_ draft: Draft, of origin: DraftOrigin = DraftOrigin()) async -> Handover? {
    // What is answered may have been read for a while.
    if isGone { return nil }
    let handover = await composer.compose(draft, of: origin, over: window)
    if isGone { return nil }
    guard handover == .refused else { return handover }
    notices.pass(
      tr("No email app is installed."),
      button: .init(title: tr("Copy Message")) { [weak self] in self?.window.copy(draft.described)
      })
    return nil
  }
}

extension MarkedText.Link {
  /// The host that it leads to, as it is shown; the whole target where it has none.
  var host: String {
    guard let scheme = shown.range(of: "://") else { return shown }
    let rest = shown[scheme.upperBound...].prefix { !"/?#".contains($0) }
    return String(rest.split(separator: "@").last ?? rest)
  }
}

extension Handover {
  /// What is said of it to the person.
  var sentences: [String] {
    if self == .shown { return [] }
    var said = [tr("Opened in your email app.")]
    if self == .textOnClipboard {
      said.append(tr("The text is too long to pass on. Paste it from the clipboard."))
    }
    return said
  }
}
