import Testing

@testable import Triage

@Suite struct SwipeChoiceTests {
  private typealias Side = SwipeChoice.Side

  @Test func firstOffersWhatItAlwaysDid() {
    let choice = SwipeChoice()
    #expect(choice.offered(on: .leading) == [.archive, .toggleRead])
    #expect(choice.offered(on: .trailing) == [.trash, .toggleStar])
    #expect(Side.allCases.allSatisfy { choice[$0].isLong })
    #expect(choice.sensitivity == .normal)
  }

  @Test func nonsenseIsLeftOut() {
    let all = Command.all.map(\.name)
    let choice = SwipeChoice(
      leading: ["star", "explode", "", "star", "read"], trailing: ["read"] + all + all)
    #expect(choice[.leading].commands == [.toggleStar, .markRead])
    #expect(choice[.trailing].commands == [.archive, .toggleRead, .trash, .moveElsewhere])
    #expect(SwipeChoice(leading: all, trailing: []).offered(on: .leading).count == SwipeChoice.most)
  }

  @Test func anAnswerIsOfferedWhereItIsChosenAlone() {
    let choice = SwipeChoice(leading: ["reply", "archive"], trailing: ["reply-all", "forward"])
    #expect(choice.offered(on: .leading) == [.answer(.reply), .archive])
    #expect(choice.offered(on: .trailing) == [.answer(.replyAll)])
    #expect(Set(SwipeChoice().offeredWithoutButton).isDisjoint(with: Command.answers))
  }

  @Test func aSideThatIsOffOffersNothingAndKeepsItsButtons() {
    var choice = SwipeChoice()
    choice[.leading].isOn = false
    #expect(choice.offered(on: .leading) == [])
    choice[.leading].isOn = true
    #expect(choice == SwipeChoice())
  }

  @Test func whatHasNoButtonIsOfferedWithoutOne() {
    var choice = SwipeChoice()
    #expect(choice.offeredWithoutButton == [.moveElsewhere, .snooze, .junk])
    choice[.leading].isOn = false
    #expect(choice.offeredWithoutButton == [.archive, .toggleRead, .moveElsewhere, .snooze, .junk])
    #expect(
      SwipeChoice(leading: ["read"], trailing: ["trash"]).offeredWithoutButton
        == [.archive, .toggleStar, .moveElsewhere, .snooze, .junk, .markUnread])
  }

  @Test func whateverIsChosenEverythingCanBeDoneToAMessage() {
    // Each on one side, on the other, or on none.
    let changes = Command.choices.filter { !Command.answers.contains($0) }.map(\.entry.name)
    let both = changes.reduce([([String](), [String]())]) { both, name in
      both + both.map { ($0.0 + [name], $0.1) } + both.map { ($0.0, $0.1 + [name]) }
    }
    for (leading, trailing) in both {
      let choice = SwipeChoice(leading: leading, trailing: trailing)
      let onButtons = Side.allCases.flatMap { choice.offered(on: $0) }
      let all = onButtons + choice.offeredWithoutButton
      #expect(Set(all).count == all.count)
      #expect(Set(all).isSuperset(of: [.archive, .trash, .toggleStar]))
      #expect(all.contains(.toggleRead) || Set(all).isSuperset(of: [.markRead, .markUnread]))
    }
  }

  @Test func aCommandFromElsewhereChangesPlaces() {
    var choice = SwipeChoice()
    choice.choose(.toggleRead, at: 0, of: .leading)
    #expect(choice[.leading].commands == [.toggleRead, .archive])
    choice.choose(.trash, at: 0, of: .leading)
    #expect(choice[.leading].commands == [.trash, .archive])
    #expect(choice[.trailing].commands == [.toggleRead, .toggleStar])
  }

  @Test func aCommandIsAddedAndTakenOut() {
    var choice = SwipeChoice()
    choice.choose(.markRead, at: 2, of: .leading)
    #expect(choice[.leading].commands == [.archive, .toggleRead, .markRead])
    choice.choose(nil, at: 0, of: .leading)
    #expect(choice[.leading].commands == [.toggleRead, .markRead])
    choice.choose(.toggleStar, at: 3, of: .leading)
    #expect(choice[.leading].commands == [.toggleRead, .markRead, .toggleStar])
    #expect(choice[.trailing].commands == [.trash])
  }

  /// Whatever is chosen in whatever order, the chosen command is there, and none is there twice.
  @Test(arguments: 0..<50) func everyChoiceLeavesASoundOne(seed: UInt64) {
    var state = seed
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
    var choice = SwipeChoice()
    for _ in 0..<100 {
      let side = Side.allCases[next(2)]
      let command = next(4) == 0 ? nil : Command.allCases[next(Command.allCases.count)]
      choice.choose(command, at: next(SwipeChoice.most + 2) - 1, of: side)
      let all = Side.allCases.flatMap { choice[$0].commands }
      #expect(Set(all).count == all.count)
      #expect(Side.allCases.allSatisfy { choice[$0].commands.count <= SwipeChoice.most })
      #expect(
        choice[.leading].commands
          == SwipeChoice(leading: choice[.leading].commands.map(\.entry.name), trailing: [])[
            .leading
          ]
          .commands)
    }
  }

  @Test func whatComesInThePlaceOfAnotherIsNoChoice() {
    var choice = SwipeChoice(leading: ["inbox", "delete", "star"], trailing: ["delete"])
    #expect(choice[.leading].commands == [.toggleStar] && choice[.trailing].commands.isEmpty)
    choice.choose(.delete, at: 0, of: .leading)
    choice.choose(.moveToInbox, at: 1, of: .leading)
    #expect(choice[.leading].commands == [.toggleStar])
  }

  @Test func placesThatAreNoneChangeNothing() {
    var choice = SwipeChoice()
    for place in [-1, SwipeChoice.most, .max, .min] {
      choice.choose(.markRead, at: place, of: .trailing)
    }
    #expect(choice == SwipeChoice())
  }
}
