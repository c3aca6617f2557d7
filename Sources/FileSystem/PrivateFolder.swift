internal import Glibc

/// A folder that only its owner may look into.
package enum PrivateFolder {
  /// Makes sure that the folder exists, and those above it.
  package static func create(_ path: String) throws(Directory.Failure) {
    var level = path.hasPrefix("/") ? "" : "."
    for component in path.split(separator: "/") {
      level += "/\(component)"
      if mkdir(level, 0o700) != 0, errno != EEXIST, access(level, F_OK) != 0 {
        throw Directory.Failure(code: errno)
      }
    }
  }

  /// Has a file in it be its owner's alone too, whether it is there or yet to be written to, and what
  /// a database keeps beside it: a backup may take it elsewhere.
  package static func keepPrivate(_ file: String) {
    let descriptor = Glibc.open(file, O_RDONLY | O_NONBLOCK | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    fchmod(descriptor, 0o600)
    close(descriptor)
  }
}
