import CDunnockGtk
import GtkBridge
import GtkTestSupport
import PictureApproval
import XCTest

@testable import SwipeRows

/// What the comparison of pictures lets pass, and what it catches.
final class ComparisonTests: XCTestCase {
  func testWhatIsSmoothedOtherwisePasses() throws {
    try onGtk {
      // Where pictures are compared; newer GTK hints as it finds best, whatever is set.
      try XCTSkipUnless(Approval.comparesHere, "Newer GTK than 4.8 hints as it finds best.")
      defer { resetLook() }
      for look in Look.allCases {
        look.apply()
        // What leaves is cut through the middle of its letters, where hinting moves most.
        let states = RowState.all.filter { $0.name != "leaves" }
        let stage = try Stage(states, width: 360)
        let approved = stage.picture()
        stage.end()
        look.apply(isHinted: true)
        let other = try Stage(states, width: 360)
        let hinted = other.picture()
        other.end()
        XCTAssertNotEqual(hinted, approved)
        let difference = try XCTUnwrap(PictureDifference(of: hinted, from: approved))
        XCTAssertFalse(difference.matters, "\(difference.count) px differ in \(look)")
      }
    }
  }

  func testAWidgetThatMovedBy2PixelsIsCaught() throws {
    try onGtk {
      defer { resetLook() }
      for look in [Look.light, .dark] {
        look.apply()
        let stage = try Stage(RowState.all, width: 360)
        let approved = stage.picture()
        var kinds: [String: Int] = [:]
        for part in parts(of: stage) {
          // The part and so much around it as it may be moved.
          let whole = stage.area(of: part)
          guard let before = approved.part(whole, margin: 4) else { continue }
          let area = Picture.Area(x: 4, y: 4, width: whole.width, height: whole.height)
          guard before.colours(in: area).count > 1 else { continue }
          let kind = String(cString: gtk_widget_get_css_name(part))
          for (x, y) in [(2, 0), (-2, 0), (0, 2), (0, -2)] {
            let moved = before.moving(area, x, y)
            let difference = try XCTUnwrap(PictureDifference(of: moved, from: before))
            XCTAssertTrue(
              difference.matters,
              "\(difference.count) px: \(kind) at \(whole) in \(look) moved by \(x), \(y)")
            kinds[kind, default: 0] += 1
          }
        }
        for kind in ["label", "image", "button"] { XCTAssertGreaterThan(kinds[kind] ?? 0, 7, kind) }
        stage.end()
      }
    }
  }

  func testAnotherColourAndAnotherSizeAreCaught() throws {
    let approved = Picture(width: 40, height: 20, filledWith: 0x20_8050)
    var other = approved
    for y in 5..<15 { for x in 5..<15 { other[x, y] = 0x20_8065 } }
    XCTAssertTrue(try XCTUnwrap(PictureDifference(of: other, from: approved)).matters)
    XCTAssertTrue(try XCTUnwrap(PictureDifference(of: approved, from: other)).matters)
    XCTAssertNil(PictureDifference(of: Picture(width: 40, height: 21), from: approved))
  }

  func testWhatVanishedIsCaught() throws {
    let bare = Picture(width: 40, height: 20, filledWith: 0xff_ffff)
    var ruled = bare
    for x in 0..<40 { ruled[x, 10] = 0xaa_aaaa }
    XCTAssertTrue(try XCTUnwrap(PictureDifference(of: bare, from: ruled)).matters)
    XCTAssertTrue(try XCTUnwrap(PictureDifference(of: ruled, from: bare)).matters)
  }

  func testAPictureSurvivesItsFile() throws {
    var picture = Picture(width: 3, height: 2, filledWith: 0x12_3456)
    picture[2, 1] = 0xfe_dcba
    let path = NSTemporaryDirectory() + "dunnock-picture-\(getpid()).png"
    defer { unlink(path) }
    try picture.write(to: path)
    XCTAssertEqual(Picture(contentsOf: path), picture)
    XCTAssertNil(Picture(contentsOf: path + ".none"))
  }
}

/// The labels, icons and buttons that can be seen.
@MainActor private func parts(of stage: Stage) -> [Widget] {
  func parts(in widget: Widget) -> [Widget] {
    guard isTrue(gtk_widget_get_mapped(widget)) else { return [] }
    let name = String(cString: gtk_widget_get_css_name(widget))
    let inner = widget.children.flatMap { parts(in: $0) }
    return ["label", "image", "button"].contains(name) ? [widget] + inner : inner
  }
  return parts(in: stage.content)
}

extension Picture {
  /// A part of it and its surroundings; nil if they do not lie within.
  fileprivate func part(_ area: Area, margin: Int) -> Picture? {
    let (x, y) = (area.x - margin, area.y - margin)
    var part = Picture(width: area.width + 2 * margin, height: area.height + 2 * margin)
    guard x >= 0, y >= 0, x + part.width <= width, y + part.height <= height else { return nil }
    for row in 0..<part.height {
      for column in 0..<part.width { part[column, row] = self[x + column, y + row] }
    }
    return part
  }

  /// The same with one part of it elsewhere, and in its place the most frequent colour around it.
  fileprivate func moving(_ area: Area, _ x: Int, _ y: Int) -> Picture {
    var around: [UInt32: Int] = [:]
    for column in area.x - 1...area.x + area.width {
      for row in [area.y - 1, area.y + area.height] { around[self[column, row], default: 0] += 1 }
    }
    let ground = around.max { $0.value < $1.value }?.key ?? 0
    var moved = self
    for row in area.y..<area.y + area.height {
      for column in area.x..<area.x + area.width { moved[column, row] = ground }
    }
    for row in area.y..<area.y + area.height {
      for column in area.x..<area.x + area.width { moved[column + x, row + y] = self[column, row] }
    }
    return moved
  }
}
