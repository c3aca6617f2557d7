import CAdwaita
import GtkBridge
import SwipeRows
import Triage

/// A row like those of the list, to try the choice of swipes on; what is done to it is only told.
final class TryRow {
  /// A list of this one row.
  let widget: Widget

  private let swipes: SwipeList<Int>
  private let store = ListStore<Int>()
  private weak var row: SwipeRow?
  private var choice: SwipeChoice
  private var tell: (String) -> Void = { _ in }

  init(_ choice: SwipeChoice) {
    self.choice = choice
    let view: Widget = gtk_list_view_new(gtk_no_selection_new(store.consumed()), nil)
    view.addClasses("swipe-list")
    view.setSpokenLabel(tr("A row to try"))
    let scroller: Widget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_NEVER)
    gtk_scrolled_window_set_child(scroller.opaque, view)
    swipes = SwipeList(around: scroller, style: choice.sensitivity.style)
    swipes.texts = .translated
    widget = swipes.widget
    widget.addClasses("card", "try-row")
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    let factory = ListFactory(
      setup: { cell in
        let front = RowFront()
        front.widget.addClasses("unread")
        front.show(
          sender: tr("Dunnock"), subject: tr("Drag this row to either side"),
          preview: tr("It is no mail: nothing happens to it."))
        let row = SwipeRow(front: front.widget)
        Hosted.install(front, in: UnsafeMutableRawPointer(row.widget), key: MailList.frontKey)
        cell.child = row.widget
      },
      bind: { [weak self] cell in
        self?.row = cell.child.flatMap { SwipeRow.hosted(by: $0) }
        self?.bind()
      },
      unbind: { [weak self] cell in
        if let row = cell.child.flatMap({ SwipeRow.hosted(by: $0) }) { self?.swipes.unbind(row) }
      })
    gtk_list_view_set_factory(view.opaque, factory.opaque)
    store.replace(0..<0, with: [0])
  }

  /// - Parameter tell: Called with the title of a button that was tried.
  func onTry(_ tell: @escaping (String) -> Void) { self.tell = tell }

  /// Has the row do what the choice says.
  func show(_ choice: SwipeChoice) {
    self.choice = choice
    swipes.close(animated: false)
    swipes.style = choice.sensitivity.style
    bind()
  }

  private func bind() {
    guard let row else { return }
    let actions = { (side: SwipeChoice.Side) in
      self.choice.offered(on: side).map { command in
        let entry = command.entry
        let title = tr(entry.title)
        return SwipeAction(
          entry.name, title: title, icon: entry.icon, role: entry.color.swipeRole
        ) { [weak self] in
          self?.tell(title)
          return .restore
        }
      }
    }
    swipes.bind(
      row, to: 0, label: tr("A row to try"),
      actions: SwipeActions(
        leading: actions(.leading), trailing: actions(.trailing), longSwipes: choice.longSwipes))
  }
}
