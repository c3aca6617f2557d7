import AppWidgets
import CDunnockGtk
import GtkBridge
import MailText
import Texts

/// The text of a message in one widget without a scroller of its own, so that several can stand below each other.
final class MessageText {
  /// What holds the text, a GtkOverlay.
  let widget: Widget = gtk_overlay_new()

  /// What is shown; also what the text view has not got yet.
  var content: MarkedText { filling.content }

  /// What the text tells of.
  enum Event {
    /// The width, px, at which it is comfortable to read is another.
    case measured(Double)
    /// There are links that the focus does not reach yet, or none any more.
    case hasMoreLinks(Bool)
    /// Somebody wants something done with a picture, by its Content-ID.
    case wished(AttachmentCard.Wish, picture: String)
  }

  private let body: Widget = MessageTextView.make() ?? gtk_text_view_new()
  private let inSight: TextInSight
  private let layer = PlacedLayer()
  private let typography: Typography
  private let buttons: LinkButtons
  let filling: TextFilling
  private let links: TextLinks
  private var search = TextSearch()
  /// Whether what messages quote below their answers can be seen anyway, so that all of that is folded.
  private var isQuotedElsewhere = false
  private var zoom = 1.0
  /// How many characters the widest line of preformatted text has, as far as that is to fit.
  private var longestLine = 1
  private var isRestyling = false
  /// Whether the widget is there no more.
  private var isGone = false
  private var tell: (Event) -> Void = { _ in }

  init(_ context: ReadingContext = ReadingContext()) {
    inSight = TextInSight(body)
    typography = Typography(of: body)
    buttons = LinkButtons(in: layer)
    filling = TextFilling(into: inSight, typography, buttons, in: layer)
    links = TextLinks(of: filling, buttons, in: inSight, around: widget, context)
    prepareBody()
    body.leaveFingersToScroller()
    gtk_overlay_set_child(widget.opaque, inSight.widget)
    gtk_overlay_add_overlay(widget.opaque, layer.widget)
    layer.onResize { [weak self] in self?.restyleSoon() }
    inSight.onMove { [weak self] in self?.layer.placeAgain() }
    filling.onPut { [weak self] in
      self?.highlight($0)
      self?.tellMoreLinks()
    }
    links.onPicture { [weak self] in self?.tell(.wished($1, picture: $0)) }
  }

  /// Shows a text. One that goes on behind the one on show leaves the place and the selection as they are.
  func show(_ content: MarkedText) {
    let content = content.withGapsInTables
    let isOther =
      self.content.text.isEmpty || !content.text.utf8.starts(with: self.content.text.utf8)
    filling.take(content, isQuotedElsewhere: isQuotedElsewhere)
    if isOther { forget() }
    let longest = filling.preformattedColumns
    if longest != longestLine {
      longestLine = longest
      restyle()
    }
    search.look(in: filling.folded.offsets, descriptions: filling.descriptions)
    filling.feed()
  }

  /// Has short quotations below an answer be folded too, in the texts that are shown from now on.
  func foldShortQuotations(_ isQuotedElsewhere: Bool) {
    self.isQuotedElsewhere = isQuotedElsewhere
  }

  /// Shows nothing.
  func clear() {
    links.closeMenu()
    filling.clear()
    filling.pictures.forget()
    forget()
  }

  private func forget() {
    links.forget()
    inSight.forget()
    search.find("")
    tellMoreLinks()
  }

  private func tellMoreLinks() { tell(.hasMoreLinks(buttons.hasMore)) }

  /// - Parameter tell: Called for each event; at once with the width that is comfortable.
  func onEvent(_ tell: @escaping (Event) -> Void) {
    self.tell = tell
    tell(.measured(typography.measure))
  }

  /// Gives the text the focus, so that keys scroll it.
  func grabFocus() { gtk_widget_grab_focus(body) }

