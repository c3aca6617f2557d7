internal import MailModel

extension Maildir {
  func note(
    _ found: KnownFolder.Located, _ before: MessageID, as name: ByteName, _ after: MessageID
  ) -> Message {
    forget(before)
    let file = FileName(name).known(as: after.key)
    let message = found.message.with(
      id: after, flags: file.flags, waking: FileName.waking(in: after.key))
    let entry = Listing.Entry(file: file, part: .cur, isRegular: true)
    // In place: a copy of a long folder for every message of a batch would take its time.
    known[after.folder, default: KnownFolder()].messages[after.key] = .init(
      entry: entry, message: message, isSettled: found.isSettled)
    known[after.folder]?.signature = nil
    known[after.folder]?.changes += 1
    return message
  }

  func forget(_ id: MessageID) {
    known[id.folder]?.messages[id.key] = nil
    known[id.folder]?.signature = nil
    known[id.folder]?.changes += 1
  }
}
