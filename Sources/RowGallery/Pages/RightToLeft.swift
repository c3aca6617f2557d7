import SwipeRow

extension Page {
  static let rightToLeft = Page(
    "Right to left", keywords: ["RTL", "Arabic", "Hebrew", "mirror", "direction"],
    text: """
      Where people read from right to left, leading is on the right, and the whole window turns round. \
      Drag to the left for what is elsewhere on the left, and see that Shift+Left opens it, too.
      """
  ) { show in
    show.isRightToLeft = true
    show.items = Item.list([
      ("ليلى", "موعد الغداء يوم الخميس", "avatar-default-symbolic"),
      ("يوسف", "صور من الرحلة", "avatar-default-symbolic"),
      ("المكتبة", "كتابان يجب إرجاعهما", "avatar-default-symbolic"),
      ("דנה", "הפגישה נדחתה לשבע", "avatar-default-symbolic"),
      ("נועם", "הצעה למסלול הטיול", "avatar-default-symbolic"),
      ("مريم", "وصفة الخبز", "avatar-default-symbolic"),
      ("البريد", "طرد في انتظارك", "avatar-default-symbolic"),
    ])
    show.actions = { [unowned show] item in
      SwipeActions(
        leading: [
          show.action("archive", "أرشفة", "folder-symbolic", .success, on: item) {
            show.removal(of: item)
          },
          show.action("read", "مقروء", "mail-read-symbolic", .accent, on: item),
        ],
        trailing: [
          show.action("trash", "حذف", "user-trash-symbolic", .destructive, on: item) {
            show.removal(of: item)
          },
          show.action("star", "تمييز", "starred-symbolic", .warning, on: item),
        ], longSwipes: [.leading])
    }
  }
}
