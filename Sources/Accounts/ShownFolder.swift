package import MailModel
internal import MailText

extension String {
  /// A folder's name on a server, as people read it.
  package var shownFolder: String { DisplayText.safe(ModifiedUTF7.decoded(utf8) ?? self) }
}

extension GoneMail.Count {
  /// How much of a folder of that name is gone.
  ///
  /// - Parameter shown: A number as people read it.
  package func sentence(about folder: String, _ shown: (Int) -> String) -> Sentence {
    Sentence(
      msgids(
        "%1$s of %2$s messages of “%3$s” is gone from the server.",
        "%1$s of %2$s messages of “%3$s” are gone from the server."), count: gone,
      saying: shown(gone)
    ).with(shown(known)).with("\u{2068}\(folder)\u{2069}")
  }
}
