import AppWidgets
import CDunnockGtk
import GtkBridge
import MailText

/// How a paragraph looks, by all that it is.
nonisolated struct Paragraph: Hashable, Sendable {
  var quotations = 0
  /// Whether the bars of its quotations stand at its right.
  var isQuotedAtRight = false
  /// How many lists deep it is an item.
  var item = 0
  /// Whether it begins with the mark of the item.
  var beginsItem = false
  /// Whether it is read from right to left, as far as that matters for it.
  var isRightToLeft = false
  var heading = 0
  var isPreformatted = false
  var isSignature = false
  var isCentered = false
  var isRule = false
  var row: TableRow?

  var isPlain: Bool { self == Paragraph() }
}

/// The tags of a text, made once each, and their sizes and colours by the font, the look and the zoom.
final class Typography {
  /// What the sizes follow, px.
  struct Metrics: Equatable {
    /// The height of the font.
    var em = 15.0
    /// How wide a character is as a rule.
    var character = 7.5
    /// How wide one of the monospaced font is.
    var monospace = 9.0
    /// The room for a line of text.
    var width = 600.0
  }

  /// Names of the tags that are not for paragraphs.
  enum Name: String, CaseIterable {
    // What comes later goes before what comes earlier.
    case text, bold, italic, underlined, struck, monospace, small, gap, line, link, doubtful,
      found, current
    /// Looks like nothing of its own.
    case parting
  }

  private(set) var metrics = Metrics()
  /// 1 for the size that the desktop has.
  private(set) var zoom = 1.0
  /// How many characters the widest line of preformatted text has.
  private var columns = 1

  private let view: Widget
  private let buffer: UnsafeMutablePointer<GtkTextBuffer>?
  private var tags: [Name: Tag] = [:]
  private var paragraphs: [Paragraph: Tag] = [:]
  private var colors: [GdkRGBA] = []

  init(of view: Widget) {
    self.view = view
    buffer = gtk_text_view_get_buffer(view.cast())
    for name in Name.allCases { tags[name] = add() }
    set()
  }

  /// Has the text be this large, and follow the font and the colours of now.
  ///
  /// - Returns: Whether anything is another.
  @discardableResult
  func follow(zoom: Double, width: Double, columns: Int) -> Bool {
    let fresh = measured(zoom, width)
    let look = look
    guard
      fresh != metrics || zoom != self.zoom || columns != self.columns
        || !look.elementsEqual(colors, by: Self.isSame)
    else { return false }
    (metrics, self.zoom, self.columns, colors) = (fresh, zoom, columns, look)
    fitPreformatted()
    set()
    return true
  }

  /// The width at which lines of the text are comfortable to read, px.
  var measure: Double { metrics.character * Self.charactersOfALine }

  /// How far a level of quotation is set in, px.
  var quotationIndent: Double { (metrics.em * 1.1).rounded() }

  /// How far a level of list is set in, px.
  private var itemIndent: Double { (metrics.em * 1.6).rounded() }

  /// How far preformatted text is set in from the box around it, px.
  var boxIndent: Double { (metrics.em * 0.5).rounded() }

  /// How large preformatted text is: its widest line fits, if that can be read.
  private var preformattedScale = preformattedScales[0]

  /// Tries each size, for where characters are of whole pixels they do not grow with it evenly.
  private func fitPreformatted() {
    let room = metrics.width - 2 * boxIndent
    preformattedScale =
      Self.preformattedScales.first { width(ofPreformatted: columns, $0) <= room }
      ?? Self.preformattedScales[Self.preformattedScales.count - 1]
  }

  /// How wide so many characters of preformatted text are, px.
  private func width(ofPreformatted columns: Int, _ scale: Double) -> Double {
    let font = pango_context_get_font_description(gtk_widget_get_pango_context(view))
    guard let layout = gtk_widget_create_pango_layout(view, String(repeating: "0", count: columns)),
      let monospace = pango_font_description_copy(font)
    else { return Double(columns) * metrics.monospace * scale }
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    defer { pango_font_description_free(monospace) }
    pango_font_description_set_family(monospace, "monospace")
    let size = Double(pango_font_description_get_size(monospace)) * zoom * scale
    if pango_font_description_get_size_is_absolute(monospace) != 0 {
      pango_font_description_set_absolute_size(monospace, size)
    } else {
      pango_font_description_set_size(monospace, Int32(size))
    }
    pango_layout_set_font_description(layout, monospace)
    var width: Int32 = 0
    pango_layout_get_size(layout, &width, nil)
    return Double(width) / Double(PANGO_SCALE)
  }

