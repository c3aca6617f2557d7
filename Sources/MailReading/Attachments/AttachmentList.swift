import CDunnockGtk
import GtkBridge
import MailText
import Texts

/// The attachments of a message, as cards that wrap.
package final class AttachmentList {
  /// A GtkBox; hidden when there are none.
  package let widget: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)

  private let context: ReadingContext
  private(set) var cards: [AttachmentCard] = []
  private let title = Widget.silentLabel()
  private let saveAll: Widget = gtk_button_new_with_label(tr("Save All…"))
  private let flow: Widget = gtk_flow_box_new()
  private let others: Widget = gtk_button_new()
  private let rest = Widget.selectableLabel("dim-label")
  private var parts: MessageParts?
  /// All that is not shown yet.
  private var hidden: [MessageBody.Attachment] = []
  private var isLooking = false
  private var followed: UnsafeMutablePointer<GtkAdjustment>?

  init(_ context: ReadingContext) {
    self.context = context
    widget.addClasses("attachments")
    let head: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)
    gtk_label_set_xalign(title.opaque, 0)
    gtk_label_set_ellipsize(title.opaque, PANGO_ELLIPSIZE_END)
    gtk_widget_set_hexpand(title, 1)
    title.addClasses("caption-heading", "dim-label")
    saveAll.addClasses("flat")
    Signal.connect(saveAll, "clicked") { [weak self] in self?.saveThemAll() }
    Signal.connect(others, "clicked") { [weak self] in self?.showOthers() }
    gtk_widget_set_halign(others, GTK_ALIGN_START)
    for part in [title, saveAll] { gtk_box_append(head.cast(), part) }
    gtk_flow_box_set_selection_mode(flow.opaque, GTK_SELECTION_NONE)
    gtk_flow_box_set_homogeneous(flow.opaque, 1)
    gtk_flow_box_set_min_children_per_line(flow.opaque, 1)
    gtk_flow_box_set_max_children_per_line(flow.opaque, 3)
    for set in [gtk_flow_box_set_row_spacing, gtk_flow_box_set_column_spacing] {
      set(flow.opaque, 8)
    }
    flow.setSpokenLabel(tr("Attachments"))
    for part in [head, flow, others, rest] { gtk_box_append(widget.cast(), part) }
    Signal.connect(widget, "map") { [weak self] in self?.followScrolling() }
    clear()
  }

  /// Shows the attachments of a message that was read from a source.
  package func show(_ body: MessageBody, of source: any MessageSource) {
    let isShown = parts != nil && all == body.attachments
    if !isShown { clear() }
    // It may have been moved since.
    parts = MessageParts(source: source, place: widget, context: context)
    // More of the text brings no other attachments.
    if isShown { return }
    all = body.attachments
    let listed = all.filter { !$0.isShown }
    add(listed.prefix(Self.mostAtFirst))
    hidden =
      listed.dropFirst(Self.mostAtFirst) + all.filter { $0.isShown && $0.type.hasPrefix("image/") }
    gtk_label_set_label(
      title.opaque,
      trn("%1$s attachment", "%1$s attachments", listed.count).filling(String(listed.count)))
    gtk_widget_set_visible(title, (!listed.isEmpty).gboolean)
    gtk_widget_set_visible(flow, (!listed.isEmpty).gboolean)
    gtk_widget_set_visible(saveAll, (listed.count > 1).gboolean)
    let areAllPictures = listed.count <= Self.mostAtFirst
    gtk_button_set_label(
      others.cast(),
      (areAllPictures
        ? trn("List %1$s Picture of the Text", "List %1$s Pictures of the Text", hidden.count)
        : trn("Show %1$s More", "Show %1$s More", hidden.count)).filling(String(hidden.count)))
    gtk_widget_set_visible(others, (!hidden.isEmpty).gboolean)
    rest.showText(
      body.moreAttachments == 0
        ? ""
        : trn("%1$s More Attachment", "%1$s More Attachments", body.moreAttachments)
          .filling(String(body.moreAttachments)))
    gtk_widget_set_visible(widget, (!all.isEmpty || body.moreAttachments > 0).gboolean)
    look()
  }

  /// Shows none.
  package func clear() {
    for card in cards {
      card.closeMenu()
      gtk_flow_box_remove(flow.opaque, card.widget.parent)
    }
    cards = []
    hidden = []
    all = []
    parts = nil
    gtk_widget_set_visible(widget, 0)
  }

  /// Whether there is something to save.
  package var canSave: Bool { !savable.isEmpty }

  /// Saves all attachments: several in a folder, a single one as a file.
  package func saveThemAll() {
    guard let parts else { return }
    let savable = savable
    Task.immediate {
      if savable.count == 1, let only = savable.first {
        await parts.save(only.number, as: only.fileName)
      } else {
        await parts.save(savable)
      }
    }
  }

  /// All of the message, in their order.
  private var all: [MessageBody.Attachment] = []

  /// Those that the text does not show, or where it shows all of them these.
  private var savable: [MessageBody.Attachment] {
    let listed = all.filter { !$0.isShown }
    return listed.isEmpty ? all : listed
  }

  private func add(_ attachments: some Sequence<MessageBody.Attachment>) {
    for attachment in attachments {
      let card = AttachmentCard(attachment) { [weak self] wish in self?.do(wish, with: attachment) }
      card.allowDragging(AttachmentDrag.source(of: attachment) { [weak self] in self?.parts })
      cards.append(card)
      gtk_flow_box_insert(flow.opaque, card.widget, -1)
      // The focus goes to the buttons.
      if let child = card.widget.parent { gtk_widget_set_focusable(child, 0) }
    }
  }

  private func `do`(_ wish: AttachmentCard.Wish, with attachment: MessageBody.Attachment) {
    guard let parts, let card = cards.first(where: { $0.attachment.number == attachment.number })
    else { return }
    card.show(isBusy: true)
    Task.immediate { [weak card] in
      switch wish {
      case .open: await parts.open(attachment)
      case .mail: await parts.openMail(attachment)
      case .save: await parts.save(attachment.number, as: attachment.fileName)
      }
      card?.show(isBusy: false)
    }
  }

  private func showOthers() {
    let first = cards.count
    add(hidden)
    hidden = []
    for part in [flow] { gtk_widget_set_visible(part, 1) }
    gtk_widget_set_visible(others, 0)
    if cards.indices.contains(first) {
      gtk_widget_child_focus(cards[first].widget, GTK_DIR_TAB_FORWARD)
    }
    look()
  }

  // MARK: Thumbnails

  private func followScrolling() {
    if let place = scroller.flatMap({ gtk_scrolled_window_get_vadjustment($0.opaque) }),
      place != followed
    {
      followed = place
      for signal in ["value-changed", "changed"] {
        Signal.connect(UnsafeMutableRawPointer(place), signal) { [weak self] in self?.look()
        }
      }
    }
    look()
  }

  /// Reads what can be seen once all has its place, which is so in the frame after the next.
  private func look() {
    guard !isLooking, cards.contains(where: \.attachment.hasThumbnail) else { return }
    isLooking = true
    var isPlaced = false
    onEachFrame(of: widget) { [weak self] _ in
      defer { isPlaced = true }
      if isPlaced { self?.loadInSight() }
      return !isPlaced
    }
  }

  /// Reads the pictures of the cards that can be seen.
  private func loadInSight() {
    isLooking = false
    guard let parts, gtk_widget_get_mapped(widget) != 0 else { return }
    for card in cards where card.attachment.hasThumbnail && isInSight(card.widget) {
      let number = card.attachment.number
      card.showThumbnail { try? await parts.source.bytes(ofPart: number) }
    }
  }

  private func isInSight(_ card: Widget) -> Bool {
    guard gtk_widget_get_height(card) > 0 else { return false }
    guard let scroller, let bounds = card.bounds(in: scroller) else { return true }
    return bounds.y < gtk_widget_get_height(scroller) && bounds.y + bounds.height > 0
  }

  private var scroller: Widget? { widget.ancestry.first { $0.isA(gtk_scrolled_window_get_type()) } }

  /// How many cards are made before somebody asks for the rest.
  private static let mostAtFirst = 24
}
