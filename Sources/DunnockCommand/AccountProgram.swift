import Accounts
import ArgumentParser
import FileSystem
import Glibc
import MailModel
import MailServers
import Texts

/// `dunnock account`: accounts without a window, by what the window does too.
enum AccountProgram {
  /// - Returns: The exit status: 0, 1 when it could not be done, 2 when the arguments cannot be followed.
  static func run(_ arguments: some Sequence<String>) -> Int32 {
    do {
      switch try AccountArguments.parseAsRoot(Array(arguments)) {
      case let asked as AccountArguments.Add: return add(asked)
      case let asked as AccountArguments.Online:
        let (id, name) = (asked.id, asked.name)
        return waiting { await online(id, name: name) }
      case let asked as AccountArguments.Test:
        let name = asked.name
        return waiting { await test(name) }
      case let asked as AccountArguments.Remove:
        let (name, deletes) = (asked.name, asked.deleteMail)
        return waiting { await remove(name, trashing: deletes) }
      case is AccountArguments.List: return list()
      case var other:
        // What asks for help.
        try other.run()
        return Program.usageError
      }
    } catch {
      return Program.refuse(error, by: AccountArguments.self)
    }
  }

  private static func list() -> Int32 {
    let (accounts, problems) = AccountFiles(AccountPlaces.own).all()
    for account in accounts { printLine(AccountLine(account, in: AccountPlaces.own)) }
    for problem in problems { complain(problem.sentence.translated) }
    return problems.isEmpty ? 0 : 1
  }

  private static func add(_ asked: AccountArguments.Add) -> Int32 {
    let wish = NewAccount(asked)
    guard let added = waiting(for: { await added(wish) }) else { return 1 }
    printLine(AccountLine(added.account, in: AccountPlaces.own, added.folders))
    return 0
  }

  private static func added(
    _ wish: NewAccount
  ) async -> (account: Account, folders: [ServerFolder])? {
    let files = AccountFiles(AccountPlaces.own)
    do {
      try checkName(wish.name, files)
      var account = try await wish.account(directory: files.directory(for: wish.name))
      let password = try await secret(for: account)
      let folders = try await wish.folders(of: &account, password: password)
      let passwords = Passwords(service: Product.id)
      try await passwords.save(password, of: account)
      do {
        try files.makeInbox(of: account)
        try files.save(account)
      } catch {
        try? await passwords.remove(of: account)
        throw error
      }
      return (account, folders)
    } catch {
      complain(sentence(for: error))
      return nil
    }
  }

  /// What the keyring is to have of a new account.
  private static func secret(for account: Account) async throws -> String {
    if case .browser(let client, _) = account.signIn {
      return try await SignIn.tokens(
        of: client, for: account.address,
        saying: tr("You are signed in. Close this page and return to %1$s.").filling(Product.name)
      ) { page in
        complain(tr("Sign in on this page: %1$s").filling(page))
        return true
      }
    }
    guard let password = FirstLine.read(asking: tr("Password: ")) else {
      throw AccountFailure(
        Sentence(msgid("Give the password as the first line of standard input.")))
    }
    return password
  }

  private static func checkName(_ name: String, _ files: AccountFiles) throws {
    guard !files.all().accounts.contains(where: { $0.name == name }) else {
      throw AccountFailure(Sentence(msgid("Another account has this name. Enter a different one.")))
    }
  }

  private static func online(_ id: String?, name: String?) async -> Int32 {
    let offered = await OnlineAccount.offered()
    do {
      guard let id else {
        for one in offered { printLine(OnlineLine(one)) }
        if offered.isEmpty {
          complain(
            tr(
              "No mail account was found in Online Accounts. Add one in Settings, under Online Accounts."
            ))
        }
        return 0
      }
      guard let one = offered.first(where: { $0.id == id }) else {
        throw AccountFailure(
          Sentence(
            msgid(
              "Online Accounts has no mail account “%1$s”. List them with “dunnock account online”."
            ), id))
      }
      let (files, name) = (AccountFiles(AccountPlaces.own), name ?? one.address)
      try checkName(name, files)
      var account = one.account(name: name, directory: files.directory(for: name))
      let folders = try await AccountCheck.folders(of: account, password: "")
      account.take(folders)
      try files.makeInbox(of: account)
      try files.save(account)
      printLine(AccountLine(account, in: AccountPlaces.own, folders))
      return 0
    } catch {
      complain(sentence(for: error))
      return 1
    }
  }

  private static func test(_ name: String) async -> Int32 {
    do {
      let account = try account(named: name)
      guard let password = try await Passwords(service: Product.id).password(of: account) else {
        throw AccountFailure(
          Sentence(msgid("The keyring has no password for this account. Add the account again.")))
      }
      let folders = try await AccountCheck.folders(of: account, password: password)
      printLine(AccountLine(account, in: AccountPlaces.own, folders))
      return 0
    } catch {
      complain(sentence(for: error))
      return 1
    }
  }

  private static func remove(_ name: String, trashing: Bool) async -> Int32 {
    do {
      let account = try account(named: name)
      // What is left of a password nobody would find again.
      try await Passwords(service: Product.id).remove(of: account)
      try AccountFiles(AccountPlaces.own).remove(account)
      if trashing { try AccountFiles.trash("\(AccountPlaces.own.mail)/\(account.directory)") }
      printLine(AccountLine(account, in: AccountPlaces.own))
      return 0
    } catch {
      complain(sentence(for: error))
      return 1
    }
  }

  /// The one account of a name.
  static func account(named name: String) throws -> Account {
    let found = AccountFiles(AccountPlaces.own).all().accounts.filter { $0.name == name }
    guard let account = found.first else {
      throw AccountFailure(
        Sentence(msgid("There is no account “%1$s”. List them with “dunnock account list”."), name))
    }
    guard found.count == 1 else {
      throw AccountFailure(
        Sentence(msgid("Several accounts are called “%1$s”. Give its whole name."), name))
    }
    return account
  }
}

/// Why the command line could do nothing with an account.
struct AccountFailure: ExplainedError {
  let sentence: Sentence

  init(_ sentence: Sentence) { self.sentence = sentence }
}
