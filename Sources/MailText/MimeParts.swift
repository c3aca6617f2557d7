internal import CDunnockGMime

/// The parts of a message in their order, told apart by what becomes of each.
struct MimeParts {
  typealias Part = UnsafeMutablePointer<GMimePart>
  typealias Object = UnsafeMutablePointer<GMimeObject>

  /// A part that is read as text.
  struct Text {
    let part: Part
    /// What the part is asked for by.
    let number: Int
    let kind: TextKind
    /// Whether lines that end in a space go on in the next (RFC 3676), and whether that space goes then.
    let isFlowed: Bool
    let deletesSpaces: Bool
    /// Where the part says that it comes from.
    let location: String?
  }

  enum Piece {
    case text(Text)
    /// Where a mail within the mail begins, or what is returned of one, by its subject; and who wrote it and when, where its
    /// text does not say that.
    case beginOfEnclosure(title: String, head: Addressing?)
    case endOfEnclosure
  }

  /// A part that may be listed.
  struct Listed {
    enum Use {
      case file
      /// A picture that a page may show.
      case picture
      /// What is to be seen as something else already: a text, or what a report or an invitation says.
      case shown
    }

    let number: Int
    let use: Use
  }

  /// How deep mails within the mail are read.
  static let maximumMails = 4
  /// How much of a text tells whether there is something in it, in bytes.
  static let maximumSample = 16 << 10

  /// Every part that holds no others, and every mail within the mail, at its number.
  private(set) var leaves: [MimeWalk.Leaf] = []
  /// What is read, in its order.
  private(set) var pieces: [Piece] = []
  private(set) var listed: [Listed] = []
  /// The first part for calendars, and what tells of a delivery, in pieces as a rule of one; of the message
  /// itself.
  private(set) var calendar: (part: Part, number: Int)?
  private(set) var reports: [Part] = []
  /// What the pictures with a location are asked for by.
  private(set) var pictureNames: [String: String] = [:]
  /// The subject of what a report returns; empty when it returns nothing.
  private(set) var returnedSubject = ""
  /// How the message is encrypted or signed.
  private(set) var protection: Protection?
  /// Whether there is a choice between a plain text and a page.
  private(set) var hasPlainTextAndPage = false

  private let preferred: TextKind?

  /// What the part for calendars invites to; nil as a rule.
  var invitation: Invitation? {
    calendar.flatMap { Invitation(part: $0.part, number: $0.number) }
  }

  /// - Parameter preferred: What is chosen of a plain text and a page where there are both, whatever they say; with nil the one that says
  ///   more.
  init(of root: Object, preferring preferred: TextKind? = nil) {
    self.preferred = preferred
    let branch = walk(root, depth: 0, mails: 0)
    pieces = branch.pieces
    listed = branch.listed
  }

  /// What becomes of a part and all within it.
  private struct Branch {
    var pieces: [Piece] = []
    var listed: [Listed] = []

    static func += (one: inout Branch, other: Branch) {
      one.pieces += other.pieces
      one.listed += other.listed
    }

    /// What is listed of it where it is not shown. What is seen of it as a rule is a file then.
    func unshown(withTexts: Bool) -> [Listed] {
      var listed = listed.map {
        Listed(number: $0.number, use: $0.use == .picture ? .file : $0.use)
      }
      guard withTexts else { return listed }
      for case .text(let text) in pieces {
        listed.removeAll { $0.number == text.number }
        listed.append(Listed(number: text.number, use: .file))
      }
      listed.sort { $0.number < $1.number }
      return listed
    }

    func has(_ kind: TextKind) -> Bool {
      pieces.contains { if case .text(let text) = $0 { text.kind == kind } else { false } }
    }
  }

  /// What is encrypted is also signed as a rule, which does not show.
  private mutating func note(_ found: Protection?) {
    if let found, protection == nil || found.isEncrypted { protection = found }
  }

  /// What a page calls pictures of the mail.
  func places(for page: Text) -> PicturePlaces {
    PicturePlaces(base: page.location, names: pictureNames)
  }

  /// - Parameter mails: How many mails the part lies within.
  private mutating func walk(_ object: Object, depth: Int, mails: Int) -> Branch {
    let raw = UnsafeMutableRawPointer(object)
    if MimeWalk.isA(raw, g_mime_multipart_get_type()) {
      guard depth < MimeWalk.maximumDepth else { return Branch() }
      let multipart = raw.assumingMemoryBound(to: GMimeMultipart.self)
      return walk(multipart, object, depth: depth, mails: mails)
    }
    if MimeWalk.isA(raw, g_mime_message_part_get_type()) {
      let part = raw.assumingMemoryBound(to: GMimeMessagePart.self)
      leaves.append(.message(part))
      return walk(part, number: leaves.count - 1, mails: mails)
    }
    guard MimeWalk.isA(raw, g_mime_part_get_type()) else { return Branch() }
    let part = raw.assumingMemoryBound(to: GMimePart.self)
    leaves.append(.part(part))
    return branch(of: part, object, number: leaves.count - 1, mails: mails)
  }

  private mutating func walk(
    _ multipart: UnsafeMutablePointer<GMimeMultipart>, _ object: Object, depth: Int, mails: Int
  ) -> Branch {
    let children = (0..<max(0, g_mime_multipart_get_count(multipart))).compactMap {
      g_mime_multipart_get_part(multipart, $0)
    }
    // In their order, whatever becomes of them: it is what numbers them.
    var branches = children.map { walk($0, depth: depth + 1, mails: mails) }
    if object.isOfType("multipart", "alternative") { return chosen(of: branches) }
    if object.isOfType("multipart", "related") {
      return Self.related(zip(children, branches), start: object.parameter("start"))
    }
    let protection = Protection(multipart: object, children: children)
    if mails == 0 { note(protection) }
    if protection != nil {
      for (index, child) in children.enumerated() where child.isForProgramsAlone {
        branches[index].listed = []
      }
    }
    return branches.reduce(into: Branch()) { $0 += $1 }
  }

