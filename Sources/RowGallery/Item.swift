import SwipeRows

/// What a row of the gallery shows.
struct Item {
  /// Its own for as long as the page is shown.
  let id: Int
  var title: String
  var detail = ""
  /// The name of a symbolic icon; empty: none.
  var icon = ""

  /// What a screen reader says for its row.
  var label: String { detail.isEmpty ? title : "\(title), \(detail)" }
}

extension Item {
  /// Messages to triage.
  static let letters = list([
    ("Engine house", "Notes on the engine, third draft", "avatar-default-symbolic"),
    ("Night shift", "A moth in relay 70", "avatar-default-symbolic"),
    ("The landlord", "The boiler will be seen to on Thursday", "avatar-default-symbolic"),
    ("Choir", "Rehearsal moved to seven", "avatar-default-symbolic"),
    ("Bicycle shop", "Your wheel is true again", "avatar-default-symbolic"),
    ("Library", "Two books are due on Friday", "avatar-default-symbolic"),
    ("Observatory", "Clear sky from nine", "avatar-default-symbolic"),
    ("Allotment society", "Water is on from April", "avatar-default-symbolic"),
    ("Repair café", "The radio plays again", "avatar-default-symbolic"),
    ("Post office", "A parcel waits for you", "avatar-default-symbolic"),
    ("Weather station", "Your figures for October", "avatar-default-symbolic"),
    ("Baker", "Rye on Wednesdays only", "avatar-default-symbolic"),
    ("Dictionary", "A rare word every day", "avatar-default-symbolic"),
    ("Tram company", "Line 4 is diverted", "avatar-default-symbolic"),
    ("Tree wardens", "The old lime is to be pruned", "avatar-default-symbolic"),
    ("Chess club", "Your move", "avatar-default-symbolic"),
  ])

  /// Rows with these titles, details and icons, numbered.
  static func list(_ rows: [(title: String, detail: String, icon: String)]) -> [Item] {
    rows.enumerated().map { Item(id: $0, title: $1.title, detail: $1.detail, icon: $1.icon) }
  }

  /// So many rows with a numbered title.
  static func numbered(_ title: String, _ count: Int) -> [Item] {
    (0..<count).map { Item(id: $0, title: "\(title)\($0)") }
  }
}

extension SwipeAction {
  /// The same action with another look.
  func looking(_ look: Look) -> SwipeAction {
    var action = self
    action.look = look
    return action
  }
}