  /// How deep quotations and lists are shown.
  nonisolated static let deepest = 6

  func apply(_ name: Name, from start: Int, to end: Int) {
    if let tag = tags[name] { apply(tag, start, end) }
  }

  func remove(_ name: Name) {
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    if let tag = tags[name] { gtk_text_buffer_remove_tag(buffer, tag, &start, &end) }
  }

  func apply(_ paragraph: Paragraph, from start: Int, to end: Int) {
    guard !paragraph.isPlain else { return }
    var known = paragraph
    // Each has a tag.
    if paragraphs[known] == nil, paragraphs.count >= Self.mostParagraphs { known.row = nil }
    let tag: Tag
    if let there = paragraphs[known] {
      tag = there
    } else {
      guard let made = add() else { return }
      // What is within a paragraph goes before what the paragraph is.
      gtk_text_tag_set_priority(made, 1)
      paragraphs[known] = made
      set(known, on: made)
      tag = made
    }
    apply(tag, start, end)
  }

  /// The place of a text at a place of the buffer, in characters.
  func iterator(at place: Int) -> GtkTextIter {
    var iterator = GtkTextIter()
    gtk_text_buffer_get_iter_at_offset(buffer, &iterator, Int32(clamping: place))
    return iterator
  }

  private typealias Tag = UnsafeMutablePointer<GtkTextTag>

  private func add() -> Tag? {
    guard let tag = ReadingTag.make() else { return nil }
    gtk_text_tag_table_add(gtk_text_buffer_get_tag_table(buffer), tag)
    g_object_unref(UnsafeMutableRawPointer(tag))
    return tag
  }

  private func apply(_ tag: Tag, _ start: Int, _ end: Int) {
    guard start < end else { return }
    var (from, to) = (iterator(at: start), iterator(at: end))
    gtk_text_buffer_apply_tag(buffer, tag, &from, &to)
  }

  private func measured(_ zoom: Double, _ width: Double) -> Metrics {
    let context = gtk_widget_get_pango_context(view)
    let font = pango_context_get_font_description(context)
    guard let metrics = pango_context_get_metrics(context, font, nil),
      let monospace = pango_font_description_copy(font)
    else { return Metrics() }
    defer { pango_font_metrics_unref(metrics) }
    defer { pango_font_description_free(monospace) }
    pango_font_description_set_family(monospace, "monospace")
    let fixed = pango_context_get_metrics(context, monospace, nil)
    defer { if fixed != nil { pango_font_metrics_unref(fixed) } }
    let scale = zoom / Double(PANGO_SCALE)
    let height = Double(
      pango_font_metrics_get_ascent(metrics) + pango_font_metrics_get_descent(metrics))
    return Metrics(
      em: max(4, height * scale * 0.8),
      character: max(2, Double(pango_font_metrics_get_approximate_char_width(metrics)) * scale),
      monospace: max(
        2, Double(fixed.map { pango_font_metrics_get_approximate_digit_width($0) } ?? 0) * scale),
      width: max(100, width))
  }

  // MARK: Colours

  private enum Color: Int, CaseIterable { case text, quiet, quoted, link, warning, found, current }

  private var look: [GdkRGBA] {
    let text = color(nil) ?? GdkRGBA(red: 0, green: 0, blue: 0, alpha: 1)
    let isPlain = isHighContrast
    return Color.allCases.map { color in
      switch color {
      case .text: text
      case .quiet: isPlain ? text : text.faded(0.7)
      case .quoted: isPlain ? text : text.faded(0.82)
      case .link: self.color("accent_color") ?? text
      case .warning: self.color("warning_color") ?? text
      case .found: (self.color("warning_bg_color") ?? text).faded(0.35)
      case .current: (self.color("warning_bg_color") ?? text).faded(0.8)
      }
    }
  }

