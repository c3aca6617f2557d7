import CDunnockGtk
import GtkBridge
import XCTest

/// The pictures that were looked at and found right.
package enum Approval {
  /// Whether GTK's own theme, and so every picture, is as where they were approved. Elsewhere what they show is brought about and
  /// drawn, and not compared.
  @MainActor package static let comparesHere: Bool = {
    if gtkIsAtLeast(4, 8), !gtkIsAtLeast(4, 9) { return true }
    print(
      "The pictures were approved on GTK 4.8; here, on \(gtk_get_major_version()).\(gtk_get_minor_version()), they are drawn and few are compared."
    )
    return false
  }()

  /// The folder, among the approved pictures, of those few that were approved on GTK 4.18, too: what has a picture there is compared.
  @MainActor private static let newer: String? = {
    gtkIsAtLeast(4, 18) && !gtkIsAtLeast(4, 19) ? "gtk-4.18" : nil
  }()

  /// Fails if a picture differs from the approved one, or shows nothing; or, with `DUNNOCK_APPROVE_PICTURES=yes`, approves it.
  ///
  /// The picture and what differs are then in `.build/pictures`.
  ///
  /// - Parameters:
  ///   - path: The approved picture, from the root of the repository; nil: among those of the folder.
  ///   - folder: Where the approved pictures are, from the root of the repository.
  ///   - rows: What the picture shows where, for the report.
  @MainActor package static func check(
    _ picture: Picture, named name: String, at path: String? = nil,
    of folder: String = "Tests/RowPicturesTests/Approved",
    rows: [(name: String, area: Picture.Area)] = []
  ) throws {
    let file = name.replacing(", ", with: "-").replacing(" ", with: "") + ".png"
    let whole = Picture.Area(x: 0, y: 0, width: picture.width, height: picture.height)
    guard picture.colours(in: whole).count > 1 else {
      return fail("The picture of \(name) is of one colour.", picture, nil, file)
    }
    var approvedPath = root + "/" + (path ?? "\(folder)/\(file)")
    if !comparesHere {
      guard path == nil, let newer else { return }
      approvedPath = "\(root)/\(folder)/\(newer)/\(file)"
      guard access(approvedPath, F_OK) == 0 else { return }
    }
    if getenv("DUNNOCK_APPROVE_PICTURES").map({ String(cString: $0) }) == "yes" {
      // What looks the same keeps its bytes.
      if Picture(contentsOf: approvedPath) != picture { try picture.write(to: approvedPath) }
      return
    }
    guard let approved = Picture(contentsOf: approvedPath) else {
      return fail("There is no approved picture \(approvedPath).", picture, nil, file)
    }
    guard let difference = PictureDifference(of: picture, from: approved) else {
      return fail(
        "The picture of \(name) is \(picture.width) x \(picture.height) px large, the approved one "
          + "\(approved.width) x \(approved.height).", picture, nil, file)
    }
    guard difference.matters else { return }
    let places = rows.filter { row in
      difference.lines.contains { (row.area.y..<row.area.y + row.area.height).contains($0) }
    }
    fail(
      "The picture of \(name) differs in \(difference.count) pixels, in: "
        + places.map(\.name).joined(separator: "; ") + ".", picture, difference, file)
  }

  @MainActor private static func fail(
    _ what: String, _ picture: Picture, _ difference: PictureDifference?, _ file: String
  ) {
    let folder = root + "/.build/pictures"
    mkdir(folder, 0o755)
    let differenceFile = file.replacing(".png", with: "-difference.png")
    do {
      try picture.write(to: "\(folder)/\(file)")
      try difference?.shown.write(to: "\(folder)/\(differenceFile)")
    } catch { XCTFail("\(error)") }
    XCTFail(
      what + " Look at \(folder)/\(file)" + (difference == nil ? "" : " and \(differenceFile)")
        + " there; if it is meant to look so, run .scripts/approve-pictures.")
  }

  /// The root of the repository.
  private static let root = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
}
