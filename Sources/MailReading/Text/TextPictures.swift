import CDunnockGtk
import GtkBridge
import MailText
import Texts

/// The pictures within a text: a box in the place of each until it is decoded, then the picture or a sentence that says why not. In that of one of
/// the internet stands what is said of it, until it is there.
final class TextPictures {
  private struct Picture {
    /// What no other has.
    let number: Int
    /// Where it stands in the text, in bytes.
    let place: Int
    /// A GtkBox with what is to be seen.
    let box: Widget
    let kind: MarkedText.Kind
    let isInTable: Bool
    var decoded: BoundedPicture?
  }

  private let view: Widget
  private var source: ((String) async -> [UInt8]?)?
  private var pictures: [Picture] = []
  private var made = 0
  private var lastNumber = 0
  /// How many pixels are held.
  private var pixels = 0
  private var width = 0
  private var zoom = 1.0
  private var work: Task<Void, Never>?
  /// The numbers of those that are not decoded yet and can be.
  private var waiting: [Int] = []
  /// The names of those of the internet that can be had.
  private var there: Set<String> = []

  init(of view: Widget) {
    self.view = view
    // What is read last may come when the text is gone and who shows it is still there.
    Signal.connect(view, "destroy") { [weak self] in self?.use(nil) }
  }

  /// Reads what is not decoded yet from another source, and takes nothing more from the last.
  ///
  /// - Parameter source: Gives the bytes of a picture by its name; nil where they cannot be had.
  func use(_ source: ((String) async -> [UInt8]?)?) {
    self.source = source
    work?.cancel()
    work = nil
    decode()
  }

  /// A box for a picture, which decodes in its turn, one of the internet once it is there; nil when there are too many.
  func make(_ kind: MarkedText.Kind, isInTable: Bool, at place: Int) -> Widget? {
    let remote = kind.remotePicture
    guard made < Self.most, source != nil || remote != nil else { return nil }
    made += 1
    let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    box.addClasses("message-picture", remote == nil ? "is-awaited" : "is-left-out")
    lastNumber += 1
    let picture = Picture(
      number: lastNumber, place: place, box: box, kind: kind, isInTable: isInTable)
    pictures.append(picture)
    if let remote { PictureBox.fill(box, for: remote) }
    fit(picture)
    if remote == nil || kind.pictureName.map(there.contains) == true {
      waiting.append(lastNumber)
      decode()
    }
    return box
  }

  /// Decodes those of a name, which can be had from now on.
  func show(_ name: String) {
    there.insert(name)
    waiting += pictures.filter { $0.kind.pictureName == name && !waiting.contains($0.number) }
      .map(\.number)
    decode()
  }

  /// Nothing of the internet is there, for the text is another's.
  func forget() { there = [] }

  /// How wide a picture of a table is at most, px.
  func widthInTable(_ kind: MarkedText.Kind) -> Double {
    Double(PictureBox.inTable(kind.remotePicture).width) * zoom
  }

  /// Has them be as large as the text is, and none wider than it.
  func fit(width: Int, zoom: Double) {
    guard width != self.width || zoom != self.zoom else { return }
    (self.width, self.zoom) = (width, zoom)
    for picture in pictures { fit(picture) }
  }

  /// The name of the picture that is at a place of the text, px; nil where none is that could be saved.
  func id(at x: Double, _ y: Double) -> String? {
    pictures.first { picture in
      guard picture.kind.remotePicture == nil || picture.decoded != nil,
        let room = picture.box.bounds(in: view)
      else {
        return false
      }
      return (Double(room.x)..<Double(room.x + room.width)).contains(x)
        && (Double(room.y)..<Double(room.y + room.height)).contains(y)
    }?.kind.pictureName
  }

  /// Forgets those that begin in a range of the text, in bytes.
  func remove(in range: Range<Int>) {
    for picture in pictures where range.contains(picture.place) {
      pixels -= picture.decoded.map { $0.size.width * $0.size.height } ?? 0
      made -= 1
    }
    pictures.removeAll { range.contains($0.place) }
    waiting.removeAll { number in !pictures.contains { $0.number == number } }
  }

