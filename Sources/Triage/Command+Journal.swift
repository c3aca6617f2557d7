import Foundation

extension Command {
  /// The command as a journal keeps it.
  var journalled: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? entry.name
  }

  /// What a journal kept; nil for a command of another version of the program.
  init?(journalled text: String) {
    if let command = try? JSONDecoder().decode(Command.self, from: Data(text.utf8)) {
      self = command
    } else {
      // Version 1 noted the name alone.
      self.init(name: text)
    }
  }
}
