import Panning

/// A style as files and people name it, with what the format of traces says of it alone.
public struct NamedStyle: Sendable {
  public let name: String
  public let style: PanStyle
  /// Whether a trace's `out` lists rows standing open instead of offsets.
  public var listsOpenRows = false
  /// The sides allowed where a file names none.
  public var sides = Set(PanSide.allCases)

  /// Every style there is, `standard` first.
  public static let all = [
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
}
