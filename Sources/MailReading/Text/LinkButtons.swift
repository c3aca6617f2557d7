import CDunnockGtk
import CDunnockShim
import GtkBridge
import MailText
import Texts

/// The links of a text as widgets over it, which the focus and screen readers reach; the pointer reaches the text.
final class LinkButtons {
  enum Event {
    /// The focus came to a link, at a place in bytes of the text, or went from one.
    case focused(Int?, at: Range<Int>?)
    case pressed(Int)
  }

  private struct Place {
    let number: Int
    /// In bytes of the text.
    let range: Range<Int>
  }

  private struct Button {
    let place: Place
    let widget: Widget
  }

  private let layer: PlacedLayer
  private var buttons: [Button] = []
  /// Those that there are no widgets for yet, in the order of the text.
  private var waiting: [Place] = []
  private var limit = LinkButtons.portion
  private var tell: (Event) -> Void = { _ in }
  private var describe: (Int, Range<Int>) -> (MarkedText.Link, text: String)? = { _, _ in nil }
  private var find: (Range<Int>) -> GdkRectangle? = { _ in nil }

  init(in layer: PlacedLayer) { self.layer = layer }

  func onEvent(_ tell: @escaping (Event) -> Void) { self.tell = tell }

  /// - Parameter describe: Says what a link is and what its text is, by its number and where it stands in the text, in bytes.
  func onMake(_ describe: @escaping (Int, Range<Int>) -> (MarkedText.Link, text: String)?) {
    self.describe = describe
  }

  /// - Parameter find: Says where a stretch of the text, in bytes, is on the screen.
  func onPlace(_ find: @escaping (Range<Int>) -> GdkRectangle?) { self.find = find }

  /// Whether there are links without a widget.
  var hasMore: Bool { !waiting.isEmpty }

  /// Makes widgets for as many more as there are at first.
  func addMore() {
    limit += Self.portion
    let added = waiting.prefix(max(0, limit - buttons.count))
    waiting.removeFirst(added.count)
    for link in added { make(link) }
    if let first = added.first, let button = buttons.first(where: { $0.place.range == first.range })
    {
      gtk_widget_grab_focus(button.widget)
    }
  }

  /// Adds a link.
  ///
  /// - Parameter range: Where it stands in the text, in bytes.
  func add(_ number: Int, at range: Range<Int>) {
    let place = Place(number: number, range: range)
    if buttons.count < limit { make(place) } else { waiting.append(place) }
  }

  /// Removes those that begin in a range of the text, in bytes.
  func remove(in range: Range<Int>) {
    if range.upperBound == .max { limit = Self.portion }
    waiting.removeAll { range.contains($0.range.lowerBound) }
    let removed = buttons.filter { range.contains($0.place.range.lowerBound) }
    guard !removed.isEmpty else { return }
    buttons.removeAll { range.contains($0.place.range.lowerBound) }
    layer.remove(Set(removed.map(\.widget)))
  }

  /// The link that has the focus.
  var focused: Int? { buttons.first { $0.widget.holdsFocus }?.place.number }

  /// Where a link stands in the layer, px.
  func room(of number: Int) -> GdkRectangle? {
    buttons.first { $0.place.number == number }.flatMap { $0.widget.bounds(in: layer.widget) }
  }

  private func make(_ place: Place) {
    guard let (link, text) = describe(place.number, place.range) else { return }
    let button: Widget = dnk_link_new()
    button.addClasses("flat", "message-link")
    gtk_widget_set_can_target(button, 0)
    button.setSpokenLabel(text)
    if let pretended = link.pretended {
      button.setSpoken(
        GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
        tr("Shows %1$s but opens %2$s").filling(pretended, link.shown))
    } else if link.shown != text {
      button.setSpoken(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, link.shown)
    }
    Signal.connect(button, "clicked") { [weak self] in self?.tell(.pressed(place.number)) }
    let focus = button.addController(gtk_event_controller_focus_new())
    Signal.connect(focus, "enter") { [weak self] in
      self?.tell(.focused(place.number, at: place.range))
    }
    Signal.connect(focus, "leave") { [weak self] in self?.tell(.focused(nil, at: nil)) }
    buttons.append(Button(place: place, widget: button))
    layer.add(button) { [weak self] _ in self?.find(place.range) }
  }

  /// How many there are at first, and how many more each time.
  private static let portion = 200
}
