internal import FileSystem
internal import Glibc
internal import MailModel

/// Looks for mail that the server had and shows no more, before mbsync takes it from here too: a server that
/// shows an empty inbox, though it may do so but once, would have the disk emptied.
struct ServerGuard: Sendable {
  let folders: [AccountFolder]
  /// How many messages the server has in each folder, as it was told in this run.
  let counts: [String: Int]
  let arrivals: Arrivals

  struct Finding: Sendable {
    var gone: [AccountFolder: GoneMail.Count] = [:]
    /// Folders of which the server has told no number.
    var uncounted: Set<AccountFolder> = []

    /// The names of all these.
    var names: Set<String> { Set(uncounted.union(gone.keys).map(\.name.description)) }
  }

  func look() -> Finding {
    var finding = Finding()
    for folder in folders {
      let count = counts[folder.name.description]
      guard let bytes = [UInt8](file: folder.path.entry(MbsyncState.name)),
        // A line for each message and a few before them: of most folders that is all there is to know.
        bytes.lineCount - (count ?? 0) > Self.handful, let state = MbsyncState(bytes)
      else { continue }
      let known = state.pairs.lazy.filter { $0.far > 0 && $0.near > 0 }.count
      if known - (count ?? 0) <= Self.handful { continue }
      guard let count else {
        finding.uncounted.insert(folder)
        continue
      }
      // What is gone here too need not be taken away.
      let here = known - state.missing(from: arrivals.listing(of: folder)).count
      let gone = here - count
      if gone > Self.handful && 2 * gone > here {
        finding.gone[folder] = GoneMail.Count(gone: gone, known: here)
      }
    }
    return finding
  }

  /// As many as may go from any folder without a question: the last few of an inbox that somebody has tidied up on a
  /// phone.
  private static let handful = 5
}

extension [UInt8] {
  fileprivate var lineCount: Int {
    withUnsafeBufferPointer { bytes in
      var (count, index) = (0, 0)
      while index < bytes.count {
        index = bytes.end(of: UInt8(ascii: "\n"), from: index) + 1
        count += 1
      }
      return count
    }
  }
}
