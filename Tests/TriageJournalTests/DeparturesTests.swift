import MailModel
import Testing
import TriageJournal

@Suite struct DeparturesTests {
  private let journal: Journal
  init() throws { journal = try Journal() }

  private func message(_ name: String) -> MessageRef {
    let parts = name.split(separator: "/")
    return MessageRef(String(parts[1]), in: FolderID(String(parts[0])))
  }

  /// Notes that a message goes from one place to another; nil stands for a deletion.
  private func go(_ before: String, _ after: String?, _ ending: Journal.Ending?) throws {
    let change = Change.message(
      MessageChange(before: message(before), flagsBefore: .seen, after: after.map(message)))
    let entry = try #require(
      try journal.note([(.newStep(of: "move"), [.init(change: change)])])[0].first)
    switch ending {
    case .made: try journal.finish([(entry, .made(change, isDurable: true))])
    case .some(let ending): try journal.finish([(entry, ending)])
    case nil: break
    }
  }

  private let made = Journal.Ending.made(.folder(FolderID("x")), isDurable: true)

  @Test func aMessageIsFollowedToWhereItIs() throws {
    try go("INBOX/1", "Archive/2", made)
    try go("INBOX/other", "Trash/3", made)
    try go("Archive/2", "INBOX/4", made)
    try go("INBOX/4", "Lists/5", made)
    #expect(
      try journal.departures(of: ["INBOX/1", "Archive/2", "INBOX/9"].map(message)) == [
        message("INBOX/1"): message("Lists/5"), message("Archive/2"): message("Lists/5"),
      ])
  }

  @Test func whatWasDeletedForEverIsTold() throws {
    try go("INBOX/1", "Trash/2", made)
    try go("Trash/2", nil, made)
    let departures = try journal.departures(of: [message("INBOX/1")])
    #expect(departures == [message("INBOX/1"): MessageRef?.none])
  }

  @Test func whatWasInterruptedMayHaveBeenDoneAndWhatIsVoidWasNot() throws {
    try go("INBOX/1", "Archive/2", nil)
    try go("INBOX/3", "Archive/4", .void)
    #expect(
      try journal.departures(of: ["INBOX/1", "INBOX/3"].map(message)) == [
        message("INBOX/1"): message("Archive/2")
      ])
  }

  @Test func aChangeOfFlagsIsNoDeparture() throws {
    try go("INBOX/1", "INBOX/1", made)
    #expect(try journal.departures(of: [message("INBOX/1")]).isEmpty)
  }
}
