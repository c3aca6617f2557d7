import PanEngine

/// A style as files name it, with what the format says of it alone.
struct NamedStyle {
  var name: String
  var style: PanStyle
  /// Whether `out` lists rows standing open instead of offsets.
  var listsOpenRows = false
  /// The sides allowed where a file names none.
  var sides = Set(PanSide.allCases)

  static let all = [
    NamedStyle(name: "standard", style: .standard),
    NamedStyle(name: "sparrowlike", style: .sparrowlike),
    NamedStyle(name: "swipeableCell", style: .swipeableCell),
    NamedStyle(name: "swipeDetection", style: .swipeDetection, listsOpenRows: true),
    NamedStyle(name: "dnsSwipeableCell", style: .dnsSwipeableCell),
    NamedStyle(name: "sideSwipe", style: .sideSwipe),
    NamedStyle(name: "slidingCell", style: .slidingCell, sides: [.leading]),
    NamedStyle(name: "bmx", style: .bmx),
    NamedStyle(name: "teehanLax", style: .teehanLax),
  ]

  static func named(_ name: String) throws -> NamedStyle {
    guard let found = all.first(where: { $0.name == name }) else {
      throw TraceError("no style is named “\(name)”; --list-styles names them all")
    }
    return found
  }
}
