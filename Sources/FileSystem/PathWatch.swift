internal import CDunnockLinux
internal import Dispatch
internal import Glibc

/// Watches the way to a path: tells when something on it was renamed, deleted, made or given other
/// permissions, when a link on it leads elsewhere, and when a file system was mounted, unmounted or
/// mounted anew, wherever that was.
///
/// Costs a thread, asleep until then, and one watch for each directory and link on the way.
final class PathWatch: @unchecked Sendable {
  private let path: ByteName
  private let calls: WatchCalls
  private let tell: @Sendable (_ isComplete: Bool) -> Void
  private let requests = eventfd(0, Int32(EFD_CLOEXEC))
  private let mounts = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
  // The thread's own from `start` on.
  private var descriptor: Int32 = -1
  /// The entries of directories, by the numbers of their watches, that the way goes on with.
  private var steps: [Int32: Set<ByteName>] = [:]

  private static let look: eventfd_t = 1
  /// More than so many looks that nobody waited for.
  private static let end: eventfd_t = 1 << 32
  /// As many as the kernel follows in one path.
  private static let maximumLinks = 40

  /// - Parameter tell: Called on the thread; says whether it will be told of everything from now on.
  init(
    _ path: ByteName, calls: WatchCalls, tell: @escaping @Sendable (_ isComplete: Bool) -> Void
  ) {
    self.path = path
    self.calls = calls
    self.tell = tell
  }

  deinit {
    for descriptor in [requests, mounts, descriptor] where descriptor >= 0 { close(descriptor) }
  }

  /// Tells of all that happens after the call.
  ///
  /// - Returns: Whether it will be told of everything.
  func start() -> Bool {
    guard requests >= 0 else { return false }
    let isComplete = watch()
    // A queue has a thread of its own while it works.
    DispatchQueue(label: "dunnock.path-watch").async { self.run() }
    return isComplete
  }

  /// Tells in any case, after it has looked what is on the way now.
  func look() {
    if requests >= 0 { eventfd_write(requests, PathWatch.look) } else { tell(false) }
  }

  func stop() { eventfd_write(requests, PathWatch.end) }

  private func run() {
    while true {
      var waiting = [(requests, POLLIN), (mounts, POLLPRI), (descriptor, POLLIN)].map {
        pollfd(fd: $0.0, events: Int16($0.1), revents: 0)
      }
      guard poll(&waiting, nfds_t(waiting.count), -1) > 0 else { continue }
      var isAsked = waiting[1].revents != 0
      if waiting[0].revents != 0 {
        var asked: eventfd_t = 0
        eventfd_read(requests, &asked)
        if asked >= PathWatch.end { return }
        isAsked = true
      }
      let events = waiting[2].revents != 0 ? WatchEvent.read(from: descriptor) : []
      if isAsked || events.contains(where: isOfTheWay) { tell(watch()) }
    }
  }

  /// Whether an event is not that of another entry of a directory on the way.
  private func isOfTheWay(_ event: WatchEvent) -> Bool {
    event.name.isEmpty || steps[event.number]?.contains(event.name) == true
  }

  /// Watches what is on the way now. What is not there or must not be watched is told of by the
  /// directory that it belongs in.
  ///
  /// - Returns: Whether all of it will be told.
  private func watch() -> Bool {
    if descriptor >= 0 { close(descriptor) }
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    steps = [:]
    var isComplete = descriptor >= 0 && mounts >= 0
    func add(_ place: ByteName, _ more: Int32 = 0) -> Int32 {
      // A directory tells of its entries' permissions too: it can be watched when they cannot.
      let mask = IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF | IN_DONT_FOLLOW | IN_MASK_ADD | more
      let number = calls.add(descriptor, place, UInt32(mask))
      if number < 0
        ? ![-ENOENT, -ENOTDIR, -EACCES].contains(number) : calls.isSilent(place)
      {
        isComplete = false
      }
      return number
    }
    func parts(_ path: ByteName) -> [ByteName] {
      path.bytes.split(separator: UInt8(ascii: "/")).map { ByteName($0) }.reversed()
    }
    func start(_ path: ByteName) -> ByteName {
      ByteName(path.bytes.first == UInt8(ascii: "/") ? "/" : ".")
    }
    var ahead = parts(path)
    var place = start(path)
    var number = add(place)
    var links = 0
    while let name = ahead.popLast() {
      if number >= 0 { steps[number, default: []].insert(name) }
      // What another program holds open does not say itself that it was deleted.
      if ahead.isEmpty { _ = add(place, IN_DELETE) }
      let next = place.entry(name)
      var inner = add(next)
      if inner < 0 {
        if add(place, IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO) < 0 {
          isComplete = false
        }
        // It may have come before that.
        inner = add(next)
        if inner == -ENOENT || inner == -ENOTDIR { break }
      }
      if let target = next.linked {
        links += 1
        if links > PathWatch.maximumLinks { break }
        ahead += parts(target)
        guard start(target) == ByteName("/") else { continue }
        place = start(target)
        number = add(place)
      } else {
        place = next
        number = inner
      }
    }
    return isComplete
  }
}
