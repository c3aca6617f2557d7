import Glibc
import Synchronization
import TemporaryMailboxes
import TestWaiting
import Testing

@testable import FileSystem

/// What happens on the way to a tree. Every test waits to be woken, and fails by the suite's limit when
/// it never is.
@Suite(.againstHanging) struct TreeWatchTests {
  /// A folder of a test's own, in whose `a/b` a tree lies.
  private final class Place {
    let path: String
    var tree: String { path + "/a/b" }

    init() throws {
      path = try TemporaryMaildir.makeDirectory()
      mkdir(path + "/a", 0o700)
      mkdir(path + "/a/b", 0o700)
    }

    deinit { TemporaryMaildir.remove(path) }

    func rename(_ old: String, _ new: String) {
      #expect(Glibc.rename("\(path)/\(old)", "\(path)/\(new)") == 0)
    }

    func link(_ name: String, to target: String) {
      #expect(symlink(target, "\(path)/\(name)") == 0)
    }

    func make(_ name: String) { #expect(mkdir("\(path)/\(name)", 0o700) == 0) }
  }

  /// Waits until a change is told, by a watch that begins before it.
  private func tells(
    _ path: String, calls: WatchCalls = WatchCalls(),
    isAsked: Bool = false, of change: () throws -> Void
  ) async rethrows {
    let (wakes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let watch = TreeWatch(
      root: ByteName(path), directories: { [] }, calls: calls, wake: { continuation.yield() })
    watch.start()
    defer { watch.stop() }
    try change()
    if isAsked { watch.look() }
    for await _ in wakes { return }
  }

  @Test(arguments: ["a/b", "a"]) func aDirectoryThatIsRenamedIsTold(name: String) async throws {
    let place = try Place()
    await tells(place.tree) { place.rename(name, "away") }
    await tells(place.tree) { place.rename("away", name) }
  }

  @Test func aDirectoryThatIsDeletedAndMadeAgainIsTold() async throws {
    let place = try Place()
    await tells(place.tree) { rmdir(place.tree) }
    await tells(place.tree) { place.make("a/b") }
    // What another program holds open stays a directory for it.
    let held = try Directory(ByteName(place.tree))
    await tells(place.tree) { rmdir(place.tree) }
    rmdir(place.path + "/a")
    await tells(place.tree) {
      place.make("a")
      place.make("a/b")
    }
    withExtendedLifetime(held) {}
  }

  @Test func aWayThatComesStepByStepIsTold() async throws {
    let place = try Place()
    let (wakes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let watch = TreeWatch(
      root: ByteName(place.tree + "/c/d/e"), directories: { [] }, wake: { continuation.yield() })
    watch.start()
    defer { watch.stop() }
    for name in ["a/b/c", "a/b/c/d", "a/b/c/d/e"] { place.make(name) }
    for await _ in wakes where access(place.tree + "/c/d/e", F_OK) == 0 { return }
  }

  @Test(arguments: ["a/b", "./a/../a/b", "PATH/a/b"])
  func aLinkThatLeadsElsewhereIsTold(target: String) async throws {
    let place = try Place()
    place.make("other")
    place.link("link", to: target.replacing("PATH", with: place.path))
    for path in [place.path + "/link", place.path + "/over/link"] {
      if path.contains("over") { place.link("over", to: ".") }
      await tells(path) {
        place.link("next", to: "other")
        place.rename("next", "link")
      }
      await tells(path) { unlink(place.path + "/link") }
      await tells(path) { place.link("link", to: target.replacing("PATH", with: place.path)) }
      await tells(path) { place.rename("a", "away") }
      await tells(path) { place.rename("away", "a") }
    }
  }

  @Test func linksInACircleHarmNothing() async throws {
    let place = try Place()
    place.link("first", to: "second")
    place.link("second", to: "first")
    await tells(place.path + "/first/x") {
      unlink(place.path + "/first")
      place.make("first")
      place.make("first/x")
    }
  }

  @Test func aFileInItsPlaceIsTold() async throws {
    let place = try Place()
    let path = place.path + "/file"
    await tells(path) { fclose(fopen(path, "w")) }
    await tells(path) {
      unlink(path)
      place.make("file")
    }
  }

  @Test func permissionsAreTold() async throws {
    let place = try Place()
    place.make("a/b/cur")
    for path in [place.tree, place.tree + "/cur"] {
      await tells(place.tree) { chmod(path, 0) }
      await tells(place.tree) { chmod(path, 0o700) }
    }
  }

  @Test(.enabled(if: getuid() != 0, "permissions do not bind root"))
  func aWayThatIsClosedIsTold() async throws {
    let place = try Place()
    await tells(place.tree) { chmod(place.path + "/a", 0) }
    await tells(place.tree) { chmod(place.path + "/a", 0o700) }
  }

  @Test func directoriesFarFromTheTreeAreAwaited() async throws {
    let place = try Place()
    let trash = place.path + "/data/Trash/files"
    let (wakes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let watch = TreeWatch(
      root: ByteName(place.tree), directories: { [ByteName(trash)] },
      wake: { continuation.yield() })
    watch.start()
    defer { watch.stop() }
    for name in ["data", "data/Trash", "data/Trash/files"] { place.make(name) }
    for await _ in wakes {
      // The first answer is never certain.
      _ = watch.takeChanges(in: [ByteName(trash)])
      if watch.takeChanges(in: [ByteName(trash)]) != nil { break }
    }
    fclose(fopen(trash + "/1", "w"))
    for await _ in wakes where watch.takeChanges(in: [ByteName(trash)]) == [[ByteName("1")]] {
      return
    }
  }

  /// Where nothing is told, by a mount that no inotify knows of or for want of watches.
  @Test func whoAsksIsTold() async throws {
    let place = try Place()
    var calls = WatchCalls()
    calls.add = { _, _, _ in -ENOSPC }
    await tells(place.tree, calls: calls, isAsked: true) { place.rename("a", "away") }
    await tells(place.tree, calls: calls, isAsked: true) { place.rename("away", "a") }
    await tells(place.tree, calls: calls, isAsked: true) { place.make("a/b/cur") }
    calls.add = { _, _, _ in 0 }
    await tells(place.tree, calls: calls, isAsked: true) { place.rename("a", "away") }
  }

  /// As many looks at the way as events on it, whatever happens beside it.
  @Test func whatIsBesideTheWayWakesNobody() async throws {
    let place = try Place()
    let looks = Mutex(0)
    var calls = WatchCalls()
    let (add, path) = (calls.add, place.path)
    calls.add = { descriptor, place, mask in
      if place == ByteName(path), mask & UInt32(IN_ONLYDIR) == 0 { looks.withLock { $0 += 1 } }
      return add(descriptor, place, mask)
    }
    await tells(place.tree, calls: calls) {
      let before = looks.withLock { $0 }
      for number in 0..<100 {
        place.make("\(number)")
        chmod("\(path)/\(number)", 0o500)
        rmdir("\(path)/\(number)")
      }
      #expect(looks.withLock { $0 } == before)
      place.make("a/b/cur")
    }
    #expect(looks.withLock { $0 } == 1)
  }

  @Test func aPathThatCannotBeOpenedIsFollowed() async throws {
    let place = try Place()
    let path = place.path + "/c/d"
    var changes = TreeWatch.changes(at: ByteName(path)).makeAsyncIterator()
    // That it is watched.
    await changes.next()
    place.make("c")
    place.make("c/d")
    while access(path, F_OK) != 0 { await changes.next() }
    place.make("c/d/cur")
    await changes.next()
  }
}
