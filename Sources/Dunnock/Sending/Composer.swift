import AppWidgets
import CDunnockGtk
import GtkBridge
import MailComposing
import MailModel
import MailWriting
import Texts
import Triage

/// What mail is written in.
protocol Composer {
  /// Whether there is anything that takes mail to write, as far as can be told before.
  var isThere: Bool { get async }
  /// Whether mail is written in a window or page of this program.
  var opensWindow: Bool { get }
  /// Begins a mail for the person to go on with; sends nothing.
  func compose(_ draft: Draft, over widget: Widget) async -> Handover
  /// The same for an answer, or what passes a mail on, with what belongs to that beside its text.
  func compose(_ draft: Draft, of origin: DraftOrigin, over widget: Widget) async -> Handover
  /// Begins a mail in a window of the program's own, and in no other.
  ///
  /// - Returns: False where no account can send.
  func composeHere(_ draft: Draft, of origin: DraftOrigin, over widget: Widget) async -> Bool
}

extension Composer {
  var opensWindow: Bool { false }

  func compose(_ draft: Draft, of origin: DraftOrigin, over widget: Widget) async -> Handover {
    await compose(draft, over: widget)
  }

  func composeHere(_ draft: Draft, of origin: DraftOrigin, over widget: Widget) async -> Bool {
    false
  }
}

/// What a mail is begun from.
struct DraftOrigin {
  /// The inbox of the account that it is written in; nil where that is not known.
  var inbox: FolderID?
  var answered: OutgoingMail.Answered?
  /// What is passed on beside the text.
  var parts: [EnclosedPart] = []
  /// What the person is to know of whom it goes to and what goes along; nil: nothing.
  var note: String?
}

extension DraftOrigin {
  /// That of a mail which a link asks for.
  init(mailto link: String) {
    if Draft.asksForFile(mailto: link) {
      note = tr("The link asks to attach a file. Nothing is attached; attach the file yourself.")
    }
  }
}

/// What became of a draft.
enum Handover {
  /// Nothing took it.
  case refused
  case done
  /// Its text is too long for that, and is on the clipboard instead.
  case textOnClipboard
  /// It is in a window of the program's own.
  case shown
}

/// The program that the person has chosen for writing mail on the desktop, where that is another than this one.
struct DesktopComposer: Composer {
  var isThere: Bool {
    get async { await Desktop.hasProgram(for: "mailto", besides: Product.desktopFile) }
  }

  func compose(_ draft: Draft, over widget: Widget) async -> Handover {
    guard let mailto = draft.mailto, await isThere else { return .refused }
    // While the window has the focus still: a Wayland compositor lets no other fill the clipboard.
    if !mailto.carriesText { widget.copy(draft.pasted) }
    guard await Desktop.open(mailto.uri, over: widget) else { return .refused }
    return mailto.carriesText ? .done : .textOnClipboard
  }
}

extension Draft {
  /// The text as it is put on the clipboard: without the room left above it to write in.
  var pasted: String { String(body.drop { $0 == "\n" }) }

  /// All of it, for pasting it into whatever the person writes mail in.
  var described: String {
    let list = { (addresses: [MailAddress]) in addresses.map(\.text).joined(separator: ", ") }
    let fields = [
      to.isEmpty ? "" : tr("To: %1$s").filling(list(to)),
      cc.isEmpty ? "" : tr("Cc: %1$s").filling(list(cc)),
      subject.isEmpty ? "" : tr("Subject: %1$s").filling(subject),
    ]
    return (fields.filter { !$0.isEmpty }.joined(separator: "\n") + "\n" + body).drop { $0 == "\n" }
      .description
  }
}
