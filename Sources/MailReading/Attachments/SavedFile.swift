import AppWidgets
import CDunnockGtk
import FileSystem
import Glibc

/// Writes files where the person wants them, on any place that GIO reaches. What is there under a name is whole: the bytes go to another
/// name beside it first.
nonisolated enum SavedFile {
  /// Writes a file that the person has named. One that is there already is replaced: the chooser has asked.
  static func write(_ bytes: [UInt8], to uri: String) async throws(FileFailure) {
    let result = await onOwnThread("saving") { _ -> Result<Void, FileFailure> in
      guard let file = g_file_new_for_uri(uri) else { return .failure(.noFolder) }
      defer { g_object_unref(UnsafeMutableRawPointer(file)) }
      let isThere = g_file_query_exists(file, nil) != 0
      return write(bytes, to: file, replacing: isThere)
    }
    try result.get()
  }

  /// Writes a file into a folder under a name that no other has there.
  ///
  /// - Returns: The name: the one that was asked for, or as "a (2).pdf".
  static func write(
    _ bytes: [UInt8], named name: String, in folder: String
  ) async throws(FileFailure) -> String {
    let result = await onOwnThread("saving") { _ -> Result<String, FileFailure> in
      guard let place = g_file_new_for_uri(folder) else { return .failure(.noFolder) }
      defer { g_object_unref(UnsafeMutableRawPointer(place)) }
      for number in 1...mostNumbers {
        let tried = number == 1 ? name : NumberedName.name(name, number)
        guard let file = g_file_get_child(place, tried) else { return .failure(.noFolder) }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        if g_file_query_exists(file, nil) != 0 { continue }
        switch write(bytes, to: file, replacing: false) {
        case .success: return .success(tried)
        case .failure(.exists): continue
        case .failure(let failure): return .failure(failure)
        }
      }
      return .failure(.exists)
    }
    return try result.get()
  }

  private static func write(
    _ bytes: [UInt8], to file: OpaquePointer, replacing: Bool
  ) -> Result<Void, FileFailure> {
    guard let folder = g_file_get_parent(file) else { return .failure(.noFolder) }
    defer { g_object_unref(UnsafeMutableRawPointer(folder)) }
    guard let other = g_file_get_child(folder, ".dunnock-\(UInt64.random(in: 0...UInt64.max))")
    else { return .failure(.noFolder) }
    defer { g_object_unref(UnsafeMutableRawPointer(other)) }
    switch create(other, bytes) {
    case .failure(let failure): return .failure(failure)
    case .success: break
    }
    var error: UnsafeMutablePointer<GError>?
    let flags = replacing ? G_FILE_COPY_OVERWRITE : G_FILE_COPY_NONE
    if g_file_move(other, file, flags, nil, nil, nil, &error) != 0 { return .success(()) }
    g_file_delete(other, nil, nil)
    return .failure(FileFailure(error))
  }

  /// Writes a new file, or leaves none.
  private static func create(_ file: OpaquePointer, _ bytes: [UInt8]) -> Result<Void, FileFailure> {
    var error: UnsafeMutablePointer<GError>?
    guard let created = g_file_create(file, G_FILE_CREATE_NONE, nil, &error) else {
      return .failure(FileFailure(error))
    }
    let raw = UnsafeMutableRawPointer(created)
    defer { g_object_unref(raw) }
    let stream = raw.assumingMemoryBound(to: GOutputStream.self)
    let isWritten =
      g_output_stream_write_all(stream, bytes, gsize(bytes.count), nil, nil, &error) != 0
      && g_output_stream_close(stream, nil, &error) != 0
    if isWritten { return .success(()) }
    g_output_stream_close(stream, nil, nil)
    g_file_delete(file, nil, nil)
    return .failure(FileFailure(error))
  }

  /// More files of one name are not in one mail.
  private static let mostNumbers = 1_000
}
