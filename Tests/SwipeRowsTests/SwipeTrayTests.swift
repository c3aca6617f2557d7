import CDunnockGtk
import GtkBridge
import GtkTestSupport
import Panning
import XCTest

@testable import SwipeRows

/// What an open tray shows while its row changes.
final class SwipeTrayTests: XCTestCase {
  func testButtonsAreAsWideAsBeforeAfterTheRowWasNarrow() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      sample.trailing = ["trash", "star", "later"]
      sample.fullSwipes = [.trailing]
      let window = present(sample.list.widget)
      sample.list.open(3, .trailing, animated: false)
      pump("the buttons") { sample.widths(of: 3) == [76, 76, 76] }
      sample.resize(window, to: 300)
      pump("fewer buttons") { sample.widths(of: 3) == [76, 76] }
      sample.resize(window, to: 400)
      pump("room for three") { sample.buttons(of: 3).count == 3 }
      sample.drawFrames()
      XCTAssertEqual(sample.widths(of: 3), [76, 76, 76])
    }
  }

  func testOneActionHasItsOwnButtonHoweverNarrowTheRow() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      sample.trailing = ["trash"]
      let window = present(sample.list.widget)
      sample.list.style.minimumFront = 350
      sample.list.open(3, .trailing, animated: false)
      sample.resize(window, to: 398)
      pump("a narrow button") { sample.widths(of: 3) == [48] }
      let button = try XCTUnwrap(sample.buttons(of: 3).first)
      XCTAssertTrue(isTrue(gtk_widget_has_css_class(button, "trash")))
    }
  }

  func testARowThatWaitsShowsOneButtonWhateverBecomesOfIt() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      let sample = SampleList(count: 20)
      sample.fullSwipes = [.trailing]
      var answer: CheckedContinuation<SwipeOutcome, Never>?
      sample.outcome = { await withCheckedContinuation { answer = $0 } }
      let window = present(sample.list.widget)
      sample.swipeFar(3)
      pump("the action to begin") { answer != nil }
      pump("the one button") { sample.buttons(of: 3).count == 1 }
      for width in [Int32(300), 500] {
        sample.resize(window, to: width)
        sample.drawFrames()
        XCTAssertEqual(sample.buttons(of: 3).count, 1)
      }
      sample.store.replace(3..<4, with: [3])
      sample.drawFrames()
      XCTAssertEqual(sample.buttons(of: 3).count, 1)
      answer?.resume(returning: .keepOpen)
      pump("the row to come back") { sample.offset(of: 3) == 0 }
    }
  }

  func testAViewOfOnesOwnIsMadeForTheItemInTheRow() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      sample.trayView = { item in SwipeTrayView { gtk_label_new("View of \(item)") } }
      _ = present(sample.list.widget)
      XCTAssertEqual(sample.viewShown(of: 3), "View of 3")
      sample.list.close(animated: false)
      sample.store.replace(0..<20, with: Array(100..<120))
      pump("other items") { sample.listItem(of: 103) != nil && sample.listItem(of: 3) == nil }
      sample.drawFrames()
      for item in 100..<105 { XCTAssertEqual(sample.viewShown(of: item), "View of \(item)") }
    }
  }

  func testAllThatTakesTheFocusInAViewIsWalkedAndGivesItBack() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      sample.trayView = { _ in
        SwipeTrayView {
          let view: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
          for part in [gtk_label_new("Rate"), gtk_button_new(), gtk_button_new()] {
            gtk_box_append(view.cast(), part)
          }
          return view
        }
      }
      let window = present(sample.list.widget)
      sample.list.open(3, .trailing, animated: false)
      let stops = try XCTUnwrap(sample.group.rows[sample.row(3)]).back.buttonsInReadingOrder
      XCTAssertEqual(stops.count, 2)
      gtk_widget_grab_focus(stops.last)
      XCTAssertEqual(gtk_window_get_focus(window.cast()), stops.last)
      sample.list.close(animated: false)
      XCTAssertEqual(gtk_window_get_focus(window.cast()), sample.listItem(of: 3))
    }
  }

  func testATrayThatTheOtherSidesTakesThePlaceOfGivesTheFocusToItsRow() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      let window = present(sample.list.widget)
      for animated in [false, true] {
        sample.list.open(3, .leading, animated: false)
        let button = sample.group.rows[sample.row(3)]?.back.buttonsInReadingOrder.last
        gtk_widget_grab_focus(button)
        XCTAssertEqual(gtk_window_get_focus(window.cast()), button)
        sample.list.open(3, .trailing, animated: animated)
        pump("the other side") { sample.offset(of: 3) < 0 }
        XCTAssertEqual(gtk_window_get_focus(window.cast()), sample.listItem(of: 3))
      }
    }
  }

  func testATrayThatClosesWhileAnotherWindowIsInUseGivesTheFocusToItsRow() throws {
    try onGtk {
      // Stays open meanwhile, as while an action asks in a window of its own.
      var style = PanStyle.standard
      style.closes.remove(.outside)
      let sample = SampleList(count: 20, style: style)
      let window = present(sample.list.widget)
      sample.list.open(3, .trailing, animated: false)
      gtk_widget_grab_focus(sample.group.rows[sample.row(3)]?.back.buttonsInReadingOrder.last)
      pump("the window in use") { gtk_window_is_active(window.cast()) != 0 }
      _ = present(gtk_entry_new())
      pump("another window in use") { gtk_window_is_active(window.cast()) == 0 }
      sample.list.close(animated: false)
      XCTAssertEqual(gtk_window_get_focus(window.cast()), sample.listItem(of: 3))
    }
  }

  func testAViewInSightOutlivesANewBindingOfItsItem() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      var round = 1
      sample.trayView = { _ in SwipeTrayView { gtk_label_new("Round \(round)") } }
      _ = present(sample.list.widget)
      XCTAssertEqual(sample.viewShown(of: 3), "Round 1")
      round = 2
      sample.list.update(3)
      XCTAssertEqual(sample.viewShown(of: 3), "Round 1")
      sample.list.close(animated: false)
      XCTAssertEqual(sample.viewShown(of: 3), "Round 2")
    }
  }

  func testALongSwipeRunsTheFirstActionOfASideWithAView() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      sample.trayView = { _ in SwipeTrayView(width: 100) { gtk_label_new("View") } }
      sample.fullSwipes = [.trailing]
      _ = present(sample.list.widget)
      sample.swipeFar(3)
      pump("the row to come back") { sample.offset(of: 3) == 0 }
      XCTAssertEqual(sample.ran, ["trash 3"])
      // Without one it opens.
      sample.fullSwipes = []
      sample.list.update(4)
      sample.swipeFar(4)
      pump("the row to open") { sample.offset(of: 4) == -100 }
      XCTAssertEqual(sample.ran, ["trash 3"])
    }
  }

  func testTheTrayShowsOnlyWhereTheFrontIsNot() throws {
    try onGtk {
      for way in ["margins", "a place in the middle", "nothing"] {
        let sample = SampleList(
          count: 20,
          adapt: { front in
            switch way {
            case "margins":
              gtk_widget_set_margin_top(front, 6)
              gtk_widget_set_margin_start(front, 12)
            case "a place in the middle": gtk_widget_set_valign(front, GTK_ALIGN_CENTER)
            default: break
            }
          })
        _ = present(sample.list.widget)
        gtk_widget_set_size_request(sample.group.rows[sample.row(3)]?.widget, -1, 70)
        pump("\(way): the row higher") { sample.height(of: 3) >= 70 }
        sample.list.open(3, .trailing, animated: false)
        sample.drawFrames()
        let row = try XCTUnwrap(sample.group.rows[sample.row(3)])
        let width = Double(gtk_widget_get_width(row.widget))
        for (x, y) in [(2.0, 35.0), (100, 2), (width - 160, 35)] {
          let picked = try XCTUnwrap(gtk_widget_pick(row.widget, x, y, GTK_PICK_DEFAULT), way)
          XCTAssertFalse(row.back.contains(picked), "\(way): the tray at \(x), \(y)")
        }
        let button = try XCTUnwrap(gtk_widget_pick(row.widget, width - 20, 35, GTK_PICK_DEFAULT))
        XCTAssertTrue(row.back.contains(button), way)
      }
    }
  }

  func testTheTrayShowsUntilTheFrontIsBack() throws {
    try onGtk {
      for transition in [SwipeTransition.reveal, .drag, .lively] {
        for way in 0..<3 {
          let sample = SampleList(count: 20)
          sample.list.transition = transition
          let window = present(sample.list.widget)
          sample.list.open(3, .trailing, animated: false)
          sample.drawFrames()
          let edge = try XCTUnwrap(sample.buttons(of: 3).last)
          var (moving, bare) = (0, 0)
          let clock = try XCTUnwrap(gtk_widget_get_frame_clock(sample.view))
          let frames = Signal.connect(UnsafeMutableRawPointer(clock), "after-paint") {
            guard sample.offset(of: 3) != 0 else { return }
            moving += 1
            let isShown = isTrue(gtk_widget_get_mapped(edge)) && gtk_widget_get_opacity(edge) == 1
            if !isShown { bare += 1 }
          }
          switch way {
          case 0: sample.list.close()
          case 1: sample.group.driver.pressedElsewhere()
          default:
            let (handle, time) = (sample.row(3), EventClock.now)
            let geometry = try XCTUnwrap(sample.group.rows[handle]).back.measure()
            sample.group.driver.drive(.begin(handle, geometry, .touch, x: 0, y: 0), at: time)
            for step in 1...4 {
              sample.group.driver.drive(
                .move(x: Double(step) * 15, y: 0), at: time + Double(step) / 100)
            }
            sample.group.driver.drive(.end(), at: time + 0.045)
          }
          pump("the row to be closed") { sample.displaced.isEmpty }
          frames.disconnect()
          XCTAssertGreaterThan(moving, 2, "\(transition) \(way)")
          XCTAssertEqual(bare, 0, "\(transition) \(way)")
          close(window)
        }
      }
    }
  }

  func testAnOpenRowIsMirroredWhereItsDirectionChanges() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      let window = present(sample.list.widget)
      sample.list.open(3, .trailing, animated: false)
      sample.drawFrames()
      let row = try XCTUnwrap(sample.group.rows[sample.row(3)])
      for (direction, front, tray) in [
        (GTK_TEXT_DIR_RTL, Int32(152), Int32(0)), (GTK_TEXT_DIR_LTR, -152, 248),
      ] {
        gtk_widget_set_default_direction(direction)
        defer { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) }
        sample.drawFrames()
        XCTAssertEqual(gtk_widget_get_width(window), 400)
        XCTAssertEqual(row.front.bounds(in: row.widget)?.x, front)
        let buttons = sample.buttons(of: 3)
        XCTAssertEqual(buttons.compactMap { $0.bounds(in: row.widget)?.x }.min(), tray)
        XCTAssertEqual(buttons.count, 2)
      }
    }
  }

  func testAnOpenTrayFitsItsTextWhereTheFontChanges() throws {
    try onGtk {
      let sample = SampleList(count: 20, rowHeight: 100)
      sample.trailing = ["remind", "postpone"]
      _ = present(sample.list.widget, width: 600)
      sample.list.open(3, .trailing, animated: false)
      let settings = gtk_settings_get_default()
      var resolution = GValue()
      g_value_init(&resolution, GType(6 << G_TYPE_FUNDAMENTAL_SHIFT))
      defer { g_value_unset(&resolution) }
      let before = sample.offset(of: 3)
      for (dpi, isWider) in [(200, true), (96, false)] {
        g_value_set_int(&resolution, Int32(dpi * 1024))
        g_object_set_property(
          UnsafeMutableRawPointer(settings).map { $0.assumingMemoryBound(to: GObject.self) },
          "gtk-xft-dpi", &resolution)
        pump("the tray of \(dpi) dpi") { (sample.offset(of: 3) < before) == isWider }
        sample.drawFrames()
        XCTAssertEqual(
          sample.offset(of: 3), -Double(sample.widths(of: 3).reduce(0, +)), "\(dpi) dpi")
      }
    }
  }

  func testARowRestsOnAPixelOfAScreenOfAnyScale() throws {
    try onGtk {
      let sample = SampleList(count: 20)
      _ = present(sample.list.widget)
      let row = try XCTUnwrap(sample.group.rows[sample.row(3)])
      XCTAssertEqual(row.back.measure().pixel, 1)
      surfaceScale = 1.25
      defer { surfaceScale = nil }
      XCTAssertEqual(row.back.measure().pixel, 0.8)
    }
  }
}

/// The scale that GTK tells of each surface, nil for its own.
@MainActor private var surfaceScale: Double?

/// GTK's function of this name (4.12), in place of its own.
@_cdecl("gdk_surface_get_scale")
public func scale(of surface: OpaquePointer?) -> Double {
  MainActor.assumeIsolated { surfaceScale } ?? Double(gdk_surface_get_scale_factor(surface))
}

@MainActor
extension SampleList {
  /// Opens an item's trailing tray, and answers the text of the label in it.
  fileprivate func viewShown(of item: Int) -> String? {
    list.open(item, .trailing, animated: false)
    return buttons(of: item).first.map { String(cString: gtk_label_get_text($0.opaque)) }
  }

  /// The widths of the buttons of an item's tray, px.
  fileprivate func widths(of item: Int) -> [Int32] {
    buttons(of: item).map { button in
      var bounds = graphene_rect_t()
      _ = gtk_widget_compute_bounds(button, button, &bounds)
      return Int32(bounds.size.width)
    }
  }

  fileprivate func resize(_ window: Widget, to width: Int32) {
    gtk_window_set_default_size(window.cast(), width, 500)
    pump("the window \(width) px wide") { gtk_widget_get_width(list.widget) == width }
  }
}
