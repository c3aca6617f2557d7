import CDunnockGtk
import GtkBridge

/// What is painted beneath a text: the bars of quotations, the boxes of preformatted text, and lines across.
final class TextFigures {
  private struct Figure {
    let kind: ParagraphRuns.Figure.Kind
    /// In bytes of the text.
    let start: Int
    let from: UnsafeMutablePointer<GtkTextMark>
    let to: UnsafeMutablePointer<GtkTextMark>
  }

  private let view: Widget
  private let typography: Typography
  private var figures: [Int: Figure] = [:]

  init(of view: Widget, _ typography: Typography) {
    self.view = view
    self.typography = typography
  }

  /// Adds a figure, or has it reach further.
  ///
  /// - Parameter place: Where it stands in the buffer, in characters.
  func add(_ figure: ParagraphRuns.Figure, at place: Range<Int>) {
    var end = typography.iterator(at: place.upperBound)
    if let there = figures[figure.mark] { return gtk_text_buffer_move_mark(buffer, there.to, &end) }
    var start = typography.iterator(at: place.lowerBound)
    // What is put before it or behind it is no part of it.
    guard figures.count < Self.most,
      let from = gtk_text_buffer_create_mark(buffer, nil, &start, 0),
      let to = gtk_text_buffer_create_mark(buffer, nil, &end, 1)
    else { return }
    figures[figure.mark] = Figure(
      kind: figure.kind, start: figure.range.lowerBound, from: from, to: to)
  }

  /// Removes those that begin in a range of the text, in bytes.
  func remove(in range: Range<Int>) {
    for (mark, figure) in figures where range.contains(figure.start) {
      gtk_text_buffer_delete_mark(buffer, figure.from)
      gtk_text_buffer_delete_mark(buffer, figure.to)
      figures[mark] = nil
    }
  }

  func paint(on snapshot: OpaquePointer) {
    guard !figures.isEmpty, let text = typography.color(nil) else { return }
    let width = Double(gtk_widget_get_width(view))
    for figure in figures.values {
      let (top, bottom) = rows(of: figure)
      guard bottom > top else { continue }
      switch figure.kind {
      case .bar(let level, let isAtRight):
        let inset = Double(level - 1) * typography.quotationIndent
        let x = isAtRight ? width - inset - Self.barWidth : inset
        fill(
          snapshot, x, top, Self.barWidth, bottom - top, radius: Self.barWidth / 2,
          typography.color(Self.colors[(level - 1) % Self.colors.count])?.faded(0.75) ?? text)
      case .box:
        let edge = typography.boxIndent * 0.5
        fill(
          snapshot, 0, top - edge, width, bottom - top + 2 * edge, radius: 8, text.faded(0.07))
      case .rule:
        fill(snapshot, 0, ((top + bottom) / 2).rounded(), width, 1, radius: 0, text.faded(0.25))
      }
    }
  }

  private var buffer: UnsafeMutablePointer<GtkTextBuffer>? {
    gtk_text_view_get_buffer(view.cast())
  }

  /// From the top of its first line to the foot of its last, px of the buffer.
  private func rows(of figure: Figure) -> (Double, Double) {
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_iter_at_mark(buffer, &start, figure.from)
    gtk_text_buffer_get_iter_at_mark(buffer, &end, figure.to)
    gtk_text_iter_backward_char(&end)
    var (top, last, height): (Int32, Int32, Int32) = (0, 0, 0)
    gtk_text_view_get_line_yrange(view.cast(), &start, &top, &height)
    gtk_text_view_get_line_yrange(view.cast(), &end, &last, &height)
    return (Double(top), Double(last + height))
  }

  private func fill(
    _ snapshot: OpaquePointer, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
    radius: Double, _ color: GdkRGBA
  ) {
    var color = color
    var bounds = graphene_rect_t(
      origin: graphene_point_t(x: Float(x), y: Float(y)),
      size: graphene_size_t(width: Float(width), height: Float(height)))
    var round = GskRoundedRect()
    gsk_rounded_rect_init_from_rect(&round, &bounds, Float(radius))
    if radius > 0 { gtk_snapshot_push_rounded_clip(snapshot, &round) }
    gtk_snapshot_append_color(snapshot, &color, &bounds)
    if radius > 0 { gtk_snapshot_pop(snapshot) }
  }

  private static let barWidth = 3.0
  private static let colors = ["accent_color", "success_color", "purple_3", "warning_color"]
  private static let most = 2_000
}
