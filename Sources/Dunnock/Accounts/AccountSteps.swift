import AppWidgets
import CDunnockAdwaita
import GtkBridge
import Texts

/// A window over another that asks for something in steps, of which one is shown: with a way back, a way on, and
/// what is wrong said in place.
final class AccountSteps {
  /// The AdwWindow.
  let window: Widget = adw_window_new()

  private let stack: Widget = gtk_stack_new()
  private let title: Widget = adw_window_title_new("", "")
  private let back: Widget = gtk_button_new_with_label(tr("Cancel"))
  private let next: Widget = gtk_button_new()
  private let spinner: Widget = gtk_spinner_new()
  private let problem: Widget = gtk_label_new(nil)
  private var steps: [String: (title: String, next: String)] = [:]
  private var path: [String] = []
  /// Whether something is being waited for.
  private(set) var isBusy = false
  /// What had the focus when something began that is waited for.
  private var focused: Ref?
  private(set) var goOn: (String) -> Void = { _ in }

  init(over parent: Widget, title: String, height: Int32 = 560) {
    gtk_window_set_title(window.cast(), title)
    gtk_window_set_transient_for(window.cast(), parent.cast())
    gtk_window_set_modal(window.cast(), 1)
    gtk_window_set_destroy_with_parent(window.cast(), 1)
    window.makeRoom(width: 480, atMost: Widget.pageWidth, height: height, over: parent)
    let bar: Widget = adw_header_bar_new()
    adw_header_bar_set_title_widget(bar.opaque, self.title)
    adw_header_bar_set_show_end_title_buttons(bar.opaque, 0)
    adw_header_bar_set_show_start_title_buttons(bar.opaque, 0)
    next.addClasses("suggested-action")
    adw_header_bar_pack_start(bar.opaque, back)
    adw_header_bar_pack_end(bar.opaque, next)
    adw_header_bar_pack_end(bar.opaque, spinner)
    problem.addClasses("account-problem")
    gtk_label_set_wrap(problem.opaque, 1)
    gtk_label_set_wrap_mode(problem.opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_xalign(problem.opaque, 0)
    gtk_label_set_selectable(problem.opaque, 1)
    gtk_widget_set_can_focus(problem, 0)
    gtk_widget_set_visible(problem, 0)
    gtk_stack_set_transition_type(stack.opaque, GTK_STACK_TRANSITION_TYPE_CROSSFADE)
    gtk_widget_set_vexpand(stack, 1)
    // As wide as the groups below it, which the page holds together in the same way.
    let clamp: Widget = adw_clamp_new()
    adw_clamp_set_child(clamp.opaque, problem)
    let content: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    for part in [bar, clamp, stack] { gtk_box_append(content.cast(), part) }
    adw_window_set_content(window.cast(), content)
    window.closeOnEscape()
    gtk_window_set_default_widget(window.cast(), next)
    Signal.connect(back, "clicked") { [weak self] in self?.goBack() }
    Signal.connect(next, "clicked") { [weak self] in
      if let self, !isBusy, let step { goOn(step) }
    }
  }

  /// - Parameter goOn: Called with the name of the step that the person is done with.
  func onNext(_ goOn: @escaping (String) -> Void) { self.goOn = goOn }

  /// Adds a step.
  ///
  /// - Parameters:
  ///   - next: What the button is called that goes on from it.
  ///   - groups: AdwPreferencesGroups.
  func add(_ name: String, title: String, next: String, _ groups: [Widget]) {
    let page: Widget = adw_preferences_page_new()
    for group in groups { adw_preferences_page_add(page.cast(), group.cast()) }
    gtk_stack_add_named(stack.opaque, page, name)
    steps[name] = (title, next)
    if path.isEmpty { show(name) }
  }

  /// The step on show.
  var step: String? { path.last }

  /// What is said to be wrong; nil while nothing is.
  var problemText: String? {
    isTrue(gtk_widget_get_visible(problem))
      ? gtk_label_get_label(problem.opaque).map { String(cString: $0) } : nil
  }

  /// Goes to a step, or back to it where the person came from there.
  func show(_ name: String) {
    if let place = path.firstIndex(of: name) {
      path.removeSubrange((place + 1)...)
    } else {
      path.append(name)
    }
    say(nil)
    showStep()
  }

  /// Goes to a step and says there what is wrong.
  func fail(_ sentence: String, at name: String) {
    show(name)
    say(sentence)
  }

  /// Says what is wrong; nil: nothing.
  func say(_ sentence: String?) {
    gtk_label_set_label(problem.opaque, sentence)
    gtk_widget_set_visible(problem, (sentence != nil).gboolean)
    if let sentence { window.announce(sentence) }
  }

  /// Does something that takes its time, and has the person wait for it; cancelled when the window goes.
  func busy(_ work: @escaping () async -> Void) {
    setBusy(true)
    aside { [weak self] in
      await work()
      if !Task.isCancelled { self?.setBusy(false) }
    }
  }

  /// Does something that takes its time while the person goes on; cancelled when the window goes.
  func aside(_ work: @escaping () async -> Void) {
    let task = Task { await work() }
    Signal.connect(window, "destroy") { task.cancel() }
  }

  private func setBusy(_ isBusy: Bool) {
    self.isBusy = isBusy
    if isBusy {
      focused = gtk_window_get_focus(window.cast()).map { .retaining(none: $0) }
      // What cannot be used has no focus, and a text warns of losing it in any other way.
      gtk_widget_grab_focus(back)
    }
    gtk_widget_set_sensitive(next, (!isBusy).gboolean)
    gtk_widget_set_sensitive(stack, (!isBusy).gboolean)
    gtk_widget_set_visible(spinner, isBusy.gboolean)
    if isBusy { gtk_spinner_start(spinner.opaque) } else { gtk_spinner_stop(spinner.opaque) }
    window.setBusy(isBusy)
    guard !isBusy, let focus = focused?.raw.assumingMemoryBound(to: GtkWidget.self) else { return }
    focused = nil
    // Where the person stays at it; else at the beginning of what has come.
    if gtk_widget_get_mapped(focus) != 0 {
      gtk_widget_grab_focus(focus)
    } else {
      gtk_widget_child_focus(stack, GTK_DIR_TAB_FORWARD)
    }
  }

  private func goBack() {
    guard path.count > 1 else { return gtk_window_close(window.cast()) }
    path.removeLast()
    say(nil)
    showStep()
  }

  private func showStep() {
    guard let name = path.last, let step = steps[name] else { return }
    gtk_stack_set_visible_child_name(stack.opaque, name)
    adw_window_title_set_title(title.opaque, step.title)
    gtk_button_set_label(next.cast(), step.next)
    gtk_button_set_label(back.cast(), path.count > 1 ? tr("Back") : tr("Cancel"))
    gtk_widget_set_visible(spinner, isBusy.gboolean)
  }
}

extension Widget {
  /// A row to type something into, in a window whose default button Enter presses.
  static func entryRow(
    _ title: String, purpose: GtkInputPurpose = GTK_INPUT_PURPOSE_FREE_FORM, isSecret: Bool = false
  ) -> Widget {
    let row: Widget = isSecret ? adw_password_entry_row_new() : adw_entry_row_new()
    row.setRowTitle(title)
    if !isSecret { adw_entry_row_set_input_purpose(row.cast(), purpose) }
    adw_entry_row_set_activates_default(row.cast(), 1)
    return row
  }

  /// What was typed into such a row, without room around it.
  var typed: String {
    let text = gtk_editable_get_text(opaque).map { String(cString: $0) } ?? ""
    return String(
      text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  /// The same as it was typed.
  var typedExactly: String { gtk_editable_get_text(opaque).map { String(cString: $0) } ?? "" }

  func type(_ text: String) { gtk_editable_set_text(opaque, text) }
}
