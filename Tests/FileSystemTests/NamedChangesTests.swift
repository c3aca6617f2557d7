import Glibc
import Testing

@testable import FileSystem

@Suite struct NamedChangesTests {
  private static let cur = ByteName("/mail/cur")
  private static let new = ByteName("/mail/new")

  /// Held by reference, since what an expectation calls may not change a value.
  private final class Changes {
    private var changes = NamedChanges()

    func watch(_ path: ByteName, as number: Int32) { changes.watch(path, as: number) }
    func take(_ path: ByteName) -> Set<ByteName>? { changes.take(path) }
    func add(_ events: some Sequence<UInt8>) -> NamedChanges.News {
      changes.add(WatchEvent.all(in: Array(events)[...]))
    }
  }

  /// Both directories watched, and asked for once.
  private func watched() -> Changes {
    let changes = Changes()
    changes.watch(Self.cur, as: 1)
    changes.watch(Self.new, as: 2)
    #expect(changes.take(Self.cur) == nil)
    #expect(changes.take(Self.new) == nil)
    return changes
  }

  /// An event as inotify writes it.
  private func event(_ kind: Int32, _ number: Int32, _ name: String = "") -> [UInt8] {
    let padded = name.isEmpty ? 0 : (name.utf8.count / 16 + 1) * 16
    var event: [UInt8] = []
    for value in [UInt32(bitPattern: number), UInt32(bitPattern: kind), 0, UInt32(padded)] {
      withUnsafeBytes(of: value) { event += $0 }
    }
    return event + name.utf8 + [UInt8](repeating: 0, count: padded - name.utf8.count)
  }

  private func set(_ names: String...) -> Set<ByteName> { Set(names.map { ByteName($0) }) }

  @Test func namesAreToldOnce() {
    let changes = watched()
    let events =
      event(Int32(IN_MOVED_FROM), 2, "1.a") + event(Int32(IN_MOVED_TO), 1, "1.a:2,S")
      + event(Int32(IN_CREATE), 1, String(repeating: "x", count: 255))
      + event(Int32(IN_DELETE), 7, "elsewhere")
    #expect(changes.add(events) == .names)
    #expect(changes.take(Self.new) == set("1.a"))
    #expect(changes.take(Self.cur) == set("1.a:2,S", String(repeating: "x", count: 255)))
    #expect(changes.take(Self.new) == [])
    #expect(changes.take(ByteName("/mail/tmp")) == nil)
    #expect(changes.take(ByteName("/mail/tmp")) == nil)
  }

  @Test(
    arguments: [IN_Q_OVERFLOW, IN_MOVE_SELF, IN_DELETE_SELF, IN_UNMOUNT, IN_IGNORED].map {
      Int32($0)
    }
  )
  func whatIsLostIsNotCertain(sign: Int32) {
    let changes = watched()
    #expect(changes.add(event(Int32(IN_CREATE), 1, "1.a")) == .names)
    #expect(changes.add(event(sign, sign == Int32(IN_Q_OVERFLOW) ? -1 : 2)) == .directories)
    #expect(changes.take(Self.cur) == nil)
    #expect(changes.take(Self.new) == nil)
    // What is not watched any more stays so, until it is watched anew.
    #expect(changes.take(Self.cur) == [])
    #expect(changes.take(Self.new) == (sign == Int32(IN_Q_OVERFLOW) ? [] : nil))
    changes.watch(Self.new, as: 3)
    _ = changes.take(Self.new)
    #expect(changes.take(Self.new) == [])
  }

  @Test func directoriesAreToldOf() {
    let changes = watched()
    #expect(changes.add(event(Int32(IN_CREATE | IN_ISDIR), 1, "folder")) == .directories)
    #expect(changes.take(Self.cur) == set("folder"))
  }

  @Test func permissionsMatterOfDirectoriesOnly() {
    let changes = watched()
    #expect(changes.add(event(Int32(IN_ATTRIB), 1, "1.a")) == .nothing)
    #expect(changes.take(Self.cur) == [])
    #expect(changes.add(event(Int32(IN_ATTRIB | IN_ISDIR), 1, "folder")) == .directories)
  }

  @Test func tooManyNamesAreForgotten() {
    let changes = watched()
    for number in 0..<NamedChanges.maximum {
      _ = changes.add(event(Int32(IN_CREATE), 1, "\(number)"))
    }
    #expect(changes.take(Self.cur)?.count == NamedChanges.maximum)
    for number in 0...NamedChanges.maximum {
      _ = changes.add(event(Int32(IN_CREATE), 1, "\(number)"))
    }
    #expect(changes.take(Self.cur) == nil)
    #expect(changes.take(Self.cur) == [])
  }

  @Test func aDirectoryUnderAnotherPathIsNotCertain() {
    let changes = watched()
    // Two paths lead to one directory, or the one was renamed.
    changes.watch(ByteName("/mail/other"), as: 1)
    #expect(changes.take(Self.cur) == nil)
    #expect(changes.take(ByteName("/mail/other")) == nil)
    #expect(changes.take(ByteName("/mail/other")) == [])
    // Another directory has come under the path.
    changes.watch(Self.new, as: 5)
    #expect(changes.take(Self.new) == nil)
  }

  @Test func whatIsCutShortDoesNoHarm() {
    let whole = event(Int32(IN_CREATE), 1, "1.a")
    for length in 0..<whole.count {
      let changes = watched()
      #expect(changes.add(whole[..<length]) != .directories)
    }
  }
}
