package import FileSystem
internal import Glibc
public import MailModel
public import MailText
internal import Synchronization

/// A plain folder of files, to be triaged like mail: each file or folder in it is a message, whose
/// subject is its name.
///
/// The archive is the folder `Archive` inside, the trash is the desktop's, as far as what it holds
/// comes from here. There are no flags, and nothing is deleted for ever.
public actor FileFolder: MessageStore {
  public nonisolated let path: String
  public nonisolated let identity: String
  public nonisolated let abilities: StoreAbilities

  package nonisolated let root: ByteName
  nonisolated let calls: RenameCalls
  nonisolated let desktopTrash: DesktopTrash
  /// What `look` asks, while somebody listens for changes.
  private nonisolated let newestWatch = Mutex<TreeWatch?>(nil)

  static let archive = FolderID(path: ByteName(Role.archive.folderName))
  static let trash = FolderID(path: ByteName(Role.trash.folderName))

  public nonisolated var holdsFiles: Bool { true }

  /// Its archive comes with the first file that goes there, and its trash is the desktop's.
  public nonisolated var fixedRoles: [Role: FolderID] {
    [.archive: Self.archive, .trash: Self.trash]
  }

  /// Opens a folder that exists and can be read.
  public init(path: String) throws(StoreError) {
    try self.init(at: ByteName(path))
  }

  init(path: String, calls: RenameCalls) throws(StoreError) {
    try self.init(at: ByteName(path), calls: calls)
  }

  package init(at place: ByteName, calls: RenameCalls = RenameCalls()) throws(StoreError) {
    path = place.description
    guard !place.isEmpty, !place.bytes.contains(0), let root = place.resolved else {
      throw .noSuchFolder(path)
    }
    self.root = root
    self.calls = calls
    // What may be done to the mail of a Maildir at this path says nothing about its files.
    identity = "files:" + root.escaped
    desktopTrash = DesktopTrash(root: root, archive: root.entry(Self.archive.path))
    let files = try FileInformation.list(root)
    let canTrash = files.first?.canTrash ?? FileInformation(root)?.canTrash ?? false
    abilities = canTrash ? [.archive, .trash] : .archive
  }

  public var isWritable: Bool { root.withCString { access($0, W_OK | X_OK) } == 0 }

  public func folders() throws(StoreError) -> [FolderID] {
    guard Directory.signature(root) != nil else { throw .mailboxGone(path) }
    var folders = [FolderID.inbox]
    if Directory.signature(directory(Self.archive)) != nil { folders.append(Self.archive) }
    if !desktopTrash.items().isEmpty { folders.append(Self.trash) }
    return folders
  }

  public func messages(
    in folder: FolderID, by order: MessageOrder,
    batch: (@Sendable (_ read: [Message], _ total: Int) -> Void)?
  ) throws(StoreError) -> [Message] {
    let messages: [Message]
    if folder == Self.trash {
      messages = desktopTrash.items().compactMap { item in
        FileInformation(item.file)?.message(.init(folder: folder, key: item.key), item.name)
      }
    } else {
      guard Directory.signature(root) != nil else { throw .mailboxGone(path) }
      guard folder.path.isEmpty || folder == Self.archive else {
        throw .noSuchFolder(folder.description)
      }
      messages = try FileInformation.list(directory(folder)).compactMap { file in
        // What has its name and is no folder cannot be the archive, and is to be seen.
        let isArchive = folder.path.isEmpty && file.name == Self.archive.path && file.isDirectory
        if file.isHidden || isArchive { return nil }
        return file.message(.init(folder: folder, key: file.name), file.name)
      }
    }
    if let batch, !messages.isEmpty { batch(messages, messages.count) }
    return messages.sortedNewestFirst(by: order)
  }

  /// None: files have no flags.
  public func unreadCount(in folder: FolderID) -> Int { 0 }

  public func message(_ id: MessageRef) throws(StoreError) -> Message {
    guard let place = place(of: id), let file = FileInformation(place.path) else {
      throw .messageVanished
    }
    return file.message(id, place.name)
  }

  /// The text of a text file, the names in a folder, and no text for anything else.
  public func body(
    of id: MessageRef, as choice: TextChoice, within budget: TextBudget
  ) async throws(StoreError) -> MessageBody {
    guard let place = place(of: id)?.path else { throw .messageVanished }
    return try await onOwnThread("reading") { isCancelled in
      Result { () throws(StoreError) in
        try Self.body(of: place, within: budget, isCancelled: isCancelled)
      }
    }.get()
  }

  /// All of a file, which has no parts.
  public func bytes(of id: MessageRef, part: Int?) async throws(StoreError) -> [UInt8] {
    guard let place = place(of: id)?.path else { throw .messageVanished }
    guard part == nil else { throw .noSuchPart }
    return try await onOwnThread("reading") { isCancelled in
      Result { () throws(StoreError) in
        try Self.reading(place, isCancelled: isCancelled) { reader, size throws(StoreError) in
          guard size <= MessageBody.maximumSize else { throw .tooLarge }
          return reader.bytes()
        }
      }
    }.get()
  }

  public func place(
    forFolder name: String, near folder: FolderID
  ) throws(StoreError) -> FolderID {
    throw .notSupported
  }

  public nonisolated func changes() -> AsyncStream<Void> {
    let directories = [root, root.entry(Self.archive.path)] + desktopTrash.directories
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let watch = TreeWatch(root: root, directories: { directories }) { continuation.yield() }
      continuation.onTermination = { _ in watch.stop() }
      watch.start()
      newestWatch.withLock { $0 = watch }
    }
  }

  public nonisolated func look() { newestWatch.withLock { $0 }?.look() }

  typealias Place = (path: ByteName, name: ByteName, status: stat)

  /// Where a file is and what it is called for people; nil when it is not there.
  func place(of id: MessageRef) -> Place? {
    var place = (path: directory(id.folder).entry(id.key), name: id.key)
    if id.folder == Self.trash {
      guard let item = desktopTrash.item(id.key) else { return nil }
      place = (item.file, item.name)
    }
    var status = stat()
    guard place.path.withCString({ lstat($0, &status) }) == 0 else { return nil }
    return (place.path, place.name, status)
  }

  func directory(_ folder: FolderID) -> ByteName {
    folder.path.isEmpty ? root : root.entry(folder.path)
  }

  private static func body(
    of path: ByteName, within budget: TextBudget, isCancelled: @escaping () -> Bool
  ) throws(StoreError) -> MessageBody {
    guard let file = FileInformation(path) else { throw .messageVanished }
    if file.isRegular {
      return try text(
        of: path, isNamedText: file.isText, within: budget, isCancelled: isCancelled)
    }
    let names = file.isDirectory ? try FileInformation.list(path) : []
    let shown = names.filter { !$0.isHidden }.map { DisplayText.safe($0.name.description) }.sorted()
    let (text, isCut) = MarkedText.plain(shown.joined(separator: "\n"), within: budget)
    return MessageBody(content: text, hasMoreText: isCut)
  }

  /// The text of a file that is text by its kind, or else by its bytes: UTF-8 without a NUL.
  private static func text(
    of path: ByteName, isNamedText: Bool, within budget: TextBudget,
    isCancelled: @escaping () -> Bool
  ) throws(StoreError) -> MessageBody {
    try reading(path, isCancelled: isCancelled) { reader, _ in
      reader.read(within: budget, evenIfNoUTF8: isNamedText)
    }
  }

  /// Reads a regular file. The work answers nil when that fails.
  private static func reading<Value>(
    _ path: ByteName, isCancelled: @escaping () -> Bool,
    _ work: (_ reader: PlainFileReader, _ size: Int) throws(StoreError) -> Value?
  ) throws(StoreError) -> Value {
    let descriptor = path.withCString { open($0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else {
      throw StoreError(errno: errno, path: path.description, doing: .openMessage)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .notAMessage
    }
    let size = Int(status.st_size)
    let reader = PlainFileReader(descriptor: descriptor, size: size, isCancelled: isCancelled)
    guard let value = try work(reader, size) else {
      throw .other(errno: isCancelled() ? ECANCELED : EIO, doing: .readMessage)
    }
    return value
  }
}
