import CDunnockAdwaita
import GtkBridge
import GtkTestSupport
import MailModel
import MailText
import Texts
import XCTest

@testable import Dunnock
@testable import MailReading

/// A text with marks, written down piece by piece.
struct MarkedTextMaker {
  private(set) var content = MarkedText()

  /// Appends a text that is all of these kinds, the outermost first.
  mutating func add(_ text: String, _ kinds: MarkedText.Kind...) {
    let start = content.text.utf8.count
    content.text += text
    for kind in kinds { content.marks.append(.init(start..<content.text.utf8.count, kind)) }
  }

  /// Appends what the closure appends, as a whole of this kind.
  mutating func add(_ kind: MarkedText.Kind, _ make: (inout MarkedTextMaker) -> Void) {
    let (start, place) = (content.text.utf8.count, content.marks.count)
    make(&self)
    content.marks.insert(.init(start..<content.text.utf8.count, kind), at: place)
  }

  /// Appends a link.
  mutating func link(
    _ text: String, to target: String = "https://example.org/", pretended: String? = nil
  ) {
    add(text, .link(content.links.count))
    content.links.append(.init(target: target, shown: target, pretended: pretended))
  }
}

func marked(_ make: (inout MarkedTextMaker) -> Void) -> MarkedText {
  var maker = MarkedTextMaker()
  make(&maker)
  return maker.content
}

/// A text on the screen, in a scroller, and what is in it.
@MainActor struct ReadingStand {
  let host: StandingHost
  let context: ReadingContext
  let text: MessageText
  let view: Widget
  let scroller: Widget = gtk_scrolled_window_new()
  let window: Widget

  init(_ content: MarkedText = MarkedText(), width: Int32 = 600, height: Int32 = 500) throws {
    MainLoop.adoptMainActor()
    adw_init()
    _ = registerResources()
    host = StandingHost()
    context = ReadingContext(asking: host)
    text = MessageText(context)
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(scroller.opaque, text.widget)
    view = try XCTUnwrap(text.widget.below(gtk_text_view_get_type()).first)
    window = present(scroller, width: width, height: height)
    show(content)
  }

  /// Shows a text and waits until it is there.
  func show(_ content: MarkedText) {
    text.show(content)
    waitForFrames(4)
  }

  /// What stands in the text view, folds' own lines included.
  var shown: String {
    let (start, end) = (iterator(0), iterator(-1))
    return slice(start, end)
  }

  var selected: String {
    var (start, end) = (GtkTextIter(), GtkTextIter())
    guard gtk_text_buffer_get_selection_bounds(buffer, &start, &end) != 0 else { return "" }
    return slice(start, end)
  }

  var buffer: UnsafeMutablePointer<GtkTextBuffer>? { gtk_text_view_get_buffer(view.cast()) }

  func iterator(_ place: Int) -> GtkTextIter {
    var iterator = GtkTextIter()
    gtk_text_buffer_get_iter_at_offset(buffer, &iterator, Int32(place))
    return iterator
  }

  /// The place of a text in the text view, in characters.
  func place(of text: String) -> Int? {
    shown.range(of: text).map {
      shown.unicodeScalars.distance(from: shown.startIndex, to: $0.lowerBound)
    }
  }

  /// Where a text is in the widget, px.
  func room(of text: String) throws -> GdkRectangle {
    room(at: try XCTUnwrap(place(of: text), text))
  }

  /// Where a character of the text view is in the widget, px.
  func room(at place: Int) -> GdkRectangle {
    var start = iterator(place)
    var room = GdkRectangle()
    gtk_text_view_get_iter_location(view.cast(), &start, &room)
    return room
  }

  /// Where a text ends that is in one line, px.
  func right(of text: String) throws -> Int32 {
    var end = iterator(try XCTUnwrap(place(of: text), text) + text.unicodeScalars.count)
    var room = GdkRectangle()
    gtk_text_view_get_iter_location(view.cast(), &end, &room)
    return room.x
  }

  var links: [Widget] { widgets("message-link") }

  /// How wide a link is, px: a little where its place in its line has not been looked for.
  func width(ofLink number: Int) -> Int32? {
    links.indices.contains(number) ? links[number].bounds(in: text.widget)?.width : nil
  }

  var folds: [Widget] { widgets("message-fold") }

  func widgets(_ name: String) -> [Widget] {
    text.widget.below(gtk_widget_get_type()).filter {
      gtk_widget_has_css_class($0, name) != 0 && gtk_widget_get_mapped($0) != 0
    }
  }

  func waitForFrames(_ count: Int) {
    var left = count
    onEachFrame(of: scroller) { _ in
      left -= 1
      return left > 0
    }
    pump("frames") { left <= 0 }
  }

  private func slice(_ start: GtkTextIter, _ end: GtkTextIter) -> String {
    var (start, end) = (start, end)
    guard let text = gtk_text_buffer_get_slice(buffer, &start, &end, 1) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }
}

extension Widget {
  /// What of a type is in this widget, first to last.
  @MainActor func below(_ type: GType) -> [Widget] {
    children.flatMap { ($0.isA(type) ? [$0] : []) + $0.below(type) }
  }
}

extension Conversation {
  /// The first row of a list, of this message alone.
  init(row message: Message) {
    var rows = ConversationRows()
    rows.show([message])
    self = rows.rows[0]
  }
}
