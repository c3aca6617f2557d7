import AppWidgets
import CDunnockAdwaita
import Foundation
import GtkBridge
import MailModel
import MailSpool
import MailWriting
import Texts

/// The dialog that lists what is to be sent, and what can be done to each mail of it.
///
/// The dialog keeps this object alive.
final class OutboxWindow {
  let dialog: Dialog

  private let own: OwnComposer
  private weak var parent: MailWindow?
  private let group: Widget = adw_preferences_group_new()
  private var rows: [Widget] = []
  private var shown: [OutboxEntry]?
  private var isAsking = false

  /// Shows it over a window.
  @discardableResult
  static func present(_ own: OwnComposer, over parent: MailWindow) -> OutboxWindow {
    let shown = OutboxWindow(own, over: parent)
    shown.dialog.present()
    debugLog("page shown: outbox, messages: \(own.outbox.entries.count)")
    return shown
  }

  private init(_ own: OwnComposer, over parent: MailWindow) {
    (self.own, self.parent) = (own, parent)
    dialog = Dialog(
      WindowCommand.outbox.title, over: parent.window, width: 460, atMost: Widget.pageWidth,
      height: 480)
    let page: Widget = adw_preferences_page_new()
    adw_preferences_page_add(page.cast(), group.cast())
    dialog.show(page)
    Hosted.install(self, in: dialog.widget, key: "dunnock-outbox")
    let stop = own.outbox.onEvent { [weak self] _ in self?.list() }
    dialog.onClosed { stop() }
    list()
  }

  private func list() {
    let entries = own.outbox.entries
    guard entries != shown else { return }
    shown = entries
    // A row that is gone with its button must not take the focus out of the window.
    for row in rows { adw_preferences_group_remove(group.cast(), row) }
    rows = entries.map(row)
    for row in rows { adw_preferences_group_add(group.cast(), row) }
    group.setGroupDescription(entries.isEmpty ? tr("There are no messages to send.") : nil)
  }

  private func row(of entry: OutboxEntry) -> Widget {
    let row: Widget = adw_expander_row_new()
    row.setRowTitle(entry.shownSubject)
    row.setRowSubtitle(
      [entry.recipients, entry.stateText].filter { !$0.isEmpty }.joined(separator: "\n"))
    for (title, act) in deeds(of: entry) {
      adw_expander_row_add_row(
        row.cast(), Widget.activatableRow(title) { whenIdle { act() } })
    }
    adw_expander_row_set_expanded(row.cast(), entry.isStopped.gboolean)
    return row
  }

  private func deeds(of entry: OutboxEntry) -> [(String, () -> Void)] {
    var deeds: [(String, () -> Void)] = []
    if entry.state == .sending { return deeds }
    switch entry.state {
    case .sent, .failed(.unreadable): break
    default:
      deeds.append(
        (
          entry.isStopped ? tr("Send Again") : tr("Send Now"),
          { [weak self] in self?.send(entry) }
        ))
      if entry.mail != nil { deeds.append((tr("Edit"), { [weak self] in self?.edit(entry) })) }
    }
    if entry.state == .unknown {
      deeds.append((tr("Look in Sent"), { [weak self] in self?.lookInSent() }))
    }
    deeds.append((tr("Delete…"), { [weak self] in self?.delete(entry) }))
    return deeds
  }

  // MARK: What the person does

  private func send(_ entry: OutboxEntry) {
    guard entry.state == .unknown else { return perform { await $0.sendNow([entry.id]) } }
    ask(
      tr("Send Again?"),
      tr("The message may have been sent already. Recipients may get it a second time."),
      .init("send", tr("Send Again"), ADW_RESPONSE_SUGGESTED)
    ) { await $0.sendNow([entry.id]) }
  }

  private func edit(_ entry: OutboxEntry) {
    Task { [weak self] in
      guard let own = self?.own, let over = self?.parent?.window else { return }
      if await own.edit(entry.id, over: over), let self { dialog.close() }
    }
  }

  private func lookInSent() {
    dialog.close()
    parent?.go(to: .sent)
  }

  private func delete(_ entry: OutboxEntry) {
    let text =
      switch entry.state {
      case .sent: tr("The message was sent. Only the copy on this computer is deleted.")
      case .unknown: tr("The message may have been sent. The copy on this computer is deleted.")
      default: tr("The message has not been sent.")
      }
    ask(
      tr("Delete Message?"), text,
      .init("delete", tr("Delete"), ADW_RESPONSE_DESTRUCTIVE)
    ) { await $0.remove(entry.id) }
  }

  private func ask(
    _ heading: String, _ text: String, _ yes: Answer,
    _ body: @escaping (OutboxRunner) async -> String?
  ) {
    guard !isAsking else { return }
    isAsking = true
    dialog.widget.ask(heading, text, [.init("cancel", tr("Cancel")), yes]) { [weak self] answer in
      self?.isAsking = false
      if answer != "cancel" { self?.perform(body) }
    }
  }

  private func perform(_ body: @escaping (OutboxRunner) async -> String?) {
    Task { [weak self] in
      guard let own = self?.own else { return }
      if let refusal = await body(own.outbox) { self?.group.setGroupDescription(refusal) }
    }
  }
}

extension OutboxEntry {
  /// Whom it goes to.
  fileprivate var recipients: String {
    let parties = mail.map { $0.to + $0.cc + $0.bcc } ?? []
    let names =
      parties.isEmpty
      ? made.recipients : parties.map { $0.name.isEmpty ? $0.address : $0.name }
    return names.prefix(Self.mostNames).joined(separator: ", ")
      + (names.count > Self.mostNames ? "…" : "")
  }

  private static var mostNames: Int { 5 }

  /// What has become of it, in a sentence.
  fileprivate var stateText: String {
    switch state {
    case .waiting(let date, after: nil):
      date > .now ? tr("Will be sent in a moment") : tr("Waiting to be sent")
    case .waiting(let date, let problem?):
      problem.sentence.translated + "\n"
        + tr("Next try: %1$s").filling(ShortDate.time(Int(date.timeIntervalSince1970)))
    case .failed(let problem), .sent(let problem?):
      problem.sentence.translated
    case .draft: ""
    case .sending: tr("Sending…")
    case .unknown:
      tr(
        "The connection was lost before the server answered. Check whether the message is in Sent before you send it again."
      )
    case .sent(nil): tr("Sent")
    }
  }
}
