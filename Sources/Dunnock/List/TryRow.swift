import CDunnockAdwaita
import GtkBridge
import SwipeRows
import Texts
import Triage

/// A row like those of the list, to try the choice of swipes on; what is done to it is only told.
final class TryRow {
  private lazy var swipes = SwipeList(
    around: scroller, of: Int.self, style: choice.sensitivity.style, id: { $0 },
    front: { Self.front }, show: { [weak self] _, _ in self?.content ?? SwipeContent(label: "") })
  private let scroller: Widget = gtk_scrolled_window_new()
  private var choice: SwipeChoice
  private var tell: (String) -> Void = { _ in }

  init(_ choice: SwipeChoice) {
    self.choice = choice
    let store = ListStore<Int>()
    store.replace(0..<0, with: [0])
    let view: Widget = gtk_list_view_new(gtk_no_selection_new(store.consumed()), nil)
    view.addClasses("swipe-list")
    view.setSpokenLabel(tr("Sample row"))
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_NEVER)
    gtk_scrolled_window_set_child(scroller.opaque, view)
    swipes.texts = .translated
    widget.addClasses("card", "try-row")
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
  }

  /// A list of this one row.
  var widget: Widget { swipes.widget }

  /// - Parameter tell: Called with the title of a button that was tried.
  func onTry(_ tell: @escaping (String) -> Void) { self.tell = tell }

  /// Has the row do what the choice says.
  func show(_ choice: SwipeChoice) {
    self.choice = choice
    swipes.close(animated: false)
    swipes.style = choice.sensitivity.style
    swipes.updateAll()
  }

  private static var front: RowFront {
    let front = RowFront()
    front.widget.addClasses("unread")
    front.use(RowLook(hasFaces: false))
    front.showMark(nil)
    front.show(
      sender: tr("Dunnock"), subject: tr("Drag this row to either side"),
      preview: tr("This is not a message, nothing happens to it."))
    return front
  }

  private var content: SwipeContent {
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
    let side = { (side: SwipeChoice.Side) in
      SwipeSide(actions(side), allowsFullSwipe: self.choice.allowsFullSwipe(on: side))
    }
    return SwipeContent(
      label: tr("Sample row"), leading: side(.leading), trailing: side(.trailing))
  }
}
