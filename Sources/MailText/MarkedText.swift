/// A text with what its parts are, as a reader shows it. All of it is safe to show.
///
/// The text is in lines ended by `\n`; each line is a paragraph. That of a smaller budget is the beginning
/// of that of a larger one, and so are its marks.
public struct MarkedText: Sendable, Equatable {
  /// What a stretch of the text is.
  public struct Mark: Sendable, Equatable {
    /// In bytes of UTF-8; of whole lines, their ends included, where the kind says so.
    public let range: Range<Int>
    public let kind: Kind

    public init(_ range: Range<Int>, _ kind: Kind) {
      self.range = range
      self.kind = kind
    }
  }

  public enum Kind: Sendable, Equatable {
    case bold, italic, underlined, struck, monospace, small
    /// Whole lines; 1 (greatest) to 6.
    case heading(Int)
    /// Whole lines that are to be shown as they are written: monospaced, and not reflowed.
    case preformatted
    /// Whole lines: what stood below `-- `, which is left out.
    case signature
    /// Whole lines: one level of quotation. Deeper ones lie within, each with a mark of its own.
    case quotation
    /// Whole lines of an item of a list, `depth` lists deep (from 1). The first line begins with the item's
    /// mark and a tab; later lines of it stand below its text.
    case item(depth: Int)
    /// Whole lines, each a row of a table whose cells are parted by tabs; one that takes several columns is
    /// followed by empty ones. Where each column but the first begins, in characters of usual width.
    case table(columns: [Int])
    /// Whole lines that are shown in the middle.
    case centered
    /// The number of the link in ``links``.
    case link(Int)
    /// U+FFFC in the place of a picture that the message itself holds, by its Content-ID without angle
    /// brackets or else its location, what is said of it, empty when nothing is, and how large the page has it, px; nil where it says
    /// nothing of that.
    case picture(contentID: String, description: String, width: Int? = nil, height: Int? = nil)
    /// U+FFFC in the place of a picture that lies on the internet.
    case remotePicture(RemotePicture)
    /// Whole lines: U+2014 or the like in the place of a line across.
    case rule
    /// Whole lines of a mail within the mail, or of what a bounce returns: folded as a rule.
    case enclosure(title: String)
  }

  /// Where a link leads.
  public struct Link: Sendable, Equatable {
    /// As it is handed to the desktop when somebody opens it: of scheme http, https, mailto or tel, ASCII
    /// only.
    public let target: String
    /// The target as it is shown: safe, with the name of the host as people read it where that cannot be
    /// taken for another.
    public let shown: String
    /// The host that the text names though the link leads to another; nil when it names none or its own.
    public let pretended: String?

    public init(target: String, shown: String, pretended: String? = nil) {
      self.target = target
      self.shown = shown
      self.pretended = pretended
    }
  }

  /// A picture of a page that lies on the internet.
  public struct RemotePicture: Sendable, Hashable {
    /// Where it is fetched from: of scheme https and without a name or a password, ASCII only.
    public let address: String
    /// What is said of it; empty when nothing is.
    public let description: String
    /// How large the page has it, px; nil where it says nothing of that.
    public let width, height: Int?

    public init(address: String, description: String = "", width: Int? = nil, height: Int? = nil) {
      (self.address, self.description) = (address, description)
      (self.width, self.height) = (width, height)
    }
  }

  public var text: String
  /// In the order in which they begin; of those that begin together the longest first.
  public var marks: [Mark]
  /// Each once, in the order in which they begin.
  public var links: [Link]
  /// How many pictures that are worth seeing are left out, since they lie on the internet, and have no place in the text.
  public var picturesLeftOut: Int
  /// Whether lines were put together that stood apart.
  var joinsLines = false

  public init(
    _ text: String = "", marks: [Mark] = [], links: [Link] = [], picturesLeftOut: Int = 0
  ) {
    self.text = text
    self.marks = marks
    self.links = links
    self.picturesLeftOut = picturesLeftOut
  }
}
