internal import FileSystem
internal import Foundation
internal import MailModel

/// Brings the mail of an account and its server to the same state.
public struct Synchroniser: Sendable {
  let places: AccountPlaces
  let passwords: Passwords
  let departures: Departures
  let environment: [String: String]
  let pace: Pace
  /// Puts a folder into the desktop's trash.
  package var trash: @Sendable (_ path: String) throws -> Void = { try AccountFiles.trash($0) }

  /// The folder of AppArmor's profiles.
  package var profiles = "/etc/apparmor.d"

  /// How long it waits for others.
  package struct Pace: Sendable {
    /// How long mbsync may neither say nor do anything.
    package var timeout = Duration.seconds(300)
    /// How long another mbsync may hold a folder, and how long after one try comes the next.
    package var lockPatience = Duration.seconds(120)
    package var lockPause = Duration.seconds(2)
    /// How long what a run sent before it was cut short may take to arrive.
    package var settling = Duration.seconds(5)
    /// How old what is known of the server's folders may be.
    package var listing = Duration.seconds(86_400)

    package init() {}
  }

  /// - Parameter environment: What programs get to know of it is what they need.
  package init(
    _ places: AccountPlaces, _ passwords: Passwords,
    departures: Departures,
    environment: [String: String] = ProcessInfo.processInfo.environment, pace: Pace = Pace()
  ) {
    self.places = places
    self.passwords = passwords
    self.departures = departures
    self.environment = environment.filter { Self.needed.contains($0.key) }
      .merging(["LC_ALL": "C"]) { $1 }
    self.pace = pace
  }

  /// Runs once; ends early when the task is cancelled.
  public func run(
    _ account: Account, deciding decision: MissingDecision = .ask,
    telling tell: @escaping @Sendable (SyncProgress) -> Void = { _ in }
  ) async throws(SyncProblem) -> SyncResult {
    debugLog("account \(account.logNumber): sync begun")
    do throws(SyncProblem) {
      let result = try await synchronise(account, deciding: decision, telling: tell)
      debugLog(
        """
        account \(account.logNumber): sync done, waiting: \(result.waiting), \
        marked: \(result.marked), missing: \(result.missing?.total ?? 0), \
        gone: \(result.gone?.total ?? 0), warnings: \(result.warnings.count)
        """)
      return result
    } catch {
      debugLog("account \(account.logNumber): sync failed, \(error.kind)")
      throw error
    }
  }

  private func synchronise(
    _ account: Account, deciding decision: MissingDecision,
    telling tell: @escaping @Sendable (SyncProgress) -> Void
  ) async throws(SyncProblem) -> SyncResult {
    guard account.isSound else { throw .unsound(account.name) }
    let runner = ProgramRunner(environment: environment, timeout: pace.timeout)
    let isync = try await Isync.installed(runner)
    let state = account.state(in: places)
    try await onDisk { () throws(SyncProblem) in try Self.makeFolder(state) }
    let lock = try await lock(state)
    defer { lock.release() }
    let lost = try await onDisk { () throws(SyncProblem) in try open(account, decision) }
    if let lost { return SyncResult(missing: lost) }
    let server = ServerMessages(account) { [passwords] () async throws(SyncProblem) in
      do throws(Passwords.Problem) { return try await passwords.password(of: account) } catch {
        throw .keyring(error)
      }
    }
    return try await SyncRun(
      account: account, places: places, runner: runner, isync: isync,
      passwords: passwords, server: server,
      tunnelProgram: Tunnel.program, profiles: profiles, pace: pace,
      departures: departures, trash: trash, tell: tell
    ).run(decision)
  }

  /// What the programs said in the last run, with which someone may help.
  public func log(of account: Account) -> String { SyncLog(account.state(in: places)).text }

  /// Waits until no other run is at the account, of this program or another.
  private func lock(_ state: String) async throws(SyncProblem) -> FileLock {
    while true {
      let lock = try await onDisk { () throws(SyncProblem) in
        do throws(Directory.Failure) { return try FileLock.take(ByteName("\(state)/lock")) } catch {
          throw .unwritable(error.code)
        }
      }
      if let lock { return lock }
      do { try await Task.sleep(for: .milliseconds(200)) } catch { throw .cancelled }
    }
  }

  /// Makes sure that there is a place for mail; returns what was there and is gone as a whole, as on a
  /// disk that is not there, unless that is to be fetched again.
  private func open(
    _ account: Account, _ decision: MissingDecision
  ) throws(SyncProblem) -> MissingMail? {
    let state = account.state(in: places)
    SyncLog(state).clear()
    let root = account.root(in: places)
    if Directory.Identity(root, follows: true) == nil, decision != .fetchAgain {
      let counts = FolderCounts(state).counts
      if !counts.isEmpty { return MissingMail(counts: counts) }
    }
    // What earlier versions kept there.
    for name in ["seen", "push", "full", "list", "none"] {
      try? FileManager.default.removeItem(atPath: "\(state)/\(name)")
    }
    // The first mail may be read and moved before the first run is over.
    for part in ["cur", "new", "tmp"] { try Self.makeFolder("\(root)/INBOX/\(part)") }
    return nil
  }

  static func makeFolder(_ path: String) throws(SyncProblem) {
    do { try PrivateFolder.create(path) } catch { throw .unwritable(error.code) }
  }

  /// What mbsync and the store of passwords need of the environment.
  private static let needed: Set<String> = [
    "HOME", "PATH", "USER", "TMPDIR", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY",
    "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME",
    "SECRET_BACKEND", "SECRET_FILE_TEST_PATH", "SECRET_FILE_TEST_PASSWORD", "SSL_CERT_FILE",
    "SSL_CERT_DIR",
  ]
}
