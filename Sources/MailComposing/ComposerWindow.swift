import AppWidgets
import CDunnockAdwaita
import Foundation
import GtkBridge
import MailText
import MailWriting
import Texts

/// What one mail is written in: a window, or a page of one that has other pages.
///
/// The widget keeps this object alive.
package final class ComposerWindow {
  /// The GtkWindow that it is, or is a page of.
  package let window: Widget
  let frame: ComposerFrame
  let fields = HeaderFields()
  let text = ComposedText()
  let attachments: AttachmentCards
  let spelling: Spelling
  private(set) lazy var keeper = DraftKeeper(of: id, in: host.spool) { [weak self] in
    self.flatMap { $0.isGone ? nil : $0.mail }
  } failed: { [weak self] in
    self?.say($0, about: .draft)
  }

  /// What it is a page of; nil where it is a window.
  private let place: (any ComposerPlace)?
  private let host: any ComposerHost
  /// What of the mail is not written here.
  private let base: OutgoingMail
  private var opened: OpenedMail?
  private var known: [OutgoingMail.Correspondent] = []
  private(set) var isBusy = false
  private var isGone = false
  private let actions = ActionGroup()

  /// The windows and pages by the drafts that are written in them.
  package private(set) static var all: [UUID: ComposerWindow] = [:]

  /// Shows a mail to go on with; where it is on show already, its window or page comes to the front.
  ///
  /// - Parameters:
  ///   - mail: Its account is the host's first where it is none of the host's.
  ///   - isNew: Whether nothing of it is the person's own yet. The signature is put at the end of its text then.
  ///   - parts: What is sent along with it.
  ///   - note: What the person is to know of whom it goes to.
  ///   - parent: Another window of the same program.
  @discardableResult
  package static func present(
    _ mail: OutgoingMail, isNew: Bool = true, with parts: [EnclosedPart] = [],
    saying note: String? = nil, host: any ComposerHost, beside parent: Widget?
  ) -> ComposerWindow {
    if present(mail.id), let window = all[mail.id] { return window }
    let window = ComposerWindow(mail, isNew: isNew, with: parts, host: host, beside: parent)
    window.show()
    window.focusFirst()
    window.say(note, about: .recipients)
    return window
  }

  /// Brings the window or page of a draft to the front.
  ///
  /// - Returns: Whether it is in one.
  package static func present(_ id: UUID) -> Bool {
    all[id]?.show()
    return all[id] != nil
  }

  /// Has all windows know that the host has other accounts.
  package static func accountsChanged() {
    for window in all.values { window.followAccounts() }
  }

  private func followAccounts() {
    let isUnchanged = isUnchangedDraft
    showAccounts(choosing: fields.sender.account?.id)
    if isUnchanged { opened = OpenedMail(isNew: false, mail: mail, attachments: attachments.items) }
  }

  /// Closes all that are windows as their close buttons do; each keeps its draft.
  package static func closeAll() {
    for window in all.values where window.place == nil { window.requestClose() }
  }

  /// Closes all that are pages of a window; each keeps its draft.
  ///
  /// - Returns: Whether there is none any more.
  package static func closePages(of window: Widget) async -> Bool {
    let isOfIt = { (page: ComposerWindow) in page.place != nil && page.window == window }
    for page in all.values where isOfIt(page) && !page.isBusy { await page.close() }
    return !all.values.contains(where: isOfIt)
  }

  private func show() {
    place?.show(frame.widget)
    gtk_window_present(window.cast())
    debugLog("page shown: composer, own window: \(place == nil)")
  }

  private init(
    _ mail: OutgoingMail, isNew: Bool, with parts: [EnclosedPart], host: any ComposerHost,
    beside parent: Widget?
  ) {
    (self.host, base) = (host, mail)
    place = host.place(beside: parent)
    window = place?.window ?? adw_window_new()
    attachments = AttachmentCards(of: mail.id, in: host.spool)
    spelling = Spelling(of: text, by: .desktop)
    frame = ComposerFrame(
      in: window, isPage: place != nil, fields: fields.widget, text: text.widget,
      attachments: attachments.widget)
    Hosted.install(self, in: UnsafeMutableRawPointer(frame.widget), key: "dunnock-composer")
    Self.all[mail.id] = self
    // Buttons that are in a window already would not find their actions.
    installActions()
    if place == nil {
      adw_window_set_content(window.cast(), frame.widget)
      gtk_window_set_default_size(window.cast(), 660, 620)
      if let parent {
        gtk_window_set_application(window.cast(), gtk_window_get_application(parent.cast()))
      }
    }
    fields.show(mail)
    if !isNew { fields.sender.offer(mail.from, of: host.accounts.first { $0.id == mail.account }) }
    showAccounts(choosing: mail.account)
    text.begin(
      with: mail.text + (isNew ? ComposedText.foot(fields.sender.account?.signature ?? "") : ""))
    attachments.show(mail.attachments)
    let beginning = self.mail
    for part in parts { attachments.add(named: part.name, type: part.type, part.read) }
    opened = OpenedMail(isNew: isNew, mail: beginning, attachments: attachments.items)
    fields.sender.onChange { [weak self] before, now in
      self?.text.replace(signature: before?.signature ?? "", by: now?.signature ?? "")
      self?.changed()
    }
    fields.onChange { [weak self] in self?.changed() }
    text.onChange { [weak self] in
      self?.changed()
    } pasted: { [weak self] in
      self?.attach($0)
    }
    attachments.onChange { [weak self] in
      self?.changed()
    } dropped: { [weak self] in
      self?.keeper.drop($0)
    }
    followWindow()
    frame.show(subject: mail.subject)
    Task { [weak self, host] in
      let known = await host.correspondents()
      guard let self, !isGone else { return }
      self.known = known
      for field in fields.recipients { field.completion.know(known) }
    }
  }

  /// The draft's.
  var id: UUID { base.id }

  /// Whether it is what is used.
  package var isActive: Bool {
    gtk_window_is_active(window.cast()) != 0 && gtk_widget_get_mapped(frame.widget) != 0
  }

  /// The mail as it is written now.
  var mail: OutgoingMail {
    var mail = base
    fields.fill(&mail)
    mail.text = text.text
    mail.attachments = attachments.attached
    return mail
  }

  /// Whether somebody would miss it.
  var isOwn: Bool { !isEmpty && (opened?.isNew == false || isChanged) }

  private var isChanged: Bool { opened?.isChanged(to: mail, attachments) ?? false }

  private var isUnchangedDraft: Bool { opened?.isNew == false && !isChanged }

  private var isEmpty: Bool {
    let mail = mail
    let foot = ComposedText.foot(fields.sender.account?.signature ?? "")
    let written = mail.text.hasSuffix(foot) ? mail.text.dropLast(foot.count) : mail.text[...]
    return mail.to.isEmpty && mail.cc.isEmpty && mail.bcc.isEmpty && attachments.items.isEmpty
      && mail.subject.allSatisfy(\.isWhitespace) && written.allSatisfy(\.isWhitespace)
  }

  private func changed() {
    guard !isGone else { return }
    frame.show(subject: fields.subject.control.typedExactly)
    // A draft is compared until something was written for the first time.
    if keeper.isBegun || !isUnchangedDraft { keeper.note() }
  }

  private func showAccounts(choosing id: UUID?) {
    fields.sender.show(host.accounts, choosing: id)
    let isNone = fields.sender.account == nil
    actions.setEnabled("send", !isNone && !isBusy)
    say(
      isNone ? tr("There is no account to send this message from. It is saved as a draft.") : nil,
      about: .account)
  }

  private func focusFirst() {
    let first =
      mail.to.isEmpty
      ? fields.to.row.control : mail.subject.isEmpty ? fields.subject.control : text.view
    gtk_widget_grab_focus(first)
  }

  // MARK: Actions

  private func installActions() {
    for (name, body) in [
      ("send", { window in Task { await window.send() } }),
      ("attach", { window in Task { await window.chooseFiles() } }),
      ("discard", { $0.askToDiscard() }),
      ("close", { $0.requestClose() }),
      ("cc", { $0.fields.show($0.fields.cc) }),
      ("bcc", { $0.fields.show($0.fields.bcc) }),
    ] as [(String, (ComposerWindow) -> Void)] {
      actions.add(name) { [weak self] in
        if let self, !window.isBelowDialog { body(self) }
      }
    }
    actions.insert(into: frame.widget, prefix: ComposerFrame.prefix)
    // Before the text takes it for a new line.
    let sending = gtk_shortcut_controller_new().unsafelyUnwrapped
    for key in ["<Control>Return", "<Control>KP_Enter"] {
      sending.addShortcut(key, ComposerFrame.action("send"))
    }
    frame.widget.addController(sending, in: GTK_PHASE_CAPTURE)
    let keys = gtk_shortcut_controller_new().unsafelyUnwrapped
    for (key, name) in [
      ("Escape", "close"), ("<Control>w", "close"), ("<Control><Shift>a", "attach"),
      ("<Control><Shift>d", "discard"), ("<Control><Shift>c", "cc"), ("<Control><Shift>b", "bcc"),
    ] { keys.addShortcut(key, ComposerFrame.action(name)) }
    keys.addShortcut("<Control>q", "app.quit")
    if place != nil { keys.addShortcut("<Alt>Left", ComposerFrame.action("close")) }
    frame.widget.addController(keys)
  }

  private func followWindow() {
    if place == nil {
      Signal.connect(UnsafeMutableRawPointer(window), "close-request") { [weak self] in
        guard let self, !isGone else { return false }
        requestClose()
        return true
      }
    }
    Signal.connect(UnsafeMutableRawPointer(window), "notify::is-active") { [weak self] in
      guard let self, !isGone, gtk_window_is_active(window.cast()) == 0 else { return }
      Task { await self.keeper.save() }
    }
    let id = id
    Signal.connect(UnsafeMutableRawPointer(frame.widget), "destroy") { [weak self] in
      self?.isGone = true
      Self.all[id] = nil
    }
    let drop = gtk_drop_target_new(gdk_file_list_get_type(), GDK_ACTION_COPY)
    // Before the text takes the names of files for text.
    let target = frame.content.addController(
      UnsafeMutableRawPointer(drop).map { OpaquePointer($0) }, in: GTK_PHASE_CAPTURE)
    Signal.connect(target, "drop") {
      [weak self] (value: UnsafeMutableRawPointer?, _: Double, _: Double) in
      guard let value else { return false }
      self?.attach(.files(Clipboard.uris(of: value.assumingMemoryBound(to: GValue.self))))
      return true
    }
  }

  // MARK: Attaching

  private func chooseFiles() async {
    let chosen = await FileChoosing.files(
      titled: tr("Attach Files"), accept: tr("Attach"), over: window)
    if !isGone { attach(.files(chosen)) }
  }

  func attach(_ pasted: ComposedText.Pasted) {
    switch pasted {
    case .files(let uris):
      // A page is no file, though it comes as one when its link is dropped.
      let links = uris.filter { $0.hasPrefix("http:") || $0.hasPrefix("https:") }
      if !links.isEmpty { text.paste(links.joined(separator: "\n")) }
      for uri in uris where !links.contains(uri) { attachments.add(file: uri) }
    case .picture(let read):
      attachments.add(named: tr("Picture") + ".png", type: "image/png", read)
    case .longText(let text):
      attachments.add(named: tr("Pasted text") + ".txt", type: "text/plain") { Array(text.utf8) }
      say(tr("The text is very long and was attached as a file."), about: .text)
    }
  }

  // MARK: Leaving

  /// Sends the mail once nothing speaks against it, and closes the window when the host has it.
  func send() async {
    guard !isBusy, !isGone, fields.sender.account != nil else { return }
    say(nil, about: .sending)
    isBusy = true
    // Before anything is said or asked: the program may be killed.
    await keeper.save()
    guard !isGone else { return }
    if attachments.isCopying {
      isBusy = false
      return say(
        tr("Files are still being copied. Try again in a moment."), about: .sending)
    }
    if fields.complain() {
      isBusy = false
      return
    }
    let (mail, missing, known) = (mail, attachments.missing, known)
    let concerns = await Self.concerns(of: mail, missing: missing, known: known)
    guard !isGone else { return }
    if !concerns.isEmpty, await !ComposerQuestions(over: window).isMeant(concerns) {
      isBusy = false
      return
    }
    guard !isGone else { return }
    setBusy(true)
    await keeper.save()
    if let refusal = await host.send(mail) {
      debugLog("mail refused")
      setBusy(false)
      return say(refusal, about: .sending)
    }
    await leave(.sent, mail)
  }

  @concurrent
  private nonisolated static func concerns(
    of mail: OutgoingMail, missing: [String], known: [OutgoingMail.Correspondent]
  ) async -> [SendingConcern] {
    SendingConcern.all(of: mail, missing: missing, known: known)
  }

  private func askToDiscard() {
    guard !isBusy else { return }
    Task {
      if isOwn {
        guard await ComposerQuestions(over: window).isDiscarded(), !isGone else { return }
      }
      await leave(.discarded, mail)
    }
  }

  /// Closes the window unless the mail is on its way or it is about to go.
  private func requestClose() {
    if !isBusy, !isGone { Task { await close() } }
  }

  /// Closes the window and keeps the draft, if there is anything of the person's own; where it cannot be kept the window stays. A draft that
  /// was not changed is not written.
  private func close() async {
    if isUnchangedDraft, !keeper.isBegun { return await leave(.unchanged, base) }
    guard isUnchangedDraft || isOwn else { return await leave(.discarded, mail) }
    isBusy = true
    // Before anything is waited for: the program may be killed.
    await keeper.save()
    guard !isGone else { return }
    setBusy(true)
    await attachments.finish(copies: true)
    guard !isGone else { return }
    keeper.note()
    // What was typed and taken back again was written all the same.
    let (mail, isUnchanged) = (mail, isUnchangedDraft)
    guard await keeper.save() else { return setBusy(false) }
    await leave(isUnchanged ? .unchanged : .kept, isUnchanged ? base : mail)
  }

  private func leave(_ end: ComposerEnd, _ mail: OutgoingMail) async {
    guard !isGone else { return }
    isGone = true
    // A page that is taken away is gone at once, and files may still be copied for it.
    let held = place.map { _ in Ref.retaining(none: UnsafeMutableRawPointer(frame.widget)) }
    defer { withExtendedLifetime(held) {} }
    if let place { place.remove(frame.widget) } else { gtk_widget_set_visible(window, 0) }
    if end != .kept {
      // What is written after the draft is deleted would stay.
      await attachments.finish(copies: false)
      switch end {
      case .discarded: await keeper.remove()
      case .sent: await keeper.end()
      case .kept, .unchanged: break
      }
    }
    Self.all[id] = nil
    if place == nil { gtk_window_destroy(window.cast()) }
    host.closed(mail, as: end)
    debugLog("composer closed: \(end)")
  }

  private func say(_ sentence: String?, about topic: ComposerFrame.Topic) {
    if !isGone { frame.say(sentence, about: topic) }
  }

  private func setBusy(_ isBusy: Bool) {
    guard !isGone else { return }
    self.isBusy = isBusy
    actions.setEnabled("send", !isBusy && fields.sender.account != nil)
    frame.setBusy(isBusy)
  }
}
