/// What this program is called, by people and by the desktop.
nonisolated enum Product {
  /// The name people read; never translated.
  static let name = "Dunnock"

  /// The one place that states the version.
  static let version = "0.1.0"

  /// The application's id: its D-Bus name, settings schema and icon.
  static let id = "io.github.dunnock.Dunnock"

  /// Where its files live in the resource bundle.
  static let resourcePath = "/io/github/dunnock/Dunnock"

  /// The gettext domain.
  static let textDomain = "dunnock"

  static let website = "https://github.com/dunnock/dunnock"
}
