import CDunnockGtk
import GtkBridge
import SwipeRows

// A program with a list of messages, as the page takes it to be there.
struct Message {
  let id: String
  let subject: String
  var day = "Monday"
}

@MainActor final class Mailbox {
  let store = ListStore<Message>()
  private(set) var done: [String] = []

  init() {
    store.replace(0..<0, with: (1...6).map { Message(id: "\($0)", subject: "Letter \($0)") })
  }

  func archive(_ id: String) {
    done.append("archived \(id)")
    drop(id)
  }

  func trash(_ id: String) {
    done.append("trashed \(id)")
    drop(id)
  }

  func drop(_ id: String) {
    let place = (0..<store.count).first { store[$0]?.id == id }
    if let place { store.replace(place..<place + 1, with: []) }
  }

  var ids: [String] { (0..<store.count).compactMap { store[$0]?.id } }
}

/// What happens elsewhere meanwhile, and comes back to the main actor.
@concurrent func otherwhere() async {}

struct Outbox {
  struct Refusal: Error {}

  func send(_ message: Message) async throws {
    await otherwhere()
    if message.id == "4" { throw Refusal() }
  }
}

@MainActor func ask(_ question: String) async -> Bool {
  await otherwhere()
  return true
}

gtk_init()
MainLoop.adoptMainActor()
let mailbox = Mailbox()
let outbox = Outbox()
let box: Widget = gtk_list_box_new()
let window: Widget = gtk_window_new()
gtk_window_set_default_size(window.cast(), 400, 500)
let scroller: Widget = gtk_scrolled_window_new()
gtk_scrolled_window_set_child(
  scroller.opaque, gtk_list_view_new(gtk_no_selection_new(mailbox.store.consumed()), nil))

// The code of the page.
gtk_window_present(window.cast())
until("the rows stand") { swipes.row(of: "6").map { gtk_widget_get_width($0.widget) } ?? 0 > 0 }
precondition(swipes.row(of: "1")?.content.heading == "Monday")
precondition(swipes.row(of: "2")?.content.heading == nil)
precondition(swipes.open("1", .leading, animated: false))
precondition(swipes.open("2", .trailing, animated: false))
precondition(swipes.openItems == ["1", "2"])

func message(_ id: String) -> Message { Message(id: id, subject: "") }
swipes.perform(archive(message("1")), on: "1")
until("it is archived") { mailbox.done == ["archived 1"] }
swipes.perform(trash(message("2")), on: "2")
// The offer to undo ends as nobody can see it.
gtk_widget_set_visible(swipes.widget, false.gboolean)
until("it is in the trash") { mailbox.done.last == "trashed 2" }
gtk_widget_set_visible(swipes.widget, true.gboolean)
swipes.perform(send(message("3")), on: "3")
until("it is sent") { mailbox.ids == ["4", "5", "6"] }
var why = ""
swipes.onFailure { _, reason in why = reason }
swipes.perform(send(message("4")), on: "4")
until("the server has refused") { why.hasPrefix("The server") }
swipes.perform(delete(message("5")), on: "5")
until("it is deleted") { mailbox.ids == ["4", "6"] }

present(SwipeGroup(around: box).widget)
precondition(row.open(.trailing, animated: false))
row.perform(forget)
until("it is forgotten") { box.firstChild == nil }
