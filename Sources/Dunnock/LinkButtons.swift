import CGtk
import GtkBridge
import MailText

/// The links of a text as widgets over it, which the focus and screen readers reach; the pointer reaches the text.
final class LinkButtons {
  enum Event {
    /// The focus came to a link, or went from one.
    case focused(Int?)
    case pressed(Int)
  }

  private struct Button {
    let number: Int
    let widget: Widget
    /// In bytes of the text.
    let range: Range<Int>
  }

  private struct Waiting {
    let number: Int
    let link: MarkedText.Link
    let text: String
    let range: Range<Int>
    let place: @MainActor () -> GdkRectangle?
  }

  private let layer: PlacedLayer
  private var buttons: [Button] = []
  /// Those that there are no widgets for yet, in the order of the text.
  private var waiting: [Waiting] = []
  private var limit = LinkButtons.portion
  private var tell: (Event) -> Void = { _ in }

  init(in layer: PlacedLayer) { self.layer = layer }

  func onEvent(_ tell: @escaping (Event) -> Void) { self.tell = tell }

  /// Whether there are links without a widget.
  var hasMore: Bool { !waiting.isEmpty }

  /// Makes widgets for as many more as there are at first.
  func addMore() {
    limit += Self.portion
    let added = waiting.prefix(max(0, limit - buttons.count))
    waiting.removeFirst(added.count)
    for link in added { make(link) }
    if let first = added.first { buttons.first { $0.range == first.range }?.widget.grabFocus() }
  }

  /// Adds a link.
  ///
  /// - Parameters:
  ///   - range: Where it stands in the text, in bytes.
  ///   - place: Where that is on the screen.
  func add(
    _ number: Int, _ link: MarkedText.Link, text: String, at range: Range<Int>,
    place: @escaping @MainActor () -> GdkRectangle?
  ) {
    let added = Waiting(number: number, link: link, text: text, range: range, place: place)
    if buttons.count < limit { make(added) } else { waiting.append(added) }
  }

  /// Removes those that begin in a range of the text, in bytes.
  func remove(in range: Range<Int>) {
    if range.upperBound == .max { limit = Self.portion }
    waiting.removeAll { range.contains($0.range.lowerBound) }
    let removed = buttons.filter { range.contains($0.range.lowerBound) }
    guard !removed.isEmpty else { return }
    buttons.removeAll { range.contains($0.range.lowerBound) }
    layer.remove(Set(removed.map(\.widget)))
  }

  /// The link that has the focus.
  var focused: Int? { buttons.first { $0.widget.holdsFocus }?.number }

  /// Where a link stands in the layer, px.
  func room(of number: Int) -> GdkRectangle? {
    buttons.first { $0.number == number }.flatMap { $0.widget.bounds(in: layer.widget) }
  }

  private func make(_ link: Waiting) {
    let button = Widget.link()
    button.addClasses("flat", "message-link")
    gtk_widget_set_can_target(button, 0)
    button.setSpokenLabel(link.text)
    if let pretended = link.link.pretended {
      button.setSpokenDescription(
        tr("Names %1$s but leads to %2$s").filling(pretended, link.link.shown))
    } else if link.link.shown != link.text {
      button.setSpokenDescription(link.link.shown)
    }
    let number = link.number
    Signal.connect(button, "clicked") { [weak self] in self?.tell(.pressed(number)) }
    let focus = button.addController(gtk_event_controller_focus_new())
    Signal.connect(focus, "enter") { [weak self] in self?.tell(.focused(number)) }
    Signal.connect(focus, "leave") { [weak self] in self?.tell(.focused(nil)) }
    buttons.append(Button(number: number, widget: button, range: link.range))
    layer.add(button, at: link.place)
  }

  /// How many there are at first, and how many more each time.
  private static let portion = 200
}

extension Widget {
  fileprivate func grabFocus() { gtk_widget_grab_focus(self) }
}
