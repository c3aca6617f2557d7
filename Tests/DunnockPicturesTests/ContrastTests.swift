import CDunnockAdwaita
import GtkBridge
import GtkTestSupport
import PictureApproval
import XCTest

@testable import Dunnock
@testable import MailReading

/// The contrast of what the window says, computed from its pixels by the formula of WCAG 2.2, which asks for 4.5:1 of text (1.4.3) and 3:1 of
/// icons (1.4.11).
final class ContrastTests: XCTestCase {
  func testTheWindow() throws { try onGtk { try checkTheWindow("") } }

  func testTheWindowInHighContrast() throws {
    try onGtk {
      guard let desktop = DesktopContrast() else { throw XCTSkip("no settings of a desktop here") }
      defer { desktop.set(false) }
      _ = try XCTUnwrap(PicturedApplication.shared)
      desktop.set(true)
      pump("high contrast") {
        adw_style_manager_get_high_contrast(adw_style_manager_get_default()) != 0
      }
      try checkTheWindow(", high contrast")
    }
  }
}

/// What a desktop says of its contrast, for this process alone.
@MainActor private struct DesktopContrast {
  private let settings: Ref

  /// Nil where the desktop's settings are not installed.
  init?() {
    let name = "org.gnome.desktop.a11y.interface"
    guard let source = g_settings_schema_source_get_default(),
      let schema = g_settings_schema_source_lookup(source, name, 1)
    else { return nil }
    g_settings_schema_unref(schema)
    guard let settings = g_settings_new(name) else { return nil }
    self.settings = Ref.adopting(full: UnsafeMutableRawPointer(settings))
  }

  func set(_ isHigh: Bool) {
    g_settings_set_boolean(
      settings.raw.assumingMemoryBound(to: GSettings.self), "high-contrast", isHigh.gboolean)
  }
}

/// In light and dark, in each of its states.
@MainActor private func checkTheWindow(_ suffix: String) throws {
  defer { ReadingLook.reset() }
  let mail = try TriageMail()
  for look in ReadingLook.all.filter({ ["light", "dark"].contains($0.name) }) {
    look.apply()
    try checkMessages(on: mail, look, suffix)
    for state in [WindowState.found, .nothing, .several, .empty, .opened] {
      let stage = try WindowStage(on: mail, width: look.windowWidth)
      state.reach(in: stage.window)
      try check(stage.window, "\(state), \(look.name)\(suffix)")
      stage.end()
    }
  }
}

/// A message, and a conversation.
@MainActor private func checkMessages(
  on mail: TriageMail, _ look: ReadingLook, _ suffix: String
) throws {
  let stage = try WindowStage(on: mail, width: look.windowWidth)
  let window = stage.window
  // The date of an unread row that is selected has the least of all.
  XCTAssertTrue(window.list.goToNextUnread())
  pump("the message") { window.reader.isRead }
  try check(window, "a message, \(look.name)\(suffix)")
  let row = try XCTUnwrap(
    window.list.messages.lazy.compactMap { window.list.row(of: $0.id) }
      .first { $0.conversation.count > 1 })
  window.show(row)
  let view = window.reader.pane.conversation
  pump("the conversation") { view.entries.count == 4 && view.isRead }
  try check(window, "a conversation, \(look.name)\(suffix)")
  stage.end()
}

/// Looks at every text and icon that can be seen and used.
@MainActor private func check(_ window: MailWindow, _ what: String) throws {
  // A message is transparent until it is read.
  pump("the message") {
    window.reader.pane.conversation.entries.allSatisfy { $0.view?.isAwaited != true }
  }
  pumpFrames(of: window.window)
  let content = try XCTUnwrap(adw_application_window_get_content(window.window.cast()))
  let picture = enlarged(content)
  var seen = 0
  for (type, least) in [
    (gtk_label_get_type(), 4.5), (gtk_inscription_get_type(), 4.5), (gtk_image_get_type(), 3),
  ] {
    for part in content.below(type) where isDrawn(part, in: content) {
      guard let bounds = part.bounds(in: content) else { continue }
      let area = Picture.Area(
        x: Int(bounds.x) * scale, y: Int(bounds.y) * scale, width: Int(bounds.width) * scale,
        height: Int(bounds.height) * scale)
      seen += 1
      expectContrast(least, of: area, in: picture, "\(what): \(part.said)")
    }
  }
  XCTAssertGreaterThan(seen, 20, what)
}

/// Whether something is in sight as a whole, and is no initial of a sender, which stands for a picture.
@MainActor private func isDrawn(_ part: Widget, in content: Widget) -> Bool {
  let around = [part] + part.ancestry
  guard gtk_widget_get_mapped(part) != 0, gtk_widget_is_sensitive(part) != 0,
    !around.contains(where: { $0.isA(adw_avatar_get_type()) }),
    around.allSatisfy({ gtk_widget_get_child_visible($0) != 0 }), !part.said.isEmpty
  else { return false }
  return around.prefix { $0 != content }.allSatisfy { outer in
    guard let place = part.bounds(in: outer) else { return false }
    return place.width > 0 && place.height > 0 && place.x >= 0 && place.y >= 0
      && place.x + place.width <= gtk_widget_get_width(outer)
      && place.y + place.height <= gtk_widget_get_height(outer)
  }
}

@MainActor private func enlarged(_ widget: Widget) -> Picture {
  let snapshot = gtk_snapshot_new()
  if let parent = widget.parent { gtk_widget_snapshot_child(parent, widget, snapshot) }
  let node = gtk_snapshot_free_to_node(snapshot)
  defer { if let node { gsk_render_node_unref(node) } }
  let place = widget.parent.flatMap { widget.bounds(in: $0) }
  return Picture(
    width: Int(gtk_widget_get_width(widget)) * scale,
    height: Int(gtk_widget_get_height(widget)) * scale
  ) { context in
    cairo_scale(context, Double(scale), Double(scale))
    cairo_translate(context, -Double(place?.x ?? 0), -Double(place?.y ?? 0))
    if let node { gsk_render_node_draw(node, context) }
  }
}

/// Strokes have cores of their full colour then.
private let scale = 4

extension Widget {
  /// What it shows, as far as it is a text or an icon with a name.
  fileprivate var said: String {
    if isA(gtk_label_get_type()) {
      return gtk_label_get_text(opaque).map { String(cString: $0) } ?? ""
    }
    if isA(gtk_inscription_get_type()) {
      return gtk_inscription_get_text(opaque).map { String(cString: $0) } ?? ""
    }
    return gtk_image_get_icon_name(opaque).map { String(cString: $0) } ?? ""
  }
}
