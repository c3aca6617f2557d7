import MailModel

/// The messages of a folder that have something in common.
public struct Sweep: Sendable {
  public enum Likeness: Hashable, Sendable {
    /// The address that they are by.
    case sender(String)
    /// What their mailing list is known by.
    case list(String)
  }

  public let likeness: Likeness
  public let messages: [Message]
}

extension TriageSession {
  /// What is like a message where that is: all by its sender, and all from its mailing list.
  public nonisolated func sweeps(like message: Message) async throws(TriageError) -> [Sweep] {
    let folder = message.id.folder
    do throws(StoreError) {
      var sweeps: [Sweep] = []
      if !message.address.isEmpty {
        let sender = message.address.lowercased()
        let messages = try await store.messages(in: folder)
          .filter { $0.address.lowercased() == sender }
        sweeps.append(Sweep(likeness: .sender(message.address), messages: messages))
      }
      if let list = try await store.list(of: message.id, in: folder) {
        sweeps.append(Sweep(likeness: .list(list.name), messages: list.messages))
      }
      return sweeps.filter { !$0.messages.isEmpty }
    } catch {
      throw .store(error)
    }
  }
}
