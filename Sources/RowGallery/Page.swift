/// One page of the gallery: what it says of itself, and how it fills its showcase.
///
/// A page is a file in `Pages` that adds one static property to this type; a test sees to it that each is in `all`.
struct Page {
  /// The file's name without its ending.
  let name: String

  /// Where its file was when the gallery was built.
  let path: String

  /// What it shows.
  let title: String

  /// Words by which it is found, besides its title.
  let keywords: [String]

  /// The styles, by name, among which the person can choose; the first is shown first.
  let styles: [String]

  /// Two sentences: what it shows, and what to try.
  let text: String

  /// Gives the showcase its rows and what they do; called again when another of the styles is chosen.
  let fill: @MainActor (Showcase) -> Void

  init(
    _ title: String, keywords: [String], styles: [String] = ["standard"], text: String,
    path: String = #filePath, fill: @escaping @MainActor (Showcase) -> Void
  ) {
    self.path = path
    name = String(path.split(separator: "/").last?.dropLast(".swift".count) ?? "")
    self.title = title
    self.keywords = keywords
    self.styles = styles
    self.text = text
    self.fill = fill
  }

  /// The pages in the order of the sidebar, by heading.
  static let chapters = [
    (
      title: "The Row",
      pages: [
        standardRow, fullSwipe, undoInPlace, sidesAndActions, transitions, openRows, customTray,
        pendingAction, askFirst, controlsInFront, headings, rightToLeft,
      ]
    ),
    (
      title: "The List",
      pages: [
        containers, boxedList, livingModel, selectionMode, twoLists, dragAndDrop, callsByCode,
        firstHint,
      ]
    ),
    (
      title: "In the Manner of Others",
      pages: [mannerOfIOS, mannerOfGmail, mannerOfMaterial, mannerOfTelegram]
    ),
    (
      title: "Where It Comes From",
      pages: [stockDelete, swipeableCell, sparrowlike, listPanning, swipeDetection, linkedSystems]
    ),
  ]

  /// Every page.
  static var all: [Page] { chapters.flatMap(\.pages) }
}
