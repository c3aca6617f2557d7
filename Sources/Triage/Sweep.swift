import MailModel

/// The messages of a folder, or of an account, that have something in common.
public struct Sweep: Sendable {
  public enum Likeness: Hashable, Codable, Sendable {
    /// The address that they are by.
    case sender(String)
    /// What their mailing list is known by.
    case list(String)
  }

  public let likeness: Likeness
  public let messages: [Message]
}

extension TriageSession {
  /// What is like a message: all by its sender, and all from its mailing list.
  ///
  /// - Parameter isEverywhere: Whether that is looked for in all folders of its account, or where it is alone. What others than the sender
  ///   have brought where it is stays in any case: drafts and sent mail, what waits to come back, junk and trash. What is in the message's
  ///   own folder comes first.
  public nonisolated func sweeps(
    like message: Message, everywhere isEverywhere: Bool = false
  ) async throws(TriageError) -> [Sweep] {
    do throws(StoreError) {
      let own = message.id.folder
      let others = isEverywhere ? try await folders().filter { isSwept($0, along: own) } : []
      var bySender: [Message] = []
      var ofList: (name: String, messages: [Message])?
      let sender = message.address.lowercased()
      for folder in [own] + others where !Task.isCancelled {
        if !sender.isEmpty {
          bySender += try await store.messages(in: folder)
            .filter { $0.address.lowercased() == sender }
        }
        if let list = try await store.list(of: message.id, in: folder) {
          ofList = (list.name, (ofList?.messages ?? []) + list.messages)
        }
      }
      var sweeps = [Sweep(likeness: .sender(message.address), messages: bySender)]
      if let ofList {
        sweeps.append(Sweep(likeness: .list(ofList.name), messages: ofList.messages))
      }
      return sweeps.filter { !$0.messages.isEmpty }
    } catch {
      throw .store(error)
    }
  }

  private nonisolated func isSwept(_ folder: FolderID, along own: FolderID) -> Bool {
    let roles = roles
    return folder != own && roles.inbox(of: folder) == roles.inbox(of: own)
      && allowsChanges(in: folder)
      && ![Role.drafts, .sent, .snoozed, .junk, .trash].contains { roles.isWithin($0, folder) }
  }
}
