/// Names for files of which several would have the same.
package nonisolated enum NumberedName {
  /// The name with a number in front of its ending, as "a (2).pdf"; as long as file systems take.
  package static func name(_ name: String, _ number: Int) -> String {
    let mark = " (\(number))"
    let dot = name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? $0 : nil } ?? name.endIndex
    let ending = name[dot...].utf8.count <= longestEnding ? name[dot...] : ""
    var stem = name.dropLast(ending.count)
    while stem.utf8.count + mark.utf8.count + ending.utf8.count > longest { stem.removeLast() }
    return stem + mark + ending
  }

  /// In bytes.
  private static let longest = 255
  private static let longestEnding = 20
}
