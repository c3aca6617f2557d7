import CDunnockAdwaita
import GtkBridge
import GtkTestSupport
import PictureApproval
import XCTest

@testable import Dunnock

/// The window at every width, size of text and direction: all of it has the room that it needs, inside of what holds it and beside its
/// neighbours.
final class LayoutTests: XCTestCase {
  func testEverythingHasItsPlace() throws {
    try onGtk {
      defer { ReadingLook.reset() }
      let mail = try TriageMail()
      for (number, look) in Self.looks.enumerated() {
        look.apply()
        for (place, state) in WindowState.allCases.enumerated() {
          let stage = try WindowStage(on: mail, width: look.windowWidth)
          let window = stage.window
          state.reach(in: window)
          for width in sample(of: Self.widths, inRow: number + place) {
            gtk_window_set_default_size(window.window.cast(), width, 700)
            pumpFrames(of: window.window, 8)
            let misplaced = Placement(of: window.frame.content).faults
            XCTAssertEqual(misplaced, [], "\(state), \(look.name), \(width) px")
            if look.scale == 1 {
              XCTAssertLessThanOrEqual(gtk_widget_get_width(window.window), width, "\(state)")
              let aside = window.window.below(gtk_scrolled_window_get_type()).filter(\.hidesSome)
              XCTAssertEqual(aside.map(\.described), [], "\(state), \(width) px")
            }
          }
          stage.end()
        }
      }
    }
  }

  func testWhatIsMisplacedIsFound() throws {
    try onGtk {
      _ = try XCTUnwrap(PicturedApplication.shared)
      let box: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
      let button: Widget = gtk_button_new_with_label("Archive and Select Previous")
      let fixed: Widget = gtk_fixed_new()
      let (left, right): (Widget, Widget) = (gtk_label_new("left"), gtk_label_new("right"))
      gtk_fixed_put(fixed.cast(), left, 0, 0)
      gtk_fixed_put(fixed.cast(), right, 200, 0)
      for part in [button, fixed] { gtk_box_append(box.cast(), part) }
      let window = present(box, width: 600, height: 100)
      pumpFrames(of: window)
      XCTAssertEqual(Placement(of: box).faults, [])
      gtk_fixed_move(fixed.cast(), right, 5, 0)
      pumpFrames(of: window)
      XCTAssertEqual(Placement(of: box).faults.count, 1, "one label over the other")
      gtk_fixed_move(fixed.cast(), right, -20, 0)
      pumpFrames(of: window)
      XCTAssertEqual(Placement(of: box).faults.count, 2, "one also outside of what holds it")
      gtk_fixed_move(fixed.cast(), right, 200, 0)
      let label = try XCTUnwrap(button.below(gtk_label_get_type()).first)
      gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
      gtk_widget_set_size_request(fixed, 560, -1)
      pumpFrames(of: window)
      XCTAssertEqual(Placement(of: box).faults.count, 1, "the end of a button's words is missing")
      close(window)
    }
  }

  /// px.
  private static let widths: [Int32] = [360, 600, 800, 960, 1280, 1920]

  @MainActor private static let looks = [1, 1.5, 2].flatMap { scale in
    [false, true].map {
      ReadingLook(
        name: "\(Int(scale * 100)) %\($0 ? ", right to left" : "")", isRightToLeft: $0, scale: scale
      )
    }
  }
}

/// What is wrong with where widgets are.
@MainActor
private struct Placement {
  private(set) var faults: [String] = []

  init(of content: Widget) { look(into: content) }

  private mutating func look(into widget: Widget) {
    let parts = widget.children.filter(isDrawn)
    for (place, part) in parts.enumerated() {
      checkRoom(of: part)
      if !isMeantToClip(widget) {
        if !contains(widget, part), let place = part.bounds(in: widget) {
          faults.append(
            """
            \(part.described) at \(place.x), \(place.y), \(place.width)×\(place.height) is outside of \(widget.described) \
            of \(gtk_widget_get_width(widget))×\(gtk_widget_get_height(widget))
            """)
        }
        for other in parts[(place + 1)...] where overlap(part, other, in: widget) {
          faults.append("\(part.described) overlaps \(other.described)")
        }
      }
      look(into: part)
    }
  }

  private func isDrawn(_ part: Widget) -> Bool {
    !part.isA(gtk_popover_get_type()) && !part.isA(gtk_scrollbar_get_type())
      && gtk_widget_get_mapped(part) != 0
      && gtk_widget_get_child_visible(part) != 0 && gtk_widget_get_opacity(part) > 0
      && gtk_widget_get_width(part) > 0 && gtk_widget_get_height(part) > 0
  }

  /// Whether it is there to show a part of what it holds, one part over another, or one that comes and goes.
  private func isMeantToClip(_ widget: Widget) -> Bool {
    [
      gtk_scrollable_get_type(), gtk_scrolled_window_get_type(), gtk_text_get_type(),
      gtk_overlay_get_type(), gtk_stack_get_type(),
      gtk_revealer_get_type(), adw_flap_get_type(), adw_leaflet_get_type(),
      adw_squeezer_get_type(), adw_toast_overlay_get_type(), gtk_image_get_type(),
      adw_avatar_get_type(),
    ].contains(where: widget.isA)
  }

