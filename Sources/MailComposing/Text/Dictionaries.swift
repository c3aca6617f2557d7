import CDunnockEnchant
import CDunnockGtk
import Dispatch

/// The dictionaries of the desktop's languages, asked on a thread of their own by Enchant, where that is installed.
nonisolated final class Dictionaries: @unchecked Sendable {
  /// Those of the languages that the desktop is set to, opened when they are first asked.
  static let desktop = Dictionaries(
    languages: names(of: g_get_language_names()), library: "libenchant-2.so.2")

  private let queue = DispatchQueue(label: "dunnock.spelling")
  private let languages: [String]
  private let library: String
  // What follows is the queue's alone.
  private var isOpen = false
  private var enchant = DnkEnchant()
  private var broker: UnsafeMutableRawPointer?
  private var opened: [Opened] = []

  private struct Opened {
    let dictionary: UnsafeMutableRawPointer
    let language: String

    /// Whether its language is written in the letters of a word.
    func mayKnow(_ word: String) -> Bool {
      guard let letter = word.unicodeScalars.first else { return false }
      let script = PangoScript(
        rawValue: PangoScript.RawValue(g_unichar_get_script(letter.value).rawValue))
      return pango_language_includes_script(pango_language_from_string(language), script) != 0
    }
  }

  init(languages: [String], library: String) {
    (self.languages, self.library) = (languages, library)
  }

  deinit {
    guard let broker else { return }
    for opened in opened { enchant.broker_free_dict(broker, opened.dictionary) }
    enchant.broker_free(broker)
  }

  /// Those of the words that no dictionary knows, of those whose letters there is a dictionary for.
  func unknown(of words: Set<String>) async -> Set<String> {
    await asked { dictionaries in
      words.filter { word in
        let asked = dictionaries.opened.filter { $0.mayKnow(word) }
        return !asked.isEmpty
          && !asked.contains {
            dictionaries.enchant.dict_check($0.dictionary, Self.plain(word), -1) <= 0
          }
      }
    }
  }

  /// What a word may be meant to be, the likeliest first; of each dictionary a few.
  func suggestions(for word: String) async -> [String] {
    await asked { dictionaries in
      var found: [String] = []
      for dictionary in dictionaries.opened.filter({ $0.mayKnow(word) }).map(\.dictionary) {
        var count = 0
        guard
          let list = dictionaries.enchant.dict_suggest(dictionary, Self.plain(word), -1, &count)
        else { continue }
        for text in UnsafeBufferPointer(start: list, count: min(count, Self.mostSuggestions)) {
          if let text = text.map({ String(cString: $0) }), !found.contains(text) {
            found.append(text)
          }
        }
        dictionaries.enchant.dict_free_string_list(dictionary, list)
      }
      return found
    }
  }

  /// Has a word be right from now on, for all programs that ask Enchant.
  func add(_ word: String) async {
    await asked { dictionaries in
      if let opened = dictionaries.opened.first(where: { $0.mayKnow(word) }) {
        dictionaries.enchant.dict_add(opened.dictionary, Self.plain(word), -1)
      }
    }
  }

  private func asked<Answer: Sendable>(
    _ body: @escaping @Sendable (Dictionaries) -> Answer
  ) async -> Answer {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        open()
        continuation.resume(returning: body(self))
      }
    }
  }

  private func open() {
    if isOpen { return }
    isOpen = true
    guard dnk_enchant_load(library, &enchant) != 0 else { return }
    broker = enchant.broker_init()
    var known: Set<Substring> = []
    for language in languages {
      // de_DE stands before de, for which there is another of the same words.
      let base = language.prefix { $0 != "_" }
      guard !known.contains(base), enchant.broker_dict_exists(broker, language) != 0,
        let dictionary = enchant.broker_request_dict(broker, language)
      else { continue }
      known.insert(base)
      opened.append(Opened(dictionary: dictionary, language: language))
    }
  }

  /// As dictionaries write it.
  private static func plain(_ word: String) -> String { word.replacing("\u{2019}", with: "'") }

  /// As Enchant names languages: without what is no language.
  private static func names(of list: UnsafePointer<UnsafePointer<CChar>?>?) -> [String] {
    var (names, next): ([String], UnsafePointer<UnsafePointer<CChar>?>?) = ([], list)
    while let name = next?.pointee {
      let language = String(cString: name)
      if language != "C", language != "POSIX", !language.contains(".") { names.append(language) }
      next = next?.successor()
    }
    return names
  }

  private static let mostSuggestions = 5
}
