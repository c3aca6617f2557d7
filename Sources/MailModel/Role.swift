/// What a folder is for, in the order in which people are shown such folders.
public enum Role: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
  case inbox, snoozed, drafts, sent, archive, junk, trash

  /// What its folder is called when it has to be created, as mail servers call it.
  public var folderName: String {
    switch self {
    case .inbox: "INBOX"
    case .snoozed: "Snoozed"
    case .drafts: "Drafts"
    case .sent: "Sent"
    case .archive: "Archive"
    case .junk: "Junk"
    case .trash: "Trash"
    }
  }

  /// Whether mail programs and servers give a folder for this that name, without regard to case.
  public func isUsual(_ name: String) -> Bool { usualNames.contains(name.lowercased()) }

  /// The names that mail programs and servers give it, the likeliest first, in lower case.
  var usualNames: [String] {
    switch self {
    case .inbox: ["inbox"]
    case .snoozed: ["snoozed", "snooze"]
    case .drafts: Role.draftsNames
    case .sent: Role.sentNames
    case .archive: Role.archiveNames
    case .junk: Role.junkNames
    case .trash: Role.trashNames
    }
  }

  private static let draftsNames = [
    "drafts", "draft", "entwürfe", "entwurf", "brouillons", "borradores", "bozze", "concepten",
    "rascunhos", "utkast", "kladder", "luonnokset", "szkice", "wersje robocze", "koncepty",
    "rozepsané", "черновики", "чернетки", "taslaklar", "草稿箱", "草稿", "下書き", "임시보관함",
  ]

  private static let sentNames = [
    "sent", "sent items", "sent mail", "sent messages", "gesendet", "gesendete elemente",
    "gesendete objekte", "envoyés", "messages envoyés", "éléments envoyés", "enviados",
    "elementos enviados", "itens enviados", "inviati", "posta inviata", "verzonden",
    "verzonden items", "skickat", "skickade", "sendt", "sendte elementer", "lähetetyt", "wysłane",
    "odeslané", "отправленные", "надіслані", "gönderilmiş öğeler", "已发送", "已发送邮件", "送信済み",
    "보낸편지함",
  ]

  private static let archiveNames = [
    "archive", "archives", "archived", "archiv", "archivio", "archivo", "archivados", "archief",
    "arquivo", "arquivados", "arkiv", "arkisto", "archiwum", "архив", "архів", "arşiv", "存档", "归档",
    "封存", "アーカイブ", "보관", "보관함",
  ]

  private static let junkNames = [
    "junk", "spam", "junk e-mail", "junk email", "junk mail", "bulk mail", "unerwünscht",
    "spamverdacht", "indésirables", "courrier indésirable", "pourriel", "no deseado",
    "correo no deseado", "posta indesiderata", "ongewenst", "ongewenste e-mail", "lixo eletrônico",
    "lixo eletrónico", "skräppost", "søppelpost", "uønsket", "roskaposti", "nevyžádaná pošta",
    "спам", "нежелательная почта", "önemsiz", "istenmeyen", "垃圾邮件", "迷惑メール", "스팸", "스팸메일함",
  ]

  private static let trashNames = [
    "trash", "deleted items", "deleted messages", "deleted", "bin", "papierkorb",
    "gelöschte elemente", "gelöschte objekte", "gelöscht", "corbeille", "éléments supprimés",
    "messages supprimés", "papelera", "elementos eliminados", "cestino", "posta eliminata",
    "prullenbak", "verwijderde items", "lixeira", "itens excluídos", "papperskorg",
    "papperskorgen", "borttaget", "papirkurv", "papirkurven", "slettet post", "roskakori", "kosz",
    "koš", "корзина", "кошик", "удаленные", "çöp kutusu", "垃圾箱", "已删除邮件", "已删除", "ゴミ箱",
    "ごみ箱", "휴지통", "지운 편지함",
  ]
}
