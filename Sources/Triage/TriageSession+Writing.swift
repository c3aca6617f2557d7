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

  /// Takes away a copy of a draft, which a newer one is in the place of, or that is sent: no step of the person's own.
  ///
  /// - Parameter isOwn: Whether it is as the program put it there, and so is deleted; what was changed elsewhere goes to the trash.
  public func retireDraft(_ id: MessageRef, isOwn: Bool) async {
    _ = try? await perform(isOwn ? .delete : .trash, on: [id], by: .drafting)
  }

  /// Where a message is now that was moved here; nil where nobody has moved it, as far as the record knows.
  public func place(afterMoving id: MessageRef) -> MessageRef? {
    guard let now = try? record?.successor(of: id).id, now != id else { return nil }
    return now
  }
}
