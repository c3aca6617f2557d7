extension HTMLReader {
  func beginLink(_ attributes: HTMLAttributes, _ own: inout HTMLFlow.Style) {
    guard let href = attributes["href"],
      let link = MarkedText.Link(href: String(cString: href), base: base)
    else { return }
    own.link = flow.beginLink(link)
  }

  func show(_ attributes: HTMLAttributes, _ declarations: HTMLDeclarations?) {
    // What is not to be seen counts who opens a mail.
    let sides = [attributes.number("width"), attributes.number("height")].compactMap(\.self)
    guard !sides.contains(where: { $0 <= 2 }), declarations?.isSpeck != true,
      !style.isTiny || attributes["src"] != nil
    else { return }
    let description = DisplayText.safe(
      attributes["alt"].map { String(cString: $0) } ?? "", limit: 300)
    if let source = attributes["src"].map({ String(cString: $0) }), source.utf8.count <= 1_000,
      let name = contentID(of: source) ?? places.name(of: source, base: base)
    {
      dissolveTable()
      let (width, height) = size(attributes, declarations)
      return flow.take(
        "\u{FFFC}",
        as: .picture(contentID: name, description: description, width: width, height: height), style
      )
    }
    if let picture = remotePicture(attributes, declarations, description) {
      picturesPlaced += 1
      if table?.take(picture, style) == true { return }
      dissolveTable()
      return flow.take(picture, style)
    }
    if !sides.contains(where: { $0 <= HTMLPicture.narrowest }),
      attributes["src"].map(HTMLPicture.isFetched) == true
    {
      picturesLeftOut += 1
    }
    if HTMLPicture.saysSomething(description) {
      var shown = style
      shown.isTiny = false
      setStyle(shown)
      take(" \(description) ")
    }
  }

  private func contentID(of source: String) -> String? {
    guard source.prefix(4).lowercased() == "cid:" else { return nil }
    return String(
      decoding: MarkedText.Link.percentDecoded(Array(source.utf8)[4...]), as: UTF8.self)
  }

  /// How large the page has a picture, px; nil where it says nothing of that.
  private func size(
    _ attributes: HTMLAttributes, _ declarations: HTMLDeclarations?
  ) -> (width: Int?, height: Int?) {
    (
      attributes.length("width") ?? declarations?.width,
      attributes.length("height") ?? declarations?.height
    )
  }

  /// The picture of a tag that has a place in the text; nil where it has none.
  private func remotePicture(
    _ attributes: HTMLAttributes, _ declarations: HTMLDeclarations?, _ description: String
  ) -> MarkedText.RemotePicture? {
    guard placesPictures, picturesPlaced < HTMLPicture.most,
      let source = attributes["src"].map({ String(cString: $0) }),
      let address = HTMLPicture.address(source, base: base)
    else { return nil }
    let (width, height) = size(attributes, declarations)
    guard ![width, height].compactMap(\.self).contains(where: { $0 <= HTMLPicture.narrowest })
    else { return nil }
    return MarkedText.RemotePicture(
      address: address,
      description: HTMLPicture.saysSomething(description) ? description : "", width: width,
      height: height)
  }
}