  /// A colour of the stylesheet by its name, or with nil that of the text.
  func color(_ name: String?) -> GdkRGBA? {
    let context = gtk_widget_get_style_context(view)
    var color = GdkRGBA()
    guard let name else {
      gtk_style_context_get_color(context, &color)
      return color
    }
    return gtk_style_context_lookup_color(context, name, &color) != 0 ? color : nil
  }

  private var isHighContrast: Bool { isHighContrastWanted() }

  private static func isSame(_ one: GdkRGBA, _ other: GdkRGBA) -> Bool {
    one.red == other.red && one.green == other.green && one.blue == other.blue
      && one.alpha == other.alpha
  }

  private func color(_ color: Color) -> GdkRGBA? {
    colors.indices.contains(color.rawValue) ? colors[color.rawValue] : nil
  }
}

/// What each kind of text looks like.
extension Typography {
  private func set() {
    let leading = Int32((metrics.em * 0.28).rounded())
    gtk_text_view_set_pixels_inside_wrap(view.cast(), leading)
    gtk_text_view_set_pixels_below_lines(view.cast(), leading)
    for (name, tag) in tags { set(name, on: Properties(of: tag)) }
    for (paragraph, tag) in paragraphs { set(paragraph, on: tag) }
  }

  private func set(_ name: Name, on tag: Properties) {
    switch name {
    case .text:
      // A hyphen that is not in the text would spoil a long address that has to be broken.
      tag.set("insert-hyphens", false)
      tag.set("scale", zoom)
    case .bold: tag.set("weight", Int32(PANGO_WEIGHT_BOLD.rawValue))
    case .italic: tag.set("style", PANGO_STYLE_ITALIC.rawValue)
    case .underlined: underline(tag, PANGO_UNDERLINE_SINGLE)
    case .struck: tag.set("strikethrough", true)
    case .monospace: tag.set("family", "monospace")
    case .small: tag.set("scale", 0.85)
    case .gap:
      tag.set("scale", 0.55)
      tag.set("pixels-below-lines", Int32(0))
    case .line:
      tag.set("scale", 0.2)
      tag.set("pixels-above-lines", Int32(Self.lineHeight))
      tag.set("pixels-below-lines", Int32(0))
    case .link:
      tag.set("foreground-rgba", color(.link))
      underline(tag, PANGO_UNDERLINE_SINGLE)
    case .doubtful:
      tag.set("foreground-rgba", color(.warning))
      underline(tag, PANGO_UNDERLINE_ERROR)
    case .found: tag.set("background-rgba", color(.found))
    case .current: tag.set("background-rgba", color(.current))
    case .parting: break
    }
  }

  private func underline(_ tag: Properties, _ kind: PangoUnderline) {
    tag.set("underline", kind.rawValue)
  }

  private func set(_ paragraph: Paragraph, on tag: Tag) {
    let tag = Properties(of: tag)
    var (left, right) = (0.0, 0.0)
    let quoted = Double(min(paragraph.quotations, Self.deepest)) * quotationIndent
    if paragraph.isQuotedAtRight { right += quoted } else { left += quoted }
    let listed = Double(min(paragraph.item, Self.deepest)) * itemIndent
    if paragraph.isRightToLeft { right += listed } else { left += listed }
    if paragraph.isPreformatted {
      left += boxIndent
      right += boxIndent
    }
    let usable = max(100, metrics.width)
    // Some of the line stays for the text.
    let most = usable * 0.5
    if left + right > most {
      let scale = most / (left + right)
      (left, right) = (left * scale, right * scale)
    }
    if paragraph.item > 0, paragraph.beginsItem {
      // Where there is no room for it, the mark stands further out.
      let hanging = itemIndent
      tag.set("indent", -Int32(hanging))
      if paragraph.isRightToLeft { right -= hanging } else { left -= hanging }
      setTabs([hanging], tag)
    }
    tag.set("left-margin", Int32(max(0, left).rounded()))
    tag.set("right-margin", Int32(max(0, right).rounded()))
    if let row = paragraph.row {
      setTabs(row.places(within: usable - left - right, character: metrics.character), tag)
    }
    if paragraph.quotations > 0 { tag.set("foreground-rgba", color(.quoted)) }
    if paragraph.isSignature { tag.set("foreground-rgba", color(.quiet)) }
    if paragraph.isCentered {
      tag.set("justification", GTK_JUSTIFY_CENTER.rawValue)
    }
    if paragraph.isPreformatted {
      // What goes on in the next line is not taken for a line of its own.
      tag.set(
        "indent", -Int32((Self.continuation * metrics.monospace * preformattedScale).rounded()))
      tag.set("family", "monospace")
      tag.set("scale", preformattedScale)
      tag.set("wrap-mode", GTK_WRAP_WORD_CHAR.rawValue)
      tag.set("pixels-below-lines", Int32(0))
    }
    if paragraph.isRule { tag.set("foreground-rgba", color(.text)?.faded(0.004)) }
    if (1...6).contains(paragraph.heading) {
      tag.set("weight", Int32(PANGO_WEIGHT_BOLD.rawValue))
      tag.set("scale", Self.headings[paragraph.heading - 1])
      tag.set("pixels-above-lines", Int32((metrics.em * 0.5).rounded()))
      tag.set("pixels-below-lines", Int32((metrics.em * 0.35).rounded()))
    }
  }

