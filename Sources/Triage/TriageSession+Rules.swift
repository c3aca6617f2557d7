import Foundation
import MailModel
import TriageJournal

extension TriageSession {
  /// The rules of one mailbox, as they are kept.
  struct Rules {
    var all: [Rule.ID: Rule] = [:]
    let file: StateFile?
    var problem: RuleProblem?
    /// What was looked at in this run, by inbox.
    var looked: [FolderID: Set<MessageRef>] = [:]

    /// - Parameter folder: Where they are kept; nil: in memory.
    init(in folder: String?, of identity: String) {
      file = folder.map { StateFile(in: $0, of: identity, holding: "rules") }
      guard let file else { return }
      do throws(JournalProblem) {
        guard let bytes = try file.read() else { return }
        let decoder = JSONDecoder()
        let version = try? decoder.decode(Kept.Version.self, from: Data(bytes)).version
        if let version, version > Kept.version {
          problem = .newer
        } else if let kept = try? decoder.decode(Kept.self, from: Data(bytes)),
          kept.rules.allSatisfy({ Rule.canHave($0.command) })
        {
          all = Dictionary(kept.rules.map { ($0.id, $0) }) { $1 }
        } else {
          problem = .setAside(file.setAside())
        }
      } catch {
        problem = .unusable(error.reason)
      }
    }

    /// Has them be there after a restart.
    mutating func save() {
      guard let file, problem != .newer else { return }
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      guard let data = try? encoder.encode(Kept(rules: all.values.sorted { $0.made < $1.made }))
      else { return }
      do throws(JournalProblem) {
        try file.write(Array(data))
        if case .unusable = problem { problem = nil }
      } catch {
        problem = .unusable(error.reason)
      }
    }

    /// What is in the file.
    private struct Kept: Codable {
      struct Version: Codable { let version: Int }
      static let version = 1
      var version = Kept.version
      let rules: [Rule]
    }
  }

  /// The rules, the newest first, and what is wrong with them.
  public func rules() -> (all: [Rule], problem: RuleProblem?) {
    let rules = keptRules()
    return (
      rules.all.values.sorted { ($1.made, $0.id.name) < ($0.made, $1.id.name) }, rules.problem
    )
  }

  /// Has what comes from now on be treated so, in place of the rule that there may be for it.
  ///
  /// - Parameters:
  ///   - known: What the person knew of when it was wished for, at that time: what else has come since is new; nil: all that is there was known.
  ///   - now: In seconds since 1970.
  public func keep(
    _ command: Command, for id: Rule.ID, knowing known: Set<MessageRef>? = nil, at now: Int64
  ) async throws(TriageError) {
    guard Rule.canHave(command) else { throw .notOffered(command) }
    guard allowsChanges(in: id.inbox) else { throw .lookOnly }
    try await begin(Rule(command, for: id, at: now), knowing: known)
  }

  /// Has a rule be followed, or not. What came while it was not stays where it is.
  public func setRule(_ id: Rule.ID, isOn: Bool) async throws(TriageError) {
    guard var rule = keptRules().all[id], rule.isOn != isOn else { return }
    rule.isOn = isOn
    if isOn { return try await begin(rule) }
    ruleBook?.all[id] = rule
    ruleBook?.save()
  }

  public func removeRule(_ id: Rule.ID) {
    _ = keptRules()
    ruleBook?.all[id] = nil
    ruleBook?.save()
  }

  /// Has rules know of the steps that are theirs, taken back or not, and what came of these of the rules.
  func noteForRules(_ works: inout [Work]) {
    var all = ruleBook?.all ?? [:]
    for index in works.indices where !works[index].draft.isEmpty {
      let work = works[index]
      guard let step = work.step else { continue }
      if let rule = work.rule { all[rule]?.beginning = step }
      for (id, rule) in all {
        let isUndo = work.draft.isUndo
        if rule.beginning == step {
          all[id]?.isOn = !isUndo
          if work.rule == nil { works[index].draft.hasRuleOn = !isUndo }
        }
        // What a rule has done is not done again by the person.
        guard isUndo, rule.last?.step == step else { continue }
        all[id]?.last?.step = nil
        all[id]?.count = max(0, rule.count - work.draft.changes.count)
      }
    }
    guard let before = ruleBook?.all, all != before else { return }
    ruleBook?.all = all
    ruleBook?.save()
  }

  /// Whether a rule cannot be followed now, for its folder or its inbox is not there: it goes on when that is.
  public nonisolated func isWaiting(_ rule: Rule) -> Bool {
    let (folders, roles) = terms.withLock { ($0.folders, $0.roles) }
    guard roles.inboxes.contains(rule.id.inbox) else { return true }
    return switch rule.command.entry.target {
    case .folder(let folder?): !folders.contains(folder) || !allowsChanges(in: folder)
    case .role(let role): roles.folder(role, for: rule.id.inbox) == nil
    default: false
    }
  }

