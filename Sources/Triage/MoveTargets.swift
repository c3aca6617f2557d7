import MailModel
import MailText

/// The folders that messages can be moved to, and what is typed to find one.
public struct MoveTargets: Sendable {
  /// One of them, with what it is called.
  public struct Target: Equatable, Sendable {
    public let folder: FolderID
    public let name: String
    /// Why it comes before the others; nil for those that do not.
    public let reason: Reason?

    /// The words of its name, each behind a space.
    let words: String
    /// Those of its name on the disk, by which it can be found too.
    let wordsOnDisk: String
  }

  public enum Reason: Sendable { case lastOfSender, recent }

  private let targets: [Target]
  /// The names of folders in lower case.
  private let taken: Set<String>
  /// What the folder is called that the messages are in; nil for those of several.
  public let here: String?

  /// How many of the last ones come before the others.
  static let mostRecent = 5

  /// - Parameters:
  ///   - folders: All of them, in their order, by name.
  ///   - taken: The names of all folders, of those too that nothing is moved to.
  ///   - ofSender: Where the last mail of the sender went.
  ///   - recent: Where the last mail went, the last first.
  ///   - here: What the folder is called that the messages are in.
  public init(
    _ folders: [(folder: FolderID, name: String)], taken: Set<String>, ofSender: FolderID?,
    recent: [FolderID], here: String? = nil
  ) {
    self.here = here
    let present = Dictionary(folders.map { ($0.folder, $0.name) }) { first, _ in first }
    let known = recent.filter { $0 != ofSender && present[$0] != nil }.prefix(Self.mostRecent)
    let first = [ofSender].compactMap { $0 }.filter { present[$0] != nil }
    let foremost =
      first.map { ($0, Reason.lastOfSender) } + known.map { ($0, Reason.recent) }
    let isForemost = Set(foremost.map(\.0))
    let order =
      foremost.map { ($0.0, Optional($0.1)) }
      + folders.lazy.map(\.folder).filter { !isForemost.contains($0) }.map { ($0, nil) }
    targets = order.map { folder, reason in
      let name = present[folder] ?? folder.description
      return Target(
        folder: folder, name: name, reason: reason, words: Self.words(name),
        wordsOnDisk: Self.words(folder.description))
    }
    self.taken = Set(taken.map { $0.lowercased() })
  }

  /// Those that have each of the words somewhere in their path, without regard to case and accents; what
  /// is called just so comes first, then what has words that begin so.
  public func matching(_ text: String) -> [Target] {
    let pieces = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard !pieces.isEmpty else { return targets }
    // What is typed in one piece stands together: "a.b" is no "Lab/Boat".
    let lettered = pieces.map { SearchWords.joined($0) }.filter { !$0.isEmpty }
    let wanted = (lettered.isEmpty ? pieces : lettered).map {
      $0.split(separator: " ").joined(separator: " ")
    }
    let words = Self.words(text)
    func rank(_ target: Target) -> Int {
      if target.words == words || Self.words(target.folder.components.last ?? "") == words {
        return 0
      }
      let behindSpaces = " " + target.words
      return wanted.allSatisfy { behindSpaces.contains(" " + $0) } ? 1 : 2
    }
    var found: [[Target]] = [[], [], []]
    for target in targets
    where wanted.allSatisfy(target.words.contains) || wanted.allSatisfy(target.wordsOnDisk.contains)
    {
      found[rank(target)].append(target)
    }
    return found.flatMap(\.self)
  }

  /// Whether the folder that the messages are in is called so, with those that it is in or without.
  ///
  /// - Parameter begun: Whether the beginning of its name will do.
  public func isHere(_ text: String, begun: Bool = false) -> Bool {
    guard let here, let last = here.split(separator: "/").last else { return false }
    let typed = Self.words(text)
    // A word has a space behind it, though it may be but begun.
    let beginning = typed.last == " " ? typed.dropLast() : typed[...]
    return [here, String(last)].map(Self.words).contains {
      $0 == typed || begun && !typed.isEmpty && $0.hasPrefix(beginning)
    }
  }

  /// The name of a folder that could be created for what is typed; nil where one is called so.
  public func newName(for text: String) -> String? {
    let name = text.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
      .joined(separator: "/")
    return name.isEmpty || taken.contains(name.lowercased()) ? nil : name
  }

  /// Of what has no letter its signs.
  private static func words(_ text: String) -> String {
    let words = SearchWords.joined(text)
    return words.isEmpty ? text : words
  }
}
