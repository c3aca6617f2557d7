import CGtk
import GtkBridge
import RowBenchStand
import SwipeRows

/// The measured program with this library's row, as an application would write it.
func list(scroller: Widget, rows: UInt32) -> Widget {
  let list = SwipeList<Int>(around: scroller)
  let factory = ListFactory(
    setup: { cell in
      if let front = row_bench_front_new() { cell.child = SwipeRow(front: front).widget }
    },
    bind: { [unowned list] cell in
      guard let row = cell.child.flatMap(SwipeRow.hosted(by:)) else { return }
      let number = cell.position
      row_bench_front_show(row.front, guint(number))
      list.bind(row, to: number, label: "Message \(number)", actions: actions(number))
    },
    unbind: { [unowned list] cell in
      if let row = cell.child.flatMap(SwipeRow.hosted(by:)) { list.unbind(row) }
    })
  let selection = gtk_single_selection_new(row_bench_model_new(rows))
  gtk_scrolled_window_set_child(
    scroller.opaque, gtk_list_view_new(selection, factory.consumed()))
  return list.widget
}

func actions(_ number: Int) -> SwipeActions {
  SwipeActions(
    trailing: [
      SwipeAction("trash", title: "Trash", icon: "user-trash-symbolic", role: .destructive) {
        .restore
      },
      SwipeAction("star", title: "Star", icon: "starred-symbolic", role: .accent) { .restore },
    ])
}

exit(
  row_bench_run { scroller, rows in
    guard let scroller else { return nil }
    return list(scroller: scroller, rows: rows)
  })
