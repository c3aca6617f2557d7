import CDunnockAdwaita
import CDunnockGtk
import CDunnockGtkShim
import Glibc
import GtkBridge
import Panning
import SwipeRows

/// The window and its list of numbered rows.
final class Stand {
  private(set) var isOpen = true

  let options: StandOptions
  let store = ListStore<Int>()
  let window: Widget = gtk_window_new()
  let view: Widget
  let scroller: Widget = gtk_scrolled_window_new()
  private lazy var outer: Widget = gtk_scrolled_window_new()
  let sorted: Ref
  let filtered: Ref
  /// What was opened over the window and is to be dismissed.
  var over: Widget?

  private let selection: Ref
  let list: SwipeList<Int>
  private var other: SwipeList<Int>?
  private lazy var pages: Widget = gtk_stack_new()
  /// How often something was reported but an answer to a command.
  private(set) var reports = 0
  var invariants: Invariants
  private var unread: [UInt8] = []
  private var answers: [CheckedContinuation<String, Never>] = []

  init(_ options: StandOptions) {
    self.options = options
    let style = Stand.style(named: options.style)
    sorted = .adopting(
      full: UnsafeMutableRawPointer(gtk_sort_list_model_new(store.consumed(), nil)))
    filtered = .adopting(
      full: UnsafeMutableRawPointer(
        gtk_filter_list_model_new(OpaquePointer(sorted.consumed()), nil)))
    let model = Stand.selection(options.selection, of: OpaquePointer(filtered.consumed()))
    selection = .adopting(full: UnsafeMutableRawPointer(model))
    view = Stand.view(options, of: selection)
    view.setSpokenLabel("Rows")
    let isInside = options.container == "boxed"
    if !isInside { gtk_scrolled_window_set_child(scroller.opaque, view) }
    if isInside || options.sidebar {
      gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    }
    weak var stand: Stand?
    list = SwipeList(
      around: isInside ? view : scroller, of: Int.self,
      model: Stand.isBox(options) ? filtered : nil, style: style, id: { $0 },
      front: { stand?.front() ?? StandFront(height: options.rowHeight) },
      show: { number, front in
        front.number = number
        return stand?.content(number) ?? SwipeContent(label: "")
      })
    list.transition =
      options.transition == "drag" ? .drag : options.transition == "lively" ? .lively : .reveal
    invariants = Invariants(style: style)
    stand = self
    // A list box makes its rows at once.
    store.replace(0..<0, with: Array(0..<options.rows))
    watch()
    if isInside {
      gtk_scrolled_window_set_child(
        scroller.opaque, options.below.isEmpty ? list.widget : aboveOthers())
    }
    if options.two { other = anotherList() }
  }

  func front() -> StandFront {
    let tell: @MainActor (String, Any, Int) -> Void = { [unowned self] in report($0, $1, row: $2) }
    let front =
      options.controls
      ? StandFront(controls: tell)
      : options.ownDrags
        ? StandFront(ownDrags: tell) : StandFront(height: options.rowHeight)
    if options.draggable { makeDraggable(front.widget) }
    if options.droppable { makeDroppable(front) }
    if options.sidebar {
      gtk_widget_set_size_request(front.widget, sidebarWidth, Int32(options.rowHeight))
    }
    gtk_widget_set_focusable(front.widget, options.focusableFronts.gboolean)
    return front
  }

  /// Whether the rows are in a list box.
  private static func isBox(_ options: StandOptions) -> Bool {
    ["list-box", "boxed"].contains(options.container)
  }

  private static func view(_ options: StandOptions, of selection: Ref) -> Widget {
    if isBox(options) {
      let box: Widget = gtk_list_box_new()
      if options.container == "boxed" { box.addClasses("boxed-list") }
      // As in the views.
      gtk_list_box_set_activate_on_single_click(box.opaque, 0)
      let mode =
        switch options.selection {
        case "multiple": GTK_SELECTION_MULTIPLE
        case "none": GTK_SELECTION_NONE
        default: GTK_SELECTION_SINGLE
        }
      gtk_list_box_set_selection_mode(box.opaque, mode)
      return box
    }
    let model = OpaquePointer(selection.consumed())
    guard options.container == "grid-view" else {
      let view: Widget = gtk_list_view_new(model, nil)
      gtk_list_view_set_enable_rubberband(view.opaque, options.rubberband.gboolean)
      return view
    }
    let view: Widget = gtk_grid_view_new(model, nil)
    gtk_grid_view_set_max_columns(view.opaque, 1)
    gtk_grid_view_set_enable_rubberband(view.opaque, options.rubberband.gboolean)
    return view
  }

