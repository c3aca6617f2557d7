import MailText

/// What tells pictures of a text from one another, be they parts of its message or of the internet.
nonisolated extension MarkedText.Kind {
  /// Nil for what is no picture. Of a part it is its Content-ID.
  var pictureName: String? {
    switch self {
    case .picture(let contentID, _, _, _): contentID
    case .remotePicture(let picture): picture.name
    default: nil
    }
  }

  /// What is said of a picture; empty for what is none.
  var pictureDescription: String {
    switch self {
    case .picture(_, let description, _, _): description
    case .remotePicture(let picture): picture.description
    default: ""
    }
  }

  /// How large the page has a picture, px; nil where it says nothing of that.
  var pictureSize: (width: Int?, height: Int?) {
    switch self {
    case .picture(_, _, let width, let height): (width, height)
    case .remotePicture(let picture): (picture.width, picture.height)
    default: (nil, nil)
    }
  }

  var remotePicture: MarkedText.RemotePicture? {
    if case .remotePicture(let picture) = self { picture } else { nil }
  }
}

nonisolated extension MarkedText.RemotePicture {
  /// No Content-ID has a blank.
  var name: String { "internet " + address }
}
