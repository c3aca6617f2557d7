import FileSystem
import Glibc
import MailIndex
import MailModel
import MailText
import MaildirStore

extension Measurement {
  /// Writes rows and their words straight into an index that belongs to no mail.
  func fillSearch(rows: Int) async {
    guard let indexFolder, let index = Index(of: path, in: indexFolder) else { exit(1) }
    let words = SearchIndex(beside: index)
    let start = seconds()
    let atOnce = 10_000
    for first in stride(from: 0, to: rows, by: atOnce) {
      let changes = (first..<min(first + atOnce, rows)).map { number in
        Index.Change(
          key: ByteName("\(1_000_000_000 + number).a"),
          entry: Index.Entry(message: row(number), place: []), details: MessageDetails())
      }
      await index.save(.inbox, changes, digest: nil, count: rows, directory: nil)
    }
    show("rows", seconds() - start)
    var last: Index.Numbered?
    while let page = await index.page(of: .inbox, behind: last, limit: atOnce), let end = page.last
    {
      let documents = page.map { one in
        SearchIndex.Document(
          one, recipients: "Bob\tbob@x.org", SearchedText(text: text(one.number)))
      }
      if !words.add(documents) { exit(1) }
      last = end
    }
    show("all", seconds() - start)
    if index.count() != rows || words.count() != rows { exit(1) }
  }

  private func row(_ number: Int) -> Message {
    Message(
      id: MessageRef(folder: .inbox, key: ByteName("\(1_000_000_000 + number).a")), flags: .seen,
      from: "Ann \(number % 1_000)", address: "ann\(number % 1_000)@x.org",
      subject: "Plan \(number)", date: Int64(1_000_000_000 + number), preview: "Some text.",
      size: 3_000)
  }

  /// Thirty words: "common" in every third, "rare" in every ten-thousandth.
  private func text(_ number: Int64) -> String {
    var words: [String] = []
    for place: Int64 in 0..<30 {
      let word: Int64 = (number &* 31 &+ place &* place &* 977) % 20_000
      words.append("word\(word)")
    }
    if number % 3 == 0 { words.append("common") }
    if number % 10_000 == 0 { words.append("rare") }
    return words.joined(separator: " ")
  }

  /// Finds the newest hundred of a word as a search does, as often as it takes to be measured.
  func findWord(_ word: String) async {
    guard let indexFolder, let index = Index(of: path, in: indexFolder) else { exit(1) }
    let words = SearchIndex(beside: index)
    let query = SearchQuery(word)
    let filter = Index.Filter(query, in: nil, now: 0)
    var count = 0
    var times: [Double] = []
    for _ in 0..<21 {
      let start = seconds()
      let hits = await words.hits(of: query, behind: nil, limit: 100) ?? []
      count = await index.messages(numbered: hits.map(\.message), filter)?.count ?? 0
      times.append(seconds() - start)
    }
    show("first", times[0])
    show("all", times.min() ?? 0)
    show("count", Double(count))
  }

  /// Reads all texts of a mailbox for searches, then finds the newest hundred of a word in it.
  func search(_ word: String) async throws {
    var start = seconds()
    let store = try Maildir(path: path, indexFolder: indexFolder)
    await store.readAhead(isAwaited: true)
    show("all", seconds() - start)
    var times: [Double] = []
    for _ in 0..<21 {
      start = seconds()
      let result = try await store.search(SearchQuery(word), in: nil, limit: 100)
      times.append(seconds() - start)
      if !result.progress.isComplete { exit(1) }
      if times.count == 21 { show("found", Double(result.messages.count)) }
    }
    show("again", times.sorted()[times.count / 2])
    showMemory()
  }
}
