import SwipeRows

extension Page {
  static let rightToLeft = Page(
    "Right to Left", keywords: ["RTL", "Arabic", "Hebrew", "mirror", "direction"],
    text: """
      Where people read from right to left a list turns round, and leading is on the right. \
      Drag a row to the left: it uncovers its leading tray, there at the right, and so does Shift+Left.
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
    show.content = { [unowned show] item in
      SwipeContent(
        label: item.label,
        leading: SwipeSide(
          [
            show.action("archive", "أرشفة", "folder-symbolic", .success, on: item) {
              show.removal(of: item)
            },
            show.action("read", "مقروء", "view-reveal-symbolic", .accent, on: item),
          ], allowsFullSwipe: true),
        trailing: [
          show.action("trash", "حذف", "user-trash-symbolic", .destructive, on: item) {
            show.removal(of: item)
          },
          show.action("star", "تمييز", "starred-symbolic", .warning, on: item),
        ])
    }
  }
}
