import CDunnockAdwaita
import GtkBridge
import Texts
import XCTest

@testable import Dunnock

/// The one application of the process, which brings the app's style sheet and icons.
@MainActor
enum PicturedApplication {
  static let shared: Ref? = {
    MainLoop.adoptMainActor()
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
