import CDunnockGtk
import GtkBridge
import RowBenchStand
import SwipeRows

/// The measured program with this library's row, as an application would write it: in a list view, or with the argument `grid` in a
/// grid view of one column; with `long` long swipes act.
func list(scroller: Widget, rows: UInt32) -> Widget {
  let selection = gtk_single_selection_new(row_bench_model_new(rows))
  let isGrid = CommandLine.arguments.contains("grid")
  let view: Widget = isGrid ? gtk_grid_view_new(selection, nil) : gtk_list_view_new(selection, nil)
  if isGrid { gtk_grid_view_set_max_columns(view.opaque, 1) }
  gtk_scrolled_window_set_child(scroller.opaque, view)
  return SwipeList(
    around: scroller, id: { row_bench_item_number($0.raw) }, front: { row_bench_front_new() },
    show: { item, front in
      let number = row_bench_item_number(item.raw)
      row_bench_front_show(front, number)
      return SwipeContent(
        label: "Message \(number)",
        trailing: SwipeSide(
          [
            action("Trash", icon: "user-trash-symbolic", role: .destructive),
            action("Star", icon: "starred-symbolic", role: .accent),
          ], allowsFullSwipe: CommandLine.arguments.contains("long")))
    }
  ).widget
}

func action(_ title: String, icon: String, role: SwipeAction.Role) -> SwipeAction {
  SwipeAction(title.lowercased(), title: title, icon: icon, role: role) {
    print("ran \(title)")
    return .restore
  }
}

exit(
  row_bench_run { scroller, rows in
    guard let scroller else { return nil }
    return list(scroller: scroller, rows: rows)
  })
