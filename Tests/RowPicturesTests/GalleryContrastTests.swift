import CDunnockGtk
import GtkBridge
import GtkTestSupport
import PictureApproval
import XCTest

@testable import RowGallery

/// The contrast of everything that the gallery writes, by its pixels.
final class GalleryContrastTests: XCTestCase {
  func testEveryTextInEveryLook() throws {
    try onGtk {
      defer { resetLook() }
      for look in Look.allCases {
        look.apply()
        let gallery = GalleryWindow()
        gallery.show(.standardRow)
        let window = gallery.widget
        let body = try XCTUnwrap(gtk_window_get_child(window.cast()))
        gtk_window_set_default_size(window.cast(), 1180, 760)
        gtk_window_present(window.cast())
        pump("the rows") {
          gallery.showcase?.list?.widget(of: 0).map { gtk_widget_get_width($0) > 0 } ?? false
        }
        let texts = descendants(of: body) { isShownText($0, in: body) }
        XCTAssertGreaterThan(texts.count, 40)
        let picture = drawn(body, in: window)
        for text in texts {
          let words = String(cString: gtk_label_get_text(text.opaque))
          expectContrast(4.5, of: area(of: text, in: body), in: picture, "\(look): \(words)")
        }
        var isFreed = false
        onFree(of: window) { isFreed = true }
        gtk_window_destroy(window.cast())
        pump("the window to be freed") { isFreed }
      }
    }
  }
}

/// Whether a widget is a text that lies wholly in the window, can be used, and is not on the colour that the theme gives to what is
/// selected.
@MainActor private func isShownText(_ widget: Widget, in body: Widget) -> Bool {
  guard widget.isA(gtk_label_get_type()), isTrue(gtk_widget_is_sensitive(widget)),
    gtk_label_get_text(widget.opaque).pointee != 0
  else { return false }
  let place = area(of: widget, in: body, scale: 1)
  // A scroller shows no part of what lies beyond it.
  return widget.ancestry.allSatisfy { holder in
    guard gtk_widget_get_state_flags(holder).rawValue & GTK_STATE_FLAG_SELECTED.rawValue == 0
    else { return false }
    guard holder.isA(gtk_scrolled_window_get_type()) else { return true }
    let frame = area(of: holder, in: body, scale: 1)
    return place.y >= frame.y && place.y + place.height <= frame.y + frame.height
  }
}

@MainActor private func area(of widget: Widget, in body: Widget, scale: Int = scale) -> Picture.Area
{
  var bounds = graphene_rect_t()
  guard isTrue(gtk_widget_compute_bounds(widget, body, &bounds)) else {
    return Picture.Area(x: 0, y: 0, width: 0, height: 0)
  }
  return Picture.Area(
    x: Int(bounds.origin.x) * scale, y: Int(bounds.origin.y) * scale,
    width: Int(bounds.size.width) * scale, height: Int(bounds.size.height) * scale)
}

/// What a window shows in a widget of it, enlarged.
@MainActor private func drawn(_ body: Widget, in window: Widget) -> Picture {
  gtk_widget_unset_state_flags(window, GTK_STATE_FLAG_BACKDROP)
  let snapshot = gtk_snapshot_new()
  // The window's own ground, on which the body stands, and then the body at its corner.
  var bounds = graphene_rect_t()
  _ = gtk_widget_compute_bounds(body, window, &bounds)
  var corner = graphene_point_t(x: -bounds.origin.x, y: -bounds.origin.y)
  gtk_snapshot_translate(snapshot, &corner)
  gtk_snapshot_render_background(
    snapshot, gtk_widget_get_style_context(window), 0, 0, Double(gtk_widget_get_width(window)),
    Double(gtk_widget_get_height(window)))
  gtk_widget_snapshot_child(window, body, snapshot)
  let node = gtk_snapshot_free_to_node(snapshot)
  defer { gsk_render_node_unref(node) }
  return Picture(
    width: Int(gtk_widget_get_width(body)) * scale, height: Int(gtk_widget_get_height(body)) * scale
  ) { context in
    cairo_scale(context, Double(scale), Double(scale))
    gsk_render_node_draw(node, context)
  }
}
