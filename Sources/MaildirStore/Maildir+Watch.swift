internal import FileSystem
internal import MailModel

extension Maildir {
  /// Says that something in the tree may have changed: another program's delivery, move or flag
  /// change, or one of ours. Several changes at once say it once. It only wakes; what changed is
  /// found by asking for the messages again. Ends when the caller stops listening.
  public nonisolated func changes() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let watch = TreeWatch(mail: root) { continuation.yield() }
      let listener = ObjectIdentifier(watch)
      listeners.withLock { $0[listener] = continuation }
      continuation.onTermination = { [weak self] _ in
        watch.stop()
        self?.listeners.withLock { $0[listener] = nil }
      }
      watch.start()
      // Where several listen the last is asked; once it has stopped it knows nothing.
      newestWatch.withLock { $0 = watch }
    }
  }

  /// Says that what belongs together is other than it was, which no directory tells of.
  nonisolated func tellListeners() {
    for listener in listeners.withLock({ Array($0.values) }) { listener.yield() }
  }

  public nonisolated func look() { newestWatch.withLock { $0 }?.look() }
}

extension TreeWatch {
  /// A watch on the directories of the mail folders of a tree.
  convenience init(
    mail root: ByteName, calls: WatchCalls = WatchCalls(), wake: @escaping @Sendable () -> Void
  ) {
    let tree = FolderTree(root: root)
    self.init(root: root, directories: { tree.directories }, calls: calls, wake: wake)
  }
}
