internal import MailModel
internal import MailText

extension Maildir {
  /// A base name that no message ever had: the second, what makes it unique, the host. No `,U=` and
  /// nothing else of the old name, because a synchroniser takes a known name for the message it
  /// knew.
  func freshKey(
    in folder: FolderID, info: ByteName, waking: Int64? = nil
  ) throws(StoreError) -> ByteName {
    let stem = "\(MessageDate.now()).\(FileName.uniquePart(waking: waking))"
    // mbsync and others keep paths in 255 bytes, and still add `,U=` with ten digits and letters of
    // flags.
    let room =
      255 - hiddenLength - directory(folder, "cur").bytes.count - 1 - stem.utf8.count
      - info.bytes.count - 13 - 6
    let host = HostName.escaped
    if room >= host.utf8.count + 1 { return ByteName("\(stem).\(host)") }
    if room >= 2 { return ByteName("\(stem).h") }
    throw .nameTooLong
  }
}
