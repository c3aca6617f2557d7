import AppWidgets
import CDunnockAdwaita
import GtkBridge
import MailText
import Texts

/// What can be done with the parts of a message: each is read only when somebody asks for it, and away from the main thread.
struct MessageParts {
  let source: any MessageSource
  /// What dialogs stand over; kept while a part is read for one, for its window may be closed meanwhile.
  let place: Widget
  let context: ReadingContext

  /// Says something in passing.
  func tell(_ text: String) { context.host?.tell(text) }

  /// Gives a copy of a part to the program that the person has chosen for such files. What would run is left alone, with a sentence.
  ///
  /// - Parameter bytes: What is in it, where that is known.
  func open(_ part: MessageBody.Attachment, _ bytes: [UInt8]? = nil) async {
    let kept = Ref.retaining(none: place)
    guard !part.runs else { return tell(Self.refusal) }
    guard let bytes = await bytes == nil ? read(part.number) : bytes else { return }
    let name = part.fileName
    if MessageBody.Attachment.runs(contentBeginningWith: bytes) { return tell(Self.refusal) }
    do {
      let path = try await OpenedCopies.make(bytes, named: name)
      guard let uri = g_filename_to_uri(path, nil, nil) else { return }
      defer { g_free(uri) }
      if await !Desktop.open(String(cString: uri), over: place) {
        tell(tr("No app is installed that opens this kind of file. Save it instead."))
      }
    } catch { tell(error.sentence) }
    withExtendedLifetime(kept) {}
  }

  /// Saves a part where the person says, or with nil the whole message.
  ///
  /// - Parameter bytes: What is in it, where that is known.
  func save(_ number: Int?, as name: String, _ bytes: [UInt8]? = nil) async {
    guard let uri = await FileChoosing.file(named: name, over: place) else { return }
    var bytes = bytes
    if bytes == nil { bytes = await read(number) }
    guard let bytes else { return }
    do {
      try await SavedFile.write(bytes, to: uri)
      tell(tr("“%1$s” was saved.").filling(Self.name(in: uri)))
    } catch { tell(error.sentence) }
  }

  /// Saves parts in a folder that the person chooses, under names that replace nothing.
  func save(_ parts: [MessageBody.Attachment]) async {
    guard let folder = await FileChoosing.folder(over: place) else { return }
    var saved = 0
    for part in parts {
      guard let bytes = await read(part.number) else { break }
      do {
        _ = try await SavedFile.write(bytes, named: part.fileName, in: folder)
        saved += 1
      } catch {
        tell(error.sentence)
        break
      }
    }
    guard saved == parts.count else { return }
    tell(trn("%1$s file was saved.", "%1$s files were saved.", saved).filling(String(saved)))
  }

  /// Shows a mail that is a part in a window of its own. If the part is no mail, the person may save it.
  func openMail(_ part: MessageBody.Attachment) async {
    let kept = Ref.retaining(none: place)
    guard let bytes = await read(part.number), gtk_widget_get_root(place) != nil else { return }
    let mail = EnclosedMail(bytes: bytes)
    if mail.hasHeader {
      EnclosedWindow(mail, title: part.title, over: place, asking: context.host).present()
    } else {
      offerToSave(part, bytes)
    }
    withExtendedLifetime(kept) {}
  }

  /// Says that a part is no mail, and asks whether it is to be saved.
  private func offerToSave(_ part: MessageBody.Attachment, _ bytes: [UInt8]) {
    place.window?.ask(
      tr("This File Is Not a Message"),
      tr("“%1$s” cannot be shown as a message. Save it to open it with another app.")
        .filling("\u{2068}\(part.title)\u{2069}"),
      [
        .init("cancel", tr("Cancel")), .init("save", tr("Save As…"), ADW_RESPONSE_SUGGESTED),
      ], enter: "save"
    ) { answer in
      guard answer == "save" else { return }
      Task { await save(part.number, as: part.fileName, bytes) }
    }
  }

  /// The bytes of a part; nil, said to the person, when they cannot be read.
  func read(_ number: Int?) async -> [UInt8]? {
    do { return try await source.bytes(ofPart: number) } catch {
      tell(sentence(for: error))
      return nil
    }
  }

  static var refusal: String {
    tr("This is a program and is not opened from a message. Save it if you trust the sender.")
  }

  /// The name of a file that somebody has chosen, for a sentence.
  private static func name(in uri: String) -> String {
    guard let file = g_file_new_for_uri(uri) else { return uri }
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    guard let name = g_file_get_basename(file) else { return uri }
    defer { g_free(name) }
    return String(cString: name)
  }
}

extension MessageBody.Attachment {
  /// What a file of it is called; never empty.
  package nonisolated var fileName: String {
    let name = safeFileName
    return name.isEmpty ? "attachment" + fileExtension : name
  }

  /// What a person knows it by: the name, or else its kind.
  var title: String { name.isEmpty ? kind : Self.shortened(name) }

  /// Its kind in words, such as "PDF document".
  var kind: String {
    if isMessage { return tr("Mail") }
    // Whatever it says that it is.
    if runs { return tr("Program") }
    guard g_content_type_is_unknown(contentType) == 0,
      let description = g_content_type_get_description(contentType)
    else { return tr("File") }
    defer { g_free(description) }
    return String(cString: description)
  }

  /// Its kind and size.
  var facts: String {
    guard let formatted = g_format_size(guint64(max(0, size))) else { return kind }
    defer { g_free(formatted) }
    return kind + " · " + String(cString: formatted)
  }

  /// The symbolic icon of its kind.
  var icon: Ref {
    var names: [String] = []
    if isMessage {
      names = ["mail-unread-symbolic"]
    } else if runs {
      names = ["application-x-executable-symbolic"]
    } else if let known = g_content_type_get_symbolic_icon(contentType) {
      defer { g_object_unref(UnsafeMutableRawPointer(known)) }
      var next = g_themed_icon_get_names(known)
      while let name = next?.pointee {
        names.append(String(cString: name))
        next = next?.successor()
      }
    }
    // Icons in colour, which GIO names too, would stand out.
    names = names.filter { $0.hasSuffix("-symbolic") } + ["text-x-generic-symbolic"]
    let icon = Ref.adopting(full: UnsafeMutableRawPointer(g_themed_icon_new(names[0])))
    for name in names.dropFirst() { g_themed_icon_append_name(icon.opaque, name) }
    return icon
  }

  /// Whether a small picture of it can be shown: it is one, and not too large.
  var hasThumbnail: Bool {
    ["image/png", "image/jpeg", "image/gif", "image/webp"].contains(type) && size <= 4 << 20
  }

  /// What the desktop knows it as: programs that send mail often know no type, but a name.
  private var contentType: String {
    guard type == "application/octet-stream" || type.isEmpty, !name.isEmpty,
      let guessed = g_content_type_guess(name, nil, 0, nil)
    else { return type }
    defer { g_free(guessed) }
    return String(cString: guessed)
  }

  /// A name whose middle is left out when it is very long: its end tells the kind.
  private static func shortened(_ name: String) -> String {
    guard name.count > longestName else { return name }
    return name.prefix(longestName - 20) + "…" + name.suffix(20)
  }

  /// In characters: GTK takes seconds for a label of a hundred names without a place to break of 300 each.
  private static let longestName = 80
}
