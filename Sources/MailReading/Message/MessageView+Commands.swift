import CDunnockGtk
import FileSystem
import GtkBridge
import MailText
import Texts

extension MessageView {
  /// Does one of the things that can be done with a message as a whole.
  package func perform(_ command: MessageCommand) {
    guard canPerform(command), let parts else { return }
    switch command {
    case .loadPictures: remotePictures.load()
    case .alwaysLoadPictures:
      // The menu that this was chosen in hangs on a button that goes: GTK must be through with it.
      whenIdle { [remotePictures] in
        remotePictures.remember(remotePictures.isRemembered == false)
      }
    case .headers:
      let window = SourceWindow(title: command.title, over: widget)
      show(in: window) { (SourceText.headers($0), false) }
    case .source:
      let window = SourceWindow(title: command.title, over: widget) { [weak self] in
        self?.perform(.save)
      }
      show(in: window) { (SourceText.source($0), SourceText.isCut($0)) }
    case .asSent: context.showAsSent(self)
    case .plainText, .asWritten: if let choice = command.choice { choose(choice) }
    case .save: Task.immediate { await parts.save(nil, as: savedName) }
    case .print: printMessage()
    }
  }

  /// Whether that can be done with what is on show.
  package func canPerform(_ command: MessageCommand) -> Bool {
    guard let shown, !shown.isFile, parts != nil else { return false }
    switch command {
    case .loadPictures: return remotePictures.canLoad
    case .alwaysLoadPictures:
      return remotePictures.isRemembered.map { $0 || remotePictures.hasAny } ?? false
    case .plainText, .asWritten:
      return command.choice.map { content?.body?.choices.contains($0) == true } ?? false
    case .asSent: return content?.body?.hasPage == true
    case .print: return content?.body != nil
    case .headers, .source, .save: return true
    }
  }

  /// What the menu calls a command.
  func title(of command: MessageCommand) -> String {
    if command == .alwaysLoadPictures, remotePictures.isRemembered == true {
      return tr("Ask Before Loading From This Sender")
    }
    return command.title(for: shown?.choice ?? [])
  }

  /// What a file of the message is called.
  package var savedName: String {
    let subject = shown?.subject ?? ""
    return MessageBody.Attachment(
      name: (subject.isEmpty ? tr("Mail") : subject) + ".eml", type: "message/rfc822"
    ).fileName
  }

  private func show(
    in window: SourceWindow, _ text: @escaping @Sendable ([UInt8]) -> (text: String, isCut: Bool)
  ) {
    window.present()
    Task { [weak window, source] in
      guard let source else { return }
      do {
        let bytes = try await source.bytes(ofPart: nil)
        let read = await onOwnThread("source") { _ in text(bytes) }
        window?.show(
          read.text,
          note: read.isCut ? tr("Only the beginning is shown. Save it to see everything.") : "")
      } catch { window?.show(failure: sentence(for: error)) }
    }
  }

  private func printMessage() {
    guard let body = content?.body, let shown, let source else { return }
    let pictures = pictures(of: body, source)
    Task { [weak self, kept = Ref.retaining(none: widget)] in
      let pictures = await PrintedMessage.pictures(
        in: body.content, from: pictures)
      guard let self, gtk_widget_get_root(widget) != nil else { return }
      let printing = Printing(PrintedMessage(shown, body, pictures))
      printing.onFailure { [context] in context.host?.tell($0) }
      printing.run(over: widget)
      withExtendedLifetime(kept) {}
    }
  }

  /// Does what somebody wants done with a picture of the text, by its name.
  func perform(_ wish: AttachmentCard.Wish, onPicture name: String) {
    guard let parts else { return }
    let part = content?.body?.attachments.first { $0.contentID == name }
    let loaded = remotePictures[name]
    guard let picture = part ?? loaded.map({ Self.file(of: $0, from: name) }) else { return }
    Task.immediate {
      if wish == .open {
        await parts.open(picture, loaded)
      } else {
        await parts.save(picture.number, as: picture.fileName, loaded)
      }
    }
  }

  /// What is known of a picture of the internet: what its address calls it, if that is like a file.
  private static func file(of bytes: [UInt8], from name: String) -> MessageBody.Attachment {
    let path = name.prefix { !"?#".contains($0) }
    let last = path.split(separator: "/").last.map(String.init) ?? ""
    let type = g_content_type_guess(nil, bytes, gsize(bytes.count), nil)
    defer { g_free(type) }
    return .init(
      name: last.contains(".") ? last : "", type: type.map { String(cString: $0) } ?? "",
      size: bytes.count)
  }
}
