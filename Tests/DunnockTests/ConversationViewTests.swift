import CDunnockAdwaita
import FileSystem
import GtkBridge
import GtkTestSupport
import MailModel
import StoreInMemory
import Texts
import XCTest

@testable import Dunnock
@testable import MailReading

/// The messages of a conversation below one another.
final class ConversationViewTests: XCTestCase {
  func testTheOldestStandsFirstAndWhatWasReadIsFolded() throws {
    try onGtk {
      try withConversation(of: 6, unread: [2, 3]) { stand in
        stand.show(5)
        XCTAssertEqual(
          stand.subjects,
          ["Plans", "Re: Plans 1", "Re: Plans 2", "Re: Plans 3", "Re: Plans 4", "Re: Plans 5"])
        XCTAssertEqual(stand.folded, [true, true, false, false, true, false])
        XCTAssertEqual(stand.view.current.message?.subject, "Re: Plans 5", "the newest is answered")
        pump("the texts") { stand.reader.isRead }
        XCTAssertEqual(
          stand.texts, ["", "", "The text of 2.", "The text of 3.", "", "The text of 5."])
        XCTAssertEqual(stand.mapped("folded-message").count, 3)
      }
    }
  }

  func testTheFirstUnreadComesIntoSight() throws {
    try onGtk {
      try withConversation(of: 30, unread: [20, 21], lines: 60) { stand in
        stand.show(29)
        pump("the texts") { stand.reader.isRead }
        pump("the first unread at the top") { (20...100).contains(stand.top(of: 20)) }
        stand.settle()
        XCTAssertTrue((20...100).contains(stand.top(of: 20)), "\(stand.top(of: 20))")
      }
    }
  }

  func testAMessageAloneStandsAsItDidBefore() throws {
    try onGtk {
      try withConversation(of: 3, unread: [], alone: true) { stand in
        stand.show(1)
        pump("the text") { stand.reader.shown != nil }
        XCTAssertEqual(stand.subjects, ["Re: Plans 1"])
        XCTAssertEqual(stand.mapped("folded-message").count, 0)
        XCTAssertEqual(stand.mapped("conversation-title").count, 0)
        XCTAssertFalse(stand.reader.step(forward: true))
        XCTAssertFalse(stand.reader.step(forward: false))
      }
    }
  }

  func testGoesFromMessageToMessageAndUnfoldsThem() throws {
    try onGtk {
      try withConversation(of: 4, unread: []) { stand in
        stand.show(3)
        XCTAssertEqual(stand.folded, [true, true, true, false])
        XCTAssertFalse(stand.reader.step(forward: true))
        for number in [2, 1, 0] {
          XCTAssertTrue(stand.reader.step(forward: false))
          XCTAssertEqual(stand.view.current.message?.id, stand.messages[number].id)
          pump("the text") { stand.reader.shown?.id == stand.messages[number].id }
        }
        XCTAssertFalse(stand.reader.step(forward: false))
        XCTAssertEqual(stand.folded, [false, false, false, false])
      }
    }
  }

  func testWhatComesLeavesThePlaceAndWhatIsUnfolded() throws {
    try onGtk {
      try withConversation(of: 12, unread: [], lines: 80) { stand in
        stand.show(11)
        for _ in 0..<3 { XCTAssertTrue(stand.reader.step(forward: false)) }
        pump("the texts") { stand.reader.isRead }
        stand.settle()
        stand.scroll(by: 300)
        stand.settle()
        let (place, folded) = (stand.top(of: 9), stand.folded)
        XCTAssertEqual(folded.count { !$0 }, 4)
        stand.deliver(12, flags: [])
        stand.reader.showAgainIfNeeded(
          Conversation(row: stand.messages[11]), of: stand.mailbox.store)
        pump("the new one") { stand.view.entries.count == 13 }
        stand.settle()
        XCTAssertEqual(stand.top(of: 9), place, accuracy: 1)
        XCTAssertEqual(stand.folded, folded + [true], "far out of sight")
        // Something above it takes more room.
        stand.entry(0).unfoldLikeAPerson()
        pump("its text") { stand.reader.isRead && !stand.folded[0] }
        stand.settle()
        XCTAssertEqual(stand.top(of: 9), place, accuracy: 1)
      }
    }
  }

