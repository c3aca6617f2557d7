import Accounts
import AppWidgets
import CDunnockAdwaita
import GtkBridge
import Texts

/// The dialog that asks what is to become of mail that is gone here though nobody has deleted it in this program.
enum MissingQuestion {
  enum Answer: String, Sendable, CaseIterable { case notNow, fetchAgain, delete }

  /// Asks over a window.
  ///
  /// - Parameter counts: How many are gone from each folder, by its name.
  /// - Returns: The dialog.
  static func ask(
    over window: Widget, _ counts: [(folder: String, count: Int)],
    answer: @escaping @MainActor (Answer?) -> Void
  ) -> Widget {
    var lines = counts.prefix(mostFolders).map { folder, count in
      trn(
        "%1$s message of “%2$s” is missing on this computer.",
        "%1$s messages of “%2$s” are missing on this computer.", count
      ).filling(count.grouped, "\u{2068}\(folder)\u{2069}")
    }
    let rest = counts.dropFirst(mostFolders).reduce(0) { $0 + $1.count }
    if rest > 0 { lines.append(others(rest)) }
    lines.append(tr("They were not deleted in Dunnock and are still on the server."))
    return ask(
      over: window, tr("Messages Missing on This Computer"), lines,
      [
        (.notNow, tr("Not Now"), ADW_RESPONSE_DEFAULT),
        (.fetchAgain, tr("Fetch Again"), ADW_RESPONSE_SUGGESTED),
        (.delete, tr("Also Delete on Server"), ADW_RESPONSE_DESTRUCTIVE),
      ], answer)
  }

  /// Asks over a window what is to become of mail that is gone from the server and still here.
  ///
  /// - Parameter counts: How many of each folder are gone, by its name.
  /// - Returns: The dialog.
  static func askAboutGone(
    over window: Widget, _ counts: [(folder: String, count: GoneMail.Count)],
    answer: @escaping @MainActor (Answer?) -> Void
  ) -> Widget {
    var lines = counts.prefix(mostFolders).map {
      $0.count.sentence(about: $0.folder, \.grouped).translated
    }
    let rest = counts.dropFirst(mostFolders).reduce(0) { $0 + $1.count.gone }
    if rest > 0 { lines.append(others(rest)) }
    lines.append(
      tr("They are still on this computer. Nothing is deleted."))
    return ask(
      over: window, tr("Messages Missing on Server"), lines,
      [
        (.notNow, tr("Not Now"), ADW_RESPONSE_DEFAULT),
        (.delete, tr("Move to “Lost on Server”"), ADW_RESPONSE_DEFAULT),
      ], answer)
  }

  private static func ask(
    over window: Widget, _ heading: String, _ lines: [String],
    _ answers: [(answer: Answer, title: String, look: AdwResponseAppearance)],
    _ answer: @escaping @MainActor (Answer?) -> Void
  ) -> Widget {
    window.ask(
      heading, lines.joined(separator: "\n"),
      answers.map { .init($0.answer.rawValue, $0.title, $0.look) }
    ) { answer(Answer(rawValue: $0)) }
  }

  /// That so many more are of folders that are not named.
  private static func others(_ count: Int) -> String {
    trn("And %1$s more in another folder.", "And %1$s more in other folders.", count).filling(
      count.grouped)
  }

  private static let mostFolders = 6
}
