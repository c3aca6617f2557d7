import PanStyles

extension NamedStyle {
  static func named(_ name: String) throws -> NamedStyle {
    guard let found = all.first(where: { $0.name == name }) else {
      throw TraceError("no style is named “\(name)”; --list-styles names them all")
    }
    return found
  }
}
