import CDunnockGtk
import Foundation
import GtkBridge
import MailWriting
import Texts

/// The line that says which account a mail is sent from; hidden where there is no choice.
final class SenderField {
  let row: FieldRow
  private(set) var accounts: [SendingAccount] = []
  private var changed: (SendingAccount?, SendingAccount?) -> Void = { _, _ in }
  private(set) var account: SendingAccount?
  private var isFilling = false
  /// The account of a draft with the draft's own sender.
  private var alias: SendingAccount?

  init(names: Ref) {
    let drop: Widget = gtk_drop_down_new(nil, nil)
    // Translators: in front of the account that a mail is sent from; the letter behind the underscore goes there with Alt.
    row = FieldRow(tr("_From"), drop, names: names)
    drop.addClasses("flat")
    let factory = Self.factory
    gtk_drop_down_set_factory(drop.opaque, factory.opaque)
    Signal.connect(UnsafeMutableRawPointer(drop), "notify::selected") { [weak self] in
      self?.follow()
    }
  }

  /// - Parameter changed: Called with the account from before and the one from now on.
  func onChange(_ changed: @escaping (SendingAccount?, SendingAccount?) -> Void) {
    self.changed = changed
  }

  /// Has the sender of a draft be offered, too, where it is another than that of its account: an alias, or a name that was changed.
  func offer(_ sender: OutgoingMail.Correspondent, of account: SendingAccount?) {
    guard let account, account.from != sender else { return }
    alias = SendingAccount(id: account.id, from: sender, signature: account.signature)
  }

  /// Shows accounts to choose from; where the chosen one is none of them, the first is.
  func show(_ accounts: [SendingAccount], choosing id: UUID?) {
    var accounts = accounts
    if let alias, accounts.contains(where: { $0.id == alias.id }) { accounts.insert(alias, at: 0) }
    self.accounts = accounts
    isFilling = true
    let list = Ref.adopting(full: UnsafeMutableRawPointer(gtk_string_list_new(nil)))
    for account in accounts {
      gtk_string_list_append(list.opaque, RecipientText.text(of: [account.from]))
    }
    gtk_drop_down_set_model(row.control.opaque, list.opaque)
    let chosen = account?.id == id ? account : nil
    let index =
      accounts.firstIndex { $0 == chosen } ?? accounts.firstIndex { $0.id == id } ?? 0
    if !accounts.isEmpty { gtk_drop_down_set_selected(row.control.opaque, guint(index)) }
    isFilling = false
    gtk_widget_set_visible(row.widget, (accounts.count > 1).gboolean)
    use(accounts.isEmpty ? nil : accounts[index])
  }

  /// Chooses an account.
  func choose(_ index: Int) { gtk_drop_down_set_selected(row.control.opaque, guint(index)) }

  private func follow() {
    let index = Int(gtk_drop_down_get_selected(row.control.opaque))
    if !isFilling, accounts.indices.contains(index) { use(accounts[index]) }
  }

  private func use(_ account: SendingAccount?) {
    guard account != self.account else { return }
    let before = self.account
    self.account = account
    changed(before, account)
  }

  /// Makes lines that are cut where they have no room.
  private static var factory: Ref {
    let factory = Ref.adopting(
      full: UnsafeMutableRawPointer(gtk_signal_list_item_factory_new()))
    Signal.connect(factory.raw, "setup") { (item: UnsafeMutableRawPointer?) in
      let label: Widget = gtk_label_new(nil)
      gtk_label_set_xalign(label.opaque, 0)
      gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
      gtk_list_item_set_child(item.map { OpaquePointer($0) }, label)
    }
    Signal.connect(factory.raw, "bind") { (item: UnsafeMutableRawPointer?) in
      guard let item = item.map({ OpaquePointer($0) }),
        let object = gtk_list_item_get_item(item), let label = gtk_list_item_get_child(item)
      else { return }
      gtk_label_set_label(label.opaque, ModelObject(UnsafeMutableRawPointer(object)).string)
    }
    return factory
  }
}
