import AppWidgets
import CDunnockGtk
import GtkBridge
import Texts

/// Underlines the words of a text in sight that no dictionary knows, and offers others in the menu of the text.
final class Spelling {
  private let text: ComposedText
  private let dictionaries: Dictionaries
  private let tag: Ref
  private let actions = ActionGroup()
  /// What is known of words: whether they are right.
  private var known: [String: Bool] = [:]
  private var isWaiting = false
  private var isGone = false
  /// The word that the menu is about, and where it stands.
  private var meant: (word: String, range: Range<Int>)?

  init(of text: ComposedText, by dictionaries: Dictionaries) {
    (self.text, self.dictionaries) = (text, dictionaries)
    tag = Ref.adopting(full: UnsafeMutableRawPointer(gtk_text_tag_new("wrong")))
    var underline = GValue()
    g_value_init(&underline, pango_underline_get_type())
    g_value_set_enum(&underline, gint(PANGO_UNDERLINE_ERROR.rawValue))
    g_object_set_property(
      tag.raw.assumingMemoryBound(to: GObject.self), "underline", &underline)
    g_value_unset(&underline)
    gtk_text_tag_table_add(gtk_text_buffer_get_tag_table(text.buffer), rawTag)
    actions.add("correct") { [weak self] in self?.correct(to: $0) }
    actions.add("add") { [weak self] in self?.addWord() }
    actions.insert(into: text.view, prefix: "spelling")
    Signal.connect(UnsafeMutableRawPointer(text.view), "destroy") { [weak self] in
      self?.isGone = true
    }
    for name in ["changed", "notify::cursor-position"] {
      Signal.connect(UnsafeMutableRawPointer(text.buffer), name) { [weak self] in self?.note() }
    }
    let adjustment = gtk_scrolled_window_get_vadjustment(text.widget.opaque)
    for name in ["value-changed", "notify::page-size"] {
      if let adjustment {
        Signal.connect(UnsafeMutableRawPointer(adjustment), name) { [weak self] in self?.note() }
      }
    }
    guard let click = gtk_gesture_click_new() else { return }
    gtk_gesture_single_set_button(click, guint(GDK_BUTTON_SECONDARY))
    Signal.connect(text.view.addController(click, in: GTK_PHASE_CAPTURE), "pressed") {
      [weak self] (_: Int32, x: Double, y: Double) in self?.prepareMenu(atX: x, y: y)
    }
  }

  private var rawTag: UnsafeMutablePointer<GtkTextTag> {
    tag.raw.assumingMemoryBound(to: GtkTextTag.self)
  }

  // MARK: Underlining

  private func note() {
    if isWaiting { return }
    isWaiting = true
    after(Self.pause) { [weak self] in
      guard let self else { return }
      isWaiting = false
      Task { await self.check() }
    }
  }

  /// Checks what is in sight.
  func check() async {
    guard !isGone else { return }
    let before = wordsInSight
    let asked = Set(before.words.map(\.word)).subtracting(known.keys)
    if !asked.isEmpty {
      if known.count > Self.mostKnown { known = [:] }
      let wrong = await dictionaries.unknown(of: asked)
      for word in asked { known[word] = !wrong.contains(word) }
      guard !isGone else { return }
    }
    // The text may be another by now.
    let now = asked.isEmpty ? before : wordsInSight
    var (start, end) = (iter(at: now.range.lowerBound), iter(at: now.range.upperBound))
    gtk_text_buffer_remove_tag(text.buffer, rawTag, &start, &end)
    for word in now.words where known[word.word] == false {
      // Nobody is done with a word behind which the caret stands.
      if word.range.upperBound == caret, gtk_widget_has_focus(text.view) != 0 { continue }
      (start, end) = (iter(at: word.range.lowerBound), iter(at: word.range.upperBound))
      gtk_text_buffer_apply_tag(text.buffer, rawTag, &start, &end)
    }
    prepareMenu(at: caret)
  }

  /// The words of the lines in sight, and from where to where those are.
  private var wordsInSight: (range: Range<Int>, words: [SpelledWords]) {
    var (room, start, end) = (GdkRectangle(), GtkTextIter(), GtkTextIter())
    gtk_text_view_get_visible_rect(text.view.cast(), &room)
    gtk_text_view_get_line_at_y(text.view.cast(), &start, room.y, nil)
    gtk_text_view_get_line_at_y(text.view.cast(), &end, room.y + room.height, nil)
    gtk_text_iter_forward_line(&end)
    let first = Int(gtk_text_iter_get_offset(&start))
    let words = SpelledWords.all(in: text.text(from: start, to: end)).map {
      SpelledWords(
        word: $0.word, range: $0.range.lowerBound + first..<$0.range.upperBound + first)
    }
    return (first..<Int(gtk_text_iter_get_offset(&end)), words)
  }