  func testAnUnreadOneUnfoldsOnceItIsInSight() throws {
    try onGtk {
      try withConversation(of: 12, unread: Set(2..<12), lines: 60) { stand in
        stand.show(11)
        pump("the texts") { stand.reader.isRead }
        stand.settle()
        XCTAssertTrue(stand.folded[8])
        for _ in 0..<200 where stand.folded[8] {
          stand.scroll(by: 300)
          stand.settle()
        }
        XCTAssertFalse(stand.folded[8])
      }
    }
  }

  func testWhatIsMovedStaysWhereItIsAndWhatIsThrownAwayGoes() throws {
    try onGtk {
      try withConversation(of: 4, unread: [1]) { stand in
        stand.show(3)
        pump("the texts") { stand.reader.isRead }
        let entry = stand.entry(1)
        stand.move(1, to: "Archive")
        stand.reader.showAgainIfNeeded(
          Conversation(row: stand.messages[3]), of: stand.mailbox.store)
        pump("its new place") { entry.message?.id.folder.path == ByteName("Archive") }
        XCTAssertTrue(stand.entry(1) === entry)
        XCTAssertFalse(entry.isFolded)
        pump("to be read from there") { entry.loader.shown?.id.folder.path == ByteName("Archive") }
        stand.move(0, to: "Trash")
        stand.reader.showAgainIfNeeded(
          Conversation(row: stand.messages[3]), of: stand.mailbox.store)
        pump("it to go") { stand.view.entries.count == 3 }
        XCTAssertEqual(stand.subjects.first, "Re: Plans 1")
      }
    }
  }

  func testTenThousandTakeFewWidgetsUntilTheyAreAskedFor() throws {
    try onGtk {
      try withConversation(of: 1, unread: []) { stand in
        stand.show(0)
        let many = (0..<10_000).map { Stand.message($0, flags: .seen) }
        stand.view.show(many, isFirst: true)
        XCTAssertLessThanOrEqual(stand.view.entries.count, 50)
        XCTAssertEqual(stand.subjects.last, "Re: Plans 9999")
        let before = stand.view.entries.count
        let older = try XCTUnwrap(stand.mapped("more-messages").first)
        XCTAssertEqual(
          gtk_button_get_label(older.cast()).map { String(cString: $0) },
          "Show \((10_000 - before).grouped) Older Messages")
        Signal.emit(older, "clicked")
        XCTAssertEqual(stand.view.entries.count, before + 40)
        XCTAssertEqual(stand.subjects.last, "Re: Plans 9999")
        stand.settle()
      }
    }
  }
}

@MainActor extension ConversationEntry {
  /// Presses its line.
  fileprivate func unfoldLikeAPerson() {
    if let line = widget.below(gtk_button_get_type()).first { Signal.emit(line, "clicked") }
  }
}

@MainActor private final class Stand {
  let reader = Reader()
  let mailbox: OpenMailbox
  private let host: StandingHost
  private(set) var messages: [Message] = []
  private let store: MemoryStore
  private let window: Widget
  private let lines: Int
  private let isAlone: Bool

  var view: ConversationView { reader.pane.conversation }

  init(_ store: MemoryStore, _ mailbox: OpenMailbox, lines: Int, alone: Bool) {
    (self.store, self.mailbox, self.lines, isAlone) = (store, mailbox, lines, alone)
    host = StandingHost(of: mailbox)
    reader.ask(host)
    window = present(reader.widget, width: 600, height: 500)
  }

