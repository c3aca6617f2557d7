import CDunnockGtk
import GtkBridge
import PanStyles
import SwipeRows

/// A page on show: its controls, its live list, and what the list does.
///
/// The page fills it; it makes the list. It lives as long as its widget.
final class Showcase {
  let page: Page

  /// The controls above the list; borrowed from its parent.
  let widget: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)

  // MARK: What a page sets

  /// The rows to begin with.
  var items: [Item] = []

  /// What a row says, offers and does.
  var content: (Item) -> SwipeContent = { SwipeContent(label: $0.label) }

  /// The height of a row, px.
  var rowHeight: Int32 = 60

  /// The width of the list where there is room, px; nil: all there is.
  var width: Int32?

  /// Whether the list runs from right to left.
  var isRightToLeft = false

  /// What holds the rows.
  var container = Container.listView

  /// What holds rows.
  enum Container: String, CaseIterable {
    case listView = "list view"
    case gridView = "grid view"
    case listBox = "list box"
    case boxedList = "boxed list"
  }

  /// The style's own numbers, and where each is from.
  var numbers: [(number: String, source: String)] = []

  /// Called when a list has been made, to set its options and to listen to it.
  var prepare: (SwipeList<Int>) -> Void = { _ in }

  /// Makes the list's widget, or one around it, what the page shows.
  var arrange: (Widget) -> Widget = { $0 }

  /// Called with every front that is made.
  var prepareFront: (ItemFront) -> Void = { _ in }

  /// Called with every front that shows an item.
  var shown: (ItemFront, Item) -> Void = { _, _ in }

  /// Called when a row is activated.
  var activated: ((Item) -> Void)?

  /// The style, which the page may have changed from the one it is named after.
  var style = PanStyle.standard {
    willSet { if newValue != style, isFilled { onLeave?() } }
    didSet {
      guard style != oldValue, isFilled, let list else { return }
      list.style = style
      onStyle?()
    }
  }

  // MARK: What it tells

  /// The style's name.
  private(set) var styleName = ""

  /// The style as the page shows it before anybody turns anything.
  private(set) var pageStyle = PanStyle.standard

  /// Called before the list is made anew, or moves by another style.
  var onLeave: (() -> Void)?

  /// Called when the list has been made anew.
  var onRebuild: (() -> Void)?

  /// Called when the list moves by another style.
  var onStyle: (() -> Void)?

  /// Called with a sentence about what happened.
  var onSay: ((String) -> Void)?

  /// The list on show.
  private(set) var list: SwipeList<Int>?

  /// The view or the list box in it.
  private(set) var view: Widget?

  let store = ListStore<Item>()
  private let controls: Widget = gtk_flow_box_new()
  private let frame: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  private var isFilled = false

  init(_ page: Page) {
    self.page = page
    Hosted.install(self, in: widget, key: "gallery-showcase")
    gtk_flow_box_set_selection_mode(controls.opaque, GTK_SELECTION_NONE)
    gtk_flow_box_set_column_spacing(controls.opaque, 18)
    gtk_flow_box_set_row_spacing(controls.opaque, 6)
    gtk_flow_box_set_max_children_per_line(controls.opaque, 4)
    gtk_widget_set_visible(controls, false.gboolean)
    frame.addClasses("gallery-list")
    gtk_widget_set_overflow(frame, GTK_OVERFLOW_HIDDEN)
    gtk_widget_set_vexpand(frame, true.gboolean)
    gtk_box_append(widget.cast(), controls)
    gtk_box_append(widget.cast(), frame)
    choose(page.styles[0])
  }

  // MARK: For pages

  /// Adds a control above the list, with what it is called.
  func add(_ control: Widget, _ title: String) {
    let box: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)
    let label: Widget = gtk_label_new(title)
    control.setSpokenLabel(title)
    gtk_widget_set_valign(control, GTK_ALIGN_CENTER)
    gtk_box_append(box.cast(), label)
    gtk_box_append(box.cast(), control)
    insert(box)
  }

  private func insert(_ control: Widget) {
    gtk_flow_box_insert(controls.opaque, control, -1)
    if let cell = control.parent { gtk_widget_set_focusable(cell, false.gboolean) }
    gtk_widget_set_visible(controls, true.gboolean)
  }

  /// Adds a switch above the list.
  func addSwitch(_ title: String, isOn: Bool = false, _ turned: @escaping (Bool) -> Void) {
    let control: Widget = gtk_switch_new()
    gtk_switch_set_active(control.opaque, isOn.gboolean)
    Signal.connect(control, "notify::active") {
      turned(isTrue(gtk_switch_get_active(control.opaque)))
    }
    add(control, title)
  }

  /// Adds a button above the list.
  func addButton(_ title: String, _ clicked: @escaping @MainActor () -> Void) {
    let button: Widget = gtk_button_new_with_label(title)
    Signal.connect(button, "clicked", clicked)
    insert(button)
  }

  /// Adds a choice above the list.
  func addChoice(
    _ title: String, _ words: [String], selected: Int = 0, _ chosen: @escaping (Int) -> Void
  ) {
    let control = dropDown(words)
    gtk_drop_down_set_selected(control.opaque, guint(selected))
    Signal.connect(control, "notify::selected") {
      chosen(Int(gtk_drop_down_get_selected(control.opaque)))
    }
    add(control, title)
  }

  /// An action on an item that also says what it has done.
  func action(
    _ name: String, _ title: String, _ icon: String, _ role: SwipeAction.Role = .neutral,
    on item: Item, key: String? = nil, isEnabled: Bool = true,
    _ perform: @escaping @MainActor () async -> SwipeOutcome = { .restore }
  ) -> SwipeAction {
    SwipeAction(
      name, title: title, icon: icon, role: role, shortcut: key, isEnabled: isEnabled
    ) { [weak self] in
      self?.say("\(title): \(item.title)")
      let outcome = await perform()
      if case .failure = outcome { self?.say("\(title) failed: \(item.title)") }
      return outcome
    }
  }

  /// Takes an item out of the model once its row has gone.
  func removal(of item: Item) -> SwipeOutcome {
    .remove { [weak self] in self?.remove(item) }
  }

  /// Takes an item out of the model.
  func remove(_ item: Item) {
    guard let place = place(of: item.id) else { return }
    store.replace(place..<place + 1, with: [])
  }

  /// Shows an item as it has become.
  func update(_ item: Item) {
    guard let place = place(of: item.id), let view else { return }
    guard container == .listView else { return store.replace(place..<place + 1, with: [item]) }
    let selection = gtk_list_view_get_model(view.opaque)
    let isSelected = gtk_single_selection_get_selected(selection) == guint(place)
    store.replace(place..<place + 1, with: [item])
    if isSelected { gtk_single_selection_set_selected(selection, guint(place)) }
  }

  /// Fades a row out where it stands, and then takes its item out of the model.
  func fadeAway(_ item: Item) -> SwipeOutcome {
    guard let row = list?.widget(of: item.id), row.wantsAnimations else {
      remove(item)
      return .keepOpen
    }
    var began: Double?
    onEachFrame(of: row) { [weak self] time in
      let start = began ?? time
      began = start
      let share = (time - start) / 0.3
      let isFading = share < 1 && self?.list?.widget(of: item.id) == row
      gtk_widget_set_opacity(row, isFading ? 1 - share : 1)
      if !isFading { self?.remove(item) }
      return isFading
    }
    return .keepOpen
  }

  /// Tells what happened.
  func say(_ sentence: String) { onSay?(sentence) }

  // MARK: For the window

  /// Shows the page in one of its styles, from the start.
  func choose(_ name: String) {
    isFilled = false
    styleName = name
    style = base
    if let controls = widget.firstChild {
      while let control = controls.firstChild { gtk_flow_box_remove(controls.opaque, control) }
      gtk_widget_set_visible(controls, false.gboolean)
    }
    if page.styles.count > 1 {
      addChoice("Style", page.styles, selected: page.styles.firstIndex(of: name) ?? 0) {
        [weak self] index in whenIdle { self?.choose(index) }
      }
    }
    page.fill(self)
    pageStyle = style
    isFilled = true
    gtk_widget_set_halign(frame, width == nil ? GTK_ALIGN_FILL : GTK_ALIGN_CENTER)
    gtk_widget_set_size_request(frame, width ?? -1, -1)
    startOver()
  }

  /// The style that its name stands for.
  var base: PanStyle { NamedStyle.all.first { $0.name == styleName }?.style ?? .standard }

  /// Puts back every row.
  func startOver() {
    store.replace(0..<store.count, with: items)
    rebuild()
  }

  private func choose(_ index: Int) {
    let name = page.styles[index]
    if name != styleName { choose(name) }
  }

  func place(of id: Int) -> Int? { (0..<store.count).first { store[$0]?.id == id } }
}

