import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailModel
import Texts
import Triage

/// The part of the preferences that lists what is done by itself to what comes.
final class RulePreferences {
  /// An AdwPreferencesGroup.
  let widget: Widget = adw_preferences_group_new()

  private let session: TriageSession
  private let name: (FolderID) -> String
  private let undo: (Int64, @escaping () -> Void) -> Void
  private var rows: [Widget] = []
  /// How many are listed at most.
  private var most = RulePreferences.step

  /// - Parameters:
  ///   - name: What a folder is called.
  ///   - undo: Takes a step back, and calls the closure then.
  init(
    of session: TriageSession, naming name: @escaping (FolderID) -> String,
    undo: @escaping (Int64, @escaping () -> Void) -> Void
  ) {
    (self.session, self.name, self.undo) = (session, name, undo)
    widget.setGroupTitle(tr("Rules"))
    show()
  }

  /// Lists them as they are now.
  func show() {
    Task { [weak self, session] in
      // Which folders there are says which rules wait.
      _ = try? await session.folders()
      let (rules, problem) = await session.rules()
      self?.show(rules, problem)
    }
  }

  private func show(_ rules: [Rule], _ problem: RuleProblem?) {
    for row in rows { adw_preferences_group_remove(widget.cast(), row) }
    rows = rules.prefix(most).map { row(of: $0, now: Int(g_get_real_time() / 1_000_000)) }
    if rules.count > most {
      let others = rules.count - most
      rows.append(
        Widget.activatableRow(
          trn("Show %1$s More", "Show %1$s More", others).filling(others.grouped),
          icon: "go-down-symbolic"
        ) { [weak self] in
          // The row is still telling of its click, and goes.
          whenIdle { [weak self] in
            self?.most += Self.step
            self?.show(rules, problem)
          }
        })
    }
    for row in rows { adw_preferences_group_add(widget.cast(), row) }
    widget.setGroupDescription(
      problem?.sentence.translated
        ?? (rules.isEmpty
          ? tr(
            "No rules. Choose “All From This Sender…” or “Block Sender…” for a message to add one.")
          : tr("Rules apply to messages that arrive in the inbox after they are added.")))
  }

  private func row(of rule: Rule, now: Int) -> Widget {
    let row: Widget = adw_action_row_new()
    let title = rule.title
    row.setRowTitle(title)
    row.setRowSubtitle(subtitle(of: rule, now: now))
    adw_action_row_set_title_lines(row.cast(), 0)
    adw_action_row_set_subtitle_lines(row.cast(), 0)
    let back = Self.button(
      "edit-undo-symbolic", tr("Undo Last Change for %1$s").filling(title))
    gtk_widget_set_sensitive(back, (rule.last?.step != nil).gboolean)
    let control: Widget = gtk_switch_new()
    gtk_switch_set_active(control.opaque, rule.isOn.gboolean)
    gtk_widget_set_valign(control, GTK_ALIGN_CENTER)
    control.setSpokenLabel(title)
    let removal = Self.button("dnk-delete-symbolic", tr("Delete Rule for %1$s").filling(title))
    for part in [back, control, removal] { adw_action_row_add_suffix(row.cast(), part) }
    Signal.connect(back, "clicked") { [weak self] in
      guard let self, let step = rule.last?.step else { return }
      gtk_widget_set_sensitive(back, 0)
      undo(step) { [weak self] in self?.showAnew(rule.id, in: row, back) }
    }
    control.onSwitch { [weak self, session] isOn in
      // The row stays, and so does the focus.
      Task {
        do { try await session.setRule(rule.id, isOn: isOn) } catch { self?.show() }
      }
    }
    Signal.connect(removal, "clicked") { [weak self] in
      self?.change { await $0.removeRule(rule.id) }
    }
    return row
  }

  /// Says anew in its row what a rule has done: the row stays, and so does the focus.
  private func showAnew(_ id: Rule.ID, in row: Widget, _ back: Widget) {
    Task { [weak self, session] in
      guard let rule = await session.rules().all.first(where: { $0.id == id }), let self,
        rows.contains(row)
      else { return }
      row.setRowSubtitle(subtitle(of: rule, now: Int(g_get_real_time() / 1_000_000)))
      gtk_widget_set_sensitive(back, (rule.last?.step != nil).gboolean)
    }
  }

  private func change(_ body: @escaping (TriageSession) async -> Void) {
    Task { [weak self, session] in
      await body(session)
      self?.show()
    }
  }

  /// What is done, and how often it was.
  private func subtitle(of rule: Rule, now: Int) -> String {
    var parts: [String]
    switch rule.command {
    case .archive: parts = [tr("Moved to the archive")]
    case .trash: parts = [tr("Moved to the trash")]
    case .move(let folder?):
      parts = [tr("Moved to “%1$s”").filling("\u{2068}\(name(folder))\u{2069}")]
    default: parts = [tr("Marked as read")]
    }
    if session.roles.inboxes.count > 1 {
      parts.append(tr("In “%1$s”").filling("\u{2068}\(name(rule.id.inbox))\u{2069}"))
    }
    if session.isWaiting(rule) { parts.append(tr("Paused because the folder does not exist")) }
    if rule.count > 0, let last = rule.last {
      parts.append(
        last.step == nil
          ? trn("%1$s message", "%1$s messages", rule.count).filling(rule.count.grouped)
          : trn("%1$s message, last: %2$s", "%1$s messages, last: %2$s", rule.count)
            .filling(rule.count.grouped, ShortDate.until(Int(last.time), now: now)))
    }
    return parts.joined(separator: "\n")
  }

  private static func button(_ icon: String, _ title: String) -> Widget {
    let button: Widget = gtk_button_new_from_icon_name(icon)
    button.addClasses("flat")
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    gtk_widget_set_tooltip_text(button, title)
    button.setSpokenLabel(title)
    return button
  }

  /// More than a person looks through at once, and few enough to be made at once.
  private static let step = 50
}

extension Rule {
  /// What it is about.
  fileprivate var title: String {
    switch id.likeness {
    case .sender(let address): "\u{2068}\(address)\u{2069}"
    case .list(let name): tr("Mailing List %1$s").filling("\u{2068}\(name)\u{2069}")
    }
  }
}
