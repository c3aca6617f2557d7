import Testing

@testable import Accounts

/// When mail is fetched, with invented clocks.
struct SyncScheduleTests {
  private typealias Moment = SyncSchedule.Moment

  private func at(_ seconds: Double, wall: Double? = nil) -> SyncSchedule.Moment {
    Moment(monotonic: seconds, wall: wall ?? seconds + 1_000_000)
  }

  /// One whose first run ended well at 0.
  private func ran(_ end: SyncSchedule.End = .well) -> SyncSchedule {
    var schedule = SyncSchedule()
    schedule.begin()
    schedule.end(end, at: at(0))
    return schedule
  }

  @Test func beginsAtOnceAndNeverTwice() {
    var schedule = SyncSchedule()
    #expect(schedule.wait(at: at(0)) == 0)
    schedule.begin()
    schedule.ask()
    schedule.changed(at: at(1))
    #expect(schedule.wait(at: at(500)) == nil)
    schedule.end(.well, at: at(500))
    #expect(schedule.wait(at: at(500)) == 0)
  }

  @Test func comesEveryFiveMinutesAndSoonerWhileSomebodyLooks() {
    var schedule = ran()
    #expect(schedule.wait(at: at(0)) == 300)
    #expect(schedule.wait(at: at(299)) == 1)
    #expect(schedule.wait(at: at(301)) == 0)
    schedule.attention(isActive: true)
    #expect(schedule.wait(at: at(0)) == 120)
    schedule.attention(isActive: false)
    #expect(schedule.wait(at: at(0)) == 300)
  }

  @Test func followsAChangeOnceThereIsAPause() {
    var schedule = ran()
    schedule.changed(at: at(10))
    #expect(schedule.wait(at: at(10)) == 3)
    schedule.changed(at: at(12))
    #expect(schedule.wait(at: at(12)) == 3)
    #expect(schedule.wait(at: at(15)) == 0)
    schedule.begin()
    schedule.end(.well, at: at(16))
    #expect(schedule.wait(at: at(16)) == 300)
  }

  @Test func doesNotLetConstantTriageWaitForEver() {
    var schedule = ran()
    for second in 0..<30 {
      schedule.changed(at: at(Double(second)))
      #expect((schedule.wait(at: at(Double(second))) ?? 0) > 0)
    }
    #expect(schedule.wait(at: at(30)) == 0)
  }

  @Test func aChangeInARunIsFollowedByAnother() {
    var schedule = SyncSchedule()
    schedule.begin()
    schedule.changed(at: at(5))
    schedule.end(.well, at: at(6))
    #expect(schedule.wait(at: at(6)) == 2)
  }

  @Test func triesAgainLaterAndLater() {
    var schedule = ran(.badly)
    var waits: [Double?] = []
    for _ in 0..<8 {
      waits.append(schedule.wait(at: at(0)))
      schedule.begin()
      schedule.end(.badly, at: at(0))
    }
    #expect(waits == [60, 120, 240, 480, 960, 1800, 1800, 1800])
    // Neither what is done nor who looks on hurries what is out of order.
    schedule.changed(at: at(1))
    schedule.attention(isActive: true)
    #expect(schedule.wait(at: at(1)) == 1799)
    schedule.ask()
    #expect(schedule.wait(at: at(1)) == 0)
    schedule.begin()
    schedule.end(.well, at: at(2))
    #expect(schedule.wait(at: at(2)) == 120)
  }

  @Test func aServerThatIsHeardAgainIsTriedSoon() {
    var schedule = ran(.badly)
    var waits: [Double?] = []
    for _ in 0..<4 {
      schedule.heard(.arrivals)
      waits.append(schedule.wait(at: at(0)))
      schedule.begin()
      schedule.end(.badly, at: at(0))
    }
    #expect(waits == [3, 6, 12, 24])
    schedule.heard(.arrivals)
    #expect(schedule.wait(at: at(100)) == 0)
  }

  @Test func newsThatNothingIsFoundForWaitLongerAndLonger() {
    var schedule = ran()
    var waits: [Double?] = []
    for _ in 0..<9 {
      schedule.heard(.arrivals)
      waits.append(schedule.wait(at: at(0)))
      schedule.begin()
      schedule.end(.well, at: at(0), hasFound: false)
    }
    #expect(waits == [0, 3, 6, 12, 24, 48, 96, 192, 300])
    // What is done here does not wait for that, and a run for it says nothing of the server's news.
    schedule.changed(at: at(0))
    #expect(schedule.wait(at: at(0)) == 3)
    schedule.begin()
    schedule.end(.well, at: at(10), hasFound: true)
    schedule.heard(.changes)
    #expect(schedule.wait(at: at(10)) == 0)
  }

  @Test func aWrongPasswordIsNotTriedAgain() {
    var schedule = ran(.helpless)
    schedule.changed(at: at(1))
    #expect(schedule.wait(at: at(100_000)) == nil)
    schedule.network(isOnline: false)
    schedule.network(isOnline: true)
    #expect(schedule.wait(at: at(100_000)) == nil)
    schedule.ask()
    #expect(schedule.wait(at: at(100_000)) == 0)
    schedule.begin()
    schedule.end(.badly, at: at(100_000))
    #expect(schedule.wait(at: at(100_000)) == 60)
  }

  @Test func restsWithoutANetworkAndRunsWhenItIsBack() {
    var schedule = ran(.badly)
    schedule.network(isOnline: false)
    #expect(schedule.wait(at: at(10_000)) == nil)
    schedule.ask()
    #expect(schedule.wait(at: at(10_000)) == 0)
    schedule.begin()
    schedule.end(.badly, at: at(10_000))
    schedule.network(isOnline: true)
    #expect(schedule.wait(at: at(10_001)) == 0)
    schedule.begin()
    schedule.end(.well, at: at(10_001))
    schedule.network(isOnline: true)
    #expect(schedule.wait(at: at(10_001)) == 300)
  }

  @Test func aClockSetBackDelaysNothing() {
    let schedule = ran()
    #expect(schedule.wait(at: at(100, wall: 0)) == 200)
    #expect(schedule.wait(at: at(300, wall: 0)) == 0)
  }

  @Test func aSleepCounts() {
    let schedule = ran()
    #expect(schedule.wait(at: at(10, wall: 1_000_000 + 8 * 3600)) == 0)
  }

  @Test func whatIsNearlyDueIsTakenAlong() {
    var schedule = ran()
    #expect(!schedule.isDue(at: at(250)))
    #expect(schedule.isDue(at: at(250), orNearly: true))
    #expect(!schedule.isDue(at: at(230), orNearly: true))
    // But not what waits for a pause.
    schedule.changed(at: at(250))
    #expect(!schedule.isDue(at: at(250), orNearly: true))
    #expect(!ran(.badly).isDue(at: at(10), orNearly: true))
  }
}
