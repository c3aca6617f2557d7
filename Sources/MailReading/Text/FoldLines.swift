import CDunnockGtk
import GtkBridge
import Texts

/// The buttons that open and close what is folded of a text.
final class FoldLines {
  private let layer: PlacedLayer
  private var buttons: [Int: Widget] = [:]
  private var press: (Int) -> Void = { _ in }

  init(in layer: PlacedLayer) { self.layer = layer }

  func onPress(_ press: @escaping (Int) -> Void) { self.press = press }

  /// Adds the button of a fold.
  ///
  /// - Parameter place: Where it is to stand, px, by how wide it is.
  func add(
    _ fold: FoldedText.Fold, _ number: Int,
    place: @escaping @MainActor (_ width: Int32) -> GdkRectangle?
  ) {
    let button: Widget = gtk_button_new()
    button.addClasses("flat", "message-fold")
    Signal.connect(button, "clicked") { [weak self] in self?.press(number) }
    buttons[number] = button
    show(fold, number)
    layer.add(button, at: place)
  }

  /// Shows whether a fold is open.
  func show(_ fold: FoldedText.Fold, _ number: Int) {
    guard let button = buttons[number] else { return }
    let content: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4)
    let arrow = Widget.silentImage()
    gtk_image_set_from_icon_name(
      arrow.opaque, fold.isOpen ? "pan-down-symbolic" : "pan-end-symbolic")
    let label = Widget.silentLabel()
    gtk_label_set_text(label.opaque, title(fold))
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    for part in [arrow, label] { gtk_box_append(content.cast(), part) }
    gtk_button_set_child(button.cast(), content)
    button.setSpokenLabel(title(fold))
    button.setExpanded(fold.isOpen)
    button.setClass("is-open", fold.isOpen)
    layer.placeAgain()
  }

  func clear() {
    layer.remove(Set(buttons.values))
    buttons = [:]
  }

  private func title(_ fold: FoldedText.Fold) -> String {
    switch fold.kind {
    case .quotation: fold.isOpen ? tr("Hide Quoted Text") : tr("Show Quoted Text")
    case .enclosure(let title) where title.isEmpty:
      fold.isOpen ? tr("Hide Attached Message") : tr("Show Attached Message")
    case .enclosure(let title): title
    }
  }
}
