internal import FileSystem
internal import Foundation
public import MailModel
internal import MailServers
internal import MailText

/// What is done to a folder of a server; what is here of it follows with the next run.
public enum FolderChange: Hashable, Sendable {
  /// Gives a folder, by its name there, another name among those beside it, as people write it. Those below it go along.
  case rename(String, to: String)
  /// Deletes a folder, by its name there, that has no mail and none below it.
  case remove(String)

  /// Why it was not done.
  public enum Problem: ExplainedError, Hashable {
    case server(AccountCheck.Problem)
    /// No folder can be called so.
    case badName
    /// There is one of that name already.
    case nameTaken
    /// It has mail, or folders below it.
    case notEmpty
    /// The server has it no more.
    case gone

    public var sentence: Sentence {
      switch self {
      case .server(let problem): problem.sentence
      case .badName: Sentence(msgid("A folder cannot have this name. Enter a different one."))
      case .nameTaken: Sentence(msgid("Another folder has this name. Enter a different one."))
      case .notEmpty:
        Sentence(msgid("Only an empty folder can be deleted. Move its messages first."))
      case .gone: Sentence(msgid("The folder is no longer on the server."))
      }
    }
  }

  /// The name on the server that a folder has after it.
  public var newName: String? {
    guard case .rename(let old, let name) = self else { return nil }
    let above = old.split(separator: "/").dropLast().map(String.init)
    return (above + [String(decoding: ModifiedUTF7.encoded(name), as: UTF8.self)])
      .joined(separator: "/")
  }

  /// The folder that it is about.
  var folder: String {
    switch self {
    case .rename(let folder, _), .remove(let folder): folder
    }
  }
}

extension FolderChange {
  /// Does it at an account's server. Costs a login.
  public func make(
    on account: Account, in places: AccountPlaces, password: String
  ) async throws(Problem) {
    guard folder != "INBOX" else { throw .badName }
    if let newName, !account.canHave(newName, in: places) || !isWritable { throw .badName }
    let problem: Problem?
    do throws(AccountCheck.Problem) {
      problem = try await AccountCheck.asking(account, password) {
        connection throws(MailConnection.Failure) in try make(over: connection)
      }
    } catch {
      throw .server(error)
    }
    if let problem { throw problem }
  }

  /// - Returns: Why the server would not.
  private func make(over connection: MailConnection) throws(MailConnection.Failure) -> Problem? {
    let places = try FolderListing.of(connection).places
    guard let place = places[folder] else { return .gone }
    switch self {
    case .rename:
      guard let newName else { return .badName }
      if newName == folder { return nil }
      if places[newName] != nil { return .nameTaken }
      let leaf = newName.split(separator: "/").last.map(String.init) ?? newName
      if let delimiter = place.delimiter, leaf.contains(delimiter) { return .badName }
      let above =
        place.delimiter.flatMap { place.name.lastIndex(of: $0) }
        .map { place.name[...$0] } ?? ""
      return try Self.refusal(of: "RENAME", [place.name, above + leaf], over: connection)
    case .remove:
      if places.keys.contains(where: { $0.hasPrefix(folder + "/") }) { return .notEmpty }
      guard try Self.isEmpty(place.name, over: connection) else { return .notEmpty }
      return try Self.remove(place.name, over: connection)
    }
  }

  /// Deletes a folder that was empty just now.
  ///
  /// A server deletes a folder with whatever is in it. So it is called something else first, which nothing is delivered to, and looked
  /// at again; where that finds mail, the folder is called as before. Where this ends in the midst of it, the folder is there under its
  /// other name, with all that is in it.
  private static func remove(
    _ name: String, over connection: MailConnection
  ) throws(MailConnection.Failure) -> Problem? {
    let aside = "\(name)-deleted-\(UInt32.random(in: .min ... .max))"
    if let problem = try refusal(of: "RENAME", [name, aside], over: connection) { return problem }
    let problem =
      try isEmpty(aside, over: connection)
      ? refusal(of: "DELETE", [aside], over: connection) : .notEmpty
    guard let problem else { return nil }
    return try refusal(of: "RENAME", [aside, name], over: connection) ?? problem
  }

  private static func isEmpty(
    _ name: String, over connection: MailConnection
  ) throws(MailConnection.Failure) -> Bool {
    guard let name = MailConnection.quoted(name) else { return false }
    return try connection.ask("STATUS \(name) (MESSAGES)").lines.contains { line in
      let values = ImapValue.values(of: line) ?? []
      return values.first?.isWord("STATUS") == true && values.last?.list?.last?.number == 0
    }
  }

  /// Has the server do something with folders; returns why it did not.
  private static func refusal(
    of command: String, _ names: [String], over connection: MailConnection
  ) throws(MailConnection.Failure) -> Problem? {
    let quoted = names.compactMap(MailConnection.quoted)
    guard quoted.count == names.count else { return .badName }
    let answer = try connection.ask(([command] + quoted).joined(separator: " "))
    return answer.status == .ok
      ? nil : .server(.other(DisplayText.safe(answer.words, limit: 200)))
  }

  /// The name that a folder has after it; nil where it is gone.
  fileprivate func name(after name: String) -> String? {
    guard name == folder || name.hasPrefix(folder + "/") else { return name }
    return newName.map { $0 + name.dropFirst(folder.count) }
  }

  /// Whether the name that a person has written can be one at all.
  private var isWritable: Bool {
    guard case .rename(_, let name) = self else { return true }
    return !name.isEmpty && !name.hasPrefix(".") && !name.contains("/") && !name.hasControls
      && !name.contains { "*%".contains($0) }
  }
}

extension Account {
  /// Knows folders by what they are called after a change.
  public mutating func follow(_ change: FolderChange) {
    leftOut = Set(leftOut.compactMap(change.name))
    roles = roles.compactMapValues(change.name)
  }
}
