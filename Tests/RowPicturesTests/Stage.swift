import CDunnockGtk
import GtkBridge
import GtkTestSupport
import PictureApproval
import XCTest

@testable import RowGallery
@testable import SwipeRows

/// Rows in a window, each in a state of its own, to be drawn.
@MainActor
final class Stage {
  let scenes: [RowScene]

  /// What is drawn; `scenes` are in it.
  let content: Widget
  private let holder: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  private let window: Widget

  /// - Parameter arrange: Puts the widgets of the rows' lists into one.
  init(_ states: [RowState], width: Int32, arrange: @MainActor ([Widget]) -> Widget = Stage.stack)
    throws
  {
    scenes = states.enumerated().map { id, state in
      RowScene(
        Item(id: id, title: state.name, detail: state.detail), content: state.content,
        style: state.style, transition: state.transition)
    }
    MainLoop.adoptMainActor()
    content = arrange(scenes.map(\.list.widget))
    content.addClasses("background")
    gtk_widget_set_hexpand(content, true.gboolean)
    gtk_box_append(holder.cast(), content)
    GalleryStyle.install(for: holder)
    window = present(holder, width: width, height: 100)
    let missing = Look.missingFonts(for: window)
    XCTAssertEqual(
      missing, [], "fonts of the pictures are missing: run .scripts/install-dependencies test")
    for scene in scenes { pump("a row") { scene.row != nil } }
    for (scene, state) in zip(scenes, states) { state.bring(scene) }
    pumpFrames()
  }

  /// One above the other.
  static func stack(_ rows: [Widget]) -> Widget {
    let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 1)
    for row in rows { gtk_box_append(box.cast(), row) }
    return box
  }

  /// Waits until what has changed by now is laid out.
  func pumpFrames() {
    // Without a window manager no window is ever the active one.
    gtk_widget_unset_state_flags(window, GTK_STATE_FLAG_BACKDROP)
    GtkTestSupport.pumpFrames(of: window)
  }

  /// The place of a widget in the picture, px.
  func area(of widget: Widget, scale: Int = 1) -> Picture.Area {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(widget, content, &bounds) != 0 else {
      return Picture.Area(x: 0, y: 0, width: 0, height: 0)
    }
    func px(_ length: Float) -> Int { Int((length * Float(scale)).rounded()) }
    return Picture.Area(
      x: px(bounds.origin.x), y: px(bounds.origin.y), width: px(bounds.size.width),
      height: px(bounds.size.height))
  }

  /// What the screen shows.
  ///
  /// - Parameter over: Draws something more, in px of the content.
  func picture(scale: Int = 1, over: (OpaquePointer) -> Void = { _ in })
    -> Picture
  {
    let snapshot = gtk_snapshot_new()
    gtk_widget_snapshot_child(holder, content, snapshot)
    for popover in scenes.compactMap(\.popover) { add(popover, to: snapshot) }
    let node = gtk_snapshot_free_to_node(snapshot)
    defer { gsk_render_node_unref(node) }
    return Picture(
      width: Int(gtk_widget_get_width(content)) * scale,
      height: Int(gtk_widget_get_height(content)) * scale
    ) { context in
      cairo_scale(context, Double(scale), Double(scale))
      gsk_render_node_draw(node, context)
      over(context)
    }
  }

  /// Adds a popover where it lies over the window.
  private func add(_ popover: Widget, to snapshot: OpaquePointer?) {
    guard let surface = gtk_native_get_surface(popover.opaque) else { return }
    var place = graphene_point_t(
      x: Float(gdk_popup_get_position_x(surface)), y: Float(gdk_popup_get_position_y(surface)))
    let paintable = gtk_widget_paintable_new(popover)
    defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
    gtk_snapshot_save(snapshot)
    gtk_snapshot_translate(snapshot, &place)
    gdk_paintable_snapshot(
      paintable, snapshot, Double(gtk_widget_get_width(popover)),
      Double(gtk_widget_get_height(popover)))
    gtk_snapshot_restore(snapshot)
  }

  /// Closes the window.
  func end() {
    for scene in scenes { scene.end() }
    close(window)
  }
}