  private func iter(at offset: Int) -> GtkTextIter {
    var iter = GtkTextIter()
    gtk_text_buffer_get_iter_at_offset(text.buffer, &iter, gint(offset))
    return iter
  }

  private var caret: Int {
    var iter = GtkTextIter()
    gtk_text_buffer_get_iter_at_mark(
      text.buffer, &iter, gtk_text_buffer_get_insert(text.buffer))
    return Int(gtk_text_iter_get_offset(&iter))
  }

  /// The words that are underlined, in their order.
  var underlined: [String] {
    var (words, iter): ([String], GtkTextIter) = ([], iter(at: 0))
    repeat {
      if gtk_text_iter_starts_tag(&iter, rawTag) != 0 {
        var end = iter
        gtk_text_iter_forward_to_tag_toggle(&end, rawTag)
        words.append(text.text(from: iter, to: end))
      }
    } while gtk_text_iter_forward_to_tag_toggle(&iter, rawTag) != 0
    return words
  }

  // MARK: The menu

  private func prepareMenu(atX x: Double, y: Double) {
    var (bufferX, bufferY, iter): (gint, gint, GtkTextIter) = (0, 0, GtkTextIter())
    gtk_text_view_window_to_buffer_coords(
      text.view.cast(), GTK_TEXT_WINDOW_WIDGET, gint(x), gint(y), &bufferX, &bufferY)
    gtk_text_view_get_iter_at_location(text.view.cast(), &iter, bufferX, bufferY)
    prepareMenu(at: Int(gtk_text_iter_get_offset(&iter)))
  }

  /// Has the menu be about the word at a place.
  func prepareMenu(at offset: Int) {
    var start = iter(at: offset)
    let isWrong =
      gtk_text_iter_has_tag(&start, rawTag) != 0 || gtk_text_iter_ends_tag(&start, rawTag) != 0
    guard isWrong else {
      if meant != nil { gtk_text_view_set_extra_menu(text.view.cast(), nil) }
      meant = nil
      return
    }
    var end = start
    if gtk_text_iter_starts_tag(&start, rawTag) == 0 {
      gtk_text_iter_backward_to_tag_toggle(&start, rawTag)
    }
    if gtk_text_iter_ends_tag(&end, rawTag) == 0 {
      gtk_text_iter_forward_to_tag_toggle(&end, rawTag)
    }
    let range = Int(gtk_text_iter_get_offset(&start))..<Int(gtk_text_iter_get_offset(&end))
    let word = text.text(from: start, to: end)
    if let meant, meant == (word, range) { return }
    meant = (word, range)
    showMenu([])
    Task { [weak self, dictionaries] in
      let suggestions = await dictionaries.suggestions(for: word)
      guard let self, !isGone, meant?.word == word else { return }
      showMenu(suggestions)
    }
  }

  private func showMenu(_ suggestions: [String]) {
    let menu = Ref.menu(of: [
      suggestions.map { MenuEntry($0, "spelling.correct::" + $0) },
      [MenuEntry(tr("Add to Dictionary"), "spelling.add")],
    ])
    gtk_text_view_set_extra_menu(
      text.view.cast(), menu.raw.assumingMemoryBound(to: GMenuModel.self))
  }

  private func correct(to word: String) {
    guard let meant else { return }
    var (start, end) = (iter(at: meant.range.lowerBound), iter(at: meant.range.upperBound))
    guard text.text(from: start, to: end) == meant.word else { return }
    gtk_text_buffer_begin_user_action(text.buffer)
    gtk_text_buffer_delete(text.buffer, &start, &end)
    gtk_text_buffer_insert(text.buffer, &start, word, -1)
    gtk_text_buffer_end_user_action(text.buffer)
  }

  private func addWord() {
    guard let word = meant?.word else { return }
    known[word] = true
    Task { [weak self, dictionaries] in
      await dictionaries.add(word)
      await self?.check()
    }
  }

  /// Seconds.
  private static let pause = 0.3
  private static let mostKnown = 50_000
}