  /// What is shown in place of the scroller.
  var shown: Widget { options.container == "boxed" ? scroller : list.widget }

  /// A list of its own, of which nothing is checked but reported.
  func anotherList() -> SwipeList<Int> {
    let store = ListStore<Int>()
    store.replace(0..<0, with: Array(100..<120))
    let isBoxed = options.below == "boxed"
    let holder: Widget = isBoxed ? gtk_list_box_new() : gtk_scrolled_window_new()
    if isBoxed {
      holder.addClasses("boxed-list")
    } else {
      let selection = gtk_single_selection_new(store.consumed())
      gtk_scrolled_window_set_child(holder.opaque, gtk_list_view_new(selection, nil))
    }
    let list = SwipeList(
      around: holder, of: Int.self, model: isBoxed ? store.model : nil, id: { $0 },
      front: { [unowned self] in front() },
      show: { [unowned self] number, front in
        front.number = number
        return content(number)
      })
    list.onOffset { [unowned self] row, offset in report("offset", offset, row: row) }
    list.onEvent { [unowned self] event, row, side in
      report("event", "\(event)", row: row, side: side)
    }
    return list
  }

  private func besideTheOther() -> Widget {
    guard let other else { return shown }
    let both: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    gtk_box_set_homogeneous(both.cast(), true.gboolean)
    gtk_box_append(both.cast(), shown)
    gtk_box_append(both.cast(), other.widget)
    return both
  }

  func present() {
    gtk_window_set_title(window.cast(), "Rows")
    gtk_window_set_default_size(window.cast(), Int32(options.width), Int32(options.height))
    gtk_window_set_child(window.cast(), inside)
    if options.still { setAnimations(false) }
    gtk_window_present(window.cast())
  }

  /// What the window holds.
  private var inside: Widget {
    if options.outer { return aroundAll() }
    if options.carousel { return carousel() }
    if options.inPopover { return popoverButton() }
    if options.sidebar { return sidebar() }
    return options.stack ? stack() : besideTheOther()
  }

  func content(_ number: Int) -> SwipeContent {
    func action(
      _ name: String, _ icon: String, _ role: SwipeAction.Role, _ shortcut: String
    ) -> SwipeAction {
      let ask: @MainActor () async -> Bool = { [unowned self] in await confirm(name, number) }
      var action = SwipeAction(
        name, title: name.capitalizedFirst, icon: icon, role: role, shortcut: shortcut,
        isEnabled: name != options.disabled,
        confirm: options.asks && name == "trash" ? ask : nil
      ) { [unowned self] in
        report("ran", name, row: number)
        guard name == "trash" else { return .restore }
        let outcome = options.outcome == "later" ? await answer() : options.outcome
        switch outcome {
        case "remove": return .remove { [unowned self] in take(number) }
        case "undo":
          return .remove(
            undo: SwipeUndo("Trashed", seconds: options.undoSeconds) { [unowned self] in
              report("undone", number)
            }
          ) { [unowned self] in take(number) }
        case "keepOpen": return .keepOpen
        case "failure": return .failure("Row \(number) is stuck.")
        case "vanish":
          remove(number)
          return .restore
        default: return .restore
        }
      }
      action.look =
        options.look == "icon" ? .icon : options.look == "title" ? .title : .iconOverTitle
      return action
    }
    let leading = [
      action("archive", "folder-symbolic", .success, "e"),
      action("read", "mail-read-symbolic", .accent, "<Shift>i"),
    ]
    let trailing = [
      action("trash", "user-trash-symbolic", .destructive, "Delete"),
      action("star", "starred-symbolic", .warning, "<Control>s"),
      action("remind", "alarm-symbolic", .neutral, "r"),
      action("forward", "mail-forward-symbolic", .accent, "f"),
      action("print", "printer-symbolic", .neutral, "p"),
    ].prefix(options.actions)
    return SwipeContent(
      label: "Row \(number)",
      heading: options.headings && number % 3 == 0 ? "Group \(number / 3)" : nil,
      leading: SwipeSide(
        ["both", "leading"].contains(options.sides) ? leading : [], allowsFullSwipe: options.long),
      trailing: SwipeSide(
        ["both", "trailing"].contains(options.sides) ? Array(trailing) : [],
        view: options.trayView || options.trayControls ? trayView(of: number) : nil,
        allowsFullSwipe: options.long))
  }

