internal import CDunnockGio
internal import FileSystem
internal import Glibc
internal import MailModel
internal import MailText

/// What GIO knows of a file without following links.
struct FileInformation {
  let name: ByteName
  let isHidden: Bool
  let canTrash: Bool
  private let kind: GFileType
  private let contentType: String
  private let size: Int64
  private let modified: Int64

  private static let attributes = [
    G_FILE_ATTRIBUTE_STANDARD_NAME, G_FILE_ATTRIBUTE_STANDARD_TYPE,
    G_FILE_ATTRIBUTE_STANDARD_CONTENT_TYPE, G_FILE_ATTRIBUTE_STANDARD_IS_HIDDEN,
    G_FILE_ATTRIBUTE_STANDARD_SIZE, G_FILE_ATTRIBUTE_TIME_MODIFIED,
    G_FILE_ATTRIBUTE_ACCESS_CAN_TRASH,
  ].joined(separator: ",")

  /// Nil when there is no such file.
  init?(_ path: ByteName) {
    guard let found = Self.read(path, Self.attributes, { FileInformation($0) }) else { return nil }
    self = found
  }

  private static func read<Result>(
    _ path: ByteName, _ attributes: String, _ body: (OpaquePointer) -> Result
  ) -> Result? {
    let file = path.withCString { g_file_new_for_path($0) }
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    guard
      let information = g_file_query_info(
        file, attributes, G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, nil, nil)
    else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(information)) }
    return body(information)
  }

  private init(_ information: OpaquePointer) {
    name = ByteName(cString: g_file_info_get_name(information))
    kind = g_file_info_get_file_type(information)
    isHidden = g_file_info_get_is_hidden(information) != 0
    canTrash =
      g_file_info_get_attribute_boolean(information, G_FILE_ATTRIBUTE_ACCESS_CAN_TRASH) != 0
    contentType = g_file_info_get_content_type(information).map { String(cString: $0) } ?? ""
    size = Int64(g_file_info_get_size(information))
    modified = Int64(
      clamping: g_file_info_get_attribute_uint64(information, G_FILE_ATTRIBUTE_TIME_MODIFIED))
  }

  /// When a file was created, in microseconds since 1970; 0 where the file system does not tell.
  static func created(_ path: ByteName) -> UInt64 {
    let (seconds, fraction) = (G_FILE_ATTRIBUTE_TIME_CREATED, G_FILE_ATTRIBUTE_TIME_CREATED_USEC)
    return read(path, "\(seconds),\(fraction)") { information in
      UInt64(g_file_info_get_attribute_uint64(information, seconds)) &* 1_000_000
        &+ UInt64(g_file_info_get_attribute_uint32(information, fraction))
    } ?? 0
  }

  /// Everything in a directory, hidden files included, in no order.
  static func list(_ directory: ByteName) throws(StoreError) -> [FileInformation] {
    let file = directory.withCString { g_file_new_for_path($0) }
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    var error: UnsafeMutablePointer<GError>?
    guard
      let files = g_file_enumerate_children(
        file, attributes, G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, nil, &error)
    else { throw StoreError(taking: error, path: directory.description, doing: .listFolder) }
    defer { g_object_unref(files) }
    var found: [FileInformation] = []
    while let information = g_file_enumerator_next_file(files, nil, &error) {
      found.append(FileInformation(information))
      g_object_unref(UnsafeMutableRawPointer(information))
    }
    if error != nil {
      throw StoreError(taking: error, path: directory.description, doing: .listFolder)
    }
    return found
  }

  /// Puts a file or folder into the desktop's trash.
  static func trash(_ path: ByteName) throws(StoreError) {
    let file = path.withCString { g_file_new_for_path($0) }
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    var error: UnsafeMutablePointer<GError>?
    guard g_file_trash(file, nil, &error) == 0 else { return }
    let refusal = StoreError(taking: error, path: path.description, doing: .moveMessage)
    if refusal == .noSpace || refusal == .nameTooLong { throw refusal }
    // GIO's error does not tell whether the file is at fault or the trash, so the file is asked.
    var status = stat()
    guard path.withCString({ lstat($0, &status) }) == 0 else { throw .messageVanished }
    let folder = path.split.directory
    guard folder.withCString({ access($0, W_OK | X_OK) }) == 0 else {
      throw .readOnly(folder.description)
    }
    throw .noTrash(path.description)
  }

  var isDirectory: Bool { kind == G_FILE_TYPE_DIRECTORY }

  var isRegular: Bool { kind == G_FILE_TYPE_REGULAR }

  /// Whether its name and beginning say that it is text.
  var isText: Bool { g_content_type_is_a(contentType, "text/plain") != 0 }

  /// The file as a row shows it, by the name that people know it by.
  func message(_ id: MessageRef, _ name: ByteName) -> Message {
    let isPlain = isRegular || isDirectory || kind == G_FILE_TYPE_SYMBOLIC_LINK
    return Message(
      id: id, fileName: DisplayText.safe(name.description), contentType: contentType,
      date: MessageDate.seconds(fileTime: modified, now: MessageDate.now()),
      size: isRegular ? size : 0, problem: isPlain ? nil : .notARegularFile)
  }
}

extension StoreError {
  /// The error that GIO gave, which is freed.
  fileprivate init(
    taking error: UnsafeMutablePointer<GError>?, path: String, doing: StoreError.Attempt
  ) {
    let reason = error.map { GIOErrorEnum(UInt32(bitPattern: $0.pointee.code)) }
    g_error_free(error)
    let code: Int32 =
      switch reason {
      case G_IO_ERROR_NOT_FOUND, G_IO_ERROR_NOT_DIRECTORY: ENOENT
      case G_IO_ERROR_PERMISSION_DENIED: EACCES
      case G_IO_ERROR_READ_ONLY: EROFS
      case G_IO_ERROR_NO_SPACE: ENOSPC
      case G_IO_ERROR_FILENAME_TOO_LONG: ENAMETOOLONG
      default: EIO
      }
    if reason == G_IO_ERROR_NOT_SUPPORTED {
      self = .notSupported
    } else {
      self.init(errno: code, path: path, doing: doing)
    }
  }
}
