import FileSystem

/// What a message is known by: its folder and its key, the base name of its file without the info
/// and without a synchroniser's `,U=digits`. Both stay when flags change; a move gives new ones.
public struct MessageRef: Hashable, Sendable {
  public let folder: FolderID
  public let key: ByteName

  public init(folder: FolderID, key: ByteName) {
    self.folder = folder
    self.key = key
  }
}

/// Why a message cannot be shown as it should be.
public enum MessageProblem: UInt8, Sendable {
  /// The file system refuses to let it be read.
  case unreadable
  /// A directory, a link, a pipe or a device stands where a message should; it is never opened,
  /// renamed or moved.
  case notARegularFile
  /// The file is empty.
  case empty
  /// The header does not end within 64 KiB; what is shown comes from the part before.
  case oversizedHeader
}

/// What a row shows of a message. Every text is safe to show: no control characters, no characters
/// that turn the direction of what follows, bounded in length.
///
/// A copy costs a reference. The message itself takes some 200 bytes and its texts beside its key.
public struct Message: Identifiable, Sendable {
  private let content: Content

  /// - Parameter received: When it was delivered as far as its store knows, in seconds since 1970; 0
  ///   where that is not known.
  public init(
    id: MessageRef, flags: MessageFlags, from: String, address: String, subject: String,
    date: Int64, received: Int64 = 0, preview: String?, hasAttachment: Bool = false, size: Int64,
    modified: Int64 = 0, waking: Int64? = nil, woken: Int64? = nil, problem: MessageProblem? = nil,
    conversation: ConversationID? = nil
  ) {
    content = Content(
      id: id, flags: flags, date: date, received: received, size: size, modified: modified,
      waking: waking, woken: woken, problem: problem, conversation: conversation,
      texts: MessageTexts(
        head: MessageTexts([from, address, subject]).head, preview: preview,
        hasAttachment: hasAttachment))
  }

  /// A plain file in the place of a message: its name is the subject.
  package init(
    id: MessageRef, fileName: String, contentType: String, date: Int64, size: Int64,
    problem: MessageProblem?
  ) {
    content = Content(
      id: id, flags: .seen, date: date, received: date, size: size, modified: 0, waking: nil,
      woken: nil, problem: problem, conversation: nil,
      texts: MessageTexts(["", "", fileName, "", contentType]))
  }

  /// A message whose texts are at hand as ``head`` gave them.
  package init(
    id: MessageRef, flags: MessageFlags, date: Int64, received: Int64, size: Int64, modified: Int64,
    waking: Int64?, woken: Int64?, problem: MessageProblem?, conversation: ConversationID?,
    head: some Collection<UInt8>, preview: String?, hasAttachment: Bool
  ) {
    content = Content(
      id: id, flags: flags, date: date, received: received, size: size, modified: modified,
      waking: waking, woken: woken, problem: problem, conversation: conversation,
      texts: MessageTexts(head: head, preview: preview, hasAttachment: hasAttachment))
  }

  /// Ends each text of ``head``: a byte that UTF-8 never contains.
  package static let endOfText: UInt8 = 0xFF

  /// The texts without the preview, for keeping.
  package var head: ArraySlice<UInt8> { content.texts.head }

  private init(_ content: Content) { self.content = content }

  public var id: MessageRef { content.id }

  public var flags: MessageFlags { content.flags }

  /// The sender's name, or else the address; empty when the message names none.
  public var from: String { content.texts[0] }

  /// The address of the first sender; empty when there is none.
  public var address: String { content.texts[1] }

  /// The subject; empty when there is none.
  public var subject: String { content.texts[2] }

  /// Seconds since 1970, from the Date field, else the first Received field, else the file; never
  /// before 1970 nor more than a day in the future.
  public var date: Int64 { content.date }

  /// Seconds since 1970: when it came back, else when it was delivered as far as its store knows, else
  /// its date.
  public var arrival: Int64 {
    if let woken { return woken }
    return received == 0 ? date : received
  }

  /// When it was delivered as far as its store knows, in seconds since 1970; 0 where that is not known.
  package var received: Int64 { content.received }

  /// The beginning of the text, at most 200 characters (Unicode scalars), on one line; empty also
  /// while it is not known.
  public var preview: String { content.texts[3] }

  /// Whether the preview is known. In a long list it is not until it is asked for.
  public var hasPreview: Bool { content.texts.count > 3 }

  /// Whether something is attached to it, as far as that is known, which it is with the preview.
  public var hasAttachment: Bool { content.texts.count > 5 }

  /// For a plain file its content type, such as `image/png`; empty for mail.
  public var fileType: String { content.texts[4] }

  public var isFile: Bool { !fileType.isEmpty }

  /// The size of the file in bytes.
  public var size: Int64 { content.size }

  /// When the file was last written to, in nanoseconds since 1970, which no rename changes; 0 where
  /// that is not known.
  public var modified: Int64 { content.modified }

  /// When it was put off to, which the store keeps with it; nil as a rule. It means something in the
  /// folder for that alone: what another program took out of it waits no more.
  public var waking: Int64? { content.isWoken ? nil : content.time }

  /// When it came back, after it was put off; nil as a rule.
  public var woken: Int64? { content.isWoken ? content.time : nil }

  public var problem: MessageProblem? { content.problem }

  /// What it belongs to; nil where its store knows of no other message that it belongs together with,
  /// and has not kept it either.
  public var conversation: ConversationID? { content.conversation }

  public var isUnread: Bool { flags.isUnread }

