import CDunnockGtk
import GtkBridge
import MailModel
import MailText

@testable import Dunnock
@testable import MailReading

/// A message whose parts are at hand; counts what is read of it.
@MainActor final class StandingSource: MessageSource {
  let parts: [Int: [UInt8]]
  let whole: [UInt8]
  private(set) var reads: [Int?] = []
  /// Whether what is asked for waits.
  var isHeld = false

  init(parts: [Int: [UInt8]] = [:], whole: [UInt8] = []) {
    self.parts = parts
    self.whole = whole
  }

  func body(
    as choice: TextChoice, within budget: TextBudget
  ) async throws(StoreError) -> MessageBody {
    MessageBody(content: MarkedText("Inside.\n"))
  }

  func bytes(ofPart number: Int?) async throws(StoreError) -> [UInt8] {
    reads.append(number)
    while isHeld { try? await Task.sleep(for: .milliseconds(5)) }
    guard let bytes = number == nil ? whole : number.flatMap({ parts[$0] }) else {
      throw .messageVanished
    }
    return bytes
  }
}

@MainActor extension Widget {
  /// What of a type lies in it and is on show, from the top.
  func shown(_ type: GType) -> [Widget] { all(type).filter { gtk_widget_get_mapped($0) != 0 } }

  /// What of a type lies in it, from the top.
  func all(_ type: GType) -> [Widget] {
    children.flatMap { ($0.isA(type) ? [$0] : []) + $0.all(type) }
  }

  /// What the labels on show say, from the top, without the marks that isolate a name.
  var texts: [String] {
    shown(gtk_label_get_type()).compactMap { gtk_label_get_text($0.opaque) }
      .map { String(cString: $0).withoutMarks }
  }

  /// The button on show of a title.
  func button(_ title: String) -> Widget? {
    shown(gtk_button_get_type()).first {
      gtk_button_get_label($0.cast()).map { String(cString: $0) } == title
        || gtk_widget_get_tooltip_text($0).map { String(cString: $0) } == title
    }
  }
}

extension String {
  /// Without the marks that isolate the direction of a name.
  var withoutMarks: String {
    String(String.UnicodeScalarView(unicodeScalars.filter { $0 != "\u{2068}" && $0 != "\u{2069}" }))
  }
}
