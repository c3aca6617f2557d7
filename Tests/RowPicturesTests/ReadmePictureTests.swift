import CDunnockGtk
import GtkBridge
import GtkTestSupport
import PictureApproval
import XCTest

@testable import RowGallery
@testable import SwipeRows

/// The picture at the top of the README: that it shows the row as it looks now.
final class ReadmePictureTests: XCTestCase {
  func testTheRowInMotion() throws {
    try onGtk {
      defer { resetLook() }
      for look in [Look.light, .dark] {
        look.apply()
        let moments = Moment.all
        let stage = try Stage(moments.map(\.state), width: 840) { rows in
          grid(zip(moments, rows).map { caption($0.caption, over: $1) })
        }
        for scene in stage.scenes { loadIcons(in: scene.list.widget, scale: 2) }
        stage.pumpFrames()
        let picture = stage.picture(scale: 2) { context in
          for (moment, scene) in zip(moments, stage.scenes) {
            guard let finger = moment.finger else { continue }
            let row = stage.area(of: scene.list.widget)
            drawFinger(context, x: Double(row.x) + finger, y: Double(row.y + row.height / 2) + 8)
          }
        }
        stage.end()
        let file = look == .dark ? "row-dark.png" : "row.png"
        try Approval.check(
          picture, named: "README, \(look.rawValue)", at: "Resources/screenshots/\(file)")
      }
    }
  }
}

/// A state of the row and what the README says about it.
@MainActor
private struct Moment {
  let caption: String
  let state: RowState
  /// Where the finger is, px from the row's left edge; nil: lifted.
  var finger: Double?

  static var all: [Moment] {
    let words = Words.now
    let many = SwipeContent(label: "", trailing: SwipeSide(words.all))
    let choir = "Rehearsal moved to seven, in the small hall"
    let library = "Two books are due on Friday: the atlas of moths"
    let post = "A parcel waits for you at the counter till Monday"
    return [
      Moment(
        caption: "Drag a row, and its actions come into sight",
        state: RowState("Choir", words.long, detail: choir) { $0.drag(to: 84) }, finger: 214),
      Moment(
        caption: "Past half of them it stays open",
        state: RowState("Choir", words.long, detail: choir) { $0.open(.leading) }),
      Moment(
        caption: "Far past them it is armed: let go, and it is done",
        state: RowState("Choir", words.long, detail: choir) { $0.armFullSwipe(towards: 1) },
        finger: 330),
      Moment(
        caption: "Done: the row leaves",
        state: RowState("Choir", words.long, detail: choir) { scene in
          guard let row = scene.row else { return }
          row.setOffset(row.back.measure().width, showing: .leading)
          row.back.showOnly(words.leading[0].name, of: .leading)
        }),
      Moment(
        caption: "The other side, with actions of its own",
        state: RowState(
          "Library", SwipeContent(label: "", trailing: SwipeSide(words.trailing)), detail: library
        ) {
          $0.drag(to: -190)
        },
        finger: 110),
      Moment(
        caption: "What finds no room goes behind More",
        state: RowState("Library", many, detail: library) { $0.open(.trailing) }),
      Moment(
        caption: "What takes its time shows that it does",
        state: RowState("Post office", words.long, detail: post) {
          $0.open(.leading)
          $0.wait(for: words.leading[0])
        }),
      Moment(
        caption: "Everything by the keyboard, too",
        state: RowState("Post office", words.long, detail: post) {
          $0.open(.trailing)
          $0.mark(GTK_STATE_FLAG_FOCUSED, GTK_STATE_FLAG_FOCUS_VISIBLE)
        }),
    ]
  }
}

@MainActor private func caption(_ text: String, over row: Widget) -> Widget {
  let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 8)
  let label: Widget = gtk_label_new(text)
  gtk_label_set_xalign(label.opaque, 0)
  // The gallery's frame around a list.
  let frame: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  frame.addClasses("gallery-list")
  gtk_widget_set_overflow(frame, GTK_OVERFLOW_HIDDEN)
  gtk_box_append(frame.cast(), row)
  gtk_box_append(box.cast(), label)
  gtk_box_append(box.cast(), frame)
  return box
}

/// Gives the icons as many pixels as they are enlarged to, as a fine screen does.
@MainActor private func loadIcons(in widget: Widget, scale: Int32) {
  for child in widget.children { loadIcons(in: child, scale: scale) }
  guard widget.isA(gtk_image_get_type()), let name = gtk_image_get_icon_name(widget.opaque),
    let theme = gtk_icon_theme_get_for_display(gtk_widget_get_display(widget))
  else { return }
  let icon = gtk_icon_theme_lookup_icon(
    theme, name, nil, 16, scale, gtk_widget_get_direction(widget), GtkIconLookupFlags(rawValue: 0))
  gtk_image_set_from_paintable(widget.opaque, icon)
  if let icon { g_object_unref(UnsafeMutableRawPointer(icon)) }
}

/// Two beside each other, with some room between and around them.
@MainActor private func grid(_ cells: [Widget]) -> Widget {
  let holder: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  let grid: Widget = gtk_grid_new()
  gtk_grid_set_column_homogeneous(grid.cast(), true.gboolean)
  gtk_grid_set_column_spacing(grid.cast(), 28)
  gtk_grid_set_row_spacing(grid.cast(), 22)
  gtk_widget_set_margin_start(grid, 24)
  gtk_widget_set_margin_end(grid, 24)
  gtk_widget_set_margin_top(grid, 18)
  gtk_widget_set_margin_bottom(grid, 24)
  for (index, cell) in cells.enumerated() {
    gtk_grid_attach(grid.cast(), cell, Int32(index % 2), Int32(index / 2), 1, 1)
  }
  gtk_box_append(holder.cast(), grid)
  return holder
}

/// A fingertip on the screen.
private func drawFinger(_ context: OpaquePointer, x: Double, y: Double) {
  cairo_new_path(context)
  cairo_arc(context, x, y, 15, 0, 2 * Double.pi)
  cairo_set_source_rgba(context, 0.4, 0.4, 0.4, 0.45)
  cairo_fill_preserve(context)
  cairo_set_line_width(context, 1.5)
  cairo_set_source_rgba(context, 1, 1, 1, 0.9)
  cairo_stroke(context)
}
