import CDunnockGtk
import GtkBridge
import SwipeRows

extension Page {
  static let callsByCode = Page(
    "Calls by Code", keywords: ["open", "close", "focus", "perform", "events", "log", "API"],
    text: """
      All that a person does with a row a program can do, and hears of in the same events, which the log tells. \
      Open the 40th row from where you are, focus it, show its menu, run its action, and drag some by hand.
      """
  ) { show in
    let far = 39
    var log: Widget?
    show.items = (0..<60).map { Item(id: $0, title: "Row \($0 + 1)") }
    show.rowHeight = 52
    @MainActor func star(_ show: Showcase, _ item: Item) -> SwipeAction {
      show.action("star", "Star", "starred-symbolic", .warning, on: item)
    }
    show.addButton("Open") { [unowned show] in
      show.list?.open(far, .trailing, scrolling: true)
    }
    show.addButton("Focus") { [unowned show] in show.list?.focus(far) }
    show.addButton("Menu") { [unowned show] in
      if show.list?.openMenu(of: far) == false { show.say("Its menu opens where it is in sight") }
    }
    show.addButton("Star") { [unowned show] in
      show.list?.perform(star(show, show.items[far]), on: far)
    }
    show.prepare = { list in
      // A new list has a new log: the one before goes with what was arranged around its list.
      let own: Widget = gtk_label_new("No event yet")
      log = own
      var lines: [String] = []
      list.onEvent { event, id, side in
        lines = lines.suffix(2) + ["\(event), row \(id + 1), \(side)"]
        gtk_label_set_text(own.opaque, lines.joined(separator: "\n"))
      }
    }
    show.arrange = { list in
      guard let log else { return list }
      gtk_label_set_xalign(log.opaque, 0)
      gtk_widget_set_size_request(log, -1, 72)
      log.addClasses("gallery-log")
      return Showcase.stacked(list, log)
    }
    show.content = { [unowned show] item in
      SwipeContent(
        label: item.label,
        leading: [show.action("done", "Done", "object-select-symbolic", .success, on: item)],
        trailing: [star(show, item)])
    }
  }
}
