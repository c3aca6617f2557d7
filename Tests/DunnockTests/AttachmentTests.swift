import AppWidgets
import CDunnockAdwaita
import Foundation
import GtkBridge
import GtkTestSupport
import MailModel
import MailText
import XCTest

@testable import Dunnock
@testable import MailReading

final class AttachmentTests: XCTestCase {
  func testNumbersStandInFrontOfTheEnding() {
    XCTAssertEqual(NumberedName.name("a.pdf", 2), "a (2).pdf")
    XCTAssertEqual(NumberedName.name("README", 3), "README (3)")
    XCTAssertEqual(NumberedName.name(".x", 3), ".x (3)")
    let long = NumberedName.name(String(repeating: "漢", count: 83) + ".pdf", 999)
    XCTAssertLessThanOrEqual(long.utf8.count, 255)
    XCTAssertTrue(long.hasSuffix("漢 (999).pdf"))
    let ending = NumberedName.name("a." + String(repeating: "b", count: 253), 10)
    XCTAssertLessThanOrEqual(ending.utf8.count, 255)
  }

  func testEveryFileHasAName() {
    XCTAssertEqual(MessageBody.Attachment(name: "", type: "x/unknown").fileName, "attachment")
    XCTAssertEqual(
      MessageBody.Attachment(name: "../..", type: "image/png").fileName, "attachment.png")
    XCTAssertEqual(
      MessageBody.Attachment(name: "../../a.pdf", type: "application/pdf").fileName.contains("/"),
      false)
  }

