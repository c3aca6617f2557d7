import GtkBridge

/// The commands that need two keys, one after the other, as G and then I, and the first of them while the second is waited for.
final class KeySequences {
  private let beginnings: KeyTable<KeyTable<WindowCommand>>
  /// What the next key may mean; nil while nothing was begun.
  private var rest: KeyTable<WindowCommand>?
  /// Whether something else happened since the first key, so that only a key that completes the command belongs to the command.
  private(set) var isInterrupted = false
  /// How often one was begun.
  private var begun = 0

  /// As long as somebody may look for the second key, in seconds.
  private let timeout: Double

  init(_ commands: [WindowCommand], timeout: Double = 2) {
    self.timeout = timeout
    var rests: [String: [(key: String, meaning: WindowCommand)]] = [:]
    for command in commands {
      for keys in command.sequences.map({ $0.split(separator: "+") }) where keys.count == 2 {
        rests[String(keys[0]), default: []].append((String(keys[1]), command))
      }
    }
    beginnings = KeyTable(rests.map { ($0, KeyTable($1)) })
  }

  /// Whether a second key is waited for.
  var isBegun: Bool { rest != nil }

  /// Waits for a second key, for a moment, if this is a first one.
  func begin(_ event: OpaquePointer) -> Bool {
    guard let rest = beginnings.meaning(of: event, withLetters: true) else { return false }
    wait(for: rest)
    return true
  }

  /// Waits for one of these keys, for a moment.
  func wait(for rest: KeyTable<WindowCommand>) {
    self.rest = rest
    isInterrupted = false
    begun += 1
    let mine = begun
    after(timeout) { [weak self] in
      if mine == self?.begun { self?.end() }
    }
  }

  /// The command that a second key completes, if any; whatever it is, nothing is waited for any more.
  func complete(_ event: OpaquePointer) -> WindowCommand? {
    defer { end() }
    return rest?.meaning(of: event, withLetters: true)
  }

  /// Notes that the pointer was pressed or the focus moved. A second key still completes the command: alone it would change a message
  /// that the person does not mean.
  func interrupt() { isInterrupted = true }

  /// Waits for no second key.
  func end() { rest = nil }
}
