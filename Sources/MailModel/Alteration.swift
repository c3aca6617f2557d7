/// What is to become of a message.
public enum Alteration: Hashable, Sendable {
  /// Other flags, and perhaps another folder, where the store keeps a time with the message when
  /// one is given: when it is to come back, or when it came back. That can become another where it
  /// is, too.
  case alter(
    adding: MessageFlags = [], removing: MessageFlags = [], movingTo: FolderID? = nil,
    waking: Int64? = nil, woken: Int64? = nil)
  /// Gone for ever.
  case delete

  public static func flags(adding: MessageFlags, removing: MessageFlags) -> Alteration {
    .alter(adding: adding, removing: removing)
  }

  /// Into another folder, which must be there.
  public static func move(to folder: FolderID) -> Alteration { .alter(movingTo: folder) }
}
