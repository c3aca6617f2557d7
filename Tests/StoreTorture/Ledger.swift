import MailModel
import Triage

/// Where every message of a mailbox is to be, and what undo and redo are to make of that.
struct Ledger {
  struct Place: Equatable {
    var folder: String
    var flags: MessageFlags
    /// When it is to come back, in seconds since 1970, as its name says.
    var waking: Int64?

    /// Whether a message that was there and is here was moved, or put off to another time.
    func isAnother(than other: Place) -> Bool {
      folder != other.folder || waking != other.waking
    }

    /// The time in a base name of this program; see `FileName.waking(in:)`.
    static func waking(in name: String) -> Int64? {
      let parts = name.prefix { $0 != ":" && $0 != "," }.split(separator: ".")
      guard parts.count == 3, parts[1].hasPrefix("R") else { return nil }
      let rest = parts[1].dropFirst(17)
      return rest.hasPrefix("W") ? Int64(rest.dropFirst()) : nil
    }
  }

  /// What a step of the person's did to the messages that it changed.
  struct Step {
    let number: Int64
    var changes: [Int: (before: Place, after: Place)]
    /// The messages that somebody else has moved since.
    var movedOn: Set<Int> = []
    /// The messages that another program has moved since, so that nobody knows them for the same.
    var gone: Set<Int> = []

    /// The messages that it still can be taken back for, or done again.
    var open: Set<Int> {
      Set(
        changes.filter { number, change in
          !gone.contains(number)
            && (!change.after.isAnother(than: change.before) || !movedOn.contains(number))
        }.keys)
    }
  }

  var mail: [Int: Place]
  /// The steps that can be undone and redone, the next one last.
  var done: [Step] = []
  var undone: [Step] = []
  /// The steps of which a part was undone when the person went on: none of them is redone any more.
  private var discarded: Set<Int64> = []

  init(_ mailbox: Mailbox) throws { mail = try Self.survey(mailbox) }

  static func survey(_ mailbox: Mailbox) throws -> [Int: Place] {
    var mail: [Int: Place] = [:]
    for file in try mailbox.files() {
      let number = file.number
      let place = Place(
        folder: file.folder, flags: .init(Mailbox.flags(in: file.name)),
        waking: Place.waking(in: file.name))
      guard mail.updateValue(place, forKey: number) == nil else {
        throw Failure("message \(number) is there twice")
      }
    }
    return mail
  }

  /// Throws unless the mailbox is as this says.
  func expect(_ mailbox: Mailbox) throws {
    let now = try Self.survey(mailbox)
    if now == mail { return }
    let numbers = Set(now.keys).union(mail.keys).filter { now[$0] != mail[$0] }.sorted()
    throw Failure(
      numbers.map {
        "message \($0): \(mail[$0].map { "\($0)" } ?? "none"), found \(now[$0].map { "\($0)" } ?? "none")"
      }.joined(separator: "; "))
  }

  /// Notes what a command did.
  mutating func note(_ outcome: Outcome, byPerson: Bool) throws {
    var changes: [Int: (Place, Place)] = [:]
    for (number, place) in try Self.places(outcome) {
      guard let before = mail[number] else { throw Failure("message \(number) from nowhere") }
      if before == place { continue }
      changes[number] = (before, place)
      mail[number] = place
      if !byPerson, place.isAnother(than: before) { disturb { $0.movedOn.insert(number) } }
    }
    guard byPerson, let step = outcome.step else { return }
    done.append(Step(number: step, changes: changes))
    discarded.formUnion(undone.map(\.number))
    undone = []
  }

  /// Notes that another program has put a message elsewhere.
  mutating func noteForeignMove(of number: Int, to folder: String) {
    mail[number]?.folder = folder
    disturb { $0.gone.insert(number) }
  }

  /// Notes what undoing the last step did; nil: nothing of it was left to be undone.
  mutating func noteUndo(_ outcome: Outcome?) throws {
    guard let step = done.popLast() else {
      if outcome != nil { throw Failure("undone without a step") }
      return
    }
    try noteUndo(outcome, of: step, step.open)
  }

