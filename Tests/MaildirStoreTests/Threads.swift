/// Threads by the rules of Jamie Zawinski (jwz.org/doc/threading.html) without their last, which joins by
/// subject: an implementation of the tests' own, over plain texts, that knows nothing of the index.
///
/// A message has one parent there, and one Message-ID. So where two messages say otherwise of a third, or
/// are of one Message-ID, a thread loses what a conversation joins: the index takes every Message-ID that
/// is named for a tie, in whatever order messages come, where these rules depend on it.
struct Threads {
  struct Mail {
    var own: String?
    /// As References says, and then In-Reply-To.
    var named: [String] = []
  }

  /// The thread of each message, by the number of its root.
  private(set) var threads: [Int] = []
  /// The same where every tie is kept.
  private(set) var conversations: [Int] = []
  /// How often a tie was given up that joined what hangs together by nothing else then.
  private(set) var ties: [(Int, Int)] = []

  private var places: [String: Int] = [:]
  private var parents: [Int?] = []
  private var hasMessage: [Bool] = []

  init(_ mails: [Mail]) {
    let containers = mails.map { add($0) }
    threads = containers.map { root(of: $0) }
    // Whatever was given up is joined again, as a graph of its own.
    var neighbours = [[Int]](repeating: [], count: parents.count)
    for (child, parent) in parents.enumerated() {
      guard let parent else { continue }
      neighbours[child].append(parent)
      neighbours[parent].append(child)
    }
    for (one, other) in ties {
      neighbours[one].append(other)
      neighbours[other].append(one)
    }
    var found = [Int?](repeating: nil, count: parents.count)
    for start in found.indices where found[start] == nil {
      var reached = [start]
      while let place = reached.popLast() {
        if found[place] != nil { continue }
        found[place] = start
        reached += neighbours[place].filter { found[$0] == nil }
      }
    }
    conversations = containers.map { found[$0] ?? -1 }
  }

  private mutating func add(_ mail: Mail) -> Int {
    var container = mail.own.map { place(of: $0) } ?? added()
    if hasMessage[container] {
      let original = container
      container = added()
      ties.append((original, container))
    }
    hasMessage[container] = true
    let named = mail.named.map { place(of: $0) }
    for (parent, child) in zip(named, named.dropFirst()) where parent != child {
      if parents[child] == nil, !isAbove(child, parent) {
        parents[child] = parent
      } else if parents[child] != parent {
        ties.append((parent, child))
      }
    }
    guard let parent = named.last, parent != container else {
      if let parent = named.dropLast().last, named.last == container {
        ties.append((parent, container))
      }
      return container
    }
    // What the message itself says of its parent counts more than what others do.
    if isAbove(container, parent) {
      ties.append((parent, container))
    } else {
      if let old = parents[container] { ties.append((old, container)) }
      parents[container] = parent
    }
    return container
  }

  private mutating func place(of identifier: String) -> Int {
    if let place = places[identifier] { return place }
    let place = added()
    places[identifier] = place
    return place
  }

  private mutating func added() -> Int {
    parents.append(nil)
    hasMessage.append(false)
    return parents.count - 1
  }

  /// Whether `one` is `other` or an ancestor of it.
  private func isAbove(_ one: Int, _ other: Int) -> Bool {
    var place: Int? = other
    while let here = place {
      if here == one { return true }
      place = parents[here]
    }
    return false
  }

  private func root(of container: Int) -> Int {
    var place = container
    while let parent = parents[place] { place = parent }
    return place
  }

  /// The same sets of messages for the same partition, whatever its numbers.
  static func parts<Key: Hashable>(_ keys: some Sequence<Key>) -> Set<Set<Int>> {
    var parts: [Key: Set<Int>] = [:]
    for (place, key) in keys.enumerated() { parts[key, default: []].insert(place) }
    return Set(parts.values)
  }
}
