/// What this program is called, by people and by the desktop.
package enum Product {
  /// The name people read; never translated.
  package static let name = "Dunnock"

  /// The one place that states the version.
  package static let version = "0.1.0"

  /// The application's id: its D-Bus name, settings schema and icon.
  package static let id = "io.github.dunnock.Dunnock"

  /// The name of the file by which the desktop knows it.
  package static let desktopFile = id + ".desktop"

  /// The gettext domain.
  package static let textDomain = "dunnock"

  package static let website = "https://github.com/dunnock/dunnock"

  /// Where faults are told.
  package static let issues = website + "/issues"

  /// Who made it, as the licence has them.
  package static let developers = "Dunnock contributors"
}
