import CDunnockGtk
import GtkBridge

/// The list of pages, with a search.
final class Sidebar {
  /// The list; keeps this object alive.
  let widget: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)

  /// Called with the page that the person chose.
  var onChoose: ((Page) -> Void)?

  private let list: Widget = gtk_list_box_new()
  private let search: Widget = gtk_search_entry_new()
  private var rows: [(row: Widget, page: Page)] = []
  private var headings: [(row: Widget, pages: [Page])] = []
  private var isSelecting = false

  init() {
    Hosted.install(self, in: widget, key: "gallery-sidebar")
    widget.addClasses("gallery-pages")
    list.setSpokenLabel("Pages")
    search.setSpokenLabel("Search Pages")
    gtk_widget_set_margin_top(search, 10)
    gtk_widget_set_margin_start(search, 10)
    gtk_widget_set_margin_end(search, 10)
    for chapter in Page.chapters {
      let heading = row(chapter.title)
      heading.addClasses("chapter")
      gtk_list_box_row_set_selectable(heading.cast(), false.gboolean)
      gtk_list_box_row_set_activatable(heading.cast(), false.gboolean)
      gtk_widget_set_focusable(heading, false.gboolean)
      headings.append((heading, chapter.pages))
      for page in chapter.pages { rows.append((row(page.title), page)) }
    }
    let scroller: Widget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(scroller.opaque, list)
    gtk_widget_set_vexpand(scroller, true.gboolean)
    gtk_box_append(widget.cast(), search)
    gtk_box_append(widget.cast(), scroller)
    let nothing: Widget = gtk_label_new("No page has these words")
    nothing.addClasses("gallery-text")
    gtk_widget_set_margin_top(nothing, 18)
    gtk_list_box_set_placeholder(list.opaque, nothing)
    Signal.connect(search, "search-changed") { [weak self] in self?.filter() }
    Signal.connect(list, "row-selected") { [weak self] (selected: UnsafeMutableRawPointer?) in
      guard let self, let selected, !isSelecting else { return }
      rows.first { UnsafeMutableRawPointer($0.row) == selected }.map { onChoose?($0.page) }
    }
    Signal.connect(list, "row-activated") { [weak self] (activated: UnsafeMutableRawPointer?) in
      guard let self else { return }
      rows.first { UnsafeMutableRawPointer($0.row) == activated }.map { onChoose?($0.page) }
    }
  }

  /// Marks a page as the one on show.
  func select(_ page: Page) {
    isSelecting = true
    defer { isSelecting = false }
    rows.first { $0.page.name == page.name }
      .map { gtk_list_box_select_row(list.opaque, $0.row.cast()) }
  }

  private func row(_ title: String) -> Widget {
    let row: Widget = gtk_list_box_row_new()
    let label: Widget = gtk_label_new(title)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_list_box_row_set_child(row.cast(), label)
    row.setSpokenLabel(title)
    gtk_list_box_append(list.opaque, row)
    return row
  }

  private func filter() {
    let words = String(cString: gtk_editable_get_text(search.opaque)).lowercased()
      .split(separator: " ")
    func matches(_ page: Page) -> Bool {
      let text = ([page.title, page.text] + page.keywords).joined(separator: " ").lowercased()
      return words.allSatisfy { text.contains($0) }
    }
    for (row, page) in rows { gtk_widget_set_visible(row, matches(page).gboolean) }
    for (row, pages) in headings {
      gtk_widget_set_visible(row, pages.contains(where: matches).gboolean)
    }
  }
}
