import AppWidgets
import CDunnockAdwaita
import GtkBridge
import Texts
import Triage

/// The dialog that asks what is to be done to all mail of a sender or of a mailing list.
enum SweepQuestion {
  /// What was chosen.
  struct Answer: Sendable {
    let sweep: Sweep
    let command: Command
  }

  /// Asks over a window.
  ///
  /// - Parameters:
  ///   - folder: What the folder is called that they are in.
  ///   - commands: What can be done to them, the likeliest first.
  ///   - answer: Called with the choice, and with nil when there is none.
  /// - Returns: The AdwMessageDialog.
  static func ask(
    over window: Widget, about sweeps: [Sweep], in folder: String, commands: [Command],
    answer: @escaping @MainActor (Answer?) -> Void
  ) -> Widget {
    let content: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
    // With large text the buttons stand one over the other, and the dialog would be as narrow as the longest word.
    gtk_widget_set_size_request(
      content, max(0, min(Self.width, gtk_widget_get_width(window) - Self.margin)), -1)
    let labels: [Widget] = sweeps.map { sweep in
      let label: Widget = gtk_label_new(sweep.title)
      gtk_label_set_wrap(label.opaque, 1)
      gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
      return label
    }
    // One alone is no choice.
    if labels.count == 1 { gtk_box_append(content.cast(), labels[0]) }
    let buttons: [Widget] =
      labels.count == 1
      ? []
      : zip(sweeps, labels).map { sweep, label in
        let button: Widget = gtk_check_button_new()
        gtk_label_set_xalign(label.opaque, 0)
        gtk_widget_set_margin_start(label, 6)
        button.setSpokenLabel(sweep.title)
        gtk_check_button_set_child(button.cast(), label)
        gtk_box_append(content.cast(), button)
        return button
      }
    for button in buttons.dropFirst() {
      gtk_check_button_set_group(button.cast(), buttons[0].cast())
    }
    buttons.first.map { gtk_check_button_set_active($0.cast(), 1) }
    let likeliest = commands.first?.entry.name
    return window.ask(
      tr("All mail like this"), tr("What is in “%1$s” now:").filling("\u{2068}\(folder)\u{2069}"),
      extra: content,
      [.init("cancel", tr("Cancel"))]
        + commands.map(\.entry).map {
          .init(
            $0.name, tr($0.title),
            $0.name == likeliest ? ADW_RESPONSE_SUGGESTED : ADW_RESPONSE_DEFAULT)
        }, enter: likeliest
    ) { name in
      let chosen = buttons.firstIndex { gtk_check_button_get_active($0.cast()) != 0 } ?? 0
      answer(
        commands.first { $0.entry.name == name }.map { Answer(sweep: sweeps[chosen], command: $0) })
    }
  }

  /// As wide as such a dialog may be, px.
  private static let width: Int32 = 490
  /// What the dialog and its distance from the window's edges need beside that, px.
  private static let margin: Int32 = 120
}

extension Sweep {
  /// How many they are and what they have in common.
  fileprivate var title: String {
    let count = messages.count
    return switch likeness {
    case .sender(let address):
      trn("%1$s message by %2$s", "%1$s messages by %2$s", count)
        .filling(count.grouped, "\u{2068}\(address)\u{2069}")
    case .list(let name):
      trn(
        "%1$s message from the mailing list %2$s", "%1$s messages from the mailing list %2$s",
        count
      ).filling(count.grouped, "\u{2068}\(name)\u{2069}")
    }
  }
}
