extension MailWindow {
  /// Has the text of messages be larger by so many steps, or smaller by steps below nothing.
  func zoom(by steps: Int) {
    let sizes = Settings.textScales
    let now = settings.textScale
    let there = steps > 0 ? sizes.filter { $0 > now } : sizes.filter { $0 < now }.reversed()
    guard steps != 0, let last = there.indices.last else { return }
    settings.textScale = there[min(last, abs(steps) - 1)]
  }

  /// Shows the text of messages as large as the person wants it.
  func showZoom() { reader.setZoom(Double(settings.textScale) / 100) }
}
