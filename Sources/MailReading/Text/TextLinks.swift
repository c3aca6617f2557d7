import CDunnockGtk
import GtkBridge
import MailText
import Texts

/// What pointer, focus and menu do with the links and pictures of a text.
final class TextLinks {
  private let context: ReadingContext
  private let inSight: TextInSight
  private let filling: TextFilling
  private let buttons: LinkButtons
  private let pointer: LinkPointer
  private let menu: TextMenu
  private var performOnPicture: (String, AttachmentCard.Wish) -> Void = { _, _ in }

  /// - Parameter around: What the menu opens over, as large as the text.
  init(
    of filling: TextFilling, _ buttons: LinkButtons, in inSight: TextInSight, around: Widget,
    _ context: ReadingContext
  ) {
    (self.filling, self.buttons, self.inSight, self.context) = (filling, buttons, inSight, context)
    pointer = LinkPointer(on: inSight.view)
    menu = TextMenu(on: around, text: inSight.view)
    followPointer()
    followButtons()
    menu.onKey { [weak self] in self?.showMenuOfFocused() }
  }

  /// - Parameter perform: Called for what somebody wants done with a picture, by its name.
  func onPicture(_ perform: @escaping (String, AttachmentCard.Wish) -> Void) {
    performOnPicture = perform
  }

  /// Points at nothing, since there is another text.
  func forget() { pointer.forget() }

  /// Takes the menu away, if it is open.
  func closeMenu() { menu.remove() }

  private func followPointer() {
    pointer.onFind { [weak self] x, y in self?.link(at: x, y) }
    pointer.onFindPicture { [weak self] x, y in self?.filling.pictures.id(at: x, y) != nil }
    pointer.onEvent { [weak self] event in
      guard let self else { return }
      switch event {
      case .pointed(let number): point(at: number)
      case .pressed(let number): follow(number)
      case .askedForMenu(let x, let y):
        let (left, top) = inSight.place(ofPoint: x, y)
        showMenu(
          link(at: x, y), GdkRectangle(x: left, y: top, width: 1, height: 1),
          picture: filling.pictures.id(at: x, y))
      }
    }
  }

  private func followButtons() {
    buttons.onMake { [weak self] number, range in self?.describe(number, range) }
    buttons.onPlace { [weak self] range in
      guard let self, let place = filling.place(of: range) else { return nil }
      // To find where it stands in a line takes as long as to lay that out, but for those that are drawn.
      let line = inSight.line(at: place.lowerBound)
      guard line.overlaps(inSight.rows) else {
        return GdkRectangle(x: 0, y: line.lowerBound, width: 1, height: 1)
      }
      return inSight.rectangle(place)
    }
    buttons.onEvent { [weak self] event in
      guard let self else { return }
      switch event {
      case .focused(let number, let range):
        point(at: number)
        if let range, let place = filling.place(of: range) { inSight.bring(place.lowerBound) }
      case .pressed(let number): follow(number)
      }
    }
  }

  private func point(at number: Int?) {
    context.target.show(number.flatMap(filling.content.link))
  }

  private func follow(_ number: Int) {
    if let link = filling.content.link(number) { context.host?.follow(link) }
  }

  private func showMenuOfFocused() {
    if let number = buttons.focused, let room = buttons.room(of: number) {
      return showMenu(number, room)
    }
    let buffer = gtk_text_view_get_buffer(inSight.view.cast())
    var place = GtkTextIter()
    gtk_text_buffer_get_iter_at_mark(buffer, &place, gtk_text_buffer_get_insert(buffer))
    let offset = Int(gtk_text_iter_get_offset(&place))
    showMenu(
      nil, inSight.rectangle(offset..<offset) ?? GdkRectangle(x: 0, y: 0, width: 1, height: 1))
  }

  private func showMenu(_ number: Int?, _ room: GdkRectangle, picture id: String? = nil) {
    let picture = id.map { id in
      { @MainActor [weak self] (wish: AttachmentCard.Wish) in self?.performOnPicture(id, wish) ?? ()
      }
    }
    menu.show(at: room, for: number.flatMap(filling.content.link), picture: picture) {
      [weak self] in
      if let number { self?.follow(number) }
    }
  }

  /// The link whose text is at a place of the text view, px.
  private func link(at x: Double, _ y: Double) -> Int? {
    var place = GtkTextIter()
    let (left, top) = inSight.place(ofPoint: x, y)
    guard
      gtk_text_view_get_iter_at_position(inSight.view.cast(), &place, nil, left, top) != 0
    else { return nil }
    return filling.folded.byte(at: Int(gtk_text_iter_get_offset(&place))).flatMap(filling.link)
  }

  /// What a link is, and its text, at a place in bytes.
  private func describe(_ number: Int, _ range: Range<Int>) -> (MarkedText.Link, text: String)? {
    guard let link = filling.content.link(number) else { return nil }
    let text = String(filling.text(of: range).prefix(Self.longestLabel))
    let isSilent = text.allSatisfy(\.isWhitespace)
    return (link, isSilent ? tr("Picture") : text.replacing("\n", with: " "))
  }

  /// How long what is said of a link is, in characters.
  private static let longestLabel = 300
}

extension MarkedText {
  /// A link by its number.
  func link(_ number: Int) -> Link? { links.indices.contains(number) ? links[number] : nil }
}
