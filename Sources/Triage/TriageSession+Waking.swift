import MailModel

extension TriageSession {
  /// Brings back what was put off to a time that has come, as far as changes are allowed, as a step of the
  /// program's own.
  ///
  /// What fails stays where it is, and is tried again with the next call.
  ///
  /// - Parameter now: In seconds since 1970.
  /// - Returns: When to look next, nil while nothing waits; and whether something came back.
  public func wake(at now: Int64) async -> (next: Int64?, haveCome: Bool) {
    guard allowsChanges, let folders = try? await folders() else { return (nil, false) }
    var due: [MessageRef] = []
    var next: Int64?
    for folder in folders where roles.role(of: folder) == .snoozed && allowsChanges(in: folder) {
      for message in (try? await store.messages(in: folder)) ?? [] {
        guard message.canChange, let waking = message.waking else { continue }
        if waking <= now { due.append(message.id) } else { next = min(next ?? waking, waking) }
      }
    }
    if due.isEmpty { return (next, false) }
    do throws(TriageError) {
      let outcome = try await perform(.wake(at: now), on: due, by: .waking)
      return (next, !outcome.changes.isEmpty)
    } catch .busy {
      return (min(next ?? .max, now + Self.pause), false)
    } catch {
      return (next, false)
    }
  }

  /// How long another program that is busy with the mailbox is left alone, in seconds.
  private static let pause: Int64 = 60
}
