import CDunnockAdwaita
import Foundation
import GtkBridge
import GtkTestSupport
import MailWriting
import XCTest

@testable import MailComposing

/// What is attached to a mail.
final class AttachingTests: XCTestCase {
  private static func file(_ name: String, _ bytes: [UInt8], in host: TestHost) throws -> String {
    let folder = host.spool.path + "/others"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let url = URL(fileURLWithPath: folder + "/" + name)
    try Data(bytes).write(to: url)
    return url.absoluteString
  }

  func testAFileIsCopiedAndSentThoughItGoes() throws {
    try onMainLoop {
      try withComposer(on: { $0.mail(to: "ada@example.org", subject: "Plan") }) { composer, host in
        let bytes = [UInt8](repeating: 7, count: 3_000_000)
        let uri = try Self.file("the plan (2).pdf", bytes, in: host)
        composer.attach(.files([uri]))
        XCTAssertTrue(composer.attachments.isCopying)
        pump("the copy") { !composer.attachments.isCopying }
        try FileManager.default.removeItem(at: try XCTUnwrap(URL(string: uri)))
        let attached = try XCTUnwrap(composer.mail.attachments.first)
        XCTAssertEqual(attached.name, "the plan (2).pdf")
        XCTAssertEqual(attached.type, "application/pdf")
        XCTAssertEqual(attached.size, 3_000_000)
        XCTAssertEqual(FileManager.default.contents(atPath: attached.path), Data(bytes))
        pump("the draft") { host.draft(composer.id)?.attachments == [attached] }
        composer.activate("send")
        composer.pumpUntilClosed()
        XCTAssertEqual(host.sent.first?.attachments, [attached])
        XCTAssertFalse(FileManager.default.fileExists(atPath: attached.path))
      }
    }
  }

  func testWhatCannotBeReadIsSaidOnItsCardAndBeforeSending() throws {
    try onMainLoop {
      try withComposer(on: { $0.mail(to: "ada@example.org", subject: "Plan") }) { composer, host in
        let there = try Self.file("a.txt", [65], in: host)
        let gone = there.replacing("a.txt", with: "gone.txt")
        composer.attach(.files([there, gone, "file:///proc", "file:///dev/null"]))
        pump("the copies") { !composer.attachments.isCopying }
        XCTAssertEqual(composer.attachments.missing, ["gone.txt", "proc", "null"])
        XCTAssertEqual(composer.mail.attachments.map(\.name), ["a.txt"])
        composer.activate("send")
        let text = composer.answer("cancel")
        XCTAssertTrue(text.contains("gone.txt"), text)
      }
    }
  }

  func testACardThatIsTakenAwayTakesItsFileAlong() throws {
    try onMainLoop {
      try withComposer { composer, host in
        composer.attach(
          .files([try Self.file("a.txt", [65], in: host), try Self.file("b.txt", [66], in: host)]))
        pump("the copies") { composer.mail.attachments.count == 2 }
        let path = composer.mail.attachments[0].path
        gtk_widget_activate(composer.attachments.items[0].remove)
        pump("the file to go") { !FileManager.default.fileExists(atPath: path) }
        XCTAssertEqual(host.draft(composer.id)?.attachments.map(\.name), ["b.txt"])
        XCTAssertTrue(composer.attachments.items[0].remove.holdsFocus)
        gtk_widget_activate(composer.attachments.items[0].remove)
        pump("no card") { composer.attachments.items.isEmpty }
        XCTAssertEqual(gtk_widget_get_visible(composer.attachments.widget), 0)
      }
    }
  }

  func testPartsOfAnotherMailAreCopiedAndSentAlong() throws {
    try onMainLoop {
      let parts = [
        EnclosedPart(name: "a.png", type: "image/png") { [1, 2, 3] },
        EnclosedPart(name: "a.png", type: "image/png") { [4] },
        EnclosedPart(name: "lost.pdf", type: "application/pdf") { nil },
      ]
      try withComposer(with: parts) { composer, _ in
        pump("the copies") { !composer.attachments.isCopying }
        XCTAssertEqual(composer.mail.attachments.map(\.name), ["a.png", "a (2).png"])
        XCTAssertEqual(
          composer.mail.attachments.map { FileManager.default.contents(atPath: $0.path)?.count },
          [3, 1])
        XCTAssertEqual(composer.attachments.missing, ["lost.pdf"])
        XCTAssertTrue(composer.isOwn, "a mail that loses what was to go along")
      }
    }
  }

  func testFilesThatAreDroppedAreAttachedAndLinksAreWritten() throws {
    try onMainLoop {
      try withComposer { composer, host in
        let target = try XCTUnwrap(
          composer.frame.content.controllers(of: gtk_drop_target_get_type()).first)
        let uris = [try Self.file("a.txt", [65], in: host), "https://example.org/page"]
        let files = uris.map { g_file_new_for_uri($0) }
        let list = files.reversed().reduce(nil as UnsafeMutablePointer<GSList>?) {
          g_slist_prepend($0, UnsafeMutableRawPointer($1))
        }
        defer {
          g_slist_free(list)
          for file in files { file.map { g_object_unref(UnsafeMutableRawPointer($0)) } }
        }
        var dropped = GValue()
        g_value_init(&dropped, gdk_file_list_get_type())
        g_value_take_boxed(&dropped, UnsafeMutableRawPointer(gdk_file_list_new_from_list(list)))
        var values = [GValue](repeating: GValue(), count: 4)
        let type = gtk_drop_target_get_type()
        g_value_init(&values[0], type)
        g_value_set_object(&values[0], target.raw)
        g_value_init(&values[1], g_value_get_type())
        g_value_set_boxed(&values[1], &dropped)
        for place in [2, 3] { Double.zero.put(into: &values[place]) }
        var answer = GValue()
        g_value_init(&answer, GType(5 << 2))
        g_signal_emitv(values, g_signal_lookup("drop", type), 0, &answer)
        XCTAssertNotEqual(g_value_get_boolean(&answer), 0)
        for index in values.indices { g_value_unset(&values[index]) }
        g_value_unset(&dropped)
        pump("the copy") { composer.mail.attachments.map(\.name) == ["a.txt"] }
        XCTAssertTrue(composer.mail.text.hasPrefix("https://example.org/page"))
      }
    }
  }

