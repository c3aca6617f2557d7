import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailText
import Texts
import Triage

/// Opens links in messages, begins new messages and unsubscribes from mailing lists. If a link looks like another link, or if a step has
/// consequences, the user is asked first.
final class WaysOut {
  let window: Widget
  let dialogs: Dialogs
  let notices: Notices
  let composer: any Composer
  /// Whether the window is closed. A window may close while another program is still opening a link or a draft.
  private(set) var isGone = false
  /// The numbers of the new messages that have been begun and whose windows do not have the keyboard focus yet.
  private var beginning: Set<Int> = []
  private var lastBegun = 0

  /// - Parameter window: The parent of the dialogs, and of the windows that other programs open.
  init(of window: Widget, dialogs: Dialogs, notices: Notices, composer: any Composer) {
    self.window = window
    self.dialogs = dialogs
    self.notices = notices
    self.composer = composer
    Signal.connect(window, "destroy") { [weak self] in self?.isGone = true }
    Signal.connect(window, "notify::is-active") { [weak self] in self?.restKeysNoMore() }
  }

  // MARK: New messages

  /// Whether the window discards key presses, because they are meant for a new message whose window does not have the focus yet.
  var restsKeys: Bool { !beginning.isEmpty }

  /// Lets the window handle keys again, after another window has got the focus or the user has pressed something in this window.
  func restKeysNoMore() { beginning = [] }

  /// Begins a new message, which may take some time. Until the message's window has the focus, this window discards key presses.
  ///
  /// - Parameter body: Begins the message and returns true if the message is on the screen.
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

  /// The time that the message's window has to get the focus, in seconds. After this time the window handles keys again.
  static let handingOver = 0.5

  /// Starts to open a link.
  func follow(_ link: MarkedText.Link) {
    Task.immediate { [weak self] in await self?.leave(by: link) }
  }

  /// Opens a link. If the text of the link names another host, asks the user first. The program opens links in messages only by this
  /// method.
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

  /// The length to which the dialog shortens the link's target, in characters.
  private static let longestAddress = 200

  /// Begins a new message from a draft.
  func write(_ draft: Draft = Draft(), of origin: DraftOrigin = DraftOrigin()) {
    begin { [weak self] in
      guard let self, let handover = await handOver(draft, of: origin) else { return false }
      if handover == .shown { return true }
      let said = handover.sentences + [origin.note].compactMap { $0 }
      notices.pass(said.joined(separator: " "), waiting: true)
      return false
    }
  }

  /// Passes a draft to the composer, and shows a notice if there is no program that takes the draft.
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
  /// The host of the link's target in the form for display; the whole target if it has no host.
  var host: String {
    guard let scheme = shown.range(of: "://") else { return shown }
    let rest = shown[scheme.upperBound...].prefix { !"/?#".contains($0) }
    return String(rest.split(separator: "@").last ?? rest)
  }
}

extension Handover {
  /// The sentences that tell the user where the draft is; empty if this program shows the draft.
  var sentences: [String] {
    if self == .shown { return [] }
    var said = [tr("Opened in your email app.")]
    if self == .textOnClipboard {
      said.append(tr("The text is too long to pass on. Paste it from the clipboard."))
    }
    return said
  }
}