  static func message(_ number: Int, flags: MessageFlags) -> Message {
    Message(
      id: MessageRef(folder: .inbox, key: ByteName("\(number)")), flags: flags,
      from: number % 2 == 0 ? "Ada" : "Ben", address: "writer\(number % 2)@example.org",
      subject: number == 0 ? "Plans" : "Re: Plans \(number)", date: Int64(1_000_000 + number * 60),
      preview: "The beginning of \(number).", size: Int64(number + 1))
  }

  func deliver(_ number: Int, flags: MessageFlags) {
    var isDone = false
    let text = (["The text of \(number)."] + (1..<max(1, lines)).map { "Line \($0)." }).joined(
      separator: "\n\n")
    Task {
      await store.deliver(
        Self.message(number, flags: flags), text: text,
        identifiers: isAlone ? [] : ["m\(number)"] + (number > 0 ? ["m\(number - 1)"] : []))
      messages = try await store.messages(in: .inbox, by: .date, batch: nil).reversed()
      isDone = true
    }
    pump("the delivery") { isDone }
  }

  func move(_ number: Int, to folder: String) {
    var isDone = false
    let id = messages[number].id
    Task {
      try await store.move(id, to: FolderID(path: ByteName(folder)))
      isDone = true
    }
    pump("the move") { isDone }
  }

  /// Shows the conversation of a message and waits until it is there.
  func show(_ number: Int) {
    reader.show(Conversation(row: messages[number]), of: mailbox.store)
    pump("the conversation") { isAlone || self.messages.count == 1 || view.holdsSeveral }
    settle()
  }

  var subjects: [String] { view.entries.map { $0.message?.subject ?? "" } }
  var folded: [Bool] { view.entries.map(\.isFolded) }
  /// The beginnings of the texts on show.
  var texts: [String] {
    view.entries.map {
      $0.view?.content?.body?.text.split(separator: "\n").first.map { String($0) } ?? ""
    }
  }

  func entry(_ number: Int) -> ConversationEntry { view.entries[number] }

  /// Where the top of a message is, px below that of the scroller.
  func top(of number: Int) -> Double {
    guard let scroller else { return .infinity }
    var (x, y) = (0.0, 0.0)
    gtk_widget_translate_coordinates(entry(number).widget, scroller, 0, 0, &x, &y)
    return y
  }

  func scroll(by distance: Double) {
    guard let scroller else { return }
    let place = gtk_scrolled_window_get_vadjustment(scroller.opaque)
    gtk_adjustment_set_value(place, gtk_adjustment_get_value(place) + distance)
  }

  private var scroller: Widget? {
    gtk_widget_get_ancestor(view.widget, gtk_scrolled_window_get_type())
  }

  func mapped(_ name: String) -> [Widget] {
    reader.widget.below(gtk_widget_get_type()).filter {
      gtk_widget_has_css_class($0, name) != 0 && gtk_widget_get_mapped($0) != 0
    }
  }

  /// Waits until what was begun is drawn.
  func settle() {
    var left = 6
    onEachFrame(of: reader.widget) { _ in
      left -= 1
      return left > 0
    }
    pump("frames") { left <= 0 }
  }

  func end() {
    reader.clear()
    close(window)
  }
}

@MainActor
private func withConversation(
  of count: Int, unread: Set<Int>, lines: Int = 1, alone: Bool = false,
  _ body: (Stand) throws -> Void
) throws {
  MainLoop.adoptMainActor()
  adw_init()
  _ = registerResources()
  let folders = ["Archive", "Trash"].map { FolderID(path: ByteName($0)) }
  let store = MemoryStore(identity: "conversation-tests", folders: [.inbox] + folders)
  var mailbox: OpenMailbox?
  Task { mailbox = OpenMailbox(try await SharedMailbox.open(store), at: .path("/"), [.inbox]) }
  pump("the mailbox") { mailbox != nil }
  let stand = Stand(store, try XCTUnwrap(mailbox), lines: lines, alone: alone)
  defer { stand.end() }
  for number in 0..<count { stand.deliver(number, flags: unread.contains(number) ? [] : .seen) }
  try body(stand)
}
