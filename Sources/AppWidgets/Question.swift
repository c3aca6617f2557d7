import CDunnockAdwaita
import GtkBridge

/// What a person may answer a question.
package struct Answer {
  let name: String
  let title: String
  let look: AdwResponseAppearance

  /// - Parameters:
  ///   - name: What tells it from the others.
  ///   - look: How it is told from them for the eye.
  package init(
    _ name: String, _ title: String, _ look: AdwResponseAppearance = ADW_RESPONSE_DEFAULT
  ) {
    (self.name, self.title, self.look) = (name, title, look)
  }
}

extension Widget {
  /// Asks something over this window, in a dialog that goes with it.
  ///
  /// - Parameters:
  ///   - extra: What stands below the text.
  ///   - answers: The first is what Escape means.
  ///   - enter: What Enter means; nil: the first answer too, or, where something else stands there, what has the focus.
  ///   - answered: Called with the name of an answer.
  @discardableResult
  package func ask(
    _ heading: String, _ text: String? = nil, extra: Widget? = nil, _ answers: [Answer],
    enter: String? = nil, answered: @escaping @MainActor (String) -> Void = { _ in }
  ) -> Widget {
    let dialog = Widget.alert(heading, text, over: self)
    for answer in answers {
      dialog.addAnswer(answer)
      Signal.connect(dialog, "response::\(answer.name)") { answered(answer.name) }
    }
    if let extra { dialog.setQuestionContent(extra) }
    dialog.questionParts.breakWithoutHyphens()
    answers.first.map { dialog.setProperty("close-response", $0.name) }
    let enter = enter ?? (extra == nil ? answers.first?.name : nil)
    if let enter { dialog.setProperty("default-response", enter) }
    dialog.presentDialog(over: self)
    if extra == nil, !dialog.isDialog, let answer = answers.first(where: { $0.name == enter }) {
      dialog.keepFocus(on: answer)
    }
    // An AdwMessageDialog does so by itself.
    if let extra, dialog.isDialog { dialog.focusInDialog(extra) }
    return dialog
  }

  /// Gives the focus to the button of an answer as this AdwMessageDialog comes up: by itself it gives the focus to the topmost button, which
  /// Enter would press. The dialog has a second button for each answer, and shows those that have room once it is laid out.
  private func keepFocus(on answer: Answer) {
    var frames = 0
    onEachFrame(of: self) { [self] _ in
      frames += 1
      if let button = button(answer.title), focusInWindow != button {
        gtk_widget_grab_focus(button)
      }
      return frames < 3
    }
  }

  /// The button on screen with a label; nil where there is none.
  private func button(_ label: String) -> Widget? {
    guard gtk_widget_get_mapped(self) != 0 else { return nil }
    if isA(gtk_button_get_type()),
      gtk_button_get_label(cast()).map({ String(cString: $0) }) == label
    {
      return self
    }
    return children.lazy.compactMap { $0.button(label) }.first
  }

  /// Has no label put hyphens where it breaks a line: an address would read as another.
  private func breakWithoutHyphens() {
    if isA(gtk_label_get_type()) {
      guard
        let attributes = gtk_label_get_attributes(opaque).map(pango_attr_list_copy)
          ?? pango_attr_list_new()
      else { return }
      pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
      gtk_label_set_attributes(opaque, attributes)
      pango_attr_list_unref(attributes)
    }
    for child in children { child.breakWithoutHyphens() }
  }
}
