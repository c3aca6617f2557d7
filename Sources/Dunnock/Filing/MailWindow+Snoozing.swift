import Foundation
import GtkBridge
import MailModel
import Triage

extension MailWindow {
  /// Asks when messages are to come back, and puts them off to that; an answer that comes when the window shows another mailbox or folder
  /// is none.
  func askForTime(of group: MessageGroup, of rows: Set<RowID>) {
    guard dialogs.question == nil, let mailbox else { return }
    let source = shown.source
    Task.immediate { [weak self] in
      guard let time = await self?.askedTime(of: group, in: mailbox), let self,
        mailbox === self.mailbox, source == shown.source
      else { return }
      obey(.snooze(until: time), on: group, of: rows)
    }
  }

  /// In seconds since 1970; nil when there is no answer.
  private func askedTime(of group: MessageGroup, in mailbox: OpenMailbox) async -> Int64? {
    // The time zone may have become another.
    NSTimeZone.resetSystemTimeZone()
    let times = SnoozeTime.offered(at: Date(timeIntervalSince1970: Double(list.now)), in: .current)
    let roles = mailbox.session.roles
    let waking =
      group.messages.allSatisfy { roles.role(of: $0.id.folder) == .snoozed }
      ? group.messages.first?.waking : nil
    let choice = await dialogs.ask { [window, list] in
      SnoozeQuestion.ask(over: window, times, waking: waking, now: list.now, answer: $0)
    }
    switch choice {
    case nil: return nil
    case .time(let time): return time
    case .other:
      let first = waking ?? times.first { $0.name != .laterToday }?.time ?? Int64(list.now + 3_600)
      return await dialogs.ask { [window, list] in
        TimeQuestion.ask(over: window, first: Int(first), now: { list.now }, answer: $0)
      }
    }
  }
}
