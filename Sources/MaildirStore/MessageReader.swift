internal import Glibc
internal import MailModel
internal import MailText

/// Reads what a row shows of one file.
struct MessageReader {
  enum Result {
    /// Settled when the file was not written to just now, as a program does that copies a message
    /// right into its place.
    case message(Message, MessageDetails, isSettled: Bool)
    /// The file is gone: moved, renamed or deleted since it was listed.
    case vanished
  }

  let folder: FolderID
  let now: Int64
  /// Whether previews are read too, which takes several times as long.
  var withPreviews = true

  /// How much is read, until it is enough: most headers are shorter than the first, and with what
  /// their previews need most messages.
  private var lengths: [Int] {
    withPreviews ? [4 << 10, 16 << 10, Preview.maximumRead] : [4 << 10, HeaderBlock.maximumLength]
  }

  /// Reads the file of that name in an open directory. The file is opened only if it is a regular
  /// one, and never waited for.
  func read(_ file: FileName, isRegular: Bool?, in directory: Int32) -> Result {
    let id = MessageRef(folder: folder, key: file.key)
    var status = stat()
    if isRegular != true {
      guard file.withCString({ fstatat(directory, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0
      else {
        return errno == ENOENT
          ? .vanished : .message(placeholder(id, file, status), MessageDetails(), isSettled: false)
      }
      guard status.st_mode & S_IFMT == S_IFREG else {
        return .message(
          placeholder(id, file, status, problem: .notARegularFile, size: 0), MessageDetails(),
          isSettled: true)
      }
    }
    let descriptor = file.withCString {
      openat(directory, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    }
    guard descriptor >= 0 else {
      if errno == ENOENT { return .vanished }
      let problem: MessageProblem = errno == ELOOP ? .notARegularFile : .unreadable
      _ = file.withCString { fstatat(directory, $0, &status, AT_SYMLINK_NOFOLLOW) }
      return .message(
        placeholder(id, file, status, problem: problem), MessageDetails(), isSettled: false)
    }
    defer { close(descriptor) }
    guard fstat(descriptor, &status) == 0 else {
      return .message(placeholder(id, file, status), MessageDetails(), isSettled: false)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      return .message(
        placeholder(id, file, status, problem: .notARegularFile, size: 0), MessageDetails(),
        isSettled: true)
    }
    guard status.st_size > 0 else {
      return .message(
        placeholder(id, file, status, problem: .empty), MessageDetails(), isSettled: false)
    }
    let (message, details) = message(id, file, status, descriptor)
    return .message(message, details, isSettled: isSettled(status))
  }

  /// The row of a file that the system does not let be looked at now.
  func unreadable(_ file: FileName) -> Result {
    let id = MessageRef(folder: folder, key: file.key)
    return .message(placeholder(id, file, stat()), MessageDetails(), isSettled: false)
  }

  /// What no clock of today says was not written just now either.
  private func isSettled(_ status: stat) -> Bool {
    let written = Int64(status.st_mtim.tv_sec)
    return written + 2 < now || !MessageDate.isBelievable(written, now: now)
  }

  private func message(
    _ id: MessageRef, _ file: FileName, _ status: stat, _ descriptor: Int32
  ) -> (Message, MessageDetails) {
    let size = Int(status.st_size)
    var header = HeaderBlock([], isWhole: false)
    var preview: Preview?
    for (place, length) in lengths.enumerated() {
      guard let bytes = FileContent.prefix(of: descriptor, length: min(size, length))
      else { return (placeholder(id, file, status), MessageDetails()) }
      let isWhole = bytes.count >= size
      header = HeaderBlock(bytes, isWhole: isWhole)
      preview = withPreviews ? Preview(bytes, header: header, isWhole: isWhole) : nil
      if isWhole { break }
      guard header.bodyStart != nil else { continue }
      // What is read in one piece is read again for a text that is only begun, and then for one at all.
      if preview?.isComplete != false || place > 0 && preview?.text != "" { break }
    }
    let sender = sender(of: header)
    let message = Message(
      id: id, flags: file.flags, from: sender.title, address: sender.address,
      subject: DisplayText.safe(EncodedWords.decoded(header.value("subject") ?? [])),
      date: MessageDate.seconds(header: header, fileTime: Int64(status.st_mtim.tv_sec), now: now),
      received: received(header: header, file, status),
      preview: preview?.text, hasAttachment: preview?.hasAttachment == true, size: Int64(size),
      modified: status.modified, waking: FileName.waking(in: file.key),
      woken: FileName.woken(in: file.key),
      problem: header.bodyStart == nil ? .oversizedHeader : nil)
    return (message, MessageDetails(header: header, hasAttachment: preview?.hasAttachment))
  }

  /// When it was delivered: the earliest of what its header, its file and its name say.
  private func received(header: HeaderBlock?, _ file: FileName, _ status: stat) -> Int64 {
    FileName.received(
      MessageDate.received(header: header, fileTime: Int64(status.st_mtim.tv_sec), now: now),
      key: file.key, now: now)
  }

  /// How many senders a row names.
  private static let maximumSenders = 4

  /// Several senders, which a forger may hide behind one another, are all named.
  private func sender(of header: HeaderBlock) -> Correspondent {
    for name: StaticString in ["from", "sender"] {
      var found: [Correspondent] = []
      for value in header.values(name).prefix(MessageReader.maximumSenders) {
        for one in Correspondent.list(in: value, limit: MessageReader.maximumSenders)
        where !one.title.isEmpty {
          found.append(one)
        }
      }
      guard let first = found.first else { continue }
      if found.count == 1 { return Correspondent(name: first.title, address: first.address) }
      let names = found.prefix(MessageReader.maximumSenders).map(\.title)
      return Correspondent(
        name: DisplayText.safe(names.joined(separator: ", ")), address: first.address)
    }
    return Correspondent(name: "", address: "")
  }

  private func placeholder(
    _ id: MessageRef, _ file: FileName, _ status: stat, problem: MessageProblem = .unreadable,
    size: Int64? = nil
  ) -> Message {
    Message(
      id: id, flags: file.flags, from: "", address: "", subject: "",
      date: MessageDate.seconds(fileTime: Int64(status.st_mtim.tv_sec), now: now),
      received: received(header: nil, file, status), preview: "",
      size: size ?? Int64(status.st_size), modified: status.modified,
      waking: FileName.waking(in: file.key), woken: FileName.woken(in: file.key), problem: problem)
  }
}

extension stat {
  /// In nanoseconds since 1970, wrapped where a broken clock says what no 64 bits hold.
  fileprivate var modified: Int64 {
    Int64(st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(st_mtim.tv_nsec)
  }
}
