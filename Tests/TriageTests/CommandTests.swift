import FileSystem
import MailModel
import MaildirStore
import Testing

@testable import Triage

@Suite struct CommandTests {
  private func message(
    _ flags: String, in folder: String = "", problem: MessageProblem? = nil
  ) -> Message {
    Message(
      id: MessageRef(folder: FolderID(path: ByteName(folder)), key: ByteName("a")),
      flags: MessageFlags(flags), from: "", address: "", subject: "", date: 0, preview: "", size: 0,
      problem: problem)
  }

  @Test func theTableHoldsEveryCommandOnce() {
    #expect(Command.all.map(\.command) == Command.allCases)
    #expect(Set(Command.allCases).count == Command.allCases.count)
    let changes = Set(Command.whereNeeded + Command.choices).subtracting(Command.answers)
    #expect(changes.isSubset(of: Command.allCases))
    #expect(Set(Command.all.map(\.name)).count == Command.all.count)
    let shortcuts = Command.all.flatMap(\.shortcuts)
    #expect(Set(shortcuts).count == shortcuts.count)
    #expect(Command(journalled: #"{"move":{"to":".Lists"}}"#)?.removesRow == true)
    let needing: [Command] = [.move(to: FolderID(path: ByteName("a"))), .snooze(until: 1)]
    for command in Command.allCases + needing + Answer.allCases.map(Command.answer) {
      #expect(command.entry.command == command)
      #expect(Command(journalled: command.journalled) == command)
      #expect(!command.entry.title.isEmpty && command.entry.icon.hasSuffix("-symbolic"))
      #expect(command.entry.name.allSatisfy { $0.isLowercase || $0 == "-" })
    }
  }

  @Test func titlesSayWhatWillHappen() {
    #expect(Command.toggleStar.entry.title(for: message("")) == "Star")
    #expect(Command.toggleStar.entry.title(for: message("F")) == "Unstar")
    #expect(Command.toggleRead.entry.title(for: message("")) == "Mark as Read")
    #expect(Command.toggleRead.entry.title(for: message("S")) == "Mark as Unread")
    #expect(Command.toggleRead.entry.icon(for: message("S")) == "dnk-unread-symbolic")
    #expect(Command.archive.entry.title(for: message("S")) == "Archive")
  }

  @Test func whatAButtonDoesHasOneName() {
    for (entry, flags) in Command.all.flatMap({ entry in ["", "S", "F"].map { (entry, $0) } }) {
      let now = message(flags)
      #expect(entry.title(for: now) == entry.resolved(for: MessageGroup([now])).title(for: now))
    }
  }

  @Test func inArchiveAndTrashOtherCommandsComeInPlace() {
    let folders = ["", ".Lists", ".Archive", ".Archive.2025", ".Trash", ".Trash.a", ".Lists.bin"]
      .map { FolderID(path: ByteName($0)) }
    let junk = ["", ".Junk", ".Junk.old", ".Trash"].map { FolderID(path: ByteName($0)) }
    #expect(
      junk.map { Command.junk.adapted(to: $0, FolderRoles(junk)) }
        == [.junk, .notJunk, .notJunk, .junk])
    let roles = FolderRoles(folders)
    #expect(
      folders.map { Command.archive.adapted(to: $0, roles) }
        == [
          .archive, .archive, .moveToInbox, .moveToInbox, .moveToInbox, .moveToInbox, .archive,
        ])
    #expect(
      folders.map { Command.trash.adapted(to: $0, roles) }
        == [.trash, .trash, .trash, .trash, .delete, .delete, .trash])
    for command in Command.allCases where command != .archive && command != .trash {
      #expect(folders.allSatisfy { command.adapted(to: $0, roles) == command })
    }
  }

  @Test func theInboxIsThatOfTheAccount() {
    func inbox(_ folder: String, _ all: [String]) -> String? {
      let folders = all.map { FolderID(path: ByteName($0)) }
      return FolderRoles(folders).inbox(of: FolderID(path: ByteName(folder)))?.path.escaped
    }
    #expect(inbox(".Archive", ["", ".Archive"]) == "")
    #expect(inbox("Archive", ["INBOX", "Archive"]) == "INBOX")
    #expect(inbox("[Gmail]/Trash", ["INBOX", "[Gmail]/Trash"]) == "INBOX")
    #expect(inbox(".INBOX.Trash", ["", ".INBOX", ".INBOX.Trash"]) == "")
    let two = ["Home/INBOX", "Home/Trash", "Work/Inbox", "Work/Lists/Trash"]
    #expect(inbox("Home/Trash", two) == "Home/INBOX")
    #expect(inbox("Work/Lists/Trash", two) == "Work/Inbox")
    #expect(inbox("Other/Trash", two) == nil)
    #expect(inbox("Trash", ["Trash"]) == nil)
  }

  @Test func whatMayNotBeDoneIsNotOffered() async throws {
    let mail = SampleMaildir(folders: [".Archive", ".Junk", ".Trash"])
    let session = TriageSession(store: try Maildir(path: mail.path), allowsChanges: false)
    try await session.folders()
    func offered(_ message: Message) -> Set<Command> {
      Set(Command.all.filter { $0.isOffered(for: message, in: session) }.map(\.command))
    }
    #expect(offered(message("")).isEmpty)
    session.allowsChanges = true
    let elsewhere: Set<Command> = [.moveElsewhere, .junk]
    #expect(
      offered(message(""))
        == elsewhere.union([
          .archive, .trash, .toggleRead, .toggleStar, .markRead, .markReplied, .snooze,
        ]))
    let seen: Set<Command> = [.toggleRead, .toggleStar, .markUnread, .markReplied]
    #expect(offered(message("S")) == elsewhere.union(seen).union([.archive, .trash, .snooze]))
    #expect(
      offered(message("S", in: ".Archive"))
        == elsewhere.union(seen).union([.moveToInbox, .trash, .snooze]))
    #expect(
      offered(message("S", in: ".Trash")) == elsewhere.union(seen).union([.moveToInbox, .delete]))
    // As in the folder of what a server has lost.
    #expect(offered(message("S", in: ".Trash.a")) == offered(message("S", in: ".Trash")))
    #expect(
      offered(message("S", in: ".Junk"))
        == seen.union([.moveElsewhere, .notJunk, .archive, .trash]))
    #expect(!offered(message("RS")).contains(.markReplied))
    #expect(offered(message("S", in: ".Lists")) == offered(message("S")))
    #expect(offered(message("", problem: .notARegularFile)).isEmpty)
    #expect(offered(message("", problem: .unreadable)).contains(.archive))
    #expect(offered(message("T")).subtracting(offered(message(""))) == [.keep])
  }
}