  private func trayView(of number: Int) -> SwipeTrayView {
    SwipeTrayView(width: 300) { [unowned self] in
      if options.trayControls {
        return StandFront.trayControls { [unowned self] in report($0, $1, row: number) }
      }
      let menu: Widget = gtk_menu_button_new()
      menu.showMenu(named: "tray") { [unowned self] in report($0, $1, row: number) }
      return menu
    }
  }

  /// Waits for the command that says how the action ended.
  private func answer() async -> String {
    await withCheckedContinuation { answers.append($0) }
  }

  /// Takes a row out of the model, without telling the list.
  private func take(_ number: Int) {
    guard let position = (0..<store.count).first(where: { store[$0] == number }) else { return }
    store.replace(position..<position + 1, with: [])
    report("taken", number)
  }

  /// A scroller wider than the window, with the list in its middle, that two fingers pinch.
  private func aroundAll() -> Widget {
    let strip: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    for child: Widget in [gtk_label_new("before"), shown, gtk_label_new("after")] {
      gtk_widget_set_size_request(child, Int32(options.width), -1)
      gtk_box_append(strip.cast(), child)
    }
    gtk_scrolled_window_set_child(outer.opaque, strip)
    let click = scroller.addController(gtk_gesture_click_new(), in: GTK_PHASE_CAPTURE)
    Signal.connect(click, "pressed") { [unowned self] in report("scrollerPressed", true) }
    let pinch = outer.addController(gtk_gesture_zoom_new(), in: GTK_PHASE_CAPTURE)
    Signal.connect(pinch, "begin") { [unowned self] in report("pinched", true) }
    Signal.connect(pinch, "end") { [unowned self] in report("pinched", false) }
    if let adjustment = gtk_scrolled_window_get_hadjustment(outer.opaque) {
      Signal.connect(adjustment, "value-changed") { [unowned self] in
        report("outer", gtk_adjustment_get_value(adjustment))
      }
      Signal.connect(adjustment, "changed") {
        // Once it has been laid out: the list in the middle. In the midst of the layout the scroller would not see it.
        whenIdle {
          if gtk_adjustment_get_value(adjustment) == 0 {
            gtk_adjustment_set_value(adjustment, Double(gtk_adjustment_get_page_size(adjustment)))
          }
        }
      }
    }
    return outer
  }

  private func carousel() -> Widget {
    let carousel: Widget = adw_carousel_new()
    for page: Widget in [shown, gtk_label_new("after")] {
      gtk_widget_set_hexpand(page, true.gboolean)
      adw_carousel_append(carousel.opaque, page)
    }
    Signal.connect(carousel, "notify::position") { [unowned self] in
      report("turned", adw_carousel_get_position(carousel.opaque))
    }
    return carousel
  }

  /// The list on a page, and another page beside it.
  private func stack() -> Widget {
    gtk_stack_add_child(pages.opaque, shown)
    gtk_stack_add_child(pages.opaque, gtk_label_new("Another page"))
    return pages
  }

  /// A button with the list in its popover, 200 px high, below a label of 60.
  private func popoverButton() -> Widget {
    let popover: Widget = gtk_popover_new()
    let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    let label: Widget = gtk_label_new("Beside the list")
    gtk_widget_set_size_request(label, Int32(options.width) - 100, 60)
    gtk_widget_set_size_request(list.widget, -1, 200)
    gtk_box_append(box.cast(), label)
    gtk_box_append(box.cast(), list.widget)
    gtk_popover_set_child(popover.cast(), box)
    gtk_popover_set_has_arrow(popover.cast(), false.gboolean)
    let button: Widget = gtk_menu_button_new()
    gtk_menu_button_set_popover(button.opaque, popover)
    gtk_widget_set_valign(button, GTK_ALIGN_START)
    button.setSpokenLabel("Menu list")
    Signal.connect(popover, "map") { [unowned self] in report("popped", true) }
    Signal.connect(popover, "closed") { [unowned self] in report("popped", false) }
    return button
  }

