internal import CGMime
internal import Dispatch
internal import Glibc

extension Maildir {
  /// Says that something in the tree may have changed: another program's delivery, move or flag
  /// change, or one of ours. Several changes at once say it once. It only wakes; what changed is
  /// found by asking for the messages again. Ends when the caller stops listening.
  public nonisolated func changes() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let watch = TreeWatch(root: root) { continuation.yield() }
      continuation.onTermination = { _ in watch.stop() }
      watch.start()
    }
  }
}

/// Watches the directories of a tree by inotify, and by their times where that is not to be had:
/// network file systems tell nothing, and the kernel's watches and queues are limited.
final class TreeWatch: @unchecked Sendable {
  // Everything below is touched on `queue` only.
  private let queue = DispatchQueue(label: "dunnock.tree-watch")
  private let root: ByteName
  private let wake: @Sendable () -> Void
  private var source: (any DispatchSourceRead)?
  private var timer: (any DispatchSourceTimer)?
  private var descriptor: Int32 = -1
  private var isPending = false
  private var isStopped = false
  private var signatures: [ByteName: Directory.Signature] = [:]

  /// How long changes are gathered before they are told.
  private static let gathering = DispatchTimeInterval.milliseconds(40)
  /// How often the times of the directories are looked at when inotify watches all of them, and
  /// when it does not.
  private static let slowPoll = DispatchTimeInterval.seconds(30)
  private static let fastPoll = DispatchTimeInterval.milliseconds(800)

  init(root: ByteName, wake: @escaping @Sendable () -> Void) {
    self.root = root
    self.wake = wake
  }

  func start() {
    queue.sync { begin() }
  }

  func stop() {
    queue.async {
      self.isStopped = true
      self.source?.cancel()
      self.timer?.cancel()
      self.source = nil
      self.timer = nil
    }
  }

  private func begin() {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    self.descriptor = descriptor
    if descriptor >= 0 {
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler { [unowned self] in drain() }
      source.setCancelHandler { close(descriptor) }
      source.activate()
      self.source = source
    }
    let isComplete = watchAll()
    signatures = currentSignatures()
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let interval = isComplete ? TreeWatch.slowPoll : TreeWatch.fastPoll
    timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(100))
    timer.setEventHandler { [unowned self] in poll() }
    timer.activate()
    self.timer = timer
  }

  /// Every directory whose entries matter: folders appear in some, messages in the others.
  private func directories() -> [ByteName] {
    var paths: Set<ByteName> = [root]
    for folder in FolderTree(root: root).folders() {
      var path = root.bytes
      for level in folder.path.bytes.split(separator: UInt8(ascii: "/")) {
        path += [UInt8(ascii: "/")] + level
        paths.insert(ByteName(path))
      }
      for part in ["cur", "new"] { paths.insert(ByteName(path + Array("/\(part)".utf8))) }
    }
    return Array(paths)
  }

  private func watchAll() -> Bool {
    guard descriptor >= 0 else { return false }
    let mask = UInt32(
      IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF
        | IN_MOVE_SELF | IN_ONLYDIR)
    return directories().map { path in
      path.withCString { inotify_add_watch(descriptor, $0, mask) } >= 0
    }.allSatisfy { $0 }
  }

  private func drain() {
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while read(descriptor, &buffer, buffer.count) > 0 {}
    gather()
  }

  private func gather() {
    guard !isPending else { return }
    isPending = true
    queue.asyncAfter(deadline: .now() + TreeWatch.gathering) { [weak self] in
      guard let self, !isStopped else { return }
      isPending = false
      // Watching what is watched already changes nothing; a new folder gets its watches.
      _ = watchAll()
      signatures = currentSignatures()
      wake()
    }
  }

  private func poll() {
    let now = currentSignatures()
    if now != signatures { gather() }
    signatures = now
  }

  private func currentSignatures() -> [ByteName: Directory.Signature] {
    var signatures: [ByteName: Directory.Signature] = [:]
    for path in directories() { signatures[path] = Directory.signature(path) }
    return signatures
  }
}
