import CDunnockAdwaita
import GtkBridge
import GtkTestSupport
import PictureApproval
import XCTest

/// Mail as people get it, drawn by the reading pane and compared with the pictures that were approved.
final class MailLooksTests: XCTestCase {
  func testMailLooksAsApproved() throws {
    try onGtk {
      defer { ReadingLook.reset() }
      let mail = try ReadingMail()
      for look in ReadingLook.all {
        look.apply()
        let stage = try ReadingStage(width: look.width)
        for kind in look.sample(of: ReadingLook.kinds) {
          try Approval.check(
            try stage.picture(of: kind, from: mail), named: "\(kind), \(look.name)",
            of: "Tests/DunnockPicturesTests/Approved")
        }
        stage.end()
      }
    }
  }

  func testNewslettersLookAsApproved() throws {
    try onGtk {
      defer { ReadingLook.reset() }
      let mail = try ReadingMail(of: "newsletters")
      for look in ReadingLook.all.prefix(2) {
        look.apply()
        let stage = try ReadingStage(width: look.width, height: 800)
        for kind in look.sample(of: ReadingLook.newsletters) {
          try Approval.check(
            try stage.picture(of: kind, from: mail), named: "newsletter \(kind), \(look.name)",
            of: "Tests/DunnockPicturesTests/Approved")
        }
        try Approval.check(
          try stage.loadedPicture(of: "shop", from: mail),
          named: "newsletter shop with pictures, \(look.name)",
          of: "Tests/DunnockPicturesTests/Approved")
        stage.end()
      }
    }
  }

  func testPicturesOfTheInternetLookAsApproved() throws {
    try onGtk {
      defer { ReadingLook.reset() }
      let mail = try ReadingMail()
      for look in ReadingLook.all {
        look.apply()
        let stage = try ReadingStage(width: look.width)
        try Approval.check(
          try stage.loadedPicture(of: "newsletter", from: mail),
          named: "newsletter with pictures, \(look.name)",
          of: "Tests/DunnockPicturesTests/Approved")
        stage.end()
      }
    }
  }
}
