internal import FileSystem
internal import Glibc
internal import MailModel
internal import MailText

extension ForeignMail {
  /// How much is looked at: entries of a folder, names in each of these, and bytes of a file.
  private static let maximumLooks = 20
  private static let maximumNames = 1_000
  private static let maximumRead = 4 << 10

  /// The form of the mail in a file; nil for any other file.
  init?(file: ByteName) {
    guard let beginning = Self.beginning(of: file) else { return nil }
    self.init(name: file.split.name, beginning: beginning)
  }

  /// The form of the mail in a folder; nil for any other folder.
  ///
  /// What most of it is decides. An mbox or a saved message among other files is one of them, and
  /// whoever deletes it means all of it; an mbox alone may be all the mail there is. Empty files
  /// tell nothing. Where there are folders rather than files, as at the top of MH's and of
  /// Thunderbird's mail, most of these must hold mail.
  init?(folder: ByteName) {
    guard let names = Names(folder, limit: .max) else { return nil }
    if let form = names.form {
      self = form
      return
    }
    var forms: [ForeignMail?] = names.files.compactMap { name in
      Self.beginning(of: folder.entry(name)).map { ForeignMail(name: name, beginning: $0) }
    }
    if names.folderCount > names.fileCount, forms.allSatisfy({ $0 == nil }) {
      forms = names.folders.map {
        Names(folder.entry($0), limit: Self.maximumNames)?.formOfFolderInside
      }
    }
    for form in [ForeignMail.mbox, .mh, .thunderbird]
    where forms.count(where: { $0 == form }) * 2 > forms.count {
      self = form
      return
    }
    return nil
  }

  private init?(name: ByteName, beginning: [UInt8]) {
    if beginning.starts(with: "From ".utf8) {
      self = .mbox
      return
    }
    let fields: [StaticString] = ["from", "received", "date", "subject"]
    let header = HeaderBlock(beginning, isWhole: false)
    guard name.bytes.allSatisfy({ (0x30...0x39).contains($0) }),
      fields.contains(where: { header.value($0) != nil })
    else { return nil }
    self = .mh
  }

  /// Nil for what is no regular file, is empty or cannot be read.
  private static func beginning(of file: ByteName) -> [UInt8]? {
    let descriptor = file.withCString { open($0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let bytes = FileContent.prefix(of: descriptor, length: maximumRead), !bytes.isEmpty
    else { return nil }
    return bytes
  }

  /// What the names in a folder say.
  private struct Names {
    private(set) var fileCount = 0
    private(set) var folderCount = 0
    /// The first of each.
    private(set) var files: [ByteName] = []
    private(set) var folders: [ByteName] = []
    private var hasSequences = false
    private var marks = 0
    private var numbers = 0
    /// What stands at the top of a profile of Thunderbird's, beside its mail.
    private var hasPreferences = false
    private var hasProfileMail = false

    init?(_ folder: ByteName, limit: Int) {
      guard let directory = try? Directory(folder) else { return nil }
      try? directory.entries(withHidden: true, limit: limit) { name, kind, _ in
        if name.first == UInt8(ascii: ".") {
          if name.elementsEqual(".mh_sequences".utf8) { hasSequences = true }
        } else if kind == .directory {
          folderCount += 1
          if name.suffix(4).elementsEqual(".sbd".utf8) { marks += 1 }
          if name.elementsEqual("Mail".utf8) || name.elementsEqual("ImapMail".utf8) {
            hasProfileMail = true
          }
          if folders.count < maximumLooks { folders.append(ByteName(name)) }
        } else {
          fileCount += 1
          if name.suffix(4).elementsEqual(".msf".utf8) { marks += 1 }
          if name.elementsEqual("prefs.js".utf8) { hasPreferences = true }
          if name.allSatisfy({ (0x30...0x39).contains($0) }) { numbers += 1 }
          if files.count < maximumLooks { files.append(ByteName(name)) }
        }
      }
    }

    /// Thunderbird keeps a summary, and perhaps a folder, beside each mailbox.
    var form: ForeignMail? {
      if hasSequences { return .mh }
      if hasPreferences, hasProfileMail { return .thunderbird }
      return marks > 0 && marks * 4 >= fileCount + folderCount ? .thunderbird : nil
    }

    /// The same one level further in, where no file is looked into: MH's are numbered, and not every
    /// program writes down their sequences.
    var formOfFolderInside: ForeignMail? { form ?? (numbers * 2 > fileCount ? .mh : nil) }
  }
}
