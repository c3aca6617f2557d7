import MailModel
import Texts
import Triage

extension Outcome {
  /// What happened, and to which mail.
  ///
  /// Names stand in isolates (U+2068, U+2069), so that their direction does not shuffle the words around them.
  func notice(calling name: (FolderID) -> String) -> Toasts.Notice {
    var named: Message?
    func aim(_ aim: Outcome.Aim) -> String {
      switch aim {
      case .folder(let folder): "\u{2068}\(name(folder))\u{2069}"
      case .moment(let moment): ShortDate.until(Int(moment))
      }
    }
    let plain = sentence {
      named = $0
      return "\u{2068}\($0.name)\u{2069}"
    } counting: { done, asked in
      // Translators: how many of how many, in place of a number: "Archived 9,998 of 10,000 messages".
      done == asked
        ? done.grouped : tr("%1$s of %2$s").filling(done.grouped, asked.grouped)
    } aiming: {
      aim($0)
    }.translated
    if let first = refusals.first {
      let stayed = trn(
        "%1$s message was not changed: %2$s", "%1$s messages were not changed: %2$s",
        refusals.count)
      return .init(
        plain + ". "
          + stayed.filling(refusals.count.grouped, first.error.sentence.translated))
    }
    if let hasRuleOn {
      return .init(
        plain + ". "
          + (hasRuleOn ? tr("Its rule is turned on again.") : tr("Its rule is turned off.")))
    }
    guard let named else { return .init(plain) }
    return .init(naming: named.name) { name in
      sentence(naming: { _ in "\u{2068}\(name)\u{2069}" }, aiming: { aim($0) }).translated
    }
  }
}
