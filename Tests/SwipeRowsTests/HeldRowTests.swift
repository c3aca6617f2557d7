import CDunnockGtk
import GtkBridge
import GtkTestSupport
import Panning
import XCTest

@testable import SwipeRows

/// What a layout does to a row under a hand that does not move: nothing, or, if the row has gone from under the pointer, it ends the gesture.
final class HeldRowTests: XCTestCase {
  /// What comes between a hand and its row, which is the fifth of 60.
  private enum Change: CaseIterable {
    case movedAside, movedFarAside, narrowed, narrowedToNothing
    case scrolledABit, scrolledAway
    case othersFilteredBelow, othersFilteredAbove, filteredOut
    case insertedAbove, sectionedAnew, modelRefilled, modelReplaced
    case mirrored

    /// Whether the row is still under the pointer.
    var keepsRow: Bool {
      switch self {
      case .movedAside, .narrowed, .scrolledABit, .othersFilteredBelow, .insertedAbove,
        .modelRefilled,
        .mirrored:
        true
      default: false
      }
    }

    /// Whether the item is still in the model.
    var keepsItem: Bool { self != .filteredOut && self != .modelReplaced }

    @MainActor func make(in stage: Stage) {
      let sample = stage.sample
      switch self {
      case .movedAside: stage.indent(100)
      case .movedFarAside: stage.indent(250)
      case .narrowed: stage.pad(100)
      case .narrowedToNothing: stage.pad(250)
      case .scrolledABit: stage.scroll(to: 6)
      case .scrolledAway: stage.scroll(to: 100)
      case .othersFilteredBelow: sample.drop([6, 8, 20])
      case .othersFilteredAbove: sample.drop([0, 2])
      case .filteredOut: sample.drop([5])
      case .insertedAbove: sample.store.replace(0..<0, with: [100, 101])
      case .sectionedAnew:
        sample.list.moveRows {
          sample.store.replace(5..<6, with: [])
          sample.store.replace(0..<0, with: [5])
        }
      case .modelRefilled: sample.store.replace(0..<60, with: Array(0..<60))
      case .modelReplaced: sample.store.replace(0..<60, with: Array(200..<260))
      case .mirrored: gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL)
      }
    }
  }

  /// A list with room for something before and after it, and a hand on its fifth row.
  @MainActor private final class Stage {
    let sample = SampleList(count: 60)
    private let before: Widget = gtk_label_new("")
    private let after: Widget = gtk_label_new("")
    private let hand: PanDriver.Hand
    private let device: PanDevice
    private let window: Widget
    private var time = EventClock.now

    init(_ device: PanDevice) {
      self.device = device
      hand = device == .touchpad ? .touchpad : .pointer
      sample.fullSwipes = [.leading, .trailing]
      let box: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
      gtk_widget_set_hexpand(sample.list.widget, true.gboolean)
      for part in [before, sample.list.widget, after] { gtk_box_append(box.cast(), part) }
      window = present(box)
      sample.drawFrames()
    }

    var offset: Double { sample.group.engine.offset(of: sample.row(5)) }

    /// The width of the trailing tray in the row as it is now.
    var trayWidth: Double {
      sample.group.rows[sample.row(5)]?.back.measure().trailing.width ?? 0
    }

    func indent(_ width: Int32) { gtk_widget_set_size_request(before, width, -1) }
    func pad(_ width: Int32) { gtk_widget_set_size_request(after, width, -1) }
    func scroll(to value: Double) {
      gtk_adjustment_set_value(
        gtk_scrolled_window_get_vadjustment(sample.group.rows.innerScroller?.opaque), value)
    }

    func comeDown() throws {
      let row = try XCTUnwrap(sample.group.rows[sample.row(5)])
      let hit = RowTable.Hit(row: row, handle: sample.row(5), picked: row.front)
      _ = sample.group.driver.begin(
        hand, on: hit, by: device, at: sample.middle(of: 5), time: time)
    }

    func go(to x: Double) {
      time += 0.1
      sample.group.driver.move(by: .init(x: x, y: 0), at: time)
    }

    func close() { GtkTestSupport.close(window) }

    func lift() {
      time += 0.1
      if sample.group.driver.hand != nil { _ = sample.group.driver.release(at: time) }
    }
  }

  /// The rest of the table would wait for as long.
  private struct NotEnded: Error {}

  func testALayoutUnderAHandMovesNoFrontAndRunsNoAction() throws {
    try onGtk {
      for device in PanDevice.allCases {
        for change in Change.allCases {
          for isOpen in [false, true] {
            defer { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) }
            try Self.look(at: change, under: device, isOpen: isOpen)
          }
        }
      }
    }
  }

  @MainActor private static func look(
    at change: Change, under device: PanDevice, isOpen: Bool
  ) throws {
    let what = "\(change), \(device)\(isOpen ? ", open" : "")"
    let stage = Stage(device)
    let sample = stage.sample
    if isOpen { sample.list.open(5, .trailing, animated: false) }
    let rest = stage.offset
    try stage.comeDown()
    // Towards closed, if it is open.
    let way = isOpen ? 1.0 : -1
    for x in [10.0, 30, 45] { stage.go(to: way * x) }
    let shown = stage.offset
    XCTAssertEqual(shown - rest, way * 35, accuracy: 1, what)
    change.make(in: stage)
    pumpFrames(of: sample.list.widget)
    if change.keepsRow {
      XCTAssertEqual(stage.offset, shown, what)
      XCTAssertNotNil(sample.group.driver.hand, what)
      stage.go(to: way * 50)
      let onScreen = change == .mirrored ? -way : way
      XCTAssertEqual(stage.offset, shown + onScreen * 5, accuracy: 0.01, what)
    } else {
      pump("the gesture to end: \(what)") { sample.group.driver.hand == nil }
      guard sample.group.driver.hand == nil else { throw NotEnded() }
      // What it does from now on is nothing to the row.
      stage.go(to: way * 300)
    }
    stage.lift()
    sample.letTimePass()
    XCTAssertEqual(stage.offset, isOpen && change.keepsItem ? -stage.trayWidth : 0, what)
    XCTAssertEqual(sample.ran, [], what)
    XCTAssertEqual(sample.list.openItems, isOpen && change.keepsItem ? [5] : [], what)
    stage.close()
  }

  func testARowThatIsDisabledUnderAHandIsLetGo() throws {
    try onGtk {
      for far in [-60.0, -380] {
        let sample = SampleList(count: 12)
        let window = present(sample.list.widget)
        sample.fullSwipes = [.trailing]
        sample.list.updateAll()
        var events: [PanEvent] = []
        sample.list.onEvent { event, _, _ in events.append(event) }
        sample.drag(3, to: -10, far)
        let shown = sample.offset(of: 3)
        XCTAssertLessThan(shown, -40)
        var content = sample.content(of: 3)
        content.isEnabled = false
        sample.contents[3] = content
        sample.list.update(3)
        XCTAssertEqual(sample.offset(of: 3), shown)
        XCTAssertNil(sample.group.driver.hand)
        sample.letTimePass()
        XCTAssertEqual(sample.offset(of: 3), 0)
        XCTAssertEqual(events, far < -300 ? [.armed, .disarmed] : [])
        XCTAssertEqual(sample.ran, [])
        close(window)
      }
    }
  }

  func testAHandThatDriftsOffItsRowGoesOn() throws {
    try onGtk {
      let stage = Stage(.touch)
      try stage.comeDown()
      stage.go(to: -10)
      stage.sample.group.driver.move(by: .init(x: -45, y: 80), at: EventClock.now)
      pumpFrames(of: stage.sample.list.widget)
      XCTAssertEqual(stage.offset, -35)
      XCTAssertNotNil(stage.sample.group.driver.hand)
      stage.lift()
    }
  }
}
