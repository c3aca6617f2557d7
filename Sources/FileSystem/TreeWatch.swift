internal import CDunnockLinux
internal import Dispatch
internal import Glibc

/// Watches the directories of a tree, and the way to it, by inotify; and by looking once a minute where
/// that is not to be had: network file systems tell nothing, and the kernel's watches and queues are
/// limited.
package final class TreeWatch: @unchecked Sendable {
  // Everything below is touched on `queue` only.
  private let queue = DispatchQueue(label: "dunnock.tree-watch")
  private let root: ByteName
  private let directories: @Sendable () -> [ByteName]
  private let calls: WatchCalls
  private let wake: @Sendable () -> Void
  private var source: (any DispatchSourceRead)?
  private var way: PathWatch?
  private var descriptor: Int32 = -1
  private var isPending = false
  private var isStopped = false
  private var changes = NamedChanges()
  /// Whether directories came or went since the tree was walked.
  private var mustWalk = false
  /// Whether inotify tells of every directory.
  private var isTreeTold = false
  /// Whether all that may happen to the root from outside is told.
  private var isWayTold = false
  private var seen: Root?
  private var signatures: [ByteName: Directory.Signature?] = [:]
  private var isLookDue = false
  private var doubts = 0

  /// How long changes are gathered before they are told.
  private static let gathering = DispatchTimeInterval.milliseconds(40)
  /// How long after a look comes the next, where not all is told.
  private static let pause = DispatchTimeInterval.seconds(60)
  /// How often, and how long after one another, what was found by looking is taken for changed once
  /// more: within the resolution of the file system's clock, two seconds at worst, the next change
  /// leaves the same time.
  private static let ticksOfDoubt = 4
  private static let betweenTicks = DispatchTimeInterval.milliseconds(700)

  /// What is at the path of the root.
  private struct Root: Equatable {
    let device: dev_t
    let inode: ino_t
    let mode: mode_t
    let isWritable: Bool

    /// Nil where nothing is, or nothing that can be reached.
    init?(_ path: ByteName) {
      var status = stat()
      guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
      (device, inode, mode) = (status.st_dev, status.st_ino, status.st_mode)
      isWritable = path.withCString { access($0, W_OK) } == 0
    }
  }

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

  /// Says that something else may be at a path than before, or in the directory there: as soon as it is
  /// watched, and whenever something happened. Waits for no disk itself.
  package static func changes(at path: ByteName) -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let watch = TreeWatch(root: path, directories: { [] }) { continuation.yield() }
      continuation.onTermination = { _ in watch.stop() }
      watch.queue.async {
        watch.begin()
        watch.wake()
      }
    }
  }

  /// Tells of all that happens after the call. Walks through the tree.
  package func start() {
    queue.sync { begin() }
  }

  /// Looks now for what inotify does not tell.
  package func look() {
    queue.async { self.way?.look() }
  }

  package func stop() {
    queue.async {
      self.isStopped = true
      self.source?.cancel()
      self.source = nil
      self.way?.stop()
      self.way = nil
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
    let way = PathWatch(root, calls: calls) { [weak self] isComplete in
      guard let self else { return }
      queue.async { self.compare(isComplete) }
    }
    self.way = way
    isWayTold = way.start()
    seen = Root(root)
    walk()
    let now = Int64(time(nil))
    if signatures.values.contains(where: { $0?.isFresh(at: now) == true }) { doubt() }
    lookLater()
  }

  /// Watches every directory whose entries matter. Watching what is watched already changes nothing.
  ///
  /// - Returns: Whether there is something of which nothing was told.
  @discardableResult
  private func walk() -> Bool {
    mustWalk = false
    // Through a link to the root, as the paths below it go.
    let top = root.entry(ByteName("."))
    let paths = Set([top] + directories())
    let parents = Set(paths.map(\.split.directory))
    isTreeTold = descriptor >= 0
    let before = signatures
    signatures = [:]
    for path in paths {
      signatures[path] = .some(Directory.signature(path))
      var mask =
        IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF
        | IN_MOVE_SELF | IN_ONLYDIR
      // Tells of directories inside that may be read now, and of each file that does not matter.
      if path == top || parents.contains(path) { mask |= IN_ATTRIB }
      let number = calls.add(descriptor, path, UInt32(mask))
      if number >= 0, !calls.isSilent(path) {
        changes.watch(path, as: number)
      } else if ![-ENOENT, -ENOTDIR, -EACCES].contains(number) {
        // The directory above tells when a missing part of a folder comes, or may be read.
        isTreeTold = false
      } else if number == -ENOENT, path != top, !paths.contains(path.split.directory) {
        awaitDirectories(to: path)
      }
    }
    if paths.contains(where: { before[$0] == nil }) {
      // Of what came into a directory after it was listed and before it was watched nothing tells.
      queue.async { [weak self] in
        guard let self, !isStopped else { return }
        if walk() { gather() }
      }
    }
    return paths != Set(before.keys)
      || signatures.contains { path, now in isOther(now, than: before[path] ?? nil) }
  }

  /// Has the nearest directory that is there tell when the next one on the way to a path comes.
  private func awaitDirectories(to path: ByteName) {
    let mask = UInt32(IN_CREATE | IN_MOVED_TO | IN_MASK_ADD | IN_ONLYDIR)
    var above = path
    var number = -ENOENT
    while number == -ENOENT, above.bytes.count > 1 {
      above = above.split.directory
      number = calls.add(descriptor, above, mask)
    }
    if number < 0 || calls.isSilent(above) { isTreeTold = false }
  }

  private func readEvents() {
    let news = changes.add(WatchEvent.read(from: descriptor))
    if news == .directories { mustWalk = true }
    if news != .nothing { gather() }
  }

  private func gather() {
    guard !isPending else { return }
    isPending = true
    queue.asyncAfter(deadline: .now() + TreeWatch.gathering) { [weak self] in
      guard let self, !isStopped else { return }
      isPending = false
      if mustWalk { walk() }
      lookLater()
      wake()
    }
  }

  /// Finds what nobody told of: another root, other directories in the place of those that are
  /// watched, and where inotify does not tell of all, other times.
  private func compare(_ isWayTold: Bool) {
    guard !isStopped else { return }
    self.isWayTold = isWayTold
    let before = seen
    seen = Root(root)
    if seen != before
      || signatures.contains(where: { isOther(Directory.signature($0), than: $1) })
    {
      walk()
      gather()
      doubt()
    }
    lookLater()
  }

  /// Whether a directory is another than it was, or has other times where nothing tells of it.
  private func isOther(_ now: Directory.Signature?, than before: Directory.Signature?) -> Bool {
    isTreeTold ? now?.inode != before?.inode : now != before
  }

  /// Takes what inotify does not tell of for changed some times more.
  private func doubt() {
    guard !isTreeTold else { return }
    if doubts == 0 { tick() }
    doubts = TreeWatch.ticksOfDoubt
  }

  private func tick() {
    queue.asyncAfter(deadline: .now() + TreeWatch.betweenTicks) { [weak self] in
      guard let self, !isStopped else { return }
      doubts -= 1
      gather()
      if doubts > 0 { tick() }
    }
  }

  private func lookLater() {
    guard !isLookDue, !isTreeTold || !isWayTold else { return }
    isLookDue = true
    queue.asyncAfter(deadline: .now() + TreeWatch.pause) { [weak self] in
      guard let self else { return }
      isLookDue = false
      way?.look()
    }
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
