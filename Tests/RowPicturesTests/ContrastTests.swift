import CDunnockGtk
import GtkBridge
import GtkTestSupport
import PictureApproval
import XCTest

@testable import RowGallery
@testable import SwipeRows

/// The contrast of what trays say, computed from the pixels by the formula of WCAG 2.2, which asks for 4.5:1 of text (1.4.3) and 3:1 of
/// icons (1.4.11).
final class ContrastTests: XCTestCase {
  func testTraysInEveryLook() throws {
    try onGtk {
      defer { resetLook() }
      for look in Look.allCases {
        look.apply()
        try checkTrays("GTK's theme, \(look.rawValue)")
      }
    }
  }

  func testTraysInTheColoursOfLibadwaitaAndOfGnomesAccents() throws {
    try onGtk {
      defer { resetLook() }
      Look.dark.apply()
      try Palette.libadwaita(isDark: true, accent: Palette.accents[0]).use {
        try checkTrays("libadwaita, dark")
      }
      Look.light.apply()
      try Palette.libadwaita(isDark: false, accent: Palette.accents[0]).use {
        try checkTrays("libadwaita, light")
      }
      for accent in Palette.accents.dropFirst() {
        try Palette.libadwaita(isDark: false, accent: accent).use {
          try checkTrays("libadwaita, accent \(accent)", roles: [.accent])
        }
      }
    }
  }

  func testTheTextOfARowThatWaits() throws {
    try onGtk {
      defer { resetLook() }
      for look in Look.allCases {
        look.apply()
        let words = Words.now
        let waits = RowState("waits") {
          $0.open(.leading)
          $0.wait(for: words.leading[0])
        }
        let stage = try Stage([waits], width: 500)
        let front = try XCTUnwrap(stage.scenes[0].row?.front)
        let labels = Array(descendants(of: front) { $0.isA(gtk_label_get_type()) })
        XCTAssertEqual(labels.count, 2)
        let picture = stage.picture(scale: scale)
        for label in labels {
          expectContrast(4.5, of: stage.area(of: label, scale: scale), in: picture, look.rawValue)
        }
        stage.end()
      }
    }
  }
}

/// Looks at every button in every state that a person may see it in while it can be used.
@MainActor private func checkTrays(
  _ what: String, roles: [SwipeAction.Role] = SwipeAction.Role.allCases
) throws {
  let actions = Words.now.all.filter { roles.contains($0.role) }
  func tray(_ look: SwipeAction.Look) -> SwipeContent {
    SwipeContent(label: "", leading: SwipeSide(actions.map { $0.looking(look) }))
  }
  var states = SwipeAction.Look.allCases.flatMap { look in
    [
      RowState("\(look)", tray(look)) { $0.open(.leading) },
      RowState("\(look), under the pointer", tray(look)) { scene in
        scene.open(.leading)
        for button in scene.row?.back.buttonsInReadingOrder ?? [] {
          gtk_widget_set_state_flags(button, GTK_STATE_FLAG_PRELIGHT, false.gboolean)
        }
      },
    ]
  }
  states += actions.map { action in
    RowState(
      "\(action.role), armed",
      SwipeContent(label: "", leading: SwipeSide([action], allowsFullSwipe: true))
    ) {
      $0.armFullSwipe(towards: 1)
    }
  }
  let stage = try Stage(states, width: 500)
  let picture = stage.picture(scale: scale)
  func expect(_ least: Double, of widget: Widget, _ what: String) {
    expectContrast(least, of: stage.area(of: widget, scale: scale), in: picture, what)
  }
  for (state, scene) in zip(states, stage.scenes) {
    let buttons = try XCTUnwrap(scene.row?.back.buttonsInReadingOrder)
    let isArmed = state.name.contains("armed")
    XCTAssertEqual(buttons.count, isArmed ? 1 : actions.count, state.name)
    for (button, action) in zip(buttons, state.content.leading.actions) {
      let name = "\(what): \(action.role) button, \(state.name)"
      for label in descendants(of: button, where: { $0.isA(gtk_label_get_type()) }) {
        expect(4.5, of: label, name)
      }
      for icon in descendants(of: button, where: { $0.isA(gtk_image_get_type()) }) {
        expect(3, of: icon, name)
      }
    }
  }
  stage.end()
}