  public var isStarred: Bool { flags.isStarred }

  /// Whether another program has marked it for deletion, as a synchroniser may do to it at any time.
  public var isMarkedForDeletion: Bool { flags.contains(.trashed) }

  /// Whether a move or a flag change may touch it.
  public var canChange: Bool { problem != .notARegularFile }

  /// Whether it differs by no more than its place, its flags and how much of it was read.
  public func isSameMail(as other: Message) -> Bool {
    size == other.size && modified == other.modified && head == other.head
  }

  package func with(flags: MessageFlags) -> Message {
    with(id: id, flags: flags, waking: waking, woken: woken)
  }

  /// The same message after a move.
  ///
  /// - Parameter received: Another time of its delivery, where the store takes that from its place.
  public func with(
    id: MessageRef, flags: MessageFlags, waking: Int64?, woken: Int64? = nil,
    received: Int64? = nil
  ) -> Message {
    Message(
      Content(
        id: id, flags: flags, date: date, received: received ?? self.received, size: size,
        modified: modified, waking: waking, woken: woken, problem: problem,
        conversation: conversation, texts: content.texts))
  }

  package func with(preview: String, hasAttachment: Bool) -> Message {
    Message(
      id: id, flags: flags, date: date, received: received, size: size, modified: modified,
      waking: waking, woken: woken, problem: problem, conversation: conversation, head: head,
      preview: preview, hasAttachment: hasAttachment)
  }

  package func with(conversation: ConversationID?) -> Message {
    Message(
      Content(
        id: id, flags: flags, date: date, received: received, size: size, modified: modified,
        waking: waking, woken: woken, problem: problem, conversation: conversation,
        texts: content.texts))
  }
}

/// Two are equal when all is the same that is to be seen of them: what they belong to is not.
extension Message: Equatable {
  public static func == (left: Message, right: Message) -> Bool {
    let (left, right) = (left.content, right.content)
    return left === right
      || (left.id == right.id && left.flags == right.flags && left.date == right.date
        && left.received == right.received && left.size == right.size
        && left.modified == right.modified
        && left.time == right.time && left.isWoken == right.isWoken && left.problem == right.problem
        && left.texts == right.texts)
  }
}

/// What copies of a message share: lists hold a message in several places, and many of them.
private final class Content: Sendable {
  let id: MessageRef
  let flags: MessageFlags
  let date: Int64
  let size: Int64
  let modified: Int64
  let texts: MessageTexts
  let received: Int64
  /// The waking, or when it came back, in seconds since 1970, 0 for none.
  private let moment: UInt32
  /// The problem in the lower bits, all set for none, above them whether it came back, and then the
  /// conversation, 0 for none: four bytes beside the moment, where each in bytes of its own would have the allocator take 16 more.
  private let rest: UInt32

  package init(
    id: MessageRef, flags: MessageFlags, date: Int64, received: Int64, size: Int64, modified: Int64,
    waking: Int64?, woken: Int64?, problem: MessageProblem?, conversation: ConversationID?,
    texts: MessageTexts
  ) {
    self.id = id
    self.flags = flags
    self.date = date
    self.received = received
    self.size = size
    self.modified = modified
    moment = UInt32(clamping: woken ?? waking ?? 0)
    rest =
      (conversation?.number ?? 0) << ConversationID.spareBits
      | (woken == nil ? 0 : Content.noProblem + 1)
      | (problem.map { UInt32($0.rawValue) } ?? Content.noProblem)
    self.texts = texts
  }

  private static let noProblem: UInt32 = 1 << (ConversationID.spareBits - 1) - 1

  var time: Int64? { moment == 0 ? nil : Int64(moment) }

  var isWoken: Bool { rest & (Content.noProblem + 1) != 0 }

  var problem: MessageProblem? {
    MessageProblem(rawValue: UInt8(truncatingIfNeeded: rest & Content.noProblem))
  }

  var conversation: ConversationID? { ConversationID(Int64(rest >> ConversationID.spareBits)) }
}

/// A few texts in one piece of memory, where each as a `String` would take one of its own.
private struct MessageTexts: Equatable, Sendable {
  /// The UTF-8 of the texts, each before the byte 0xFF, which UTF-8 never contains.
  private let bytes: [UInt8]

  static let end = Message.endOfText

  init(_ texts: [String]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(texts.reduce(texts.count) { $0 + $1.utf8.count })
    for text in texts {
      bytes += text.utf8
      bytes.append(MessageTexts.end)
    }
    self.bytes = bytes
  }

  /// - Parameter hasAttachment: Said by two more texts, which are empty.
  init(head: some Collection<UInt8>, preview: String?, hasAttachment: Bool) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(head.count + (preview.map { $0.utf8.count + 3 } ?? 0))
    bytes += head
    if let preview {
      bytes += preview.utf8
      bytes.append(MessageTexts.end)
      if hasAttachment { bytes += [MessageTexts.end, MessageTexts.end] }
    }
    self.bytes = bytes
  }

  var count: Int { bytes.count { $0 == MessageTexts.end } }

  /// The first three.
  package var head: ArraySlice<UInt8> { bytes[..<start(of: 3)] }

  subscript(index: Int) -> String {
    String(decoding: bytes[start(of: index)...].prefix { $0 != MessageTexts.end }, as: UTF8.self)
  }

  private func start(of index: Int) -> Int {
    var start = 0
    for _ in 0..<index {
      guard let end = bytes[start...].firstIndex(of: MessageTexts.end) else { return bytes.count }
      start = end + 1
    }
    return start
  }
}