  // MARK: Reports

  private func check(_ change: PanChange) {
    invariants.rowIsAtMost(Double(gtk_widget_get_width(view)))
    if let violation = invariants.violation(by: change) { report("violation", violation) }
  }

  private func watch() {
    list.onOffset { [unowned self] row, offset in
      report("offset", offset, row: row)
      check(.offset(RowHandle(row), offset))
    }
    list.onEvent { [unowned self] event, row, side in
      report("event", "\(event)", row: row, side: side)
      check(.event(event, RowHandle(row), side))
    }
    list.onWaiting { [unowned self] row, waits in report("waiting", waits, row: row) }
    if Stand.isBox(options) {
      if options.selection == "single" {
        gtk_list_box_select_row(view.opaque, gtk_list_box_get_row_at_index(view.opaque, 0))
      }
      var known = chosen()
      Signal.connect(view, "row-activated") { [unowned self] (row: UnsafeMutableRawPointer?) in
        let row = row.map {
          gtk_list_box_row_get_index($0.assumingMemoryBound(to: GtkListBoxRow.self))
        }
        report("activated", row.flatMap { number(at: UInt32($0)) } ?? -1)
      }
      Signal.connect(view, "selected-rows-changed") { [unowned self] in
        // It says so too of a row that was selected already and gets the focus.
        guard chosen() != known else { return }
        known = chosen()
        report("selected", known)
      }
    } else {
      Signal.connect(UnsafeMutableRawPointer(view), "activate") {
        [unowned self] (position: UInt32) in
        report("activated", number(at: position) ?? -1)
      }
      Signal.connect(selection.raw, "selection-changed") { [unowned self] in
        report("selected", chosen())
      }
    }
    if let adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque) {
      Signal.connect(adjustment, "value-changed") { [unowned self] in
        report("scrolled", gtk_adjustment_get_value(adjustment))
      }
    }
    Signal.connect(window, "map") { [unowned self] in report("mapped", true) }
    Signal.connect(window, "unmap") { [unowned self] in report("mapped", false) }
    Signal.connect(window, "close-request") { [unowned self] in
      isOpen = false
      return false
    }
  }

  private func chosen() -> [Int] {
    guard !Stand.isBox(options) else {
      return (0..<Int32(store.count)).compactMap { place in
        guard let row = gtk_list_box_get_row_at_index(view.opaque, place),
          gtk_list_box_row_is_selected(row) != 0
        else { return nil }
        return number(at: UInt32(place))
      }
    }
    let chosen = gtk_selection_model_get_selection(selection.opaque)
    defer { gtk_bitset_unref(chosen) }
    return (0..<gtk_bitset_get_size(chosen)).compactMap {
      number(at: gtk_bitset_get_nth(chosen, guint($0)))
    }
  }

  /// The number of the row at a place, in the order shown.
  private func number(at position: UInt32) -> Int? {
    guard let item = g_list_model_get_item(selection.opaque, position) else { return nil }
    defer { g_object_unref(item) }
    return ListStore<Int>.element(of: item)
  }

  func report(_ name: String, _ value: Any, row: Int? = nil, side: PanSide? = nil) {
    if name != "done" { reports += 1 }
    let shown = value is String ? "\"\(value)\"" : "\(value)"
    var line = "{\"\(name)\": \(shown)"
    if let row { line += ", \"row\": \(row)" }
    if let side { line += ", \"side\": \"\(side)\"" }
    line += "}\n"
    line.withCString { _ = write(1, $0, strlen($0)) }
  }

  // MARK: Commands

  /// Obeys the lines of standard input; its end closes the window.
  func obey() {
    g_unix_fd_add_full(
      G_PRIORITY_DEFAULT, 0, GIOCondition(rawValue: G_IO_IN.rawValue | G_IO_HUP.rawValue),
      { _, _, data in
        nonisolated(unsafe) let data = data
        return MainActor.assumeIsolated {
          Unmanaged<Stand>.fromOpaque(data.unsafelyUnwrapped).takeUnretainedValue().read().gboolean
        }
      }, Unmanaged.passUnretained(self).toOpaque(), nil)
  }

  private func read() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(0, &buffer, buffer.count)
    guard count > 0 else {
      isOpen = false
      return false
    }
    unread += buffer.prefix(count)
    while let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
      let words = String(decoding: unread[..<end], as: UTF8.self).split(separator: " ")
      unread.removeSubrange(...end)
      run(words.map(String.init))
    }
    return true
  }

  private func run(_ words: [String]) {
    let numbers = words.dropFirst().compactMap(Int.init)
    let done = { @MainActor [unowned self] in report("done", words.joined(separator: " ")) }
    switch (words.first, numbers.first) {
    case ("remove", let row?): remove(row)
    case ("insert", let row?): store.replace(0..<0, with: [row])
    case ("open", let row?):
      list.open(row, words.contains("leading") ? .leading : .trailing)
    case ("close", _): list.close()
    case ("enabled", _): list.isEnabled = words.contains("true")
    case ("look", let row?): look(at: row)
    case ("pressed", _): lookForPresses()
    case ("reverse", _):
      store.replace(0..<store.count, with: (0..<store.count).compactMap { store[$0] }.reversed())
    case ("sort", _):
      gtk_sort_list_model_set_sorter(
        sorted.opaque, words.contains("down") ? Order.descending() : nil)
    case ("filter", _):
      gtk_filter_list_model_set_filter(
        filtered.opaque, numbers.first.map { Order.multiples(of: $0) })
    case ("scroll", let value?):
      gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(scroller.opaque), Double(value))
    case ("outer", let value?):
      gtk_adjustment_set_value(gtk_scrolled_window_get_hadjustment(outer.opaque), Double(value))
    case ("page", _):
      gtk_stack_set_visible_child(
        pages.opaque, words.contains("list") ? shown : gtk_widget_get_last_child(pages))
    case ("resize", let width?):
      gtk_window_set_default_size(window.cast(), Int32(width), Int32(options.height))
    case ("indent", let width?): gtk_widget_set_margin_start(shown, Int32(width))
    case ("hide", _): gtk_widget_set_visible(window, false.gboolean)
    case ("show", _): gtk_widget_set_visible(window, true.gboolean)
    case ("answer", _):
      for answer in answers { answer.resume(returning: words.last ?? "") }
      answers.removeAll()
    case ("quit", _): isOpen = false
    case ("count", let count?): replaceRows(with: Array(0..<count))
    case ("animations", _): setAnimations(words.contains("on"))
    case ("popover", _): popUp()
    case ("modal", _): openModalWindow()
    case ("dismiss", _): dismiss()
    case ("close-window", _): gtk_window_close(window.cast())
    case ("sync", _): return afterInput(done)
    case ("pass", let milliseconds?):
      return afterInput { after(Double(milliseconds) / 1000, done) }
    case ("rest", _): return afterRest(done)
    default: report("unknown", words.joined(separator: " "))
    }
    done()
  }

  private func remove(_ row: Int) {
    guard let position = (0..<store.count).first(where: { store[$0] == row }) else { return }
    invariants.removed(row)
    store.replace(position..<position + 1, with: [])
  }

  private func replaceRows(with rows: [Int]) {
    for row in Set((0..<store.count).compactMap { store[$0] }).subtracting(rows) {
      invariants.removed(row)
    }
    store.replace(0..<store.count, with: rows)
  }

  // MARK: Names

  private static func selection(_ name: String, of store: OpaquePointer) -> OpaquePointer {
    let model =
      switch name {
      case "multiple": gtk_multi_selection_new(store)
      case "none": gtk_no_selection_new(store)
      default: gtk_single_selection_new(store)
      }
    return model.unsafelyUnwrapped
  }

  private static func style(named name: String) -> PanStyle {
    var style = PanStyle.standard
    switch name {
    case "stays": style.release.stays = true
    case "several": style.opensSeveral = true
    case "resizeCloses": style.closes.insert(.resize)
    case "sparrowlike": style = .sparrowlike
    case "swipeableCell": style = .swipeableCell
    case "swipeDetection": style = .swipeDetection
    case "dnsSwipeableCell": style = .dnsSwipeableCell
    case "sideSwipe": style = .sideSwipe
    case "slidingCell": style = .slidingCell
    case "bmx": style = .bmx
    case "teehanLax": style = .teehanLax
    default: break
    }
    return style
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