  /// What somebody has selected of it; empty where nothing is.
  var selected: String {
    let buffer = gtk_text_view_get_buffer(body.cast())
    var (start, end) = (GtkTextIter(), GtkTextIter())
    guard gtk_text_buffer_get_selection_bounds(buffer, &start, &end) != 0,
      let text = gtk_text_buffer_get_text(buffer, &start, &end, 0)
    else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// Has the focus reach the links that follow those that it reaches.
  func addLinks() {
    buttons.addMore()
    tellMoreLinks()
  }

  /// Sets where the bytes of the pictures come from, by their names; nil for one that cannot be had.
  func usePictures(from source: ((String) async -> [UInt8]?)?) { filling.pictures.use(source) }

  /// Shows a picture of the internet, which can be had from now on.
  func showPicture(_ name: String) { filling.pictures.show(name) }

  /// Shows the text this large; 1 is the size that the desktop has.
  func setZoom(_ zoom: Double) {
    self.zoom = zoom
    restyle()
  }

  // MARK: Searching

  /// Marks what the text holds of a phrase, whatever the case and the accents, and goes to the first of it from the place on.
  ///
  /// - Returns: Which one is gone to, from 1, and how many there are; at most 1,000 are looked for.
  func find(_ phrase: String) -> (current: Int, count: Int) {
    typography.remove(.found)
    typography.remove(.current)
    search.find(phrase)
    highlight(0..<filling.folded.offsets.bytes.count)
    return search.hits.isEmpty ? (0, 0) : go(to: search.first())
  }

  /// Goes to the next or the previous of what was found, at the end to the other end.
  func findNext(_ isForward: Bool) -> (current: Int, count: Int) {
    search.hits.isEmpty ? (0, 0) : go(to: search.step(isForward))
  }

  /// Marks nothing any more; what was gone to stays selected.
  func endFinding() {
    typography.remove(.found)
    typography.remove(.current)
    search.find("")
  }

  private func go(to number: Int) -> (current: Int, count: Int) {
    let hit = search.hits[number]
    if let place = filling.reveal(hit) {
      typography.remove(.current)
      typography.apply(.current, from: place.lowerBound, to: place.upperBound)
      filling.select(place.lowerBound, place.upperBound)
      inSight.bring(place.lowerBound)
    }
    return (number + 1, search.hits.count)
  }

  private func highlight(_ range: Range<Int>) {
    for hit in search.hits(in: range) {
      guard let place = filling.place(of: hit) else { continue }
      typography.apply(.found, from: place.lowerBound, to: place.upperBound)
    }
  }

  // MARK: Looks

  private func restyleSoon() {
    guard !isRestyling else { return }
    isRestyling = true
    whenIdle { [weak self] in
      guard let self else { return }
      isRestyling = false
      restyle()
      // GTK keeps to the height that the text had at another width, or at none: it found the new one when it was too late to ask for it.
      if !isGone { gtk_widget_queue_resize(body) }
    }
  }

  private func restyle() {
    guard !isGone else { return }
    let width = Double(gtk_widget_get_width(body) / Self.step * Self.step)
    filling.pictures.fit(width: Int(gtk_widget_get_width(body)), zoom: zoom)
    guard typography.follow(zoom: zoom, width: width, columns: longestLine) else { return }
    tell(.measured(typography.measure))
    gtk_widget_queue_draw(body)
    layer.placeAgain()
  }

  private func prepareBody() {
    MessageTextView.setOwner(self, of: body)
    body.addClasses("message-text")
    body.setSpokenLabel(tr("Message text"))
    gtk_text_view_set_editable(body.cast(), 0)
    gtk_text_view_set_cursor_visible(body.cast(), 0)
    gtk_text_view_set_accepts_tab(body.cast(), 0)
    gtk_text_view_set_wrap_mode(body.cast(), GTK_WRAP_WORD_CHAR)
    // Else the text would take Ctrl+Z from the mail.
    gtk_text_buffer_set_enable_undo(gtk_text_view_get_buffer(body.cast()), 0)
    Signal.connect(body, "destroy") { [weak self] in self?.isGone = true }
    Signal.connect(body, "map") { [weak self] in self?.restyle() }
  }

  /// How coarsely the looks follow the width, px.
  private static let step: Int32 = 8
}

extension MessageText: MessageTextView.Owner {
  func paint(on snapshot: OpaquePointer) { filling.paint(on: snapshot) }

  func lookChanged() { restyleSoon() }
}
