import CDunnockAdwaita
import GtkBridge

extension Widget {
  /// Has an AdwAvatar show the initials of a name in the colour of an address: AdwAvatar has the colour follow from the name, which anybody
  /// may take; an address is harder to borrow.
  package func showInitials(of name: String, colouredBy address: String) {
    // AdwAvatar takes the first character of the first and of the last word, whatever it is.
    let words = name.split(whereSeparator: \.isWhitespace)
      .map { $0.drop { !$0.isLetter && !$0.isNumber } }.filter { !$0.isEmpty }
    adw_avatar_set_text(opaque, words.joined(separator: " "))
    guard let drawn = firstChild else { return }
    let colour = Int(g_str_hash((address.isEmpty ? name : address).lowercased())) % Self.colours
    for number in 1...Self.colours where number != colour + 1 {
      gtk_widget_remove_css_class(drawn, "color\(number)")
    }
    drawn.addClasses("color\(colour + 1)")
  }

  /// How many AdwAvatar has.
  private static let colours = 14
}
