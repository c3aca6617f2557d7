internal import FileSystem
public import MailModel

/// The copy of a message of one's own in the folder for drafts of its account, where other devices see it.
public struct DraftCopy: Codable, Sendable {
  public let folder: FolderID
  /// The name of its file, as `ByteName.escaped`.
  public let key: String
  /// The digest of the bytes that Dunnock wrote; nil if another program made the copy.
  public let digest: String?
  /// The digest of the message that these bytes were made from; nil if another program made the copy.
  public let draft: String?

  public init(folder: FolderID, key: String, digest: String? = nil, draft: String? = nil) {
    (self.folder, self.key, self.digest, self.draft) = (folder, key, digest, draft)
  }
}
