import GtkBridge
import MailModel
import MailText
import Texts

/// What the rows of a list say beside their messages: who is who, which folder and account, what was looked for, and the dates of today.
final class RowTexts {
  /// What is looked for.
  private(set) var query: SearchQuery?

  private var look = RowLook()
  private var folderName: ((FolderID) -> String?)?
  private var accountColour: (FolderID) -> AccountColour? = { _ in nil }
  private var isOwn: (String) -> Bool = { _ in false }
  /// Whether rows of a folder say whom their messages went to.
  private(set) var saysRecipients: (FolderID) -> Bool = { _ in false }
  private let clock: () -> Int
  /// The day that the dates on screen are short for.
  private var day: ShortDate.Day?

  /// - Parameter clock: Seconds since 1970.
  init(clock: @escaping () -> Int) { self.clock = clock }

  /// Seconds since 1970, for the short dates.
  var now: Int { clock() }

  /// Whether another day has begun since it was asked last, by midnight or by another clock or time zone.
  func noteDay() -> Bool {
    let today = ShortDate.Day(at: now)
    defer { day = today }
    return today != day
  }

  /// Has the rows say of these addresses that they are the person's own.
  func recognise(_ isOwn: @escaping (_ address: String) -> Bool) { self.isOwn = isOwn }

  /// Has the rows of messages in some folders say whom they went to.
  func sayRecipients(in isSo: @escaping (FolderID) -> Bool) { saysRecipients = isSo }

  /// Has the rows show which account their messages belong to, where the list gathers several folders.
  func colour(by colour: @escaping (FolderID) -> AccountColour?) { accountColour = colour }

  /// Has the rows look so.
  ///
  /// - Returns: Whether that is otherwise than before.
  func use(_ look: RowLook) -> Bool {
    defer { self.look = look }
    return look != self.look
  }

  /// Has the words marked that are looked for, nil: none; and the folders of the messages said, nil: not.
  ///
  /// - Returns: Whether that is something else than before.
  func mark(_ query: SearchQuery?, naming folderName: ((FolderID) -> String?)?) -> Bool {
    guard query != self.query || (folderName == nil) != (self.folderName == nil) else {
      return false
    }
    (self.query, self.folderName) = (query, folderName)
    return true
  }

  /// Who wrote the messages of a row.
  func names(of item: MailItem) -> RowNames {
    item.names(isOwn: isOwn, saysRecipients: saysRecipients(item.message.id.folder))
  }

  /// What the folder of a row is called, where its account shows too.
  func accountName(of item: MailItem) -> String? {
    let folder = item.message.id.folder
    return accountColour(folder) == nil ? nil : folderName?(folder)
  }

  /// What a row's day is called, above the first of that.
  func day(of item: MailItem, by order: MessageOrder) -> String {
    ShortDate.heading(for: Int(order.time(of: item.message)), now: now)
  }

  /// Shows a row.
  func show(_ item: MailItem, in front: RowFront, by order: MessageOrder) {
    let folder = item.message.id.folder
    front.use(look)
    front.show(
      item, names: names(of: item), by: order, now: now, found: query,
      folder: folderName?(folder), colour: folderName == nil ? nil : accountColour(folder))
  }
}