  private mutating func checkRoom(of part: Widget) {
    let (width, height) = (gtk_widget_get_width(part), gtk_widget_get_height(part))
    if part.isA(gtk_label_get_type()),
      part.ancestry.contains(where: { $0.isA(gtk_button_get_type()) }),
      pango_layout_is_ellipsized(gtk_label_get_layout(part.opaque)) != 0,
      !part.ancestry.contains(where: { gtk_widget_has_css_class($0, "folded-message") != 0 })
    {
      faults.append("\(part.described) is cut short")
    }
    guard part.isA(gtk_label_get_type()) || part.isA(gtk_image_get_type()) else { return }
    var (leastWidth, leastHeight): (Int32, Int32) = (0, 0)
    gtk_widget_measure(part, GTK_ORIENTATION_HORIZONTAL, -1, &leastWidth, nil, nil, nil)
    let extra = part.surroundings
    gtk_widget_measure(
      part, GTK_ORIENTATION_VERTICAL, max(width + extra.across, leastWidth), &leastHeight, nil,
      nil, nil)
    leastWidth -= extra.across
    leastHeight -= extra.down
    if width < leastWidth || height < leastHeight {
      faults.append(
        "\(part.described) has \(width)×\(height) px and needs \(leastWidth)×\(leastHeight)")
    }
  }

  private func contains(_ outer: Widget, _ part: Widget) -> Bool {
    guard let place = part.bounds(in: outer) else { return true }
    // Half a pixel may be one, and what a style sheet moves out is meant to be there, with all that it holds.
    let margin = part.border(gtk_style_context_get_margin)
    return place.x >= -1 + Int32(min(0, margin.left))
      && place.y >= -1 + Int32(min(0, margin.top))
      && place.x + place.width <= gtk_widget_get_width(outer) + 1 - Int32(min(0, margin.right))
      && place.y + place.height <= gtk_widget_get_height(outer) + 1 - Int32(min(0, margin.bottom))
  }

  private func overlap(_ one: Widget, _ other: Widget, in outer: Widget) -> Bool {
    guard let one = one.room(in: outer), let other = other.room(in: outer) else { return false }
    let width = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    let height = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return width > 1 && height > 1
  }
}

extension Widget {
  fileprivate func border(
    _ get: (UnsafeMutablePointer<GtkStyleContext>?, UnsafeMutablePointer<GtkBorder>?) -> Void
  ) -> GtkBorder {
    var border = GtkBorder()
    get(gtk_widget_get_style_context(self), &border)
    return border
  }

  /// What it covers in another widget, less what a style sheet lets it reach over its neighbours by a margin below 0.
  fileprivate func room(in outer: Widget) -> GdkRectangle? {
    guard let bounds = bounds(in: outer) else { return nil }
    let margin = border(gtk_style_context_get_margin)
    let out = [margin.left, margin.top, margin.right, margin.bottom].map { Int32(min(0, $0)) }
    return GdkRectangle(
      x: bounds.x - out[0], y: bounds.y - out[1], width: bounds.width + out[0] + out[2],
      height: bounds.height + out[1] + out[3])
  }

  /// How much wider and higher it is measured than its content is, px.
  fileprivate var surroundings: (across: Int32, down: Int32) {
    let borders = [
      border(gtk_style_context_get_margin), border(gtk_style_context_get_border),
      border(gtk_style_context_get_padding),
    ]
    return (
      borders.reduce(gtk_widget_get_margin_start(self) + gtk_widget_get_margin_end(self)) {
        $0 + Int32($1.left) + Int32($1.right)
      },
      borders.reduce(gtk_widget_get_margin_top(self) + gtk_widget_get_margin_bottom(self)) {
        $0 + Int32($1.top) + Int32($1.bottom)
      }
    )
  }

  /// Whether a GtkScrolledWindow has more beside what it shows.
  fileprivate var hidesSome: Bool {
    guard gtk_widget_get_mapped(self) != 0,
      let place = gtk_scrolled_window_get_hadjustment(opaque)
    else { return false }
    return gtk_adjustment_get_upper(place) > gtk_adjustment_get_page_size(place)
  }

  /// Its type, its classes and its text, for who reads of it.
  @MainActor fileprivate var described: String {
    let type = String(cString: g_type_name_from_instance(cast()))
    let classes = gtk_widget_get_css_classes(self)
    defer { g_strfreev(classes) }
    var words: [String] = [type]
    var next = classes
    while let name = next?.pointee {
      words.append("." + String(cString: name))
      next = next?.advanced(by: 1)
    }
    if isA(gtk_label_get_type()), let text = gtk_label_get_text(opaque) {
      words.append("“\(String(cString: text))”")
    }
    return words.joined(separator: " ")
  }
}
