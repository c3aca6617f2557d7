internal import CDunnockLinux
internal import FileSystem
internal import Glibc
internal import MailServers

/// What a server says of an inbox while somebody listens.
public enum InboxNews: Hashable, Sendable {
  /// Mail has come, or may have while nobody listened.
  case arrivals
  /// Something else is other than it was: another client has read or removed a message, or this one.
  case changes
}

/// Listens to a server for what happens in an inbox, over a connection of its own, which is made again when it breaks.
public struct InboxWatch: Sendable {
  private let account: Account
  private let password: @Sendable () async -> String?
  private let pace: Pace

  /// How long it waits before it tries again, seconds.
  package struct Pace: Sendable {
    package var first = 5.0
    package var longest = 300.0
    /// What has held for so long is made again at once.
    package var steady = Duration.seconds(60)
    /// How long it waits after news, seconds: a server may have some all the time.
    package var calm = 1.0

    package init() {}
  }

  /// - Parameter password: Asked whenever a connection is made; nil ends the watch.
  package init(
    _ account: Account, pace: Pace = Pace(), password: @escaping @Sendable () async -> String?
  ) {
    (self.account, self.password, self.pace) = (account, password, pace)
  }

  /// What happens until the stream is let go. It ends by itself where the server cannot tell, or takes the password no more: that is not
  /// tried again and again.
  public func news() -> AsyncStream<InboxNews> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: InboxNews.self, bufferingPolicy: .bufferingNewest(2))
    let stop = Descriptor(eventfd(0, Int32(EFD_CLOEXEC)))
    let work = Task.detached {
      var failures = 0
      var isFirst = true
      while !Task.isCancelled, let password = await password() {
        // What came while nobody listened is not told of.
        let end = await listen(password, stop, hasGap: !isFirst) { continuation.yield($0) }
        debugLog("account \(account.logNumber): inbox watch ended, \(end)")
        if end == .useless { break }
        isFirst = false
        failures = end == .cut ? 0 : failures + 1
        let pause = min(pace.longest, pace.first * Double(1 << min(max(failures - 1, 0), 10)))
        if failures > 0 { try? await Task.sleep(for: .seconds(pause)) }
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in
      stop.ring()
      work.cancel()
    }
    return stream
  }

  /// How listening ended.
  private enum End: String, CaseIterable {
    /// There was a connection, which is to be made again at once.
    case cut
    /// There was none.
    case failed
    case useless
  }

  private func listen(
    _ password: String, _ stop: Descriptor, hasGap: Bool,
    tell: @escaping @Sendable (InboxNews) -> Void
  ) async -> End {
    do throws(MailConnection.LoginFailure) {
      return try await MailConnection.loggedIn(at: account, password) {
        connection throws(MailConnection.Failure) in
        guard try connection.capabilities().contains("IDLE"),
          try connection.ask("EXAMINE INBOX").status == .ok
        else { return .useless }
        debugLog("account \(account.logNumber): inbox watch begun")
        let since = ContinuousClock.now
        if hasGap { tell(.arrivals) }
        // The system tells of a clock that was set, as it is after a sleep: the connection may have ended meanwhile without a word.
        let clock = Descriptor.ofClockSet()
        while true {
          do throws(MailConnection.Failure) {
            switch try connection.idle(until: [stop.number, clock.number]) {
            case .changed(let hasArrivals):
              debugLog("account \(account.logNumber): inbox changed, arrivals: \(hasArrivals)")
              tell(hasArrivals ? .arrivals : .changes)
              if stop.isRung(within: pace.calm) { return .useless }
            case .quiet: break
            case .ended: return stop.isRung() ? .useless : .cut
            }
          } catch {
            // A server that lets nobody stay is not asked again and again.
            return since.duration(to: .now) > pace.steady ? .cut : .failed
          }
        }
      }
    } catch {
      switch error {
      case .signIn(.unreachable): return .failed
      case .server(let failure, _) where ![.denied, .certificate].contains(failure.reason):
        return .failed
      default: return .useless
      }
    }
  }
}

/// A descriptor that is closed with the object.
private final class Descriptor: Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// One that has something to read when the clock is set.
  static func ofClockSet() -> Descriptor {
    let timer = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC))
    var far = itimerspec()
    far.it_value.tv_sec = time(nil) + 10 * 365 * 86_400
    timerfd_settime(
      timer, Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET), &far, nil)
    return Descriptor(timer)
  }

  /// Has something to read from now on.
  func ring() {
    var one: UInt64 = 1
    _ = write(number, &one, 8)
  }

  /// Whether it has something to read, or gets it within some seconds.
  func isRung(within seconds: Double = 0) -> Bool {
    var look = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&look, 1, Int32(seconds * 1_000)) > 0
  }
}
