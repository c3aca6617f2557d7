internal import FileSystem
internal import Foundation
internal import MailModel
internal import MaildirStore

/// What a run of mbsync has left in a folder: what is known of its messages, before it and now, and their files.
struct FolderLook: Sendable {
  let folder: AccountFolder
  let state: MbsyncState
  let files: FolderFiles
  /// What was known before the run of messages that were on both sides, by their numbers here; nil where that is what is
  /// known now, or was said with other numbers.
  private let earlier: [UInt32: MbsyncState.Pair]?

  /// Messages of the server's that are not here, by the numbers that they had here.
  let absent: [UInt32: MbsyncState.Pair]

  /// What the absent messages were, by UID on the server.
  let identities: [UInt32: MessageIdentity]

  /// The files of messages that the server had and has no more.
  private(set) var gone: [UInt32: FolderFiles.File]

  /// Nil where mbsync has not synchronised the folder or was cut short in it, and where it cannot be read.
  init?(_ folder: AccountFolder) {
    guard !folder.hasJournal, let state = MbsyncState(ofFolder: folder.path),
      var files = FolderFiles(folder.path)
    else { return nil }
    var absent = state.pairs.filter { $0.isWhole && files.numbered[$0.near] == nil }
    if !absent.isEmpty, let again = FolderFiles(folder.path) {
      // A file that is renamed meanwhile may be in neither place.
      files = again
      absent = absent.filter { files.numbered[$0.near] == nil }
    }
    var earlier: [UInt32: MbsyncState.Pair]?
    if !MbsyncState.isKept(ofFolder: folder.path) {
      let before = MbsyncState(ofFolder: folder.path, beforeRun: true)
      if before?.isNumbered(as: state) ?? true {
        earlier = Self.byNumber(before?.pairs.filter(\.isWhole) ?? [])
      }
    }
    gone = Dictionary(
      state.pairs.compactMap { pair in
        guard pair.near > 0, let file = files.numbered[pair.near] else { return nil }
        // From 1.5 on the line stays as it is; the mark of another client stands in it.
        let isGone =
          pair.far == 0
          ? file.isMarked || earlier?[pair.near] != nil : file.isMarked && !pair.flags.contains("T")
        return isGone ? (pair.near, file) : nil
      }
    ) { $1 }
    var identities = FolderIdentities(ofFolder: folder.path, validity: state.validity)
    identities.add(state.pairs, files, in: folder.path)
    let far = Set(absent.map(\.far))
    self.identities = identities.identities.filter { far.contains($0.key) }
    (self.folder, self.state, self.files, self.earlier) = (folder, state, files, earlier)
    self.absent = Self.byNumber(absent)
  }

  private static func byNumber(_ pairs: [MbsyncState.Pair]) -> [UInt32: MbsyncState.Pair] {
    Dictionary(pairs.map { ($0.near, $0) }) { $1 }
  }

  /// Messages that were on both sides before the run and are on neither.
  var vanished: [UInt32: MbsyncState.Pair] {
    guard let earlier else { return [:] }
    let known = Set(state.pairs.lazy.map(\.near))
    return earlier.filter { !known.contains($0.key) && files.numbered[$0.key] == nil }
  }

  /// What is to be known again of messages that are gone from the server and stay here.
  func restored(_ numbers: some Sequence<UInt32>) -> [UInt32: MbsyncState.Pair] {
    let numbers = Set(numbers)
    return earlier?.filter { numbers.contains($0.key) } ?? [:]
  }

  /// Whether a message has come to be on both sides in the run.
  func isNew(_ pair: MbsyncState.Pair) -> Bool {
    earlier.map { $0[pair.near] == nil } ?? false
  }

  /// The files of messages that have come to be on both sides in the run.
  var arrived: [(pair: MbsyncState.Pair, file: FolderFiles.File)] {
    whole.filter(isNew).compactMap { pair in files.numbered[pair.near].map { (pair, $0) } }
  }

  /// Lines of messages that are marked as deleted on both sides. From 1.5 on they stay so when the server has them no more, and
  /// only that can say it.
  var marked: [MbsyncState.Pair] {
    whole.filter { $0.flags.contains("T") && files.numbered[$0.near]?.isMarked == true }
  }

  /// Knows messages for gone from the server.
  mutating func lose(_ pairs: some Sequence<MbsyncState.Pair>) {
    for pair in pairs { gone[pair.near] = files.numbered[pair.near] }
  }

  /// Lines of messages that are on both sides.
  var whole: [MbsyncState.Pair] { state.pairs.filter { $0.isWhole && gone[$0.near] == nil } }

  /// How many messages the server had here before some of them went.
  var known: Int { whole.count { files.numbered[$0.near] != nil } + gone.count }

  /// The numbers of messages that the server has not got and that mbsync will not send again: where a run is cut short
  /// twice, it forgets that they were still to go.
  ///
  /// - Parameter isHindered: Whether the server took less than was there.
  func unsent(_ isHindered: Bool) -> Set<UInt32> {
    var unsent = Set(state.pairs.lazy.filter { $0.far == 0 && gone[$0.near] == nil }.map(\.near))
    if isHindered, let highest = state.highestSent {
      let known = Set(state.pairs.lazy.map(\.near))
      unsent.formUnion(files.numbered.keys.lazy.filter { $0 <= highest && !known.contains($0) })
    }
    return unsent
  }
}

extension MbsyncState.Pair {
  /// Whether both sides have the message.
  var isWhole: Bool { far > 0 && near > 0 }
}

extension FolderFiles.File {
  /// What makes a message the same as another, as a digest: its bytes, but for the line that mbsync adds and how lines end.
  /// Nil where it is not there any more.
  func content(in folder: ByteName) -> String? {
    guard let bytes = [UInt8](file: folder.entry(part).entry(name.name)) else { return nil }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    let end = lines.firstIndex(where: \.isEmpty) ?? lines.endIndex
    let text = lines[..<end].filter { !$0.starts(with: "X-TUID: ".utf8) } + lines[end...]
    return Digest.sha256(Array(text.joined(separator: [UInt8(ascii: "\n")])))
  }
}
