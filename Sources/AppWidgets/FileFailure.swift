import CDunnockGtk
import Glibc
import GtkBridge
import Texts

/// Why a file could not be written.
package nonisolated enum FileFailure: Error, Equatable {
  case noSpace, notAllowed, exists, noFolder
  /// Any other reason, in the system's words.
  case other(String)

  package init(errno code: Int32) {
    self =
      switch code {
      case ENOSPC, EDQUOT: .noSpace
      case EACCES, EPERM, EROFS: .notAllowed
      case EEXIST: .exists
      case ENOENT, ENOTDIR: .noFolder
      default: .other(String(cString: strerror(code)))
      }
  }

  /// Takes an error of GIO over.
  package init(_ error: UnsafeMutablePointer<GError>?) {
    guard let error else {
      self = .other("")
      return
    }
    defer { g_error_free(error) }
    guard error.pointee.domain == g_io_error_quark() else {
      self = .other(String(cString: error.pointee.message))
      return
    }
    self =
      switch GIOErrorEnum(rawValue: GIOErrorEnum.RawValue(error.pointee.code)) {
      case G_IO_ERROR_NO_SPACE: .noSpace
      case G_IO_ERROR_PERMISSION_DENIED, G_IO_ERROR_READ_ONLY: .notAllowed
      case G_IO_ERROR_EXISTS: .exists
      case G_IO_ERROR_NOT_FOUND, G_IO_ERROR_NOT_DIRECTORY: .noFolder
      default: .other(String(cString: error.pointee.message))
      }
  }

  /// What is wrong and what to do next.
  package var sentence: String {
    switch self {
    case .noSpace: tr("The disk is full. Free up some space and try again.")
    case .notAllowed: tr("You cannot write to this folder. Choose another one.")
    case .exists: tr("Another file has this name. Choose a different one.")
    case .noFolder: tr("This folder no longer exists. Choose another one.")
    case .other(let reason): tr("It could not be saved: %1$s.").filling(reason)
    }
  }
}