  /// - Parameter places: Px from the beginning of the line.
  private func setTabs(_ places: [Double], _ tag: Properties) {
    guard !places.isEmpty, let tabs = pango_tab_array_new(Int32(places.count), 1) else { return }
    defer { pango_tab_array_free(tabs) }
    for (index, place) in places.enumerated() {
      pango_tab_array_set_tab(tabs, Int32(index), PANGO_TAB_LEFT, Int32(place.rounded()))
    }
    tag.set("tabs", boxed: tabs)
  }

  /// Characters of usual width: text has some 75 of its own in them.
  private static let charactersOfALine = 78.0
  private static let headings = [1.5, 1.3, 1.15, 1.05, 1, 0.95]
  private static let preformattedScales = [0.92, 0.9, 0.88, 0.86, 0.84, 0.82, 0.8]
  /// How far preformatted lines that are broken go on set in, in characters.
  private static let continuation = 2.0
  private static let mostParagraphs = 300
  /// The line of a fold, px: its button stands there, which a finger must hit.
  static let lineHeight = 22
}

extension GdkRGBA {
  /// The same, of which less is to be seen.
  nonisolated func faded(_ share: Float) -> GdkRGBA {
    GdkRGBA(red: red, green: green, blue: blue, alpha: alpha * share)
  }
}

/// Sets the properties of a tag.
private struct Properties {
  private let object: UnsafeMutablePointer<GObject>

  init(of tag: UnsafeMutablePointer<GtkTextTag>) {
    object = UnsafeMutableRawPointer(tag).assumingMemoryBound(to: GObject.self)
  }

  func set(_ name: String, _ value: Bool) { set(name) { g_value_set_boolean($0, value.gboolean) } }
  func set(_ name: String, _ value: Int32) { set(name) { g_value_set_int($0, value) } }
  func set(_ name: String, _ value: Double) { set(name) { g_value_set_double($0, value) } }
  func set(_ name: String, _ value: String) { set(name) { g_value_set_string($0, value) } }

  /// - Parameter value: Of an enumeration.
  func set(_ name: String, _ value: UInt32) { set(name) { g_value_set_enum($0, gint(value)) } }

  func set(_ name: String, _ value: GdkRGBA?) {
    if var value { set(name) { g_value_set_boxed($0, &value) } }
  }

  func set(_ name: String, boxed value: OpaquePointer) {
    set(name) { g_value_set_boxed($0, UnsafeRawPointer(value)) }
  }

  private func set(_ name: String, _ fill: (UnsafeMutablePointer<GValue>) -> Void) {
    let properties = UnsafeMutableRawPointer(object.pointee.g_type_instance.g_class)?
      .assumingMemoryBound(to: GObjectClass.self)
    guard let property = g_object_class_find_property(properties, name) else { return }
    var value = GValue()
    g_value_init(&value, property.pointee.value_type)
    fill(&value)
    g_object_set_property(object, name, &value)
    g_value_unset(&value)
  }
}