  /// Notes what undoing a step out of its order did: what later steps have moved stays.
  mutating func noteUndo(ofStepAt index: Int, _ outcome: Outcome?) throws {
    let later = done[(index + 1)...]
    let open = done[index].open.filter { number in
      !done[index].moves(number) || !later.contains { $0.moves(number) }
    }
    try noteUndo(outcome, of: done[index], open)
    for number in open.union(done[index].gone) { done[index].changes[number] = nil }
    if done[index].changes.isEmpty { done.remove(at: index) }
  }

  private mutating func noteUndo(_ outcome: Outcome?, of step: Step, _ open: Set<Int>) throws {
    var part = try apply(outcome, of: step, open, isRedo: false)
    // What undid nothing is not what was undone last.
    if open.isEmpty { return }
    if let index = undone.firstIndex(where: { $0.number == step.number }) {
      part.add(undone.remove(at: index))
    }
    if part.changes.isEmpty || discarded.contains(step.number) { return }
    undone.append(part)
  }

  /// Notes what redoing did.
  mutating func noteRedo(_ outcome: Outcome?) throws {
    guard let step = undone.popLast() else {
      if outcome != nil { throw Failure("redone without a step") }
      return
    }
    // What was undone behind it, or is redone no more, may have taken its messages from where it begins.
    let open = step.open.filter { number in
      !step.moves(number) || mail[number]?.folder == step.changes[number]?.before.folder
    }
    var part = try apply(outcome, of: step, open, isRedo: true)
    if part.changes.isEmpty { return }
    let index = done.firstIndex { $0.number >= step.number } ?? done.count
    if done.indices.contains(index), done[index].number == step.number {
      part.add(done.remove(at: index))
    }
    done.insert(part, at: index)
  }

  /// Throws unless an outcome is about just these messages of a step, and has brought each from what the step made of it to what was
  /// before, or back, as far as nobody else has changed it meanwhile.
  ///
  /// - Returns: The part of the step that this was: without what it found to be so already.
  private mutating func apply(
    _ outcome: Outcome?, of step: Step, _ open: Set<Int>, isRedo: Bool
  ) throws -> Step {
    let places = try outcome.map(Self.places) ?? [:]
    guard Set(places.keys) == open else {
      throw Failure("step \(step.number) changed \(places.keys.sorted()), not \(open.sorted())")
    }
    var part = step
    part.changes = [:]
    for (number, place) in places {
      guard let change = step.changes[number], let now = mail[number] else { continue }
      let (from, to) = isRedo ? change : (change.after, change.before)
      let expected = Place(
        folder: step.moves(number) ? to.folder : now.folder,
        flags: now.flags.subtracting(from.flags.subtracting(to.flags))
          .union(to.flags.subtracting(from.flags)),
        waking: step.moves(number) ? to.waking : now.waking)
      guard place == expected else {
        throw Failure("step \(step.number) made \(place) of message \(number), not \(expected)")
      }
      mail[number] = place
      if now != place { part.changes[number] = isRedo ? (now, place) : (place, now) }
    }
    return part
  }

  private mutating func disturb(_ change: (inout Step) -> Void) {
    for index in done.indices { change(&done[index]) }
    for index in undone.indices { change(&undone[index]) }
  }

  private static func places(_ outcome: Outcome) throws -> [Int: Place] {
    var places: [Int: Place] = [:]
    for message in outcome.changes.map(\.after) {
      guard let number = Int(message.subject) else { throw Failure("a message without a number") }
      let path = message.id.folder.path.escaped
      places[number] = Place(folder: path, flags: message.flags, waking: message.waking)
    }
    return places
  }
}

extension Ledger.Step {
  fileprivate mutating func add(_ other: Self) {
    changes.merge(other.changes) { mine, _ in mine }
    movedOn.formUnion(other.movedOn)
    gone.formUnion(other.gone)
  }

  func moves(_ number: Int) -> Bool {
    changes[number].map { $0.after.isAnother(than: $0.before) } ?? false
  }
}
