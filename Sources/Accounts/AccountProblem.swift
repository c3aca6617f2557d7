public import MailModel

/// Why something about an account could not be done.
public protocol AccountProblem: Error, Sendable {
  /// What is wrong and what to do next.
  var sentence: Sentence { get }
}
