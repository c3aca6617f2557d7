import AppWidgets
import CDunnockGtk
import GtkBridge

/// A GtkTextView that lets somebody paint beneath its text and tells of another look.
enum MessageTextView {
  /// What the text view asks of its owner.
  protocol Owner: AnyObject {
    func paint(on snapshot: OpaquePointer)
    func lookChanged()
  }

  /// Makes one that keeps its owner alive.
  static func make() -> Widget? {
    g_object_new_with_properties(type, 0, nil, nil)
      .map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self) }
  }

  /// Sets whom it asks, without keeping that alive.
  static func setOwner(_ owner: any Owner, of view: Widget) {
    Hosted.install(WeakOwner(owner), in: view, key: key)
  }

  private final class WeakOwner {
    weak var owner: (any Owner)?

    init(_ owner: any Owner) { self.owner = owner }

    nonisolated deinit {}
  }

  /// Px.
  private nonisolated static let narrowest: Int32 = 40

  private static let key = "dunnock-message-text"

  private static func owner(of view: UnsafeMutableRawPointer?) -> (any Owner)? {
    view.flatMap { Hosted.guest(of: $0, key: key, as: WeakOwner.self) }?.owner
  }

  private static let type = classType("DunnockMessageTextView", below: gtk_text_view_get_type()) {
    klass, _ in
    guard let klass else { return }
    klass.assumingMemoryBound(to: GtkTextViewClass.self).pointee.snapshot_layer = {
      view, layer, snapshot in
      guard layer == GTK_TEXT_VIEW_LAYER_BELOW_TEXT, let snapshot else { return }
      nonisolated(unsafe) let (reader, canvas) = (view, snapshot)
      onMain { MessageTextView.owner(of: reader)?.paint(on: canvas) }
    }
    // Pictures are made to fit the text, and must not keep it from being narrower.
    klass.assumingMemoryBound(to: GtkWidgetClass.self).pointee.measure = {
      view, way, size, minimum, natural, minimumBaseline, naturalBaseline in
      guard let view, let base = g_type_class_peek(gtk_text_view_get_type()) else { return }
      base.assumingMemoryBound(to: GtkWidgetClass.self).pointee.measure?(
        view, way, size, minimum, natural, minimumBaseline, naturalBaseline)
      if way == GTK_ORIENTATION_HORIZONTAL, let minimum, let natural {
        minimum.pointee = min(minimum.pointee, MessageTextView.narrowest)
        natural.pointee = max(minimum.pointee, natural.pointee)
      }
    }
    klass.assumingMemoryBound(to: GtkWidgetClass.self).pointee.css_changed = { view, change in
      nonisolated(unsafe) let view = view
      if let view, let base = g_type_class_peek(gtk_text_view_get_type()) {
        base.assumingMemoryBound(to: GtkWidgetClass.self).pointee.css_changed?(view, change)
      }
      onMain { MessageTextView.owner(of: view)?.lookChanged() }
    }
  }
}
