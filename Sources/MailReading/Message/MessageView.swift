import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailText
import Texts

/// One message as it is read, without a scroller of its own: what is known of it, its text, and what comes with it.
package final class MessageView {
  /// What whoever places it is told.
  enum Event {
    /// What can be done with the message may be another now.
    case changed
    /// It takes another width at most, px.
    case fits(Int32)
  }

  /// An AdwClamp.
  package let widget: Widget = adw_clamp_new()

  let header: MessageHeader
  let text: MessageText
  package let attachments: AttachmentList
  /// What is known of it; nil while no message is on show.
  package private(set) var shown: ShownMessage?
  /// What was read of it; nil until it has been.
  package var content: ShownContent? { read?.content }
  /// Where it was read from; nil until it has been.
  package var source: (any MessageSource)? { read?.source }

  let context: ReadingContext
  let remotePictures: RemotePictures
  private var read: (content: ShownContent, source: any MessageSource)?
  private let invitation = InvitationCard()
  private let actions = ActionGroup()
  private let foot = TextFoot()
  private var readAgain: ((_ isMore: Bool) -> Void)?
  private var tell: (Event) -> Void = { _ in }
  private var width: Int32 = 0
  private var deeds: () -> [[MessageDeed]] = { [] }

  /// - Parameter zoom: How large the text is; 1 is the size that the desktop has.
  init(_ context: ReadingContext = ReadingContext(), zoom: Double = 1) {
    self.context = context
    header = MessageHeader(context)
    text = MessageText(context)
    attachments = AttachmentList(context)
    remotePictures = RemotePictures(context)
    let column: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4)
    column.addClasses("message")
    for part in [
      header.widget, remotePictures.widget, invitation.widget,
      gtk_separator_new(GTK_ORIENTATION_HORIZONTAL), text.widget,
    ] + foot.widgets + [attachments.widget] {
      gtk_box_append(column.cast(), part)
    }
    adw_clamp_set_child(widget.opaque, column)
    foot.onPress { [weak self] in
      self?.readAgain?(true)
    } links: { [weak self] in
      self?.text.addLinks()
    }
    text.onEvent { [weak self] in self?.obey($0) }
    remotePictures.onEvent { [weak self] in self?.obey($0) }
    for command in MessageCommand.allCases {
      actions.add(command.rawValue, isEnabled: false) { [weak self] in self?.perform(command) }
    }
    actions.insert(into: widget, prefix: MessageCommand.prefix)
    header.onMenu { [weak self] in self?.menu ?? [] }
    if zoom != 1 { setZoom(zoom) }
  }

  /// Whether nothing of it is to be seen yet.
  var isAwaited: Bool {
    get { gtk_widget_get_opacity(widget) == 0 }
    set { gtk_widget_set_opacity(widget, newValue ? 0 : 1) }
  }

  /// Shows what is known of a message, over no text until its content comes.
  package func show(_ message: ShownMessage) {
    clear()
    var message = message
    if let chosen = context.host?.textChoice(for: message.address) { message.choice = chosen }
    shown = message
    header.show(message)
  }

  /// Shows what was read of the message on show. A text that goes on behind the one on show leaves the
  /// place and the selection as they are.
  package func show(_ content: ShownContent, of source: any MessageSource) {
    // Where more of it cannot be read, what is on show stays.
    if content.isFailed, self.content?.isFailed == false { return header.show(note: content.note) }
    read = (content, source)
    isAwaited = false
    gtk_widget_set_opacity(text.widget, 1)
    header.show(content)
    text.usePictures(from: content.body.map { pictures(of: $0, source) })
    text.show(content.body?.content ?? MarkedText())
    if let shown { remotePictures.show(content.body, of: shown) }
    let hasMore = content.body?.hasMoreText == true
    if !hasMore, foot.holdsFocus { text.grabFocus() }
    foot.show(content.omission, hasMore: hasMore)
    if let body = content.body { attachments.show(body, of: source) }
    showInvitation()
    showAvailability()
  }

  /// - Parameter tell: Called for each event; at once with the width.
  func onEvent(_ tell: @escaping (Event) -> Void) {
    self.tell = tell
    tell(.fits(width))
  }

  private func obey(_ event: MessageText.Event) {
    switch event {
    case .measured(let measure):
      width = Int32(measure) + Self.padding
      adw_clamp_set_maximum_size(widget.opaque, width)
      adw_clamp_set_tightening_threshold(widget.opaque, width)
      tell(.fits(width))
    case .hasMoreLinks(let hasMore): foot.show(hasMoreLinks: hasMore)
    case .wished(let wish, let id): perform(wish, onPicture: id)
    }
  }

  private func obey(_ event: RemotePictures.Event) {
    switch event {
    case .came(let name): text.showPicture(name)
    case .loaded: context.refreshAsSent(self)
    case .changed:
      if remotePictures.widget.holdsFocus, !remotePictures.canLoad { text.grabFocus() }
      showAvailability()
    }
  }

  /// - Parameter deeds: What else can be done with the message, section by section, when somebody opens its menu.
  package func offer(_ deeds: @escaping () -> [[MessageDeed]]) { self.deeds = deeds }

  private var menu: [[MenuEntry]] {
    deeds().map { section in
      section.map { deed in
        let name = "other-" + deed.name
        actions.add(name, deed.perform)
        return MenuEntry(deed.title, MessageCommand.prefix + "." + name)
      }
    } + [
      MessageCommand.allCases.filter { !$0.isHiddenWhenDisabled || canPerform($0) }.map {
        MenuEntry(title(of: $0), $0.action, key: $0.keys.first)
      }
    ]
  }

  /// What can be done with the parts of the message; nil until it is read.
  var parts: MessageParts? {
    source.map { MessageParts(source: $0, place: widget, context: context) }
  }

  /// - Parameter readAgain: Called when the message is to be read once more: more of it, or in another way.
  package func onReading(again readAgain: @escaping (_ isMore: Bool) -> Void) {
    self.readAgain = readAgain
  }

  /// Has the text be read in another way, or in the usual one again, as all by this sender from now on.
  func choose(_ choice: TextChoice) {
    guard var message = shown else { return }
    message.choice.formSymmetricDifference(choice)
    shown = message
    context.host?.choose(message.choice, for: message.address)
    readAgain?(false)
  }

  /// Does what "Show More" does where that is offered; false where it is not.
  package func showMore() -> Bool {
    guard foot.offersMore else { return false }
    readAgain?(true)
    return true
  }

  /// Shows nothing.
  package func clear() {
    (shown, read, readAgain) = (nil, nil, nil)
    remotePictures.forget()
    text.clear()
    // GTK 4.8 may draw the text that was removed for as long as messages follow each other quickly.
    gtk_widget_set_opacity(text.widget, 0)
    attachments.clear()
    foot.hide()
    gtk_widget_set_visible(invitation.widget, 0)
    showAvailability()
  }

  private func showInvitation() {
    guard let parts, let told = content?.body?.invitation else { return }
    invitation.show(told, now: Int(g_get_real_time() / 1_000_000)) {
      let calendar = MessageBody.Attachment(
        number: told.part, name: "invitation.ics", type: "text/calendar")
      Task.immediate { await parts.open(calendar) }
    }
  }

  private func showAvailability() {
    for command in MessageCommand.allCases {
      actions.setEnabled(command.rawValue, canPerform(command))
    }
    tell(.changed)
  }

  /// Shows the text this large; 1 is the size that the desktop has.
  package func setZoom(_ zoom: Double) { text.setZoom(zoom) }

  /// The person may have chosen otherwise how messages are shown.
  func settingsChanged() {
    header.showInitials()
    remotePictures.settingsChanged()
  }

  /// Gives the bytes of a picture by its name: those that the message holds, and those of the internet as far as they are loaded.
  func pictures(of body: MessageBody, _ source: any MessageSource) -> (String) async -> [UInt8]? {
    let parts = body.attachments.filter {
      $0.contentID != nil && $0.size <= BoundedPicture.maximumBytes * 2
    }
    return { [remotePictures] id in
      if let loaded = remotePictures[id] { return loaded }
      guard let part = parts.first(where: { $0.contentID == id }) else { return nil }
      return try? await source.bytes(ofPart: part.number)
    }
  }

  /// Beside the text, px, on both sides together; style.css has the same.
  private static let padding: Int32 = 48
}
