import Accounts
import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailModel
import MailText
import Texts

/// The dialog that says how fetching goes for each account, what is wrong, and what was written about it.
///
/// The dialog keeps this object alive.
final class FetchDetails {
  /// What the person may ask for.
  enum Deed {
    case tryAgain, stop, enterPassword
    case decide(MissingDecision)
  }

  let dialog: Dialog
  private var groups: [Group] = []

  /// A dialog over a window, not yet on screen.
  ///
  /// - Parameter obey: Does what the person asks for.
  init(over parent: Widget, _ jobs: [FetchJob], obey: @escaping (Deed, FetchJob) -> Void) {
    dialog = Dialog(
      tr("Sync Details"), over: parent, width: 460, atMost: Widget.pageWidth, height: 520)
    let page: Widget = adw_preferences_page_new()
    groups = jobs.map { Group($0, obey: obey) }
    for group in groups { adw_preferences_page_add(page.cast(), group.widget.cast()) }
    dialog.show(page)
    // The key of the window below, which hears of none meanwhile.
    let keys = dialog.widget.addController(gtk_event_controller_key_new())
    Signal.connect(keys, "key-pressed") { [jobs] (key: UInt32) in
      guard Int32(bitPattern: key) == GDK_KEY_F5 else { return false }
      for job in jobs { obey(.tryAgain, job) }
      return true
    }
    show()
    Hosted.install(self, in: dialog.widget, key: "dunnock-fetch-details")
  }

  func present() {
    show()
    dialog.present()
  }

  /// Shows how it goes now.
  func show() { for group in groups { group.show() } }

  /// What is said of one account.
  private final class Group {
    let widget: Widget = adw_preferences_group_new()
    private let job: FetchJob
    private let state: Widget = adw_action_row_new()
    private let button: Widget = gtk_button_new()
    private let password: Widget
    private let missing: [Widget]
    private let gone: Widget
    private let output: Widget = adw_expander_row_new()
    private let text: Widget = gtk_label_new(nil)

    init(_ job: FetchJob, obey: @escaping (Deed, FetchJob) -> Void) {
      self.job = job
      password = Widget.activatableRow(tr("Log In Again…")) { [weak job] in
        if let job { obey(.enterPassword, job) }
      }
      let act = { [weak job] (decide: @escaping (MissingMail) -> MissingDecision) in
        if let job, let missing = job.report.result.missing { obey(.decide(decide(missing)), job) }
      }
      missing = [
        Widget.activatableRow(tr("Fetch Again")) { act { _ in .fetchAgain } },
        Widget.activatableRow(tr("Also Delete on Server")) { act { .deleteOnServer($0) } },
      ]
      gone = Widget.activatableRow(tr("Move to “Lost on Server”")) { [weak job] in
        if let job, let gone = job.report.result.gone { obey(.decide(.deleteHere(gone)), job) }
      }
      missing[1].addClasses("error")
      widget.setGroupTitle(job.name)
      adw_action_row_set_title_lines(state.cast(), 0)
      adw_action_row_set_subtitle_lines(state.cast(), 0)
      gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
      adw_action_row_add_suffix(state.cast(), button)
      Signal.connect(button, "clicked") { [weak job] in
        if let job { obey(job.schedule.isRunning ? .stop : .tryAgain, job) }
      }
      output.setRowTitle(tr("Log"))
      gtk_label_set_wrap(text.opaque, 1)
      gtk_label_set_wrap_mode(text.opaque, PANGO_WRAP_WORD_CHAR)
      gtk_label_set_selectable(text.opaque, 1)
      gtk_label_set_xalign(text.opaque, 0)
      text.addClasses("monospace", "caption")
      for set in [
        gtk_widget_set_margin_start, gtk_widget_set_margin_end, gtk_widget_set_margin_top,
        gtk_widget_set_margin_bottom,
      ] { set(text, 12) }
      let row: Widget = gtk_list_box_row_new()
      gtk_list_box_row_set_activatable(row.cast(), 0)
      gtk_list_box_row_set_child(row.cast(), text)
      adw_expander_row_add_row(output.cast(), row)
      for row in [state] + missing + [gone, password, output] {
        adw_preferences_group_add(widget.cast(), row)
      }
    }

    func show() {
      let isRunning = job.schedule.isRunning
      state.setRowTitle(FetchSummary([job])?.text ?? "")
      var details: [String] = []
      if let updated = job.updated, job.report.problem != nil || isRunning {
        details.append(
          tr("Updated %1$s").filling(ShortDate.text(for: updated, now: job.now)))
      }
      let waiting = job.report.result.waiting
      if waiting > 0 {
        details.append(
          trn(
            "%1$s message is not on the server yet.", "%1$s messages are not on the server yet.",
            waiting
          ).filling(waiting.grouped))
      }
      let result = job.report.result
      details += result.told(\.grouped).map(\.translated)
      details += Self.text(
        of: result.unusable, tr("The folder “%1$s” cannot be stored on this computer."))
      details += Self.text(
        of: result.vanished,
        tr("The folder “%1$s” is no longer on the server. Its mail stays on this computer."))
      details += Self.text(of: result.trashed, FetchSummary.trashed)
      state.setRowSubtitle(details.joined(separator: "\n"))
      gtk_button_set_label(
        button.cast(),
        isRunning ? tr("Stop") : job.report.problem == nil ? tr("Fetch Now") : tr("Try Again"))
      let isMissing = job.report.result.missing != nil && !isRunning
      for row in missing { gtk_widget_set_visible(row, isMissing.gboolean) }
      let isGone = job.report.result.gone != nil && !isRunning
      gtk_widget_set_visible(gone, isGone.gboolean)
      let needsPassword =
        !isRunning && job.account != nil
        && job.report.problem?.endsWithLogin == true
      gtk_widget_set_visible(password, needsPassword.gboolean)
      gtk_label_set_label(text.opaque, job.report.output.cutToEnd(of: Self.mostShown))
      gtk_widget_set_visible(output, (!job.report.output.isEmpty).gboolean)
    }

    /// What is said of folders, the first few by name.
    private static func text(of folders: [String], _ sentence: String) -> [String] {
      let named = folders.prefix(mostFolders).map { name in
        sentence.filling("\u{2068}\(name.shownFolder.shownInbox)\u{2069}")
      }
      let rest = folders.count - named.count
      if rest <= 0 { return named }
      return named + [
        trn("And %1$s other folder.", "And %1$s other folders.", rest).filling(rest.grouped)
      ]
    }

    private static let mostFolders = 3
    /// As much as anybody reads, in characters.
    private static let mostShown = 8_000
  }
}

extension SyncProblem {
  /// Whether it is over once the person has logged in anew, or accepted what the server shows.
  fileprivate var endsWithLogin: Bool {
    switch self {
    case .wrongPassword, .noPassword, .certificate, .signIn: true
    default: false
    }
  }
}

extension String {
  fileprivate func cutToEnd(of length: Int) -> String {
    count <= length ? self : "…" + suffix(length)
  }
}