  private func decode() {
    guard work == nil, let source, !waiting.isEmpty else { return }
    work = Task { [weak self] in
      while let (number, name) = self?.next() {
        let bytes = await source(name)
        var result: Result<BoundedPicture, BoundedPicture.Refusal> = .failure(.unreadable)
        if let bytes { result = await BoundedPicture.decode(bytes, fitting: Self.largest) }
        if Task.isCancelled { return }
        self?.show(result, for: number)
      }
      if !Task.isCancelled { self?.work = nil }
    }
  }

  private func next() -> (Int, String)? {
    guard let number = waiting.first else { return nil }
    return pictures.first { $0.number == number }.flatMap { picture in
      picture.kind.pictureName.map { (number, $0) }
    }
  }

  private func show(
    _ result: Result<BoundedPicture, BoundedPicture.Refusal>, for number: Int
  ) {
    waiting.removeAll { $0 == number }
    // Of a text that is gone, the box is too.
    guard let index = pictures.firstIndex(where: { $0.number == number }) else { return }
    let picture = pictures[index]
    gtk_widget_remove_css_class(picture.box, "is-awaited")
    let remote = picture.kind.remotePicture
    switch result {
    // What is not to be seen only tells that the mail is read.
    case .success(let decoded)
    where remote != nil && min(decoded.size.width, decoded.size.height) <= Self.speck:
      gtk_widget_set_visible(picture.box, 0)
    case .success(let decoded)
    where pixels + decoded.size.width * decoded.size.height <= Self.mostPixels:
      pixels += decoded.size.width * decoded.size.height
      pictures[index].decoded = decoded
      let child: Widget = gtk_picture_new_for_paintable(decoded.texture.opaque)
      gtk_picture_set_can_shrink(child.opaque, 1)
      let description = picture.kind.pictureDescription
      let spoken = description.isEmpty ? tr("Picture") : description
      gtk_picture_set_alternative_text(child.opaque, spoken)
      // GTK 4.8 tells nobody of that one.
      child.setSpokenLabel(spoken)
      if !description.isEmpty { gtk_widget_set_tooltip_text(child, description) }
      picture.box.removeChildren()
      gtk_widget_remove_css_class(picture.box, "is-left-out")
      picture.box.setClass("is-ink", decoded.isInk)
      gtk_box_append(picture.box.cast(), child)
      fit(pictures[index])
    case .success: refuse(.tooLarge, picture)
    case .failure(let refusal): refuse(refusal, picture)
    }
  }

  private func refuse(_ refusal: BoundedPicture.Refusal, _ picture: Picture) {
    picture.box.removeChildren()
    gtk_widget_remove_css_class(picture.box, "is-left-out")
    let text = [picture.kind.pictureDescription, refusal.sentence].filter { !$0.isEmpty }
    let label = Widget.selectableLabel(lines: 3, "dim-label")
    label.showText(text.joined(separator: "\n"))
    gtk_label_set_selectable(label.opaque, 0)
    gtk_box_append(picture.box.cast(), label)
    fit(picture)
  }

  private func fit(_ picture: Picture) {
    let room = max(Self.narrowest, width - 4)
    if let decoded = picture.decoded {
      let size = PictureBox.size(of: decoded.size, as: picture.kind, isInTable: picture.isInTable)
      let scale = min(zoom, Double(room) / size.width)
      return gtk_widget_set_size_request(
        picture.box, Int32(size.width * scale), Int32(max(1, size.height * scale)))
    }
    if let remote = picture.kind.remotePicture, picture.box.firstChild != nil {
      return PictureBox.fit(
        picture.box, for: remote, isInTable: picture.isInTable, room: room, zoom: zoom)
    }
    let width = min(room, Int(Self.placeholder.width))
    gtk_widget_set_size_request(picture.box, Int32(width), Self.placeholder.height)
  }

  /// As many of the message as of the internet.
  private static let most = 200
  /// What all pictures of a text take together, in pixels: 128 MB.
  private static let mostPixels = 32_000_000
  /// Px.
  static let largest = (width: 1_600, height: 4_000)
  /// Px.
  private static let speck = 2
  private static let placeholder: (width: Int32, height: Int32) = (160, 48)
  private static let narrowest = 40
}
