/// What all in a reading pane shares: whom it asks, and the bar that says where a link leads.
final class ReadingContext {
  /// Nil until it is known, and for what is shown to nobody.
  private(set) weak var host: (any ReadingHost)?
  let target = TargetBar()
  /// Shows a message as it was sent, or its text again.
  private(set) var showAsSent: (MessageView) -> Void = { _ in }
  /// Shows its page anew where that is on show.
  private(set) var refreshAsSent: (MessageView) -> Void = { _ in }

  init(asking host: (any ReadingHost)? = nil) { self.host = host }

  /// Has all in the pane ask this from now on, without keeping it.
  func ask(_ host: any ReadingHost) { self.host = host }

  /// - Parameter show: Called when a message is to be shown as it was sent, and when its text is to be shown again.
  func onAsSent(
    _ show: @escaping (MessageView) -> Void, refresh: @escaping (MessageView) -> Void
  ) { (showAsSent, refreshAsSent) = (show, refresh) }
}
