import Accounts
import ArgumentParser
import FileSystem
import Foundation
import Glibc
import MailModel
import MailSpool
import MailWriting
import Texts

/// `dunnock send`: sends a mail without a window, through the outbox that the windows have too.
enum SendProgram {
  /// What other programs are told of a mail.
  private struct Line: Encodable {
    let account: String
    let id: String
    let messageID: String
    let recipients: [String]
    let state: String
    let reason: String?
  }

  /// - Returns: The exit status: 0 when it was sent, or with `--queue` kept; 1 when it was not; 2 when the arguments cannot be followed.
  static func run(_ arguments: some Sequence<String>) -> Int32 {
    let asked: SendArguments
    do { asked = try SendArguments.parse(Array(arguments)) } catch {
      return Program.refuse(error, by: SendArguments.self)
    }
    let (name, waits) = (asked.account, asked.queue)
    return waiting { await send(as: name, waits: waits) }
  }

  private static func send(as name: String?, waits: Bool) async -> Int32 {
    do {
      guard let bytes = input() else {
        throw AccountFailure(Sentence(msgid("Give a complete message on standard input.")))
      }
      let mail = try GivenMail(bytes)
      let account = try account(for: mail, named: name)
      let outbox = Outbox(AccountPlaces.own, Passwords(service: Product.id))
      let id = try await outbox.add(mail, of: account.id)
      let state =
        waits ? .waiting(until: .now, after: nil) : await outbox.send(id)
      let problem = state.flatMap { $0.problem }
      printLine(
        Line(
          account: account.name, id: id.uuidString, messageID: mail.made.messageID,
          recipients: mail.made.recipients, state: state.word, reason: problem))
      if let problem { complain(problem, about: account.name) }
      return waits || state.isSent ? 0 : 1
    } catch {
      complain(sentence(for: error))
      return 1
    }
  }

  /// All of standard input; nil where it cannot be read, or is more than any server takes.
  private static func input() -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0, bytes.count <= maximumSize else { return nil }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  private static let maximumSize = 200_000_000

  /// The account that a mail goes out by.
  private static func account(for mail: GivenMail, named name: String?) throws -> Account {
    if let name { return try AccountProgram.account(named: name) }
    let sender = MailAddress(mail.made.sender)
    let found = AccountFiles(AccountPlaces.own).all().accounts.filter {
      MailAddress($0.address) == sender || MailAddress($0.user) == sender
    }
    guard let account = found.first else {
      throw AccountFailure(
        Sentence(
          msgid("No account has the address “%1$s”. Choose one with --account."), mail.made.sender))
    }
    guard found.count == 1 else {
      throw AccountFailure(
        Sentence(
          msgid("Several accounts have the address “%1$s”. Choose one with --account."),
          mail.made.sender))
    }
    return account
  }

  /// Sends what waits in the outbox of some accounts, and says what does not go.
  ///
  /// - Returns: Whether nothing is left that did not go.
  static func sendWaiting(of accounts: [Account]) async -> Bool {
    let outbox = Outbox(AccountPlaces.own, Passwords(service: Product.id))
    let ids = Set(accounts.map(\.id))
    guard await outbox.entries().contains(where: { ids.contains($0.account) }) else { return true }
    await outbox.send(of: ids, isOnline: true)
    var isEmpty = true
    for entry in await outbox.entries() {
      guard let account = accounts.first(where: { $0.id == entry.account }),
        let problem = entry.state.problem ?? entry.state.waitingNotice
      else { continue }
      isEmpty = false
      complain(
        tr("%1$s: %2$s").filling(entry.made.subject, problem), about: account.name)
    }
    return isEmpty
  }
}

extension OutboxEntry.State? {
  /// What other programs know it by; nil is what is out.
  fileprivate var word: String {
    switch self {
    case nil, .sent: "sent"
    case .draft: "draft"
    case .waiting: "waiting"
    case .sending: "sending"
    case .failed: "failed"
    case .unknown: "unknown"
    }
  }

  fileprivate var isSent: Bool { word == "sent" }
}

extension OutboxEntry.State {
  /// What is wrong, in a sentence.
  fileprivate var problem: String? {
    switch self {
    case .waiting(_, let problem), .sent(let problem): problem?.sentence.translated
    case .failed(let problem): problem.sentence.translated
    case .unknown:
      tr("The connection was lost before the server answered. The message may have been sent.")
    case .draft, .sending: nil
    }
  }

  /// That the message is still to be sent, in a sentence; nil in other states.
  fileprivate var waitingNotice: String? {
    if case .waiting = self { tr("The message is still waiting in the outbox.") } else { nil }
  }
}
