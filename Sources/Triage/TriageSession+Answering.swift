import MailModel

extension TriageSession {
  /// Marks the message of a Message-ID in all folders where changes are allowed, once it was answered or passed on: no step of the
  /// person's own, for the mail that answers it is out.
  public func note(_ mark: Command.Mark, of messageID: String) async {
    guard let found = try? await store.messages(called: messageID) else { return }
    let ids = found.filter { allowsChanges(in: $0.folder) }
    guard !ids.isEmpty else { return }
    _ = try? await perform(.mark(mark), on: ids, by: .reading)
  }

  /// Where a message is now that was moved here; nil where nobody has moved it, as far as the record knows.
  public func place(afterMoving id: MessageRef) -> MessageRef? {
    guard let now = try? record?.successor(of: id).id, now != id else { return nil }
    return now
  }
}