  func testSavingReplacesNothingUnasked() throws {
    try onGtk {
      try withFolder(of: ["a.pdf"]) { folder in
        let uri = "file://" + folder
        let first = outcome { try await SavedFile.write([1, 2], named: "a.pdf", in: uri) }
        XCTAssertEqual(try first.get(), "a (2).pdf")
        let second = outcome { try await SavedFile.write([3], named: "a.pdf", in: uri) }
        XCTAssertEqual(try second.get(), "a (3).pdf")
        XCTAssertEqual(try String(contentsOfFile: folder + "/a.pdf", encoding: .utf8), "a.pdf")
        XCTAssertEqual(
          try Data(contentsOf: URL(fileURLWithPath: folder + "/a (2).pdf")), Data([1, 2]))
        // Whom the chooser has asked.
        let named = outcome { try await SavedFile.write([9, 9], to: uri + "/a.pdf") }
        XCTAssertNoThrow(try named.get())
        XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: folder + "/a.pdf")), Data([9, 9]))
        XCTAssertEqual(
          try FileManager.default.contentsOfDirectory(atPath: folder).sorted(),
          ["a (2).pdf", "a (3).pdf", "a.pdf"], "nothing is left over")
      }
    }
  }

  func testWhatCannotBeSavedIsSaid() throws {
    try onGtk {
      let gone = outcome { try await SavedFile.write([1], to: "file:///nonexistent/a.pdf") }
      XCTAssertThrowsError(try gone.get()) { XCTAssertEqual($0 as? FileFailure, .noFolder) }
      let full = outcome { try await SavedFile.write([1], named: "a", in: "file:///proc") }
      XCTAssertThrowsError(try full.get())
      XCTAssertEqual(
        FileFailure(errno: ENOSPC).sentence, "The disk is full. Free up some space and try again.")
      XCTAssertEqual(FileFailure(errno: EROFS), .notAllowed)
    }
  }

  func testAnOpenedCopyIsPrivateAndGoesAfterADay() throws {
    try onGtk {
      try withFolder(of: []) { folder in
        let root = folder + "/opened"
        let made = outcome { try await OpenedCopies.make([7, 8], named: "a.pdf", in: root) }
        let path = try made.get()
        XCTAssertTrue(path.hasSuffix("/a.pdf"))
        XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: path)), Data([7, 8]))
        func mode(_ path: String) throws -> Int? {
          try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        XCTAssertEqual(try mode(path), 0o400)
        XCTAssertEqual(try mode((path as NSString).deletingLastPathComponent), 0o700)
        XCTAssertEqual(try mode(root), 0o700)
        let again = outcome { try await OpenedCopies.make([1], named: "a.pdf", in: root) }
        XCTAssertNotEqual(try again.get(), path)
        OpenedCopies.clean(root, before: Date(timeIntervalSinceNow: -86_400))
        XCTAssertTrue(FileManager.default.fileExists(atPath: path))
        OpenedCopies.clean(root, before: Date(timeIntervalSinceNow: 60))
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: root), [])
      }
    }
  }

  func testCardsShowWhatTheTextDoesNot() throws {
    try onGtk {
      let (view, _, _) = try opened([
        .init(
          number: 1, name: "logo.png", type: "image/png", size: 900, contentID: "x", isShown: true),
        .init(number: 2, name: "report.pdf", type: "application/pdf", size: 12_300),
        .init(number: 3, name: "", type: "text/calendar", size: 100),
      ])
      XCTAssertEqual(view.attachments.cards.map(\.attachment.number), [2, 3])
      XCTAssertTrue(view.widget.texts.contains("report.pdf"))
      XCTAssertTrue(view.widget.texts.contains { $0.hasSuffix("12.3\u{A0}kB") })
      XCTAssertTrue(view.widget.texts.contains("2 attachments"))
      Signal.emit(try XCTUnwrap(view.widget.button("List 1 Picture of the Text")), "clicked")
      XCTAssertEqual(view.attachments.cards.map(\.attachment.number), [2, 3, 1])
      pump("its card") { view.widget.texts.contains("logo.png") }
    }
  }

  /// As after a rename: the same message, read again from where it is now.
  func testAttachmentsComeFromWhereTheMessageIsNow() throws {
    try onGtk {
      let attachments = [MessageBody.Attachment(number: 1, name: "a.bin", type: "a/b", size: 1)]
      let (view, before, _) = try opened(attachments, parts: [1: [1]])
      let source = StandingSource(parts: [1: Array("#!/bin/sh\n".utf8)])
      view.show(
        ShownContent(body: MessageBody(content: MarkedText("Text.\n"), attachments: attachments)),
        of: source)
      Signal.emit(
        try XCTUnwrap(view.attachments.cards[0].widget.all(gtk_button_get_type()).first), "clicked")
      pump("the reading") { !source.reads.isEmpty || !before.reads.isEmpty }
      XCTAssertEqual(source.reads, [1])
      XCTAssertEqual(before.reads, [])
    }
  }

  func testAHundredAreNotMadeAtOnce() throws {
    try onGtk {
      let (view, _, _) = try opened(
        (0..<100).map {
          .init(
            number: $0, name: String(repeating: "n", count: 300) + "\($0).bin", type: "a/b", size: 1
          )
        })
      XCTAssertEqual(view.attachments.cards.count, 24)
      Signal.emit(try XCTUnwrap(view.widget.button("Show 76 More")), "clicked")
      XCTAssertEqual(view.attachments.cards.count, 100)
      // Another message's are gone with it.
      view.show(ShownMessage(subject: "Next"))
      XCTAssertEqual(view.attachments.cards.count, 0)
    }
  }

  func testAProgramIsNotOpenedWhateverItSays() throws {
    try onGtk {
      let (view, source, host) = try opened(
        [
          .init(number: 1, name: "setup.exe", type: "application/pdf", size: 3),
          .init(number: 2, name: "invoice.pdf", type: "application/pdf", size: 3),
        ],
        parts: [1: [1], 2: Array("#!/bin/sh\n".utf8)])
      let parts = try XCTUnwrap(view.parts)
      let byName = outcome { await parts.open(view.attachments.cards[0].attachment) }
      XCTAssertNoThrow(try byName.get())
      XCTAssertEqual(host.told, [MessageParts.refusal])
      XCTAssertEqual(source.reads, [])
      let byContent = outcome { await parts.open(view.attachments.cards[1].attachment) }
      XCTAssertNoThrow(try byContent.get())
      XCTAssertEqual(host.told, [MessageParts.refusal, MessageParts.refusal])
    }
  }

  func testThumbnailsAreReadInSightOnly() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      let picture = try XCTUnwrap(Data(base64Encoded: png)).map { $0 }
      let attachments: [MessageBody.Attachment] = [
        .init(number: 1, name: "a.png", type: "image/png", size: 100),
        .init(number: 2, name: "large.png", type: "image/png", size: 5 << 20),
        .init(number: 3, name: "a.svg", type: "image/svg+xml", size: 100),
      ]
      let source = StandingSource(parts: [1: picture, 2: picture, 3: picture])
      let view = MessageView()
      let scroller: Widget = gtk_scrolled_window_new()
      gtk_scrolled_window_set_child(scroller.opaque, view.widget)
      _ = present(scroller, width: 700, height: 300)
      view.show(ShownMessage(subject: "Pictures"))
      view.show(
        ShownContent(
          body: MessageBody(
            content: MarkedText(String(repeating: "Line.\n", count: 200)), attachments: attachments)
        ), of: source)
      let place = gtk_scrolled_window_get_vadjustment(scroller.opaque)
      pump("all of the text") { gtk_adjustment_get_upper(place) > 3_000 }
      var frames = 0
      onEachFrame(of: scroller) { _ in
        frames += 1
        return frames < 10
      }
      pump("some frames") { frames >= 10 }
      XCTAssertEqual(source.reads, [])
      gtk_adjustment_set_value(place, gtk_adjustment_get_upper(place))
      let images = { view.attachments.cards[0].widget.all(gtk_image_get_type()) }
      pump("the thumbnail") {
        images().contains { gtk_image_get_storage_type($0.opaque) == GTK_IMAGE_PAINTABLE }
      }
      XCTAssertEqual(source.reads, [1])
    }
  }

  func testMailThatIsReadWhenItsWindowIsGoneOpensNowhere() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      let source = StandingSource(parts: [1: Array("Subject: Inside\n\nText.\n".utf8)])
      source.isHeld = true
      let before = Set(windows)
      let place: Widget = gtk_label_new("")
      let window = present(place)
      let parts = MessageParts(source: source, place: place, context: ReadingContext())
      var isOver = false
      Task {
        await parts.openMail(.init(number: 1, name: "", type: "message/rfc822", size: 9))
        isOver = true
      }
      pump("the question") { !source.reads.isEmpty }
      close(window)
      source.isHeld = false
      pump("the answer") { isOver }
      XCTAssertEqual(Set(windows), before)
    }
  }

  func testWhatIsNoMailIsOfferedToBeSaved() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      for (bytes, isMail) in [
        (Array("Subject: Inside\n\nText.\n".utf8), true), (Array("Received: x\n".utf8), true),
        ([0x7F, 0x45, 0x4C, 0x46, 0x00, 0x3A, 0x0A, 0x0A], false), ([], false),
        (Array("A text: with a colon.\n".utf8), false),
      ] {
        let place: Widget = gtk_label_new("")
        let window = present(place)
        let before = Set(windows)
        let parts = MessageParts(
          source: StandingSource(parts: [1: bytes]), place: place, context: ReadingContext())
        Task {
          await parts.openMail(
            .init(number: 1, name: "x.eml", type: "application/octet-stream", size: 9))
        }
        pump("a window") { Set(windows) != before }
        for other in Set(windows).subtracting(before) {
          let texts = other.texts
          XCTAssertEqual(texts.contains("This File Is Not a Message"), !isMail, "\(texts)")
          XCTAssertEqual(texts.contains { $0.contains("x.eml") && $0.contains("Save it") }, !isMail)
          close(other)
        }
        close(window)
      }
    }
  }

  func testWhatIsAskedForAsTheWindowIsClosedHarmsNothing() throws {
    try onGtk {
      let asked: [(MessageView) throws -> Void] = [
        { view in
          let press = view.attachments.cards[0].widget.all(gtk_button_get_type()).first
          Signal.emit(try XCTUnwrap(press), "clicked")
        },
        { $0.perform(.open, onPicture: "x") },
      ]
      for ask in asked {
        let (view, source, _) = try opened([
          .init(number: 1, name: "a.bin", type: "a/b", size: 1, contentID: "x")
        ])
        try ask(view)
        try close(root(of: view))
        pump("the reading") { source.reads == [1] }
        withExtendedLifetime(view) {}
      }
    }
  }

  func testAMessageIsNotPrintedWhoseWindowIsGone() throws {
    try onGtk {
      let (view, _, _) = try opened([])
      view.perform(.print)
      try close(root(of: view))
      var isOver = false
      Task { isOver = true }
      pump("what is begun later") { isOver }
      withExtendedLifetime(view) {}
    }
  }

  func testAThumbnailThatIsReadWhenItsCardIsGoneIsShownNowhere() throws {
    try onGtk {
      MainLoop.adoptMainActor()
      let picture = try XCTUnwrap(Data(base64Encoded: png)).map { $0 }
      let attachment = MessageBody.Attachment(number: 1, name: "a", type: "image/png", size: 100)
      let card = AttachmentCard(attachment) { _ in }
      let window = present(card.widget)
      let source = StandingSource(parts: [1: picture])
      source.isHeld = true
      var isRead = false
      card.showThumbnail {
        defer { isRead = true }
        return try? await source.bytes(ofPart: 1)
      }
      pump("the question") { !source.reads.isEmpty }
      close(window)
      source.isHeld = false
      pump("the answer") { isRead }
      withExtendedLifetime(card) {}
    }
  }

  func testMailWithinMailOpens() throws {
    try onGtk {
      let inner = """
        From: Ada <ada@x.org>
        Subject: Inside
        Content-Type: multipart/alternative; boundary=b

        --b

        The plain text.
        --b
        Content-Type: text/html

        <p>The inner text of the page.</p>
        --b--

        """
      let (view, _, _) = try opened(
        [.init(number: 1, name: "", type: "message/rfc822", size: inner.utf8.count)],
        parts: [1: Array(inner.utf8)])
      let before = Set(windows)
      Signal.emit(
        try XCTUnwrap(view.attachments.cards[0].widget.all(gtk_button_get_type()).first), "clicked")
      pump("the window") {
        windows.contains { !before.contains($0) && !$0.all(gtk_text_view_get_type()).isEmpty }
      }
      let window = try XCTUnwrap(
        windows.first { !before.contains($0) && !$0.all(gtk_text_view_get_type()).isEmpty })
      @MainActor func says(_ words: String) -> Bool {
        window.all(gtk_text_view_get_type()).contains { view in
          var (start, end) = (GtkTextIter(), GtkTextIter())
          let buffer = gtk_text_view_get_buffer(view.cast())
          gtk_text_buffer_get_bounds(buffer, &start, &end)
          guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 0) else { return false }
          defer { g_free(text) }
          return String(cString: text).contains(words)
        }
      }
      pump("its text") { says("The inner text") }
      let text = try XCTUnwrap(window.all(gtk_text_view_get_type()).first)
      for (name, words) in [("plainText", "The plain text"), ("plainText", "The inner text")] {
        XCTAssertNotEqual(gtk_widget_activate_action_variant(text, "message." + name, nil), 0)
        pump("it to be read in another way") { says(words) }
      }
      var isFreed = false
      onFree(of: window) { isFreed = true }
      gtk_widget_activate_action_variant(window, "window.close", nil)
      pump("it to be closed and freed") { isFreed }
    }
  }
}

