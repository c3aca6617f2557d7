import ArgumentParser
import CDunnockGtk
import GtkBridge

/// A window with a list of swipeable rows, for the desktop tests.
///
/// It prints what happens as one JSON object a line, obeys commands on its standard input (`Command`), and checks every change of the
/// engine against its invariants (`Invariants`).
@main
struct StandOptions: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "RowStand", abstract: "A list of swipeable rows to test by hand and by tests.")

  @Option(help: "How many rows.") var rows = 60
  @Option(help: "Which sides have actions: both, leading, trailing or none.") var sides = "both"
  @Option(help: "The action that is switched off, by its name.") var disabled = ""
  @Option(help: "The style: standard, stays, several, resizeCloses, or a seed's name.") var style =
    "standard"
  @Option(help: "The selection: single, multiple or none.") var selection = "single"
  @Option(
    help:
      "What the rows are in: list-view, grid-view, list-box, or boxed: a list box with the scroller around it."
  ) var container = "list-view"
  @Option(
    help:
      "What is below the rows in the scroller around them: boxed, another list, or by-hand, rows in a plain box; from 100 on."
  ) var below = ""
  @Option(help: "The window's width, px.") var width = 400
  @Option(help: "The window's height, px.") var height = 600
  @Option(help: "The height of a row, px.") var rowHeight = 48
  @Option(
    help:
      "What becomes of a trashed row: vanish, restore, keepOpen, remove, undo, failure, or later.")
  var outcome = "vanish"
  @Option(help: "How long a trashed row can be brought back with undo, seconds.") var undoSeconds =
    60.0
  @Option(help: "How many actions the trailing side has.") var actions = 2
  @Option(help: "What buttons show: iconOverTitle, icon or title.") var look = "iconOverTitle"
  @Option(help: "How trays come into sight: reveal, drag or lively.") var transition = "reveal"
  @Flag(help: "Long swipes on both sides.") var long = false
  @Flag(help: "Right-to-left.") var rightToLeft = false
  @Flag(help: "No animations.") var still = false
  @Flag(help: "A horizontal scroller around the list.") var outer = false
  @Flag(help: "The list on the first of two pages of an AdwCarousel.") var carousel = false
  @Flag(help: "Rows can be dragged.") var draggable = false
  @Flag(help: "What is dragged can be dropped on rows.") var droppable = false
  @Flag(help: "Rubber-band selection.") var rubberband = false
  @Flag(help: "A check button, an entry and a menu button in each front.") var controls = false
  @Flag(
    help: "A slider, an entry, a strip that scrolls sideways and an area to draw on in each front.")
  var ownDrags = false
  @Flag(help: "Popovers that stay.") var popoversStay = false
  @Flag(help: "A view with a menu button in place of the trailing buttons.") var trayView = false
  @Flag(help: "An entry and a slider in place of the trailing buttons.") var trayControls = false
  @Flag(help: "Each front takes the focus itself.") var focusableFronts = false
  @Flag(help: "To trash a row asks first, in a window of its own.") var asks = false
  @Flag(help: "A heading above every third row.") var headings = false
  @Flag(help: "The list in a popover of the window, below a label.") var inPopover = false
  @Flag(help: "Another list beside the first, with rows from 100 on.") var two = false
  @Flag(help: "The list in a sidebar that is as wide as its rows, 300 px.") var sidebar = false
  @Flag(help: "The list on the first of two pages of a stack.") var stack = false

  func run() {
    MainActor.assumeIsolated {
      guard gtk_init_check() != 0 else {
        print(#"{"error": "no display"}"#)
        return
      }
      MainLoop.adoptMainActor()
      if rightToLeft { gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL) }
      RowStand.popoversStay = popoversStay
      let stand = Stand(self)
      stand.obey()
      stand.present()
      while stand.isOpen { g_main_context_iteration(nil, 1) }
    }
  }
}
