internal import CSystem
internal import Dispatch
internal import Glibc
package import MailModel

/// Watches the directories of a tree by inotify, and by their times where that is not to be had:
/// network file systems tell nothing, and the kernel's watches and queues are limited.
package final class TreeWatch: @unchecked Sendable {
  // Everything below is touched on `queue` only.
  private let queue = DispatchQueue(label: "dunnock.tree-watch")
  private let root: ByteName
  private let directories: @Sendable () -> [ByteName]
  private let calls: WatchCalls
  private let wake: @Sendable () -> Void
  private var source: (any DispatchSourceRead)?
  private var timer: (any DispatchSourceTimer)?
  private var descriptor: Int32 = -1
  private var isPending = false
  private var isStopped = false
  private var changes = NamedChanges()
  /// Whether directories came or went since the tree was walked.
  private var mustWalk = false
  /// Whether inotify tells of every directory.
  private var isComplete = false
  private var identity: Directory.Identity?
  private var signatures: [ByteName: Directory.Signature?] = [:]
  private var ticks = 0
  private var looksDue = 0

  /// How long changes are gathered before they are told.
  private static let gathering = DispatchTimeInterval.milliseconds(40)
  /// How often the root is looked at, since nothing tells of a disk that is mounted over it or of a
  /// directory above it that is renamed; and all directories where inotify does not tell of all.
  private static let tick = DispatchTimeInterval.milliseconds(700)
  /// After how many ticks all directories are looked at in any case, some 30 seconds.
  private static let ticksBetweenWalks = 43
  /// How many ticks after a change are taken for changes too: within the resolution of the file
  /// system's clock, two seconds at worst, the next change leaves the same time.
  private static let ticksOfDoubt = 4

  /// - Parameter directories: Finds the directories whose entries matter.
  package init(
    root: ByteName, directories: @escaping @Sendable () -> [ByteName],
    calls: WatchCalls = WatchCalls(), wake: @escaping @Sendable () -> Void
  ) {
    self.root = root
    self.directories = directories
    self.calls = calls
    self.wake = wake
  }

  package func start() {
    queue.sync { begin() }
  }

  package func stop() {
    queue.async {
      self.isStopped = true
      self.source?.cancel()
      self.timer?.cancel()
      self.source = nil
      self.timer = nil
    }
  }

  /// The names in these directories that something happened to since they were last asked for: all
  /// events of what was done before the call are in it. Nil where more may have happened.
  package func takeChanges(in paths: [ByteName]) -> [Set<ByteName>]? {
    queue.sync {
      guard !isStopped else { return nil }
      readEvents()
      let names = paths.map { changes.take($0) }
      // Until directories that came are watched, more may happen in them.
      return mustWalk || names.contains(nil) ? nil : names.compactMap { $0 }
    }
  }

  private func begin() {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    self.descriptor = descriptor
    if descriptor >= 0 {
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler { [unowned self] in readEvents() }
      source.setCancelHandler { close(descriptor) }
      source.activate()
      self.source = source
    }
    identity = Directory.Identity(root, follows: true)
    walk()
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(
      deadline: .now() + TreeWatch.tick, repeating: TreeWatch.tick, leeway: .milliseconds(100))
    timer.setEventHandler { [unowned self] in poll() }
    timer.activate()
    self.timer = timer
  }

  /// Watches every directory whose entries matter. Watching what is watched already changes nothing.
  private func walk() {
    mustWalk = false
    // Through a link to the root, as the paths below it go.
    let paths = Set([ByteName(root.bytes + Array("/.".utf8))] + directories())
    let mask = UInt32(
      IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF
        | IN_MOVE_SELF | IN_ONLYDIR)
    isComplete = descriptor >= 0 && identity != nil
    signatures = [:]
    for path in paths {
      signatures[path] = .some(Directory.signature(path))
      let number = calls.add(descriptor, path, mask)
      if number >= 0, !calls.isSilent(path) {
        changes.watch(path, as: number)
      } else if number != -ENOENT, number != -ENOTDIR {
        // The directory above tells when a missing part of a folder comes.
        isComplete = false
      }
    }
  }

  private func readEvents() {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return }
      if changes.add(buffer[..<count]) { mustWalk = true }
      gather()
    }
  }

  private func gather() {
    guard !isPending else { return }
    isPending = true
    queue.asyncAfter(deadline: .now() + TreeWatch.gathering) { [weak self] in
      guard let self, !isStopped else { return }
      isPending = false
      if mustWalk { walk() }
      wake()
    }
  }

  private func poll() {
    ticks += 1
    let now = Directory.Identity(root, follows: true)
    let isOther = now != identity
    identity = now
    var hasChanged = isOther
    if !isComplete || ticks % TreeWatch.ticksBetweenWalks == 0 {
      // An account may have come where no directory is watched.
      if ticks % TreeWatch.ticksBetweenWalks == 0 { mustWalk = true }
      hasChanged =
        hasChanged || signatures.contains { $0.value != Directory.signature($0.key) }
      if hasChanged { looksDue = isComplete ? 0 : TreeWatch.ticksOfDoubt }
    }
    if hasChanged || mustWalk {
      let before = Set(signatures.keys)
      walk()
      hasChanged = hasChanged || Set(signatures.keys) != before
    }
    if !hasChanged, looksDue > 0 {
      looksDue -= 1
      hasChanged = true
    }
    if hasChanged { gather() }
  }
}

/// The system calls of a watch, so that a test can let them fail.
package struct WatchCalls: Sendable {
  /// Adds an inotify watch; returns its number, or an errno below zero.
  package var add: @Sendable (Int32, ByteName, UInt32) -> Int32 = { descriptor, path, mask in
    path.withCString {
      let number = inotify_add_watch(descriptor, $0, mask)
      return number >= 0 ? number : -errno
    }
  }

  /// Whether a directory is on a file system that tells nothing of what other machines do.
  package var isSilent: @Sendable (ByteName) -> Bool = { path in
    silentTypes.contains(path.withCString { dnk_file_system_type($0) })
  }

  package init() {}

  /// The magic numbers of statfs(2): NFS, SMB (three), FUSE, 9P, Ceph, AFS, Coda, VirtualBox's and
  /// VMware's shared folders, GFS2, OCFS2.
  private static let silentTypes: Set<UInt32> = [
    0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x6573_5546, 0x0102_1997, 0x00C3_6400, 0x5346_414F,
    0x7375_7245, 0x786F_4256, 0xBACB_ACBC, 0x0116_1970, 0x7461_636F,
  ]
}