@MainActor private func root(of view: MessageView) throws -> Widget {
  UnsafeMutableRawPointer(try XCTUnwrap(gtk_widget_get_root(view.widget)))
    .assumingMemoryBound(to: GtkWidget.self)
}

@MainActor private func opened(
  _ attachments: [MessageBody.Attachment], parts: [Int: [UInt8]] = [:]
) throws -> (MessageView, StandingSource, StandingHost) {
  let host = StandingHost()
  let view = MessageView(ReadingContext(asking: host))
  MainLoop.adoptMainActor()
  // As in a pane: a window measures what stands in it by itself in ways that a grid warns of.
  let scroller: Widget = gtk_scrolled_window_new()
  gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
  gtk_scrolled_window_set_child(scroller.opaque, view.widget)
  _ = present(scroller, width: 700, height: 600)
  view.show(ShownMessage(subject: "Subject", sender: "Ada"))
  let source = StandingSource(parts: parts)
  view.show(
    ShownContent(body: MessageBody(content: MarkedText("Text.\n"), attachments: attachments)),
    of: source)
  return (view, source, host)
}

/// Turns the main loop until something asynchronous is done.
@MainActor private func outcome<Value: Sendable>(
  _ work: @escaping @MainActor () async throws -> Value
) -> Result<Value, any Error> {
  MainLoop.adoptMainActor()
  var result: Result<Value, any Error>?
  Task { do { result = .success(try await work()) } catch { result = .failure(error) } }
  pump("what was asked") { result != nil }
  return result ?? .failure(CancellationError())
}

@MainActor private var windows: [Widget] {
  guard let list = gtk_window_get_toplevels() else { return [] }
  return (0..<g_list_model_get_n_items(list)).compactMap { g_list_model_get_object(list, $0) }.map {
    // The list keeps it.
    g_object_unref($0)
    return UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self)
  }
}

/// One red pixel.
private let png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
