import SwipeRows

extension Page {
  static let openRows = Page(
    "One or Several Open", keywords: ["policy", "single", "close", "scroll", "several"],
    text: """
      A list lets one row be open, and opening another, scrolling, Escape or a press elsewhere closes it; or it lets each row be. \
      Open three rows both ways, and watch what scrolling does.
      """
  ) { show in
    show.items = (0..<60).map {
      Item(id: $0, title: "Row \($0 + 1)", detail: "Open me, then open another", icon: "")
    }
    show.addChoice("Open rows", ["one", "several"]) { [unowned show] choice in
      show.style.opensSeveral = choice == 1
    }
    show.addSwitch("Close on Scrolling", isOn: true) { [unowned show] isOn in
      if isOn { show.style.closes.insert(.scroll) } else { show.style.closes.remove(.scroll) }
    }
    show.content = { [unowned show] item in
      SwipeContent(
        label: item.label,
        leading: [show.action("done", "Done", "object-select-symbolic", .success, on: item)],
        trailing: [
          show.action("later", "Later", "alarm-symbolic", .warning, on: item),
          show.action("never", "Never", "process-stop-symbolic", on: item),
        ])
    }
  }
}