  /// Does what the rules say to what has come to the inboxes, as far as changes are allowed: a step of the program's own for each rule.
  ///
  /// A message is looked at once in a run, whatever is done to others; what fails is tried again with the next call.
  ///
  /// - Parameter now: In seconds since 1970.
  /// - Returns: Whether anything was done.
  public func followRules(at now: Int64) async -> Bool {
    guard allowsChanges, keptRules().all.values.contains(where: \.isOn) else { return false }
    if roles.inboxes.isEmpty { _ = try? await folders() }
    var due: [Rule.ID: [Message]] = [:]
    for inbox in roles.inboxes where allowsChanges(in: inbox) {
      guard let messages = try? await store.messages(in: inbox) else { continue }
      for (id, found) in await unjudged(among: messages, in: inbox, at: now) { due[id] = found }
    }
    guard !due.isEmpty, (try? await folders()) != nil else { return false }
    due = due.filter { id, _ in keptRules().all[id].map { !isWaiting($0) } ?? false }
    let under = due.compactMap { id, messages in
      keptRules().all[id].map { rule in
        let request = Request.command(rule.command, on: messages.map(\.id), by: .rule)
        // All are asked for before the first is done, so that they are done together.
        return (id, Task { try? await fulfil(request) })
      }
    }
    for (id, task) in under { note(await task.value, of: id, to: due[id] ?? [], at: now) }
    if !under.isEmpty { ruleBook?.save() }
    return !under.isEmpty
  }

  /// What rules are to be followed for, of the messages of an inbox; a table says which rule is for one, however many there are.
  private func unjudged(
    among messages: [Message], in inbox: FolderID, at now: Int64
  ) async -> [Rule.ID: [Message]] {
    let rules = keptRules()
    let oldest = rules.all.values.lazy.filter { $0.isOn && $0.id.inbox == inbox }
      .map { $0.oldest(at: now) }.min()
    guard let oldest else { return [:] }
    let recent = messages.filter { $0.delivery >= oldest }
    let looked = rules.looked[inbox] ?? []
    let new = recent.filter { message in
      !looked.contains(message.id) && message.canChange && !message.isMarkedForDeletion
        && message.woken == nil && !store.wasPut(message.id)
    }
    // What has gone need not be remembered; a rule that is made meanwhile has all be looked at again.
    ruleBook?.looked[inbox] = Set(recent.lazy.map(\.id))
    let found = await self.rules(for: new, in: inbox)
    var due: [Rule.ID: [Message]] = [:]
    for message in new {
      guard let id = found[message.id], let rule = keptRules().all[id], rule.isOn,
        rule.isNew(message, at: now)
      else { continue }
      due[id, default: []].append(message)
      ruleBook?.looked[inbox]?.remove(message.id)
    }
    return due
  }

  /// The rules that messages of an inbox fall under: that of the sender, or else that of the mailing list.
  private func rules(
    for messages: [Message], in inbox: FolderID
  ) async -> [MessageRef: Rule.ID] {
    let all = keptRules().all
    var found: [MessageRef: Rule.ID] = [:]
    var others: [MessageRef] = []
    for message in messages {
      let id = Rule.ID(inbox: inbox, likeness: .sender(message.address))
      if all[id] != nil { found[message.id] = id } else { others.append(message.id) }
    }
    let areOfLists = all.keys.contains {
      if case .list = $0.likeness { $0.inbox == inbox } else { false }
    }
    guard areOfLists, !others.isEmpty,
      let lists = try? await store.lists(of: others, in: inbox)
    else { return found }
    for (message, list) in lists {
      let id = Rule.ID(inbox: inbox, likeness: .list(list))
      if all[id] != nil { found[message] = id }
    }
    return found
  }

  /// Notes what came of following a rule; what was refused is looked at again.
  private func note(_ outcome: Outcome?, of id: Rule.ID, to messages: [Message], at now: Int64) {
    guard let outcome, var rule = ruleBook?.all[id] else { return }
    let refused = Set(outcome.refusals.map(\.id))
    let settled = messages.filter { !refused.contains($0.id) }
    rule.settle(settled)
    rule.count += outcome.changes.count
    if let step = outcome.step {
      rule.last = Rule.Deed(time: now, count: outcome.changes.count, step: step)
    }
    ruleBook?.all[id] = rule
  }

  /// Keeps a rule from now on: what is in the inbox is not new to it.
  private func begin(
    _ rule: Rule, knowing known: Set<MessageRef>? = nil
  ) async throws(TriageError) {
    let inbox = rule.id.inbox
    var rule = rule
    _ = keptRules()
    do throws(StoreError) {
      let messages = try await store.messages(in: inbox)
      let found = try await those(of: rule.id, among: messages, in: inbox)
      rule.settle(
        found.filter { known?.contains($0.id) != false || $0.delivery < rule.made })
    } catch {
      throw .store(error)
    }
    ruleBook?.all[rule.id] = rule
    ruleBook?.looked[inbox] = nil
    ruleBook?.save()
  }

  private func those(
    of id: Rule.ID, among messages: [Message], in inbox: FolderID
  ) async throws(StoreError) -> [Message] {
    switch id.likeness {
    case .sender(let address): return messages.filter { $0.address.lowercased() == address }
    case .list(let name):
      let lists = try await store.lists(of: messages.map(\.id), in: inbox)
      return messages.filter { lists[$0.id] == name }
    }
  }

  /// The rules, read once.
  private func keptRules() -> Rules {
    if let ruleBook { return ruleBook }
    let rules = Rules(in: ruleFolder, of: store.identity)
    ruleBook = rules
    return rules
  }
}

extension JournalProblem {
  /// Why, in the system's words.
  fileprivate var reason: String {
    if case .unusable(let reason) = self { reason } else { String(describing: self) }
  }
}
