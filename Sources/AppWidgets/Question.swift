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
  /// Asks something over this window, in an AdwMessageDialog that goes with it.
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
    let dialog: Widget = adw_message_dialog_new(cast(), heading, text)
    if let extra { adw_message_dialog_set_extra_child(dialog.cast(), extra) }
    dialog.breakWithoutHyphens()
    for answer in answers {
      adw_message_dialog_add_response(dialog.cast(), answer.name, answer.title)
      adw_message_dialog_set_response_appearance(dialog.cast(), answer.name, answer.look)
      Signal.connect(dialog, "response::\(answer.name)") { answered(answer.name) }
    }
    adw_message_dialog_set_close_response(dialog.cast(), answers.first?.name)
    if let enter = enter ?? (extra == nil ? answers.first?.name : nil) {
      adw_message_dialog_set_default_response(dialog.cast(), enter)
    }
    gtk_window_set_destroy_with_parent(dialog.cast(), 1)
    gtk_window_present(dialog.cast())
    return dialog
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
