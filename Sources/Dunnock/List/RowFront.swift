import CDunnockAdwaita
import GtkBridge
import MailModel
import MailText
import SwipeRows
import Texts

/// What a row shows of its messages: the content that a drag moves.
final class RowFront: SwipeFront {
  /// The front's widget, owned by the row that it is put into.
  let widget: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 10)

  /// What holds the dot, as wide as the mark where there are no initials.
  private let lead: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
  private let dot: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
  private let icon = Widget.silentImage()
  private let face: Widget = adw_avatar_new(RowFront.faceSize, nil, 1).silenced()
  private let sender = Widget.silentInscription()
  /// How many messages there are, of several.
  private let count = Widget.silentLabel()
  /// That it was replied to, passed on, has something attached, and is starred.
  private let replied = Widget.silentImage()
  private let passed = Widget.silentImage()
  private let attached = Widget.silentImage()
  private let star = Widget.silentImage()
  private let date = Widget.silentLabel()
  private let subject = Widget.silentInscription()
  private let otherDate = Widget.silentLabel()
  private let account = AccountColour.dot()
  private let preview = Widget.silentInscription()
  /// Whether the row is selected, while several are.
  private let mark = Widget.silentImage()
  private var look = RowLook()
  private var isFile = false
  private var isMarked = false
  /// Whether an open tray leaves it so little room that it shows no more than who wrote and of what.
  private var isNarrow = false
  private var click: (guint) -> Void = { _ in }

  init() {
    widget.addClasses("message-row")
    dot.addClasses("unread-dot")
    gtk_image_set_from_icon_name(mark.opaque, "object-select-symbolic")
    mark.addClasses("select-mark")
    gtk_widget_set_valign(mark, GTK_ALIGN_CENTER)
    gtk_widget_set_visible(mark, 0)
    lead.addClasses("lead")
    gtk_widget_set_valign(dot, GTK_ALIGN_START)
    gtk_widget_set_halign(dot, GTK_ALIGN_CENTER)
    gtk_widget_set_hexpand(dot, 1)
    // Not the lead itself.
    gtk_widget_set_hexpand(lead, 0)
    gtk_image_set_pixel_size(icon.opaque, Self.iconSize)
    gtk_widget_set_visible(icon, false.gboolean)
    gtk_widget_set_valign(face, GTK_ALIGN_CENTER)
    gtk_box_append(lead.cast(), dot)
    for part in [lead, mark, face, icon] { gtk_box_append(widget.cast(), part) }

    let lines: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)
    gtk_widget_set_hexpand(lines, 1)
    gtk_box_append(widget.cast(), lines)

    let top: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    gtk_widget_set_hexpand(sender, 1)
    for (part, icon) in [
      (replied, "dnk-reply-symbolic"), (passed, "dnk-forward-symbolic"),
      (attached, "dnk-attachment-symbolic"), (star, "dnk-star-symbolic"),
    ] {
      gtk_image_set_from_icon_name(part.opaque, icon)
      part.addClasses("row-mark")
      gtk_widget_set_visible(part, 0)
    }
    gtk_widget_set_visible(count, 0)
    gtk_widget_set_valign(count, GTK_ALIGN_CENTER)
    for part in [sender, count, replied, passed, attached, star, date] {
      gtk_box_append(top.cast(), part)
    }
    let middle: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    gtk_widget_set_hexpand(subject, 1)
    gtk_widget_set_visible(otherDate, false.gboolean)
    gtk_widget_set_valign(otherDate, GTK_ALIGN_BASELINE)
    for part in [subject, account, otherDate] { gtk_box_append(middle.cast(), part) }
    for part in [top, middle, preview] { gtk_box_append(lines.cast(), part) }

    for (part, name) in [
      (sender, "sender"), (count, "count"), (star, "star"), (date, "date"), (subject, "subject"),
      (otherDate, "other-date"), (preview, "preview"),
    ] { part.addClasses(name) }
    for part in [sender, subject, preview] {
      gtk_inscription_set_text_overflow(part.opaque, GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END)
      gtk_inscription_set_min_chars(part.opaque, 3)
      gtk_inscription_set_nat_chars(part.opaque, 20)
    }
    guard let gesture = gtk_gesture_click_new() else { return }
    let controller = OpaquePointer(UnsafeMutableRawPointer(gesture))
    Signal.connect(UnsafeMutableRawPointer(gesture), "released") { [weak self] (count: Int32) in
      let modifiers = gtk_event_controller_get_current_event_state(controller)
      if count == 1 { self?.click(modifiers.rawValue) }
    }
    gtk_widget_add_controller(widget, gesture)
  }

  /// - Parameter click: Called with the modifiers when the front is clicked or tapped once without being dragged.
  func onClick(_ click: @escaping (_ modifiers: guint) -> Void) { self.click = click }

  /// Beside an open tray what is narrow gives its room to who wrote and of what.
  func moved(to offset: Double, leaving width: Double) {
    let isNarrow = offset != 0 && width < Self.narrow
    guard isNarrow != self.isNarrow else { return }
    self.isNarrow = isNarrow
    gtk_widget_set_visible(date, (!isNarrow).gboolean)
    showFace()
  }

  /// Shows whether the row is selected; nil while none is.
  ///
  /// The mark stands where the initials do, or else the dot: nothing moves for it.
  func showMark(_ isSelected: Bool?) {
    isMarked = isSelected != nil
    gtk_widget_set_visible(mark, isMarked.gboolean)
    showFace()
    gtk_widget_set_visible(icon, (isFile && !isMarked).gboolean)
    gtk_widget_set_visible(lead, (look.hasFaces ? !isFile : !isMarked && !isFile).gboolean)
    mark.setClass("is-set", isSelected == true)
  }

  private func showFace() {
    gtk_widget_set_visible(face, (look.hasFaces && !isMarked && !isFile && !isNarrow).gboolean)
  }

  /// Has the row look so from now on.
  func use(_ look: RowLook) {
    self.look = look
    widget.setClass("with-faces", look.hasFaces)
    widget.setClass("compact", look.density == .compact)
  }

  /// Shows a row as it reads at the moment `now`, in seconds since 1970, in a list of that order.
  ///
  /// - Parameters:
  ///   - names: Who wrote its messages.
  ///   - query: What it was found for, which is marked; what was found for it in its text stands in place of the preview.
  ///   - folder: What its folder is called, where that is to be said.
  ///   - colour: That of its account, where there are several.
  func show(
    _ item: MailItem, names: RowNames, by order: MessageOrder, now: Int,
    found query: SearchQuery? = nil, folder: String? = nil, colour: AccountColour? = nil
  ) {
    let message = item.message
    let found = item.excerpt.flatMap { $0.isEmpty ? nil : $0 }
    let text = message.warning ?? found ?? message.preview
    let subject = message.shownSubject.inDirectionOfWords
    show(sender: names.text, subject: subject, preview: text)
    for (part, text, place) in [
      (sender, names.text, SearchQuery.Place.sender), (self.subject, subject, .subject),
      (preview, text, .text),
    ] {
      gtk_inscription_set_attributes(part.opaque, nil)
      mark(query?.marks(in: text, from: place) ?? [], of: text, in: part) {
        [
          pango_attr_weight_new(PANGO_WEIGHT_BOLD),
          pango_attr_underline_new(PANGO_UNDERLINE_SINGLE),
        ]
      }
    }
    if let unread = names.unread {
      // An unread row is bold, and those are not who wrote what was read.
      mark([names.text.startIndex..<names.text.endIndex], of: names.text, in: sender) {
        [pango_attr_weight_new(PANGO_WEIGHT_NORMAL)]
      }
      mark(unread, of: names.text, in: sender) { [pango_attr_weight_new(PANGO_WEIGHT_SEMIBOLD)] }
    }
    if item.count > 1 { gtk_label_set_label(count.opaque, item.count.grouped) }
    gtk_widget_set_visible(count, (item.count > 1).gboolean)
    AccountColour.show(colour, in: account)
    let dates = message.shownDates(by: order, now: now)
    gtk_label_set_label(date.opaque, dates.main)
    // The colour of its account says more than the end of a long name.
    let most = colour == nil ? Self.mostOfName : Self.mostOfAccount
    let beside = [folder.map { "\u{2068}\($0.cut(to: most))\u{2069}" }, dates.other]
      .compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " · ")
    gtk_label_set_label(otherDate.opaque, beside)
    gtk_widget_set_visible(otherDate, (!beside.isEmpty).gboolean)
    // Of two sizes on one line the baselines must meet.
    gtk_widget_set_valign(
      self.subject, beside.isEmpty ? GTK_ALIGN_FILL : GTK_ALIGN_BASELINE)
    for (part, isSo) in [
      (replied, item.isReplied), (passed, item.isPassedOn), (attached, message.hasAttachment),
      (star, item.conversation.isStarred),
    ] { gtk_widget_set_visible(part, isSo.gboolean) }
    widget.setClass("unread", item.conversation.isUnread)
    if message.isFile, let content = g_content_type_get_icon(message.fileType) {
      gtk_image_set_from_gicon(icon.opaque, content)
      g_object_unref(UnsafeMutableRawPointer(content))
    }
    isFile = message.isFile
    if look.hasFaces { face.showInitials(of: names.face.name, colouredBy: names.face.address) }
    // A file has two lines, unless something is to be said of it; so has a low row, unless it was found for what the others show.
    let isShort = isFile || look.density == .compact
    gtk_widget_set_visible(
      preview, (!isShort || message.warning != nil || found != nil).gboolean)
    preview.setClass("placeholder", message.warning != nil)
    self.subject.setClass("placeholder", message.subject.isEmpty)
  }

  /// Marks words of a text that is shown, each with attributes of its own, over those that there are.
  private func mark(
    _ places: [Range<String.Index>], of text: String, in part: Widget,
    with looks: () -> [UnsafeMutablePointer<PangoAttribute>?]
  ) {
    guard !places.isEmpty,
      let attributes = gtk_inscription_get_attributes(part.opaque).map(pango_attr_list_copy)
        ?? pango_attr_list_new()
    else { return }
    for place in places.prefix(Self.mostMarks) {
      let start = Self.markLength + text.utf8.distance(from: text.startIndex, to: place.lowerBound)
      let end = Self.markLength + text.utf8.distance(from: text.startIndex, to: place.upperBound)
      for attribute in looks() {
        guard let attribute else { continue }
        attribute.pointee.start_index = guint(start)
        attribute.pointee.end_index = guint(end)
        pango_attr_list_change(attributes, attribute)
      }
    }
    gtk_inscription_set_attributes(part.opaque, attributes)
    pango_attr_list_unref(attributes)
  }

  /// The least width that all of it has room in, px.
  private static let narrow = 240.0

  /// As much of a folder's name as leaves room for the subject, in characters.
  private static let mostOfName = 20
  private static let mostOfAccount = 14
  /// More words than a row has room for.
  private static let mostMarks = 20
  /// Of the two characters that stand before a text, in bytes.
  private static let markLength = 6

  /// The size that file managers show files in lists at, px.
  private static let iconSize: Int32 = 32
  private static let faceSize: Int32 = 32

  /// Shows texts alone, in place of a message.
  func show(sender: String, subject: String, preview: String) {
    // Marks (U+200E, U+200F) let every text begin at the row's own side, whatever its direction, which it keeps in an isolate. Behind the
    // end of that the "…" of a text without room would stand before its beginning; it ends with the text by itself.
    let mark = widget.isRightToLeft ? "\u{200F}" : "\u{200E}"
    for (part, text) in [(self.sender, sender), (self.subject, subject), (self.preview, preview)] {
      gtk_inscription_set_text(part.opaque, mark + "\u{2068}" + text)
    }
  }
}

extension SearchQuery {
  /// Whether the row of a message shows what is looked for, in what even a narrow row shows of its texts.
  func isMarked(in message: Message) -> Bool {
    [
      (message.shownSender, Place.sender), (message.shownSubject, .subject),
      (message.preview, .text),
    ].contains { text, place in
      marks(in: text, from: place).contains {
        text.utf8.distance(from: text.startIndex, to: $0.lowerBound) < Self.shownInRow
      }
    }
  }

  /// In bytes.
  private static let shownInRow = 40
}
