internal import FileSystem
public import MailModel
internal import MailText

extension Maildir {
  /// A base name that no message ever had: the second, what makes it unique, the host. No `,U=` and
  /// nothing else of the old name but its second, because a synchroniser takes a known name for the
  /// message it knew.
  ///
  /// - Parameter received: When the message was delivered, which its name is to go on saying; 0 when
  ///   that is now, or not known.
  func freshKey(
    in folder: FolderID, info: ByteName, waking: Int64? = nil, woken: Int64? = nil,
    received: Int64 = 0
  ) throws(StoreError) -> ByteName {
    // Fewer digits would be taken for a counter.
    let second = received >= 100_000_000 ? received : MessageDate.now()
    let stem = "\(second).\(FileName.uniquePart(waking: waking, woken: woken))"
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

  /// Whether a message has one of those names, which no other program makes.
  public nonisolated func wasPut(_ id: MessageRef) -> Bool { FileName.ownPart(of: id.key) != nil }
}
