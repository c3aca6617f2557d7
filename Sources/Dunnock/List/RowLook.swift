/// How the rows of the list look, as the person has chosen.
struct RowLook: Hashable {
  enum Density: String, CaseIterable {
    case normal
    /// Without the beginning of the text.
    case compact
  }

  /// Whether they show who wrote by the initials.
  var hasFaces = true
  var density = Density.normal
}
