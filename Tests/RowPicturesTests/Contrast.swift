import CDunnockGtk
import GtkBridge

/// How far the rows are enlarged.
let scale = 4

/// The widgets in one that can be seen and are wanted.
@MainActor func descendants(
  of widget: Widget, where isWanted: (Widget) -> Bool
) -> [Widget] {
  guard isTrue(gtk_widget_get_mapped(widget)) else { return [] }
  return (isWanted(widget) ? [widget] : [])
    + widget.children.flatMap { descendants(of: $0, where: isWanted) }
}
