import FileSystem
import Glibc
import MailModel
import TemporaryMailboxes
import TestWaiting
import Testing

@testable import MaildirStore

/// Every test waits to be woken, and fails by the suite's limit when it never is.
@Suite(.againstHanging) struct WatchTests {
  /// How a tree can be watched.
  enum Means: CaseIterable {
    case inotify
    /// The kernel's limit of watches is reached.
    case noWatches
    /// Watches are given and tell nothing, as on network file systems.
    case silence

    var calls: WatchCalls {
      var calls = WatchCalls()
      switch self {
      case .inotify: break
      case .noWatches: calls.add = { _, _, _ in -ENOSPC }
      case .silence:
        calls.add = { _, _, _ in 0 }
        calls.isSilent = { _ in true }
      }
      return calls
    }

    /// Has a watch that is told nothing look, as a window does that becomes active.
    func ask(_ watch: TreeWatch) { if self != .inotify { watch.look() } }
  }

  /// Waits until something is so, looking whenever the watch wakes.
  private func wake(
    _ path: String, _ means: Means, after change: () throws -> Void,
    until isSo: () throws -> Bool
  ) async rethrows {
    let (wakes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let watch = TreeWatch(mail: ByteName(path), calls: means.calls) { continuation.yield() }
    watch.start()
    defer { watch.stop() }
    try change()
    means.ask(watch)
    for await _ in wakes where try isSo() { return }
  }

  @Test(arguments: Means.allCases)
  func everyKindOfChangeIsTold(means: Means) async throws {
    let mail = try TemporaryMaildir(folders: [".Sub", "nested/deep"])
    for folder in ["", ".Sub", "nested/deep"] {
      let path = folder.isEmpty ? mail.path : "\(mail.path)/\(folder)"
      await wake(mail.path, means) {
        mail.add("1.a", in: "new", folder: folder)
      } until: {
        access("\(path)/new/1.a", F_OK) == 0
      }
      await wake(mail.path, means) {
        rename("\(path)/new/1.a", "\(path)/cur/1.a:2,")
      } until: {
        access("\(path)/cur/1.a:2,", F_OK) == 0
      }
      await wake(mail.path, means) {
        rename("\(path)/cur/1.a:2,", "\(path)/cur/1.a:2,S")
      } until: {
        access("\(path)/cur/1.a:2,S", F_OK) == 0
      }
      await wake(mail.path, means) {
        unlink("\(path)/cur/1.a:2,S")
      } until: {
        access("\(path)/cur/1.a:2,S", F_OK) != 0
      }
    }
  }

  @Test(arguments: Means.allCases)
  func foldersThatComeAreWatchedToo(means: Means) async throws {
    let mail = try TemporaryMaildir(folders: ["account/INBOX"], isMaildir: false)
    let (wakes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let watch = TreeWatch(mail: ByteName(mail.path), calls: means.calls) { continuation.yield() }
    watch.start()
    defer { watch.stop() }
    var each = wakes.makeAsyncIterator()
    mail.addFolder("account/Lists/gtk")
    mail.addFolder("account/INBOX/.Plus")
    while true {
      means.ask(watch)
      await each.next()
      if FolderTree(root: ByteName(mail.path)).folders().count == 3 { break }
    }
    // Wakes until it settles; then only the delivery can wake again.
    mail.add("1.a", in: "new", folder: "account/Lists/gtk")
    means.ask(watch)
    await each.next()
  }

  @Test func aDirectoryOnTheWayToMailIsWatched() async throws {
    let mail = try TemporaryMaildir(folders: ["account/INBOX"], isMaildir: false)
    for step in ["provider", "provider/name", "provider/name/INBOX"] {
      await wake(mail.path, .inotify) {
        mail.addDirectory(step)
      } until: {
        true
      }
    }
    await wake(mail.path, .inotify) {
      mail.addFolder("provider/name/INBOX")
    } until: {
      FolderTree(root: ByteName(mail.path)).folders().count == 2
    }
  }

  @Test(arguments: Means.allCases)
  func aMailboxThatGoesAndComesBackIsTold(means: Means) async throws {
    let mail = try TemporaryMaildir()
    let away = mail.path + "-away"
    let (wakes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let watch = TreeWatch(mail: ByteName(mail.path), calls: means.calls) { continuation.yield() }
    watch.start()
    defer { watch.stop() }
    var each = wakes.makeAsyncIterator()
    rename(mail.path, away)
    means.ask(watch)
    await each.next()
    rename(away, mail.path)
    means.ask(watch)
    await each.next()
    mail.add("1.a")
    means.ask(watch)
    await each.next()
  }

  @Test func aMailboxIsWatchedThroughALink() async throws {
    let mail = try TemporaryMaildir()
    let link = mail.path + "-link"
    symlink(mail.path, link)
    defer { unlink(link) }
    for means in Means.allCases {
      await wake(link, means) {
        mail.addFolder(".\(means)")
      } until: {
        access("\(link)/.\(means)", F_OK) == 0
      }
    }
  }

  @Test func everyOneOfManyFoldersIsWatched() async throws {
    let mail = try TemporaryMaildir(folders: (0..<500).map { ".folder\($0)" })
    for means in Means.allCases {
      for folder in [0, 499] {
        await wake(mail.path, means) {
          mail.add("\(means)", in: "new", folder: ".folder\(folder)")
        } until: {
          access("\(mail.path)/.folder\(folder)/new/\(means)", F_OK) == 0
        }
      }
    }
  }

  @Test func whatOthersDoIsListed() async throws {
    let mail = try TemporaryMaildir(folders: [".Archive"])
    let count = 5_000
    mail.add("0.a:2,S")
    for number in 1..<count { link("\(mail.path)/cur/0.a:2,S", "\(mail.path)/cur/\(number).a:2,S") }
    let store = try Maildir(path: mail.path)
    var wakes = store.changes().makeAsyncIterator()
    #expect(try await store.messages(in: .inbox).count == count)
    mail.add("new.a", in: "tmp")
    for (from, to, isSo) in [
      ("tmp/new.a", "new/new.a", { $0?.flags.letters == "" }),
      ("new/new.a", "cur/new.a:2,FS", { $0?.flags.letters == "FS" }),
      ("cur/new.a:2,FS", ".Archive/cur/new.a:2,FS", { $0 == nil }),
      (".Archive/cur/new.a:2,FS", "cur/new.a:2,FS", { $0 != nil }),
    ] as [(String, String, (Message?) -> Bool)] {
      #expect(rename("\(mail.path)/\(from)", "\(mail.path)/\(to)") == 0)
      while await wakes.next() != nil,
        !isSo(try await store.messages(in: .inbox).first { $0.id == MessageRef("new.a") })
      {}
    }
  }

  @Test func aDeliveryAmongManyMessagesIsTold() async throws {
    let mail = try TemporaryMaildir()
    mail.add("0.a")
    for number in 1..<20_000 { link("\(mail.path)/cur/0.a", "\(mail.path)/cur/\(number).a:2,S") }
    for means in Means.allCases {
      await wake(mail.path, means) {
        mail.add("\(means)", in: "new")
      } until: {
        access("\(mail.path)/new/\(means)", F_OK) == 0
      }
    }
  }

  @Test func theTemporaryFolderIsNotOnANetwork() throws {
    let mail = try TemporaryMaildir()
    #expect(!WatchCalls().isSilent(ByteName(mail.path)))
    #expect(!WatchCalls().isSilent(ByteName(mail.path + "/none")))
  }
}
