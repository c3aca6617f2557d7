internal import FileSystem
internal import MailModel
internal import MailText

extension Maildir {
  func note(
    _ found: KnownFolder.Located, _ before: MessageRef, as name: ByteName, _ after: MessageRef
  ) -> Message {
    let details = known[before.folder]?.messages[detailsOf: before.key]
    forget(before)
    let file = FileName(name).known(as: after.key)
    let message = found.message.with(
      id: after, flags: file.flags, waking: FileName.waking(in: after.key),
      woken: FileName.woken(in: after.key),
      received: FileName.received(found.message.received, key: after.key, now: MessageDate.now()))
    let entry = Listing.Entry(file: file, part: .cur, isRegular: true)
    // In place: a copy of a long folder for every message of a batch would take its time.
    let located = KnownFolder.Located(entry: entry, message: message, isSettled: found.isSettled)
    known[after.folder, default: KnownFolder()].messages[after.key] = located
    known[after.folder]?.messages[detailsOf: after.key] = details
    if before != after { moves.append((before, located)) }
    known[after.folder]?.signature = nil
    known[after.folder]?.changes += 1
    return message
  }

  /// Adds the preview to what is known of a message, and what was read with it.
  @discardableResult
  func note(
    _ preview: (text: String, hasAttachment: Bool), _ details: MessageDetails?,
    of found: KnownFolder.Located
  ) -> Message {
    let message = found.message.with(
      preview: preview.text, hasAttachment: preview.hasAttachment)
    known[message.id.folder]?.messages[message.id.key] = .init(
      entry: found.entry, message: message, isSettled: found.isSettled)
    if let details { known[message.id.folder]?.messages[detailsOf: message.id.key] = details }
    return message
  }

  func forget(_ id: MessageRef) {
    known[id.folder]?.messages[id.key] = nil
    known[id.folder]?.messages[detailsOf: id.key] = nil
    known[id.folder]?.signature = nil
    known[id.folder]?.changes += 1
  }
}
