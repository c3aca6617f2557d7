internal import CDunnockGio
public import MailModel

extension AccountFiles {
  /// Moves a folder of an account's mail to the desktop's trash.
  public static func trash(_ path: String) throws(TrashFailure) {
    guard let file = g_file_new_for_path(path) else { return }
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    var error: UnsafeMutablePointer<GError>?
    guard g_file_trash(file, nil, &error) == 0 else { return }
    defer { g_clear_error(&error) }
    throw TrashFailure(reason: error.map { String(cString: $0.pointee.message) } ?? "")
  }
}

/// Why an account's mail could not be moved to the desktop's trash.
public struct TrashFailure: ExplainedError {
  let reason: String

  public var sentence: Sentence {
    Sentence(msgid("The messages could not be moved to the trash: %1$s"), reason)
  }
}
