import CDunnockGtk
import Glibc

/// Where recordings are kept: `row-gallery` in the person's data folder, one file each.
enum RecordingFile {
  /// Why a recording could not be written.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Writes a new file and answers its path.
  static func write(_ text: String, named name: String) throws -> String {
    let folder = String(cString: g_get_user_data_dir()) + "/row-gallery"
    g_mkdir_with_parents(folder, 0o700)
    var number = 1
    while access("\(folder)/\(name)-\(number).json", F_OK) == 0 { number += 1 }
    let path = "\(folder)/\(name)-\(number).json"
    var error: UnsafeMutablePointer<GError>?
    guard g_file_set_contents(path, text, -1, &error) != 0 else {
      let reason = error.map { String(cString: $0.pointee.message) } ?? ""
      g_clear_error(&error)
      throw Failure(description: "The recording could not be written: \(reason)")
    }
    return path
  }
}
