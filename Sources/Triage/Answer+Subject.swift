import MailText

extension Answer {
  /// The subject of the answer to a mail of a subject; see ``SubjectMark``.
  public func subject(of subject: String) -> String {
    (self == .forward ? SubjectMark.forward : .reply).subject(of: Draft.oneLine(subject))
  }
}
