import CAdwaita
import GtkBridge
import GtkTestSupport
import PictureApproval
import XCTest

@testable import Dunnock

/// A reading pane in a window, to be drawn.
@MainActor
final class ReadingStage {
  private let pane = ReadingPane()
  private let holder: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  private let content: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  private let window: Widget

  /// px.
  private static let height: Int32 = 480
  /// How often in a row a picture must be the same to stand still: what a thread decodes comes late.
  private static let stillness = 5

  init(width: Int32) throws {
    MainLoop.adoptMainActor()
    _ = try XCTUnwrap(Self.application)
    content.addClasses("background")
    gtk_widget_set_hexpand(content, 1)
    gtk_box_append(content.cast(), pane.widget)
    gtk_box_append(holder.cast(), content)
    window = present(holder, width: width, height: Self.height)
    XCTAssertEqual(
      Look.missingFonts(for: window), [],
      "fonts of the pictures are missing: run .scripts/install-dependencies test")
  }

  /// What the pane shows of a mail once it stands still.
  func picture(of kind: String, from mail: ReadingMail) throws -> Picture {
    let (message, content, source) = try mail.content(of: kind)
    pane.show(message)
    pane.message.show(content, of: source)
    pumpFrames()
    var last = picture()
    var same = 0
    while same < Self.stillness {
      pumpFrames()
      let now = picture()
      same = now == last ? same + 1 : 0
      last = now
    }
    return last
  }

  func end() { close(window) }

  private func pumpFrames() {
    // Without a window manager no window is ever the active one.
    gtk_widget_unset_state_flags(window, GTK_STATE_FLAG_BACKDROP)
    var frames = 0
    onEachFrame(of: window) { _ in
      frames += 1
      return frames < 3
    }
    pump("some frames") { frames == 3 }
  }

  private func picture() -> Picture {
    let snapshot = gtk_snapshot_new()
    gtk_widget_snapshot_child(holder, content, snapshot)
    let node = gtk_snapshot_free_to_node(snapshot)
    defer { if let node { gsk_render_node_unref(node) } }
    return Picture(
      width: Int(gtk_widget_get_width(content)), height: Int(gtk_widget_get_height(content))
    ) { context in
      if let node { gsk_render_node_draw(node, context) }
    }
  }

  /// Brings the app's style sheet and icons.
  private static let application: Ref? = {
    XCTAssertTrue(registerResources(), "no resources in \(Places.resources)")
    guard let raw = adw_application_new(Product.id, G_APPLICATION_NON_UNIQUE) else { return nil }
    let application = Ref.adopting(full: UnsafeMutableRawPointer(raw))
    guard
      g_application_register(
        application.raw.assumingMemoryBound(to: GApplication.self), nil, nil) != 0
    else { return nil }
    Application.prepare(application.raw.assumingMemoryBound(to: GtkApplication.self))
    return application
  }()
}
