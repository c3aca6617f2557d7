import CDunnockGtk
import GtkBridge

@testable import RowGallery
@testable import SwipeRows

/// A state of a row, and how it comes about.
@MainActor
struct RowState {
  /// What it is called in reports, and on its front.
  let name: String
  /// The second line of its front.
  let detail: String
  var style = PanStyle.standard
  var transition = SwipeTransition.reveal
  let content: SwipeContent
  let bring: (RowScene) -> Void

  init(
    _ name: String, _ content: SwipeContent? = nil, detail: String? = nil,
    style: PanStyle = .standard,
    transition: SwipeTransition = .reveal, _ bring: @escaping (RowScene) -> Void
  ) {
    self.name = name
    self.detail = detail ?? Words.now.subject
    self.style = style
    self.transition = transition
    self.content = content ?? Words.now.letter
    self.bring = bring
  }

  /// Every state that a picture shows, the one with a popover below its row first, where the screen surely is.
  static var all: [RowState] { [failed] + motion + trays + outcomes }

  private static var failed: RowState {
    let why = Words.now.failure
    return RowState("has failed") { $0.fail(why) }
  }

  private static var motion: [RowState] {
    [
      RowState("closed") { _ in },
      RowState("selected") { $0.select() },
      RowState("its menu is open") { $0.row?.showMenuIsOpen(true) },
      RowState("dragged, leading") { $0.drag(to: 76) },
      RowState("dragged, trailing") { $0.drag(to: -76) },
      RowState("dragged, tray comes in", transition: .drag) { $0.drag(to: -100) },
      RowState("pulled too far") { $0.drag(to: -240) },
      RowState("open, leading") { $0.open(.leading) },
      RowState("open, trailing") { $0.open(.trailing) },
      RowState("long swipe, disarmed", Words.now.long) {
        $0.armFullSwipe(towards: 1, thenDisarm: true)
      },
      RowState("long swipe, armed", Words.now.long) { $0.armFullSwipe(towards: 1) },
      RowState("long swipe, armed, trailing", Words.now.long) { $0.armFullSwipe(towards: -1) },
    ]
  }

  private static var trays: [RowState] {
    let words = Words.now
    let five = SwipeContent(label: "", trailing: SwipeSide(words.all))
    return [
      RowState(
        "one is disabled",
        SwipeContent(label: "", trailing: [words.trailing[0].off, words.trailing[1]])
      ) { $0.open(.trailing) },
      RowState("under the pointer") {
        $0.open(.trailing)
        $0.mark(GTK_STATE_FLAG_PRELIGHT)
      },
      RowState("with the focus") {
        $0.open(.trailing)
        $0.mark(GTK_STATE_FLAG_FOCUSED, GTK_STATE_FLAG_FOCUS_VISIBLE)
      },
      RowState(
        "icons", SwipeContent(label: "", trailing: SwipeSide(words.all.map { $0.looking(.icon) }))
      ) {
        $0.open(.trailing)
      },
      RowState(
        "titles", SwipeContent(label: "", leading: SwipeSide(words.all.map { $0.looking(.title) }))
      ) {
        $0.open(.leading)
      },
      RowState("all that fit", five) { $0.open(.trailing) },
      RowState("a handle is left", sparrow, style: .sparrowlikeWithHandle) { $0.open(.trailing) },
      RowState("dimmed") { $0.row?.widget.addClasses("swiped") },
    ]
  }

  private static var outcomes: [RowState] {
    let words = Words.now
    return [
      RowState("waits") {
        $0.open(.leading)
        $0.wait(for: words.leading[0])
      },
      RowState("is confirmed") {
        $0.open(.leading)
        $0.row?.back.show(.done, of: words.leading[0])
      },
      RowState("leaves") { scene in
        guard let row = scene.row else { return }
        row.setOffset(row.back.measure().width, showing: .leading)
        row.back.showOnly(words.leading[0].name, of: .leading)
        var record = RowRecord()
        record.shift = RowShift(front: 0.5)
        row.showHeight(by: record)
      },
    ]
  }

  private static var sparrow: SwipeContent {
    var content = SwipeContent(label: "", trailing: SwipeSide(Words.now.trailing))
    content[.trailing].view = BackView.make(
      "", ground: "sparrow", width: BackView.whole,
      buttons: Words.now.all.map { ($0.icon, $0.title) })
    return content
  }
}

extension RowScene {
  /// Puts the first button of the open tray in a state of the pointer or the focus.
  func mark(_ flags: GtkStateFlags...) {
    guard let button = row?.back.buttonsInReadingOrder.first else { return }
    for flag in flags { gtk_widget_set_state_flags(button, flag, false.gboolean) }
  }
}

extension PanStyle {
  /// sparrowlike as the gallery shows it.
  static var sparrowlikeWithHandle: PanStyle {
    var style = PanStyle.sparrowlike
    style.minimumFront = 20
    return style
  }
}