  /// Of the plain text and the page the one that says more. The other is listed where it says something that this does
  /// not, and so is all else that is not shown.
  private mutating func chosen(of branches: [Branch]) -> Branch {
    let plain = branches.firstIndex { !$0.pieces.isEmpty && !$0.has(.html) }
    let page = branches.lastIndex { $0.has(.html) }
    var chosen = plain ?? page
    var isOtherListed = false
    if let plain, let page {
      let text = Self.substance(of: branches[plain])
      let rich = Self.substance(of: branches[page])
      let isPage =
        preferred == .html
        || rich.isBetter(than: text) && !(preferred == .plain && text.letters > 0)
      hasPlainTextAndPage = hasPlainTextAndPage || text.letters > 0
      chosen = isPage ? page : plain
      // Who chose the plain text has the page by the same choice.
      isOtherListed =
        isPage
        ? text.hasMoreWords(than: rich) : rich.saysMore(than: text) && preferred != .plain
    }
    var result = Branch()
    for (index, branch) in branches.enumerated() {
      if index == chosen {
        result += branch
      } else {
        let isListed = isOtherListed && (index == plain || index == page)
        result.listed += branch.unshown(withTexts: isListed)
      }
    }
    return result
  }

  /// What a part says, as far as its beginning tells.
  private static func substance(of branch: Branch) -> Substance {
    let budget = TextBudget(bytes: maximumSample, lines: maximumSample)
    var text = MarkedText()
    for case .text(let piece) in branch.pieces where text.text.utf8.count < maximumSample {
      let isPage = piece.kind == .html
      let sample = piece.part.text(limit: (isPage ? 4 : 1) * maximumSample).text
      text.append(
        isPage
          ? MarkedText.read(html: sample, within: budget).text
          : MarkedText.read(plain: sample, within: budget).text)
    }
    return Substance(of: text)
  }

  /// The page, or whatever stands for it, and the pictures that it shows.
  private static func related(
    _ parts: Zip2Sequence<[Object], [Branch]>, start: String?
  ) -> Branch {
    let start = start.map { $0.trimmingBrackets }
    let parts = Array(parts)
    let root =
      parts.firstIndex { start != nil && $0.0.contentID == start && !$0.1.pieces.isEmpty }
      ?? parts.firstIndex { !$0.1.pieces.isEmpty }
    var result = Branch()
    for (index, (object, branch)) in parts.enumerated() {
      // A text that nothing can refer to is for people.
      if index == root || (object.contentID == nil && object.location == nil) {
        result += branch
        continue
      }
      result.listed += branch.listed
      for case .text(let text) in branch.pieces where !branch.listed.contains(number: text.number) {
        result.listed.append(Listed(number: text.number, use: .file))
      }
    }
    return result
  }

  private mutating func walk(
    _ part: UnsafeMutablePointer<GMimeMessagePart>, number: Int, mails: Int
  ) -> Branch {
    var branch = Branch(listed: [Listed(number: number, use: .file)])
    guard mails < Self.maximumMails, let message = g_mime_message_part_get_message(part),
      let root = g_mime_message_get_mime_part(message)
    else { return branch }
    let header = message.header
    if mails == 0, returnedSubject.isEmpty { returnedSubject = header.subject }
    let inner = walk(root, depth: 0, mails: mails + 1)
    branch.listed += inner.listed
    if !inner.pieces.isEmpty {
      branch.pieces =
        [.beginOfEnclosure(title: header.subject, head: Addressing(header: header))] + inner.pieces
        + [.endOfEnclosure]
    }
    return branch
  }

  private mutating func branch(
    of part: Part, _ object: Object, number: Int, mails: Int
  ) -> Branch {
    let isAttached = g_mime_part_is_attachment(part) != 0
    if mails == 0 {
      if calendar == nil, object.isCalendar { calendar = (part, number) }
      if object.isDeliveryReport {
        reports.append(part)
        return Branch(listed: [Listed(number: number, use: .shown)])
      }
      note(Protection(part: part, object))
    }
    guard let kind = part.textKind else {
      let name = object.isOfType("image", "*") ? object.pictureName : nil
      if let name, let location = object.location {
        pictureNames[PicturePlaces.place(of: location, base: nil)] = name
      }
      let isPicture = name != nil
      return Branch(listed: [
        Listed(number: number, use: isPicture && !isAttached ? .picture : .file)
      ])
    }
    let text = Text(
      part: part, number: number, kind: kind,
      isFlowed: object.parameter("format")?.lowercased() == "flowed",
      deletesSpaces: object.parameter("delsp")?.lowercased() == "yes", location: object.location)
    var branch = Branch(pieces: [.text(text)])
    if object.isOfType("text", "rfc822-headers") {
      let header = HeaderBlock(part.decoded(limit: HeaderBlock.maximumLength).bytes, isWhole: true)
      let title = header.subject
      if mails == 0, returnedSubject.isEmpty { returnedSubject = title }
      branch.pieces = [.beginOfEnclosure(title: title, head: nil), .text(text), .endOfEnclosure]
    }
    // One that is to be a file as well is there to be saved.
    if g_mime_part_get_filename(part) != nil {
      branch.listed = [Listed(number: number, use: .shown)]
    }
    return branch
  }
}

extension [MimeParts.Listed] {
  fileprivate func contains(number: Int) -> Bool { contains { $0.number == number } }
}