// MARK: The list

extension Showcase {
  private func rebuild() {
    onLeave?()
    frame.setClass("boxed", container == .boxedList)
    // The old list first: its rows' motions end with it.
    if let former = frame.firstChild { gtk_box_remove(frame.cast(), former) }
    let (list, view) = makeList(of: store, page.title)
    self.list = list
    self.view = view
    prepare(list)
    let arranged = withNumbers(arrange(list.widget))
    gtk_widget_set_vexpand(arranged, true.gboolean)
    gtk_box_append(frame.cast(), arranged)
    onRebuild?()
  }

  /// Says below the list what numbers its style has.
  private func withNumbers(_ list: Widget) -> Widget {
    guard !numbers.isEmpty else { return list }
    gtk_widget_set_vexpand(list, true.gboolean)
    let label: Widget = gtk_label_new(
      numbers.map { "\($0.number) — \($0.source)" }.joined(separator: "\n"))
    label.addClasses("gallery-log", "gallery-caption")
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_wrap(label.opaque, true.gboolean)
    return Self.stacked(list, label)
  }

  /// A list with something below it.
  static func stacked(_ list: Widget, _ part: Widget) -> Widget {
    let both: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    for part in [list, part] { gtk_box_append(both.cast(), part) }
    return both
  }

  private func makeView(of store: ListStore<Item>) -> Widget {
    let view: Widget
    switch container {
    case .listView:
      let selection = gtk_single_selection_new(store.consumed())
      gtk_single_selection_set_autoselect(selection, false.gboolean)
      gtk_single_selection_set_can_unselect(selection, true.gboolean)
      gtk_single_selection_set_selected(selection, GTK_INVALID_LIST_POSITION)
      view = gtk_list_view_new(selection, nil)
      gtk_list_view_set_show_separators(view.opaque, true.gboolean)
    case .gridView:
      view = gtk_grid_view_new(gtk_no_selection_new(store.consumed()), nil)
    case .listBox, .boxedList:
      view = gtk_list_box_new()
      gtk_list_box_set_show_separators(view.opaque, true.gboolean)
      gtk_list_box_set_selection_mode(view.opaque, GTK_SELECTION_NONE)
      guard container == .boxedList else { break }
      view.addClasses("boxed-list")
      gtk_widget_set_valign(view, GTK_ALIGN_START)
      gtk_widget_set_overflow(view, GTK_OVERFLOW_HIDDEN)
    }
    return view
  }

  /// Makes a list of the page's rows, and the view or the list box in it.
  func makeList(of store: ListStore<Item>, _ title: String) -> (SwipeList<Int>, Widget) {
    let view = makeView(of: store)
    view.setSpokenLabel(title)
    let scroller: Widget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_child(scroller.opaque, view)
    let list = SwipeList(
      around: scroller, of: Item.self, model: store.model, style: style, id: { $0.id },
      front: { [unowned self] in
        let front = ItemFront(height: rowHeight)
        prepareFront(front)
        return front
      },
      show: { [unowned self] item, front in
        front.show(item)
        shown(front, item)
        return content(item)
      })
    guard container == .listView || container == .gridView else { return (list, view) }
    Signal.connect(view, "activate") { [weak self] (position: UInt32) in
      if let item = store[Int(position)] { self?.activated?(item) }
    }
    return (list, view)
  }
}

/// A drop-down of these words.
func dropDown(_ words: [String]) -> Widget {
  let model = gtk_string_list_new(nil)
  for word in words { gtk_string_list_append(model, word) }
  return gtk_drop_down_new(model, nil)
}
