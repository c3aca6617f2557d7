package import MailModel
internal import MailText

extension String {
  /// A folder's name on a server, as people read it.
  package var shownFolder: String { DisplayText.safe(ModifiedUTF7.decoded(utf8) ?? self) }
}

extension FolderID {
  /// An account's folder as people read it, without the account.
  package var nameInAccount: String {
    String(description.drop { $0 != "/" }.dropFirst()).shownFolder
  }
}

extension GoneMail.Count {
  /// How much of a folder of that name is gone.
  ///
  /// - Parameter shown: A number as people read it.
  package func sentence(about folder: String, _ shown: (Int) -> String) -> Sentence {
    Sentence(
      msgids(
        "%1$s of %2$s messages in “%3$s” is missing on the server.",
        "%1$s of %2$s messages in “%3$s” are missing on the server."), count: gone,
      saying: shown(gone)
    ).with(shown(known)).with(folder: folder)
  }
}

extension SyncResult {
  /// What other clients did to mail that was filed here meanwhile, and where it is, what the server did to folders, and what could not
  /// be fetched.
  ///
  /// - Parameter shown: A number as people read it.
  package func met(_ shown: (Int) -> String) -> [Sentence] {
    sentences(
      kept, shown,
      msgids(
        "%1$s message that another program deleted in the meantime stays in “%2$s”.",
        "%1$s messages that another program deleted in the meantime stay in “%2$s”."))
      + sentences(
        reunited, shown,
        msgids(
          "%1$s message that another program moved in the meantime is in “%2$s”, where you filed it.",
          "%1$s messages that another program moved in the meantime are in “%2$s”, where you filed them."
        )
      )
      + sentences(
        differing, shown,
        msgids(
          "%1$s message that you moved from “%2$s” is different on the server, and was kept there.",
          "%1$s messages that you moved from “%2$s” are different on the server, and were kept there."
        )
      )
      + restored.map { folder in
        Sentence(
          msgid(
            "The server restored “%1$s” from a backup. All its messages were compared, and nothing was deleted."
          )
        ).with(folder: folder.nameInAccount)
      }.sorted { $0.values.lexicographicallyPrecedes($1.values) }
      + (skipped == 0
        ? []
        : [
          Sentence(
            msgids(
              "%1$s message on the server cannot be fetched because it is damaged or too large.",
              "%1$s messages on the server cannot be fetched because they are damaged or too large."
            ), count: skipped, saying: shown(skipped))
        ])
  }

  /// What the server has lost, and where it is now.
  ///
  /// - Parameter shown: A number as people read it.
  package func lostMail(_ shown: (Int) -> String) -> [Sentence] {
    sentences(
      lost, shown,
      msgids(
        "%1$s message from “%2$s” is no longer on the server and was moved to “Lost on Server”.",
        "%1$s messages from “%2$s” are no longer on the server and were moved to “Lost on Server”.")
    )
  }

  private func sentences(
    _ counts: [FolderID: Int], _ shown: (Int) -> String, _ texts: (one: String, other: String)
  ) -> [Sentence] {
    counts.map { folder, count in
      Sentence(texts, count: count, saying: shown(count)).with(folder: folder.nameInAccount)
    }.sorted { $0.values.lexicographicallyPrecedes($1.values) }
  }

  /// All of it, and what the server could not do.
  package func told(_ shown: (Int) -> String) -> [Sentence] {
    let told = met(shown) + lostMail(shown)
    if marked == 0 { return told }
    return told + [
      Sentence(
        msgids(
          "%1$s message that you moved or deleted stays on the server, marked as deleted, because the server cannot remove single messages.",
          "%1$s messages that you moved or deleted stay on the server, marked as deleted, because the server cannot remove single messages."
        ), count: marked, saying: shown(marked))
    ]
  }
}
