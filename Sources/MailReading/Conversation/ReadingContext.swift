/// What all in a reading pane shares: whom it asks, and the bar that says where a link leads.
package final class ReadingContext {
  /// Nil until it is known, and for what is shown to nobody.
  package private(set) weak var host: (any ReadingHost)?
  package let target = TargetBar()

  package init(asking host: (any ReadingHost)? = nil) { self.host = host }

  /// Has all in the pane ask this from now on, without keeping it.
  package func ask(_ host: any ReadingHost) { self.host = host }
}
