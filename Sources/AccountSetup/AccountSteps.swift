import AppWidgets
import CDunnockAdwaita
import GtkBridge
import Texts

/// A dialog over a window that asks for something in steps, of which one is shown: with a way back, a way on, and
/// what is wrong said in place.
package final class AccountSteps {
  package let dialog: Dialog

  private let stack: Widget = gtk_stack_new()
  private let title: Widget = adw_window_title_new("", "")
  private let back: Widget = gtk_button_new_with_label(tr("Cancel"))
  private let next: Widget = gtk_button_new()
  private let spinner = Widget.spinner()
  private let problem: Widget = gtk_label_new(nil)
  private var steps: [String: (title: String, next: String)] = [:]
  private var path: [String] = []
  /// The steps in which there is still something to be typed.
  private var unready: Set<String> = []
  private var shown: String?
  /// Whether something is being waited for.
  package private(set) var isBusy = false
  /// What is being waited for.
  private var work: Task<Void, Never>?
  /// What had the focus when something began that is waited for; nil where another step has come since.
  private var focused: Ref?
  private var isGone = false
  package private(set) var goOn: (String) -> Void = { _ in }

  package init(over parent: Widget, title: String, height: Int32 = 560) {
    dialog = Dialog(
      title, over: parent, width: 480, atMost: Widget.pageWidth, height: height)
    let bar: Widget = adw_header_bar_new()
    adw_header_bar_set_title_widget(bar.opaque, self.title)
    adw_header_bar_set_show_end_title_buttons(bar.opaque, 0)
    adw_header_bar_set_show_start_title_buttons(bar.opaque, 0)
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
    for part in [clamp, stack] { gtk_box_append(content.cast(), part) }
    dialog.show(content, below: bar)
    dialog.setDefault(next)
    dialog.onClosed { [weak self] in self?.isGone = true }
    Signal.connect(back, "clicked") { [weak self] in self?.goBack() }
    Signal.connect(next, "clicked") { [weak self] in
      if let self, !isBusy, let step { goOn(step) }
    }
  }

  /// - Parameter goOn: Called with the name of the step that the person is done with.
  package func onNext(_ goOn: @escaping (String) -> Void) { self.goOn = goOn }

  /// Adds a step.
  ///
  /// - Parameters:
  ///   - next: What the button is called that goes on from it.
  ///   - groups: AdwPreferencesGroups.
  package func add(_ name: String, title: String, next: String, _ groups: [Widget]) {
    let page: Widget = adw_preferences_page_new()
    for group in groups { adw_preferences_page_add(page.cast(), group.cast()) }
    gtk_stack_add_named(stack.opaque, page, name)
    steps[name] = (title, next)
    if path.isEmpty { show(name) }
  }

  /// Has what leads on from a step be suggested, as at first, or not: there is still something to be typed.
  package func suggestNext(_ suggests: Bool, of name: String) {
    if suggests { unready.remove(name) } else { unready.insert(name) }
    next.setClass("suggested-action", step.map { !unready.contains($0) } ?? false)
  }

  /// The step on show.
  package var step: String? { path.last }

  /// What is said to be wrong; nil while nothing is.
  package var problemText: String? {
    isTrue(gtk_widget_get_visible(problem))
      ? gtk_label_get_label(problem.opaque).map { String(cString: $0) } : nil
  }

  /// Goes to a step, or back to it where the person came from there.
  package func show(_ name: String) {
    if let place = path.firstIndex(of: name) {
      path.removeSubrange((place + 1)...)
    } else {
      path.append(name)
    }
    say(nil)
    showStep()
  }

  /// Puts the dialog on screen, with the focus on the step.
  package func present() {
    dialog.present()
    if dialog.widget.isDialog, let page = gtk_stack_get_visible_child(stack.opaque) {
      dialog.widget.focusInDialog(page)
    }
  }

  /// Puts the dialog on screen, with the focus on this in the step.
  package func present(with focus: Widget) { dialog.present(with: focus) }

  /// Closes the dialog, unless the person has done so.
  package func close() { if !isGone { dialog.close() } }

  /// Goes to a step and says there what is wrong.
  package func fail(_ sentence: String, at name: String) {
    show(name)
    say(sentence)
  }

  /// Says what is wrong; nil: nothing.
  package func say(_ sentence: String?) {
    gtk_label_set_label(problem.opaque, sentence)
    gtk_widget_set_visible(problem, (sentence != nil).gboolean)
    if let sentence { dialog.widget.announce(sentence) }
  }

  /// Does something that takes its time, and has the person wait for it; cancelled when they go back or the window goes.
  /// What it throws is said.
  package func busy(_ work: @escaping () async throws -> Void) {
    setBusy(true)
    self.work = aside { [weak self] in
      do { try await work() } catch {
        if !Task.isCancelled { self?.say(sentence(for: error)) }
      }
      if !Task.isCancelled { self?.setBusy(false) }
    }
  }

  /// Does something that takes its time while the person goes on; cancelled when the window goes.
  @discardableResult
  package func aside(_ work: @escaping () async -> Void) -> Task<Void, Never> {
    let task = Task { await work() }
    dialog.onClosed { task.cancel() }
    return task
  }

  private func setBusy(_ isBusy: Bool) {
    self.isBusy = isBusy
    if isBusy {
      focused = stack.focusInWindow.map { .retaining(none: $0) }
      // What cannot be used has no focus, and a text warns of losing it in any other way.
      gtk_widget_grab_focus(back)
    }
    gtk_widget_set_sensitive(next, (!isBusy).gboolean)
    gtk_widget_set_sensitive(stack, (!isBusy).gboolean)
    spinner.spin(isBusy)
    dialog.widget.setBusy(isBusy)
    guard !isBusy else { return }
    work = nil
    // Where the person stays at it; else at the beginning of what has come.
    if let focus = focused?.raw.assumingMemoryBound(to: GtkWidget.self) {
      gtk_widget_grab_focus(focus)
    } else {
      focusStep()
    }
    focused = nil
  }

  /// Gives the focus to the first that takes it of the step on show.
  private func focusStep() {
    // That which fades away is there for a while yet.
    guard let page = gtk_stack_get_visible_child(stack.opaque) else { return }
    gtk_widget_get_root(page).map { gtk_root_set_focus($0, nil) }
    gtk_widget_child_focus(page, GTK_DIR_TAB_FORWARD)
  }

  private func goBack() {
    guard path.count > 1 else { return dialog.close() }
    work?.cancel()
    if isBusy { setBusy(false) }
    path.removeLast()
    say(nil)
    showStep()
  }

  private func showStep() {
    guard let name = path.last, let step = steps[name] else { return }
    let isOther = shown != name
    shown = name
    gtk_stack_set_visible_child_name(stack.opaque, name)
    adw_window_title_set_title(title.opaque, step.title)
    gtk_button_set_label(next.cast(), step.next)
    next.setClass("suggested-action", !unready.contains(name))
    gtk_button_set_label(back.cast(), path.count > 1 ? tr("Back") : tr("Cancel"))
    spinner.spin(isBusy)
    guard isOther else { return }
    // It goes with the step that it was in, and nothing takes it before the wait is over.
    focused = nil
    if !isBusy { focusStep() }
  }
}