  func testAWindowThatIsClosedAmidACopyWaitsForItAndADiscardedOneLeavesNothing() throws {
    try onMainLoop {
      let host = TestHost()
      for isDiscarded in [false, true] {
        let (stream, bytes) = AsyncStream<[UInt8]>.makeStream()
        let part = EnclosedPart(name: "a.pdf", type: "application/pdf") {
          for await bytes in stream { return bytes }
          return nil
        }
        try withComposer(host, with: [part]) { composer, host in
          composer.text.paste("Words")
          composer.activate(isDiscarded ? "discard" : "close")
          if isDiscarded { composer.answer("discard") }
          pump("the wait") {
            composer.isBusy || gtk_widget_get_visible(composer.window) == 0
          }
          bytes.yield([1, 2, 3])
          composer.pumpUntilClosed()
          XCTAssertEqual(
            host.draft(composer.id)?.attachments.map(\.name), isDiscarded ? nil : ["a.pdf"])
          XCTAssertEqual(
            FileManager.default.fileExists(atPath: host.spool.path + "/" + composer.id.uuidString),
            !isDiscarded)
        }
      }
    }
  }

  func testAFileOfADraftThatIsGoneIsSaid() throws {
    try onMainLoop {
      let host = TestHost()
      var mail = host.mail(subject: "Plan")
      mail.attachments = [
        .init(path: "/nowhere/x", name: "x.pdf", type: "application/pdf", size: 9)
      ]
      try withComposer(host, on: { _ in mail }, isNew: false) { composer, _ in
        pump("what is wrong") { composer.attachments.missing == ["x.pdf"] }
      }
    }
  }

  func testAVeryLongTextIsAttached() throws {
    try onMainLoop {
      try withComposer { composer, _ in
        let text = String(repeating: "0123456789", count: 1_000_000)
        composer.text.paste(text)
        pump("the copy") { composer.mail.attachments.count == 1 }
        XCTAssertEqual(composer.mail.attachments[0].size, 10_000_000)
        XCTAssertEqual(composer.mail.text, "\n\n-- \nRobin")
        XCTAssertFalse(composer.frame.said.isEmpty)
      }
    }
  }

  func testFilesAndPicturesOfTheClipboardAreAttachedAndTextIsWritten() throws {
    try onMainLoop {
      try withComposer { composer, host in
        // One of its own, which no other program sees.
        var display = GValue()
        g_value_init(&display, gdk_display_get_type())
        g_value_set_object(&display, gdk_display_get_default().map { UnsafeMutableRawPointer($0) })
        let made = "display".withCString { name in
          var names: [UnsafePointer<CChar>?] = [name]
          return g_object_new_with_properties(gdk_clipboard_get_type(), 1, &names, &display)
        }
        g_value_unset(&display)
        let held = Ref.adopting(full: UnsafeMutableRawPointer(try XCTUnwrap(made)))
        let clipboard = held.opaque
        var text = GValue()
        gdk_clipboard_set_text(clipboard, "pasted")
        XCTAssertTrue(composer.text.paste(from: clipboard))
        pump("the text") { composer.mail.text.hasPrefix("pasted") }
        let pixels = g_bytes_new([UInt8](repeating: 200, count: 16), 16)
        let texture = gdk_memory_texture_new(2, 2, GDK_MEMORY_R8G8B8A8, pixels, 8)
        gdk_clipboard_set_texture(clipboard, texture)
        g_bytes_unref(pixels)
        XCTAssertTrue(composer.text.paste(from: clipboard))
        pump("the picture") { composer.mail.attachments.map(\.type) == ["image/png"] }
        texture.map { g_object_unref(UnsafeMutableRawPointer($0)) }
        let uri = try Self.file("a.txt", [65], in: host)
        let file = g_file_new_for_uri(uri)
        let list = g_slist_append(nil, UnsafeMutableRawPointer(file))
        g_value_init(&text, gdk_file_list_get_type())
        g_value_take_boxed(&text, UnsafeMutableRawPointer(gdk_file_list_new_from_list(list)))
        gdk_clipboard_set_value(clipboard, &text)
        g_slist_free(list)
        file.map { g_object_unref(UnsafeMutableRawPointer($0)) }
        g_value_unset(&text)
        XCTAssertTrue(composer.text.paste(from: clipboard))
        pump("the file") { composer.mail.attachments.map(\.name).contains("a.txt") }
      }
    }
  }
}

extension Double {
  /// Makes a value of it.
  fileprivate func put(into value: inout GValue) {
    // `G_TYPE_DOUBLE`, a macro that Swift does not see.
    g_value_init(&value, GType(15 << 2))
    g_value_set_double(&value, self)
  }
}
