/// What stands in a page for a picture that is not fetched.
enum HTMLPicture {
  /// Whether a description tells people anything: it is neither a file's name nor what every picture is.
  static func saysSomething(_ description: String) -> Bool {
    let text = description.lowercased()
    guard text.contains(where: { $0.isLetter || $0.isNumber }), !text.hasPrefix("http"),
      !["image", "img", "picture", "photo", "spacer", "pixel", "icon", "blank"].contains(text)
    else { return false }
    let endings = [".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".bmp"]
    return text.contains(" ") || !endings.contains(where: text.hasSuffix)
  }
}
