/// What all in a reading pane shares: whom it asks, and the bar that says where a link leads.
final class ReadingContext {
  /// Nil until it is known, and for what is shown to nobody.
  private(set) weak var host: (any ReadingHost)?
  let target = TargetBar()

  init(asking host: (any ReadingHost)? = nil) { self.host = host }

  /// Has all in the pane ask this from now on, without keeping it.
  func ask(_ host: any ReadingHost) { self.host = host }
}
