import MailModel
import MailText

/// What a row shows that a look at its folder does not tell.
enum RowFact: CaseIterable {
  /// The beginning of its newest message's text.
  case preview
  /// What is said of the whole conversation, wherever its messages lie.
  case summary
  /// The words in its text that it was found for, where the row shows none of them.
  case excerpt
  /// Whom its newest message went to.
  case recipients

  /// What was read.
  enum Found {
    case preview(Message)
    /// Nil: it is to be asked for again, should the row come into sight.
    case summary(ConversationSummary?)
    /// Empty where there are none.
    case excerpt(String)
    case recipients(Addressing)
  }
}

/// Reads what rows in sight are to show, of each kind one after the other, unless they scroll out of sight first.
final class RowFacts {
  /// Not kept, for the list keeps what calls this.
  private unowned let list: MailList
  private let shown: ShownMailbox
  /// What was asked for last.
  private var last: [RowFact: Task<Void, Never>] = [:]

  init(of list: MailList, _ shown: ShownMailbox) { (self.list, self.shown) = (list, shown) }

  /// Has something be read for a row and shown there.
  func fetch(_ fact: RowFact, for row: RowID) {
    guard let mailbox = shown.mailbox, let message = list[row]?.message.id else { return }
    let (query, before) = (shown.source.query, last[fact])
    last[fact] = Task { [weak self] in
      await before?.value
      let isInSight = self?.list.swipes.widget(of: row) != nil
      guard let found = await Self.read(fact, of: message, in: mailbox, query, isInSight),
        let self, mailbox === shown.mailbox, fact != .excerpt || query == shown.source.query
      else { return }
      list.show(found, of: message, in: row)
    }
  }

  private static func read(
    _ fact: RowFact, of id: MessageRef, in mailbox: OpenMailbox, _ query: SearchQuery,
    _ isInSight: Bool
  ) async -> RowFact.Found? {
    // Of messages that are being moved away each would have its folder be listed to be looked for, and their rows go meanwhile.
    guard isInSight else { return fact == .summary ? .summary(nil) : nil }
    let store = mailbox.store
    switch fact {
    case .preview: return (try? await store.messageWithPreview(id)).map { .preview($0) }
    case .summary: return .summary(await mailbox.summary(of: id))
    case .recipients:
      return (try? await store.body(of: id, within: headerAlone)).map { .recipients($0.addressing) }
    case .excerpt:
      guard let body = try? await store.body(of: id, within: searchedText) else { return nil }
      return .excerpt(await query.foundExcerpt(in: body.text) ?? "")
    }
  }

  private static let headerAlone = TextBudget(bytes: 1, lines: 1)
  /// As much of a message as is searched.
  private static let searchedText = TextBudget(bytes: 64 << 10, lines: 64 << 10)
}

extension RowTexts {
  /// What is still to be read for a row.
  func missing(in item: MailItem, isGathering: Bool) -> [RowFact] {
    RowFact.allCases.filter { fact in
      switch fact {
      case .preview: !item.message.hasPreview
      case .summary:
        isGathering && item.missesSummary && item.message.conversation != nil
      case .excerpt:
        query.map {
          $0.looksAtWords && item.excerpt == nil && !$0.isMarked(in: item.message)
        } ?? false
      case .recipients: item.addressing == nil && saysRecipients(item.message.id.folder)
      }
    }
  }
}

extension SearchQuery {
  /// See `excerpt(of:)`; away from the main thread, for it takes its time.
  @concurrent
  fileprivate nonisolated func foundExcerpt(in text: String) async -> String? {
    excerpt(of: text)
  }
}
